import Foundation
import Testing

/// The command that a run prints for its worst session.
@Suite("Command of the worst session", .timeLimit(.minutes(20)))
struct ReproducingTests {
  /// A place with twenty traces, enough for the note.
  static func place(_ files: [String: String] = [:]) throws -> RunTests.Place {
    let traces = (10..<30).map { number in
      ("many/\(number).csv", "duration_s,bandwidth_bps,latency_ms\n20,\(number * 40_000),50\n7,100000,50\n")
    }
    let standard = Dictionary(uniqueKeysWithValues: traces)
    return try RunTests.Place(standard.merging(files) { $1 })
  }

  static let session = """
    [[item]]
    count = 3
    duration = "12s"
    """

  @Test(
    "it plays the session that the run names as worst",
    arguments: [
      ["--items", "3", "--viewer", "feed(exponential,mean=9s)", "--preload", "none", "ungated(next=1)", "--seed", "4"],
      ["--session", "s.toml", "--buffer", "static(10s)", "--cache", "9MB", "--latency", "80ms"],
      ["--viewer", "leave(20s)", "--buffer", "static(8s)", "--trace-end", "hold", "--setup-round-trips", "3"],
      ["--connection-per-request", "--dns-lookup", "120ms"],
      ["--connections", "h1", "--path-queue", "96kB", "--response-header", "325B", "--payload-fraction", "0.9"],
      ["--connection-per-request", "--dns-lookup", "120ms", "--timeout", "after(15s,retries=2)"],
    ])
  func worst(options: [String]) throws {
    let place = try Self.place(["s.toml": Self.session])
    let arguments = ["--traces", "many", "--video", "movie.json", "--policy", "fixed:1"] + options
    let result = try place.run(arguments + ["--per-session", "--format", "json"])
    let line = try #require(result.diagnostics.split(separator: "\n").first { $0.hasPrefix("  abrlab explain ") })
    let policy = try #require(try QueueRunTests.policies(result.output).first)
    let worst = try QueueRunTests.sessions(policy).compactMap { $0["rebuffer_s"] as? Double }.max()
    let explained = try Program.shell(
      "cd '\(place.folder.path)'; \"$abrlab\" \(line.dropFirst("  abrlab ".count)) --format json 2> /dev/null")
    let metrics = try #require(try RunTests.json(explained.output)["metrics"] as? [String: Any])
    #expect(try #require(worst) > 0 && metrics["rebuffer_s"] as? Double == worst, "\(line)")
  }

  @Test("it names a file of the configuration as the run found it, and all videos")
  func configuration() throws {
    let suite = """
      traces = "../many"
      video = ["../movie.json", "../other.json"]
      policy = "fixed:1"
      items = 4
      """
    let place = try Self.place(["suites/suite.toml": suite, "other.json": ExplainTests.video])
    let result = try place.run(["-c", "suites/suite.toml"])
    #expect(
      result.diagnostics.contains("--video suites/../movie.json suites/../other.json --policy fixed:1 --items 4\n"),
      "\(result.diagnostics)")
  }

  @Test(
    "that of a page plays the session that the page shows, with the player and what was changed of it",
    arguments: [
      ["--player", "dash.js", "shaka", "hls.js"], ["--player", "dash.js", "--switch-mode", "append"],
      ["--player", "media3", "--buffer", "static(20s)"], ["--policy", "bola", "--viewer", "leave(30s)"],
      ["--policy", "bola", "--seed", "7"],
      ["--policy", "bola", "--slow-start", "--connection-per-request", "--dns-lookup", "300ms"],
      [
        "--policy", "bola", "--path-queue", "96kB", "--payload-fraction", "0.9", "--response-header", "325B", "--rate",
        "1.5",
      ],
      [
        "--policy", "bola", "--retransmission-timeouts", "2min", "--normalise", "--bandwidth", "average",
        "--expensive-network",
      ],
      [
        "--policy", "bola", "--qoe", "lin", "quality=bitrate,stall=9", "--max-buffer", "20s",
      ],
      [
        "--policy", "bola", "--items", "3", "--viewer", "feed(exponential,mean=9s)", "--preload", "ungated(next=1)",
        "--seed", "4",
      ],
      [
        "--policy", "bola", "--items", "3", "--seed", "9", "--trace-start", "begin", "--viewer",
        "feed(exponential,mean=9s)",
      ],
      ["--policy", "bola", "--session", "s.toml"],
      ["--policy", "bola", "--session", "s.toml", "--buffer", "static(10s)", "--cache", "9MB"],
    ])
  func pages(options: [String]) throws {
    let place = try RunTests.Place([
      "t/a.csv": "duration_s,bandwidth_bps,latency_ms\n20,900000,50\n7,100000,50\n", "s.toml": Self.session,
    ])
    let run = [
      "--traces", "t", "--video", "movie.json", "--per-session", "--format", "json", "--export", "html=p.html",
    ]
    let result = try place.run(run + options)
    let policies = try QueueRunTests.policies(result.output)
    let stalled = Set(try policies.flatMap(QueueRunTests.sessions).compactMap { $0["rebuffer_s"] as? Double })
    let commands = Set(try place.text("p.html").matches(of: #/<code>abrlab (explain .*?)<\/code>/#).map(\.1))
    #expect(commands.count == policies.count, "\(commands)")
    var explained: Set<Double> = []
    for command in commands {
      let words = command.replacing("&#39;", with: "'").replacing("&quot;", with: "\"")
      let session = try Program.shell("cd '\(place.folder.path)'; \"$abrlab\" \(words) --format json 2> /dev/null")
      let metrics = try #require(try RunTests.json(session.output)["metrics"] as? [String: Any], "\(words)")
      explained.insert(try #require(metrics["rebuffer_s"] as? Double))
    }
    #expect(explained == stalled, "\(commands)")
  }
}
