import Testing

@testable import ABRMedia

@Suite struct SabreMovieTests {
  private func read(_ text: String) throws(VideoError) -> Video {
    try SabreMovie.read(VideoInput(path: "d/movie.json", content: .file(Array(text.utf8))), options: VideoOptions())[0]
  }

  @Test("milliseconds, kilobits of 1000 bits and bits are read; bits that fill no byte take a whole one")
  func values() throws {
    let video = try read(
      """
      {"segment_sizes_bits": [[800, 81], [1, 7992]], "bitrates_kbps": [331, 230], "segment_duration_ms": 3000}
      """)
    #expect(video.name == "movie")
    #expect(video.ladder.renditions.map(\.bandwidth) == [230_000, 331_000])
    #expect(video.sizes == [11, 100, 999, 1])
    #expect(video.starts == [0, 3, 6])
    #expect(video.sizeOrigin == .measured)
  }

  @Test(
    "a wrong value is named with its line and path",
    arguments: [
      (
        "{B}",
        "d/movie.json:1:1: document: found no segment_duration_ms, expected bitrates_kbps, segment_duration_ms, segment_sizes_bits"
      ),
      (
        "{B,\nD, \"segment_sizes_bits\": [[8,8],\n[8]]}",
        "d/movie.json:3:1: segment_sizes_bits[1]: found 1 sizes, expected 2, one for each bitrate"
      ),
      (
        "{B, D, \"segment_sizes_bits\": []}",
        "d/movie.json: segment_sizes_bytes: found no segment, expected at least one"
      ),
      (
        "{B, D, \"segment_sizes_bits\": [[0, 8]]}",
        "d/movie.json:1:84: segment_sizes_bits[0][0]: found 0, expected 1 to 8000000000000"
      ),
      (
        "{B, \"segment_duration_ms\": -1}",
        "d/movie.json:1:54: segment_duration_ms: found -1.0, expected more than 0, at most 3600000.0"
      ),
      (
        "{D, \"bitrates_kbps\": [0]}",
        "d/movie.json:1:49: bitrates_kbps[0]: found 0.0, expected 0.001 to 1000000000 kbit/s"
      ),
      (
        "{D, \"bitrates_kbps\": [1e999]}",
        "d/movie.json:1:49: bitrates_kbps[0]: found inf, expected 0.001 to 1000000000 kbit/s"
      ),
      ("{D, D}", "d/movie.json:1:54: segment_duration_ms: found the key twice, expected every key once"),
    ])
  func errors(text: String, message: String) {
    let text = text.replacing("{B", with: "{\"bitrates_kbps\": [100, 200]").replacing(
      "D", with: "\"segment_duration_ms\": 4000")
    let error = #expect(throws: VideoError.self) { try read(text) }
    #expect(error?.description == message)
  }
}
