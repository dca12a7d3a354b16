import Foundation
import Testing

/// Options of the network, in a session of one segment after another at 400 kbit/s: 200 kB each.
@Suite("Network options", .timeLimit(.minutes(20)))
struct NetworkOptionsTests {
  private static func startup(_ options: [String], rates column: String = "bandwidth_bps") throws -> Double {
    let place = try RunTests.Place(["t/link.csv": "duration_s,\(column),latency_ms\n100,4000000,100\n"])
    let result = try place.run(
      ["--traces", "t", "--video", "movie.json", "--policy", "fixed:0", "--per-session", "--format", "json", "-q"]
        + ["--stream", "none"] + options)
    let policy = try #require(try QueueRunTests.policies(result.output).first)
    return try #require(try QueueRunTests.sessions(policy).first?["startup_s"] as? Double)
  }

  @Test(
    "startup is round trips of 0.1 s and the time of 200 kB at 4 Mbit/s",
    arguments: [
      ([], 0.7), (["--connections", "h1"], 0.7), (["--connections", "h2"], 0.7), (["--connections", "h3"], 0.6),
      (["--connections", "h3", "--setup-round-trips", "0"], 0.5), (["--payload-fraction", "0.8"], 0.8),
      (["--payload-fraction", "auto"], 0.7), (["--response-header", "50kB"], 0.8), (["--path-queue", "96kB"], 0.7),
    ])
  func startup(options: [String], seconds: Double) throws {
    #expect(abs(try Self.startup(options) - seconds) < 1e-9)
  }

  @Test("a trace of link capacity carries 1448 bytes of 1500, unless the fraction is set")
  func linkCapacity() throws {
    #expect(abs(try Self.startup([], rates: "link_bps") - (0.3 + 0.4 * 1500 / 1448)) < 1e-9)
    #expect(abs(try Self.startup(["--payload-fraction", "1"], rates: "link_bps") - 0.7) < 1e-9)
    let result = try TraceTests.run(
      ["trace", "inspect", "t.csv"], files: ["t.csv": "duration_s,link_bps,latency_ms\n1,4000000,\n"])
    #expect(result.output.contains("native, link capacity"))
  }

  @Test(
    "what makes no sense is refused",
    arguments: [
      (["--connections", "h4"], "--connections: unknown value h4"),
      (["--payload-fraction", "0"], "--payload-fraction: found 0, expected a number, 0.01 to 1.0"),
      (["--payload-fraction", "atuo"], "--payload-fraction: found atuo, expected"),
      (["--path-queue", "much"], "--path-queue: found much"),
      (["--connections", "h1", "--model", "sabre"], "--connections cannot be used with --model sabre"),
    ])
  func wrong(options: [String], message: String) throws {
    let result = try RunTests.Place().run(RunTests.inputs + ["--policy", "fixed:0"] + options)
    #expect(result.status == 64 && result.diagnostics.contains(message), "\(result.diagnostics)")
  }
}
