import Foundation
import Testing

@Suite("Explain", .timeLimit(.minutes(20)))
struct ExplainTests {
  /// 1 Mbit/s for 20 s, nothing for 20 s, then 1 Mbit/s again.
  static let trace = "duration_s,bandwidth_bps,latency_ms\n20,1000000,0\n20,0,0\n60,1000000,0\n"
  /// Ten segments of 4 s in two renditions of 400 and 800 kbit/s, all segments as large as that.
  static let video = """
    {"segment_duration_ms": 4000, "bitrates_kbps": [400, 800],
     "segment_sizes_bits": [\(Array(repeating: "[1600000, 3200000]", count: 10).joined(separator: ","))]}
    """

  static func run(_ arguments: [String]) throws -> Program.Result {
    try TraceTests.run(
      ["explain", "t.csv", "--video", "movie.json"] + arguments, files: ["t.csv": trace, "movie.json": video])
  }

  @Test("every event of a session is a line, and the sums stand below")
  func text() throws {
    let result = try Self.run(["--policy", "fixed:0", "--stream", "none"])
    #expect(result.status == 0 && result.diagnostics.isEmpty)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines[0] == "trace   t.csv, native, 100 s, mean 0.80 Mbit/s")
    #expect(lines[2] == "policy  fixed:0, buffer static(30s), viewer watch")
    #expect(lines.filter { $0.contains("  request   segment ") }.count == 10)
    #expect(lines.filter { $0.contains("  arrived   segment ") }.count == 10)
    // A segment of 200 kB takes 1.6 s; ten of them are there before the outage, and nothing stalls.
    #expect(lines.contains("   1.600     4.00        0.00  START     first frame"))
    #expect(
      lines[lines.count - 2]
        == "startup 1.600 s, 0 stalls for 0.000 s (0.00 %), played 40.000 s at 0.40 Mbit/s, 0 switches")
    #expect(lines[lines.count - 1] == "received 2.00 MB, wasted 0.00 MB (0.00 %)")
  }

  @Test("a run that does not say so plays an HLS stream, and each of its requests is a line")
  func stream() throws {
    let lines = try Self.run(["--policy", "fixed:0"]).output.split(separator: "\n").map(String.init)
    let requests = lines.filter { $0.contains("  request   ") }
    #expect(requests[0].hasSuffix("request   multivariant playlist, 828 B"))
    #expect(requests[1].contains("request   media playlist of 0"))
    #expect(requests[2].contains("request   initialisation segment of 0"))
    #expect(requests.count == 13)
    // Without a round trip 828 + 1049 + 830 bytes at 1 Mbit/s come first.
    #expect(lines.contains { $0.hasPrefix("   1.622     4.00        0.00  START") })
  }

  @Test("an outage longer than the buffer is a stall, with its length")
  func stall() throws {
    let result = try Self.run(["--policy", "fixed:1", "--max-buffer", "10s"])
    #expect(result.output.contains("  STALL\n") && result.output.contains("  RESUME    after "))
    #expect(result.output.contains(", 1 stall for "))
  }

  @Test("the JSON has the same events for programs")
  func json() throws {
    let result = try Self.run(
      ["--policy", "fixed:0", "--viewer", "leave(10s)", "--stream", "none", "--format", "json"])
    let root = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(root["schema"] as? Int == 1)
    let inputs = try #require(root["inputs"] as? [String: String])
    #expect(inputs["viewer"] == "leave(10s)" && inputs["policy"] == "fixed:0" && inputs["trace_sha256"]?.count == 64)
    #expect(inputs["player"] == "lab")
    let metrics = try #require(root["metrics"] as? [String: Any])
    #expect(metrics["startup_s"] as? Double == 1.6 && metrics["outcome"] as? String == "left")
    let events = try #require(root["events"] as? [[String: Any]])
    #expect(events.contains { $0["event"] as? String == "started" && $0["time_s"] as? Double == 1.6 })
    let times = events.compactMap { $0["time_s"] as? Double }
    #expect(times.count == events.count && times == times.sorted() && times.last == 10)
  }

  @Test("an export is written beside the result")
  func export() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.trace.utf8).write(to: folder.appendingPathComponent("t.csv"))
    try Data(Self.video.utf8).write(to: folder.appendingPathComponent("movie.json"))
    let arguments = ["explain", "t.csv", "--video", "movie.json", "--policy", "fixed:0", "--export", "json=e.json"]
    let result = try Program.run(arguments, folder: folder)
    let json = try Program.run(arguments.dropLast(2) + ["--format", "json"], folder: folder)
    #expect(result.output.hasPrefix("trace   t.csv"))
    #expect(try String(contentsOf: folder.appendingPathComponent("e.json"), encoding: .utf8) == json.output)
  }

  @Test(
    "a wrong setting is an error that names it",
    arguments: [
      (["--policy", "fxed:1"], "did you mean fixed?"),
      (["--policy", "fixed:2"], "fixed rendition: found 2, expected 0 to 1"),
      (["--policy", "fixed"], "\"fixed\": fixed rendition: missing"),
      (["--buffer", "watermark(start=5s,resume=3s)"], "start 5.0 s, resume 3.0 s, max 50.0 s"),
      (["--buffer", "growth(mn=5s)"], "did you mean min?"),
      (["--max-buffer", "25"], "--max-buffer: found 25 without a unit"),
      (["--viewer", "leave"], "leave(8s)"),
      (["--rate", "0"], "--rate: found 0, expected a number, 0.01 to 100"),
      (["--initial", "best"], "unknown initial rendition best"),
      (["--switch-mode", "relpace"], "did you mean replace?"),
      (["--model", "sabr"], "did you mean sabre?"),
      (["--trace-end", "loop"], "--trace-end: unknown value loop, expected wrap, hold or stop"),
      (["--seed", "-1"], "--seed: found -1, expected a whole number, 0 or more"),
      (["--sizes", "vbr"], "vbr"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let result = try Self.run(arguments)
    #expect(result.diagnostics.hasPrefix("error: ") && result.diagnostics.contains(message))
    #expect(result.output.isEmpty && result.status == 64)
  }

  @Test("contradicting levels are repaired when asked for, and the repair is told")
  func normalise() throws {
    let result = try Self.run(["--buffer", "watermark(start=5s,resume=3s)", "--normalise"])
    #expect(result.diagnostics.hasPrefix("warning: --normalise: watermark(start=5s,resume=3s): resume 3.0 s"))
    #expect(result.status == 0)
  }

  @Test("a missing video is missing input")
  func missing() throws {
    let result = try TraceTests.run(["explain", "t.csv", "--video", "nope.json"], files: ["t.csv": Self.trace])
    #expect(result.diagnostics.hasPrefix("error: nope.json: cannot be read") && result.status == 5)
    let none = try TraceTests.run(["explain", "t.csv"], files: ["t.csv": Self.trace])
    #expect(none.diagnostics.hasPrefix("no --video: using the bundled ") && none.status == 0)
  }
}
