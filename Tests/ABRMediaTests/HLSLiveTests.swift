import ABRTestSupport
import Testing

@testable import ABRMedia

/// Snapshots of HLS that goes on.
@Suite struct HLSLiveTests {
  @Test("a live playlist with parts plays what it lists, and says so")
  func live() throws {
    let folder = try TemporaryFolder()
    try folder.write("m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=80000\nl.m3u8\n")
    try folder.write(
      "l.m3u8",
      HLSManifestTests.playlist(
        "#EXTINF:4,\na.mp4\n#EXT-X-PART:DURATION=1,URI=\"p.mp4\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\"\n", tail: ""))
    let video = try HLSManifestTests.read(folder, "m.m3u8")
    #expect(video.segmentCount == 1 && video.notes.contains { $0.hasPrefix("live:") })
    #expect(video.notes.contains { $0.hasPrefix("low latency: 1 part of segments not played") })
  }

  @Test(
    "of live playlists what all of them list is played: by dates, or numbers, or discontinuities",
    arguments: [
      // Tags before segments of 4 s whose bytes are a digit of theirs; what is played of both; a note.
      ("MEDIA-SEQUENCE:5 1 2 3", "MEDIA-SEQUENCE:6 2 3 4", [2, 2, 3, 3], "live: not all playlists list the same"),
      ("MEDIA-SEQUENCE:5 1 2 3", "MEDIA-SEQUENCE:5 1 2", [1, 1, 2, 2], "the 2 segments in all of them are played"),
      ("1 2", "1 2", [1, 1, 2, 2], "live: only the segments that are listed are played"),
      ("1 2", "MEDIA-SEQUENCE:9 3 4", [1, 3, 2, 4], "no segment in common by date or number: those at the same place"),
      (
        "PROGRAM-DATE-TIME:2024-05-01T10:00:00.5Z 1 2 3",
        "MEDIA-SEQUENCE:70 2 PROGRAM-DATE-TIME:2024-05-01T12:00:08+0200 3 4",
        [2, 2, 3, 3], "the 2 segments in all"
      ),
      (
        "MEDIA-SEQUENCE:7 DISCONTINUITY-SEQUENCE:3 1 2 DISCONTINUITY 3 4",
        "MEDIA-SEQUENCE:7 DISCONTINUITY-SEQUENCE:3 2 DISCONTINUITY 3 4 5", [2, 2, 3, 3, 4, 4], "the 3 segments in all"
      ),
      (
        "MEDIA-SEQUENCE:7 DISCONTINUITY-SEQUENCE:3 1 2 DISCONTINUITY 3",
        "MEDIA-SEQUENCE:9 DISCONTINUITY-SEQUENCE:4 3 4", [3, 3], "the 1 segment in all"
      ),
    ])
  func skewed(low: String, high: String, sizes: [Int], note: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "m.m3u8", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=10\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=20\nb.m3u8\n")
    for (name, words) in [("a", low), ("b", high)] {
      let lines = words.split(separator: " ").map { word in
        Int(word).map { "#EXTINF:4,\n#EXT-X-BYTERANGE:\($0)@0\n\($0).ts\n" } ?? "#EXT-X-\(word)\n"
      }
      try folder.write("\(name).m3u8", HLSManifestTests.playlist(lines.joined(), tail: ""))
    }
    let video = try HLSManifestTests.read(folder, "m.m3u8")
    #expect(video.sizes == sizes && video.sizeOrigin == .measured)
    #expect(video.notes.contains { $0.contains(note) }, "\(video.notes)")
  }
}
