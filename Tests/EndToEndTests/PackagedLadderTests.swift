import Foundation
import Testing

/// A ladder of generated pictures, encoded and packaged by ffmpeg, as a packager would.
@Suite("Packaged ladders", .timeLimit(.minutes(20)))
struct PackagedLadderTests {
  static let ffmpeg = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Six seconds of small pictures at two bitrates, and a tone.
  private static let source =
    "-v error -f lavfi -i testsrc=duration=6:size=128x72:rate=10 -f lavfi -i sine=duration=6 -map 0:v -map 0:v -map 1:a "
    + "-c:v libx264 -preset ultrafast -g 20 -sc_threshold 0 -b:v:0 40k -b:v:1 90k -c:a aac -b:a 32k"

  private func package(_ options: String, in folder: URL) throws {
    let ffmpeg = try #require(Self.ffmpeg)
    let result = try Program.bash(
      ["-c", "'\(ffmpeg)' \(Self.source) \(options) </dev/null"],
      environment: ["PATH": "/usr/bin:/bin"], folder: folder)
    try #require(result.status == 0, "\(result.output)")
  }

  private func bytes(_ name: String, in folder: URL) throws -> Int {
    try Data(contentsOf: folder.appendingPathComponent(name)).count
  }

  private func imported(_ manifest: String, in folder: URL) throws -> [String: Any] {
    let result = try Program.run(["video", "import", manifest, "-o", "out.json"], folder: folder)
    try #require(result.status == 0, "\(result.diagnostics)")
    let data = try Data(contentsOf: folder.appendingPathComponent("out.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test(
    "sizes read of HLS are those of the files on disk, to the byte",
    .enabled(if: ffmpeg != nil, "skipped: apt-get install ffmpeg"))
  func hls() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try package(
      "-f hls -hls_time 2 -hls_playlist_type vod -hls_segment_type fmp4 -master_pl_name master.m3u8 "
        + "-var_stream_map 'v:0,agroup:s v:1,agroup:s a:0,agroup:s' 'h%v/list.m3u8'", in: folder)
    let video = try imported("master.m3u8", in: folder)
    let sizes = try (0..<3).map { segment in
      try (0..<2).map { try bytes("h\($0)/list\(segment).m4s", in: folder) }
    }
    #expect(video["segment_sizes_bytes"] as? [[Int]] == sizes)
    #expect(video["segment_duration_s"] as? Double == 2 && video["size_model"] == nil)
    let stream = try #require(video["stream"] as? [String: Any])
    #expect(stream["manifest_bytes"] as? Int == (try bytes("master.m3u8", in: folder)))
    #expect(stream["media_playlist_bytes"] as? Int == (try bytes("h0/list.m3u8", in: folder)))
    #expect(stream["initialisation_bytes"] as? Int == (try bytes("h0/init_0.mp4", in: folder)))
    let audio = try (0..<4).reduce(0) { try $0 + bytes("h2/list\($1).m4s", in: folder) }
    #expect(abs(try #require(stream["audio_bps"] as? Double) - Double(audio) * 8 / 6) < Double(audio) * 8 / 6 * 0.01)
  }

  @Test(
    "sizes read of DASH are those of the files on disk, or of the ranges in one, to the byte",
    .enabled(if: ffmpeg != nil, "skipped: apt-get install ffmpeg"))
  func dash() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let sets = "-f dash -seg_duration 2 -adaptation_sets 'id=0,streams=v id=1,streams=a'"
    try package("\(sets) d.mpd", in: folder)
    let video = try imported("d.mpd", in: folder)
    let sizes = try (1...3).map { segment in
      try (0..<2).map { try bytes("chunk-stream\($0)-0000\(segment).m4s", in: folder) }
    }
    #expect(video["segment_sizes_bytes"] as? [[Int]] == sizes && video["size_model"] == nil)
    let stream = try #require(video["stream"] as? [String: Any])
    #expect(stream["manifest_bytes"] as? Int == (try bytes("d.mpd", in: folder)))
    #expect(stream["initialisation_bytes"] as? Int == (try bytes("init-stream0.m4s", in: folder)))
    try package("\(sets) -single_file 1 s.mpd", in: folder)
    let single = try imported("s.mpd", in: folder)
    let ranges = try #require(single["segment_sizes_bytes"] as? [[Int]])
    let header = try #require((single["stream"] as? [String: Any])?["initialisation_bytes"] as? Int)
    for rendition in 0..<2 {
      let file = try bytes("s-stream\(rendition).mp4", in: folder)
      #expect(header + ranges.reduce(0) { $0 + $1[rendition] } == file)
    }
    let run = try Program.run(
      [
        "run", "--traces", Program.checkout.appendingPathComponent("Traces/recorded/lumos-4g").path, "--video", "s.mpd",
        "--policy", "auto", "--format", "csv",
      ], folder: folder)
    #expect(run.status == 0, "\(run.diagnostics)")
  }
}
