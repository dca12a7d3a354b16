import Foundation
import Testing

/// The commands of the page about formats of videos, run as they stand there beside a stream of our own.
@Suite("Page of videos", .timeLimit(.minutes(20)))
struct VideoPageTests {
  private static let page = "Sources/ABRMedia/ABRMedia.docc/FormatsOfVideos.md"

  static let commands = ReadmeTests.examples(of: page).flatMap(\.steps).map(\.command)

  private func folder() throws -> URL {
    let folder = try Program.makeFolder()
    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    var master = "#EXTM3U\n"
    for (name, bandwidth, size) in [("low", 400_000, "320x180"), ("high", 1_200_000, "640x360")] {
      master += "#EXT-X-STREAM-INF:BANDWIDTH=\(bandwidth),RESOLUTION=\(size),CODECS=\"avc1.64001f\"\n\(name).m3u8\n"
      let segments = (0..<20).map {
        "#EXTINF:4,\n#EXT-X-BYTERANGE:\(bandwidth / 2 - 1000 * $0)@0\n\(name).ts\n"
      }
      try write("\(name).m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(segments.joined())#EXT-X-ENDLIST\n")
    }
    try write("master.m3u8", master)
    try write(
      "manifest.mpd",
      """
      <MPD mediaPresentationDuration="PT8S"><Period><AdaptationSet contentType="video">
      <SegmentTemplate duration="4" media="$RepresentationID$/$Number$.m4s"/>
      <Representation id="a" bandwidth="400000"/><Representation id="b" bandwidth="900000"/>
      </AdaptationSet></Period></MPD>
      """)
    let entries = ["a/1", "a/2", "b/1", "b/2"].map {
      """
      {"request": {"url": "https://example.org/v/\($0).m4s?t=1"}, "response": {"status": 200, "content": {"size": 190000}}}
      """
    }
    try write("session.har", "{\"log\": {\"entries\": [\(entries.joined(separator: ","))]}}")
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("Traces"),
      withDestinationURL: Program.checkout.appendingPathComponent("Traces"))
    return folder
  }

  @Test("every command runs, and finds all sizes")
  func commands() throws {
    #expect(Self.commands.count >= 5)
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for command in Self.commands {
      let result = try Program.shell("cd '\(folder.path)' && \"$abrlab\"" + command.dropFirst("abrlab".count))
      #expect(result.status == 0, "\(command): \(result.output)")
      #expect(!result.output.contains("derived"), "\(command): \(result.output)")
    }
  }

  @Test("the table of manifests has all that were looked at, as they are read")
  func table() throws {
    let rows = try ReadmeTests.text(of: Self.page).split(separator: "\n").filter {
      $0.hasPrefix("| `") && ($0.contains(".m3u8`") || $0.contains(".mpd`"))
    }
    #expect(rows.count == 20)
  }
}
