import Foundation
import Testing

/// Manifests and videos of other formats: `abrlab video`, and runs that play them.
@Suite("Videos", .timeLimit(.minutes(20)))
struct VideoCommandTests {
  private static let master = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.64001f,mp4a.40.2"
    b.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=400000,RESOLUTION=320x180,CODECS="avc1.64001f,mp4a.40.2"
    a.m3u8
    """

  private static func playlist(_ sizes: [Int]) -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
      + sizes.map { "#EXTINF:4,\n#EXT-X-BYTERANGE:\($0)@0\nx.ts\n" }.joined() + "#EXT-X-ENDLIST\n"
  }

  private func folder(_ files: [String: String]) throws -> URL {
    let folder = try Program.makeFolder()
    for (name, content) in files { try Data(content.utf8).write(to: folder.appendingPathComponent(name)) }
    return folder
  }

  private func stream() throws -> URL {
    try folder([
      "m.m3u8": Self.master, "a.m3u8": Self.playlist([190_000, 200_000, 210_000]),
      "b.m3u8": Self.playlist([390_000, 400_000, 600_000]),
      "t.csv": "duration_s,bandwidth_bps,latency_ms\n60,2000000,20\n",
    ])
  }

  @Test("a manifest is imported, inspected and played, and its JSON plays the same")
  func play() throws {
    let folder = try stream()
    defer { try? FileManager.default.removeItem(at: folder) }
    let inspected = try Program.run(["video", "inspect", "m.m3u8", "--format", "csv"], folder: folder)
    #expect(inspected.status == 0)
    #expect(inspected.output.contains("m,0,400000,,320x180,\"avc1.64001f,mp4a.40.2\",400000.0,420000.0,measured"))
    let imported = try Program.run(
      ["video", "import", "m.m3u8", "-o", "deep/v.json", "--licence", "CC0"], folder: folder)
    #expect(imported.status == 0 && imported.diagnostics.contains("deep/v.json written"))
    let json = try String(contentsOf: folder.appendingPathComponent("deep/v.json"), encoding: .utf8)
    #expect(json.contains("\"licence\": \"CC0\"") && json.contains("\"source_format\": \"hls\""))
    var outputs: [String] = []
    for video in ["m.m3u8", "deep/v.json"] {
      let run = try Program.run(
        ["run", "--traces", "t.csv", "--video", video, "--policy", "auto", "fixed:1", "--format", "csv"], folder: folder
      )
      #expect(run.status == 0, "\(run.diagnostics)")
      // The playlists of the stream and no initialisation segment.
      #expect(run.diagnostics.contains("multivariant playlist \(Self.master.utf8.count) B"))
      let playlist = Self.playlist([390_000, 400_000, 600_000]).utf8.count
      #expect(run.diagnostics.contains("media playlist \(playlist) B (--stream)"), "\(run.diagnostics)")
      #expect(!run.diagnostics.contains("not measured"))
      outputs.append(run.output)
    }
    #expect(outputs[0] == outputs[1])
    let other = try Program.run(
      ["run", "--traces", "t.csv", "--video", "m.m3u8", "--policy", "auto", "--stream", "none"], folder: folder)
    #expect(other.diagnostics.contains("nothing is fetched beside the segments"))
    for verb in [["compare", "auto", "bola"], ["explain", "t.csv", "--policy", "bola"]] {
      let words = verb + ["--video", "m.m3u8"] + (verb[0] == "compare" ? ["--traces", "t.csv"] : [])
      #expect(try Program.run(words, folder: folder).status == 0)
    }
  }

  @Test("sizes that nobody measured are told beside every table that plays them")
  func derived() throws {
    let folder = try folder([
      "m.m3u8": Self.master, "t.csv": "duration_s,bandwidth_bps,latency_ms\n60,2000000,20\n9,1000000,20\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["--traces", "t.csv", "--video", "m.m3u8"]
    let note = "segment sizes are not measured but derived from the ladder: m by constant (--sizes)"
    for verb in [
      ["run", "--policy", "auto", "--per-session", "--export", "json=run.json"], ["compare", "auto", "bola"],
      ["baseline", "save", "b.json", "--policy", "auto"],
      ["check", "--baseline", "b.json", "--policy", "auto", "--gate", "startup_s<=10s"],
    ] {
      let result = try Program.run(verb + words, folder: folder)
      #expect(verb[0] == "baseline" || result.diagnostics.contains(note), "\(verb): \(result.diagnostics)")
    }
    let page = try Program.run(["report", "run.json", "-o", "r.html"], folder: folder)
    #expect(page.status == 0)
    #expect(
      try String(contentsOf: folder.appendingPathComponent("r.html"), encoding: .utf8).contains(
        "Segment sizes are not measured but derived from the ladder"))
  }

  @Test("validate prints packaging problems, and its exit code says whether there are any")
  func validate() throws {
    let folder = try stream()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(["video", "validate", "m.m3u8"], folder: folder)
    #expect(result.status == 2)
    #expect(
      result.output == """
        m.m3u8:4: unsorted-variants: a.m3u8: found 400000 bit/s after 800000 bit/s, expected ascending bandwidths; AVPlayer and others start with what is listed first
        m.m3u8: peak-exceeded: b.m3u8: found segment 2 with 1200000 bit/s where 800000 are declared, expected at most a tenth more: declare 1200000 or encode with a lower peak

        """)
    let json = try Program.run(["video", "validate", "m.m3u8", "--format", "json"], folder: folder)
    let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(rows?.map { $0["kind"] as? String } == ["unsorted-variants", "peak-exceeded"])
    let clean = try Program.run(["video", "validate", "a.m3u8"], folder: folder)
    #expect(clean.status == 0 && clean.output == "a.m3u8: no problems found\n")
  }

  @Test("of a folder what can be read is shown and checked, and what is left is listed")
  func tree() throws {
    let folder = try stream()
    defer { try? FileManager.default.removeItem(at: folder) }
    for verb in ["inspect", "validate"] {
      let result = try Program.run(["video", verb, ".", "--format", "json"], folder: folder)
      let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
      #expect(rows?.isEmpty == false && result.status == (verb == "inspect" ? 0 : 2), "\(result.diagnostics)")
      #expect(result.diagnostics.contains("warning: left out: ./t.csv: not a video in any known format"))
      #expect(try Program.run(["video", verb, ".", "--strict"], folder: folder).status == 64)
    }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("none"), withIntermediateDirectories: true)
    for name in ["a.txt", "b.txt"] { try Data("x".utf8).write(to: folder.appendingPathComponent("none/\(name)")) }
    let none = try Program.run(["video", "inspect", "none"], folder: folder)
    #expect(
      none.status == 5 && none.diagnostics.contains("error: none: cannot be read: holds no video; 2 files left out"))
    #expect(none.diagnostics.contains("left out: none/b.txt"))
  }

  @Test("a media playlist by itself is not charged a playlist that lists it")
  func alone() throws {
    let folder = try stream()
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try Program.run(
      ["run", "--traces", "t.csv", "--video", "a.m3u8", "--policy", "fixed:0"], folder: folder)
    #expect(run.status == 0 && run.diagnostics.contains("media playlist "), "\(run.diagnostics)")
    #expect(!run.diagnostics.contains("multivariant playlist"), "\(run.diagnostics)")
    let sizes = try Program.run(
      ["run", "--traces", "t.csv", "--video", "a.m3u8", "--policy", "fixed:0", "--stream", "hls(multivariant=0)"],
      folder: folder)
    #expect(sizes.status == 0, "\(sizes.diagnostics)")
  }

  @Test("wrong options and inputs are refused with what is allowed")
  func errors() throws {
    let folder = try stream()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (words, status, message) in [
      (["import", "m.m3u8"], Int32(64), "needs --output"),
      (["import", "m.m3u8", "-o", "m.m3u8"], 64, "would overwrite what PATH reads"),
      (["inspect", "m.m3u8", "--video-format", "hsl"], 64, "did you mean hls?"),
      (["inspect", "none.m3u8"], 5, "none.m3u8"),
      (["inspect", "m.m3u8", "--segment-sizes", "t.csv"], 64, "t.csv:1:1: size: found"),
      (["inspect", "m.m3u8", "--sizes", "vbr"], 64, "--sizes"),
    ] {
      let result = try Program.run(["video"] + words, folder: folder)
      #expect(result.status == status && result.diagnostics.contains(message), "\(words): \(result.diagnostics)")
    }
  }
}
