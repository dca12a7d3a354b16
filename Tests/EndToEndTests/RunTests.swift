import Foundation
import Testing

@testable import ABRCommands

@Suite("Run", .timeLimit(.minutes(20)))
struct RunTests {
  /// A folder with two families of traces, one video, and the program run in it.
  final class Place {
    let folder: URL

    init(_ files: [String: String] = [:]) throws {
      folder = try Program.makeFolder()
      let standard = [
        "traces/slow/a.csv": ExplainTests.trace,
        "traces/slow/b.csv": "duration_s,bandwidth_bps,latency_ms\n30,700000,50\n10,100000,50\n",
        "traces/fast/c.csv": "duration_s,bandwidth_bps,latency_ms\n50,5000000,20\n",
        "movie.json": ExplainTests.video,
      ]
      for (name, content) in standard.merging(files, uniquingKeysWith: { $1 }) {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
      }
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Program.Result {
      try Program.run(["run"] + arguments, environment: environment, folder: folder)
    }

    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  static let inputs = ["--traces", "traces", "--video", "movie.json"]

  static func json(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("the table has a row for each policy and the verdict under it, and nothing else is on standard output")
  func table() throws {
    let place = try Place()
    let result = try place.run(Self.inputs + ["--policy", "auto", "fixed:0", "fixed:1"])
    let lines = result.output.split(separator: "\n").map(String.init)
    // The table, what differs and what does not, and that three recordings are few.
    #expect(lines.count >= 8 && result.status == 0 && lines.last?.hasPrefix("Only 3 traces: ") == true)
    #expect(lines[4].contains(" less ") || lines[4].hasPrefix("No difference in "), "\(lines)")
    #expect(lines[0].hasPrefix("policy ") && lines[0].contains("rebuffer %") && lines[0].contains("waste %"))
    #expect(lines[1...3].map { $0.split(separator: " ")[0] } == ["auto", "fixed:0", "fixed:1"])
    #expect(result.diagnostics.contains("9 sessions"))
    #expect(try place.run(Self.inputs + ["--policy", "fixed:0", "-q"]).diagnostics.isEmpty)
    let best = try place.run(Self.inputs + ["--policy", "auto", "fixed:0", "fixed:1", "--sort", "mean_bitrate_bps"])
    let bitrates = best.output.split(separator: "\n")[1...3].compactMap {
      Double($0.split(separator: " ")[9].replacing("*", with: ""))
    }
    #expect(bitrates.count == 3 && bitrates == bitrates.sorted(by: >))
    let titled = try place.run(Self.inputs + ["--policy", "auto", "fixed:0", "fixed:1", "--sort", "Mbit/s"])
    #expect(titled.output == best.output)
    let sorted = ["--policy", "auto", "fixed:0", "fixed:1", "--sort", "Mbit/s", "-q", "--format"]
    let csv = try place.run(Self.inputs + sorted + ["csv"])
    func names(_ text: String) -> [String] {
      text.split(separator: "\n").map { String($0.prefix { $0 != " " && $0 != "," }) }
    }
    #expect(names(csv.output).dropFirst() == names(best.output)[1...3] && csv.diagnostics.isEmpty, "\(csv)")
    let json = try place.run(Self.inputs + sorted + ["json"])
    #expect(json.diagnostics.contains("--sort orders the configurations of tables, Markdown and CSV; JSON has them"))
    let wrong = try place.run(Self.inputs + ["--policy", "auto", "--sort", "stalls"])
    #expect(wrong.diagnostics.contains("'rebuffer %' (rebuffer_ratio)"))
    #expect(
      wrong.status == 64 && wrong.diagnostics.contains("--sort: unknown column stalls; did you mean stalls/h? Expected")
    )
  }

  @Test("a link that is silent for longer than the player waits fails its session, and a run without time-outs says so")
  func silence() throws {
    // 40 s of media come in 20 s or so; nothing comes from 5 s to 95 s.
    let place = try Place([
      "traces/silent/d.csv": "duration_s,bandwidth_bps,latency_ms\n5,2000000,50\n90,0,50\n100,2000000,50\n"
    ])
    let arguments = [
      "--traces", "traces/silent", "--video", "movie.json", "--policy", "fixed:1", "--max-buffer", "10s",
    ]
    let waits = try place.run(arguments)
    #expect(!waits.output.contains("failed %"))
    #expect(waits.diagnostics.contains("1 of 1 trace delivers nothing for more than 60 s, up to 90 s"))
    let fails = try place.run(arguments + ["--timeout", "apsara"])
    #expect(fails.output.contains("failed %") && fails.output.contains("100.0"))
    #expect(!fails.diagnostics.contains("nothing for more than"))
  }

  @Test("the JSON holds inputs with hashes, pooled metrics and, when asked for, sessions")
  func json() throws {
    let place = try Place()
    let arguments =
      Self.inputs + [
        "--policy", "fixed:0", "bola", "--viewer", "watch", "leave(10s)", "--stream", "none", "--format", "json",
      ]
    let whole = try Self.json(try place.run(arguments + ["--per-session"]).output)
    #expect(whole["schema"] as? Int == 1 && whole["partial"] == nil)
    let inputs = try #require(whole["inputs"] as? [String: Any])
    #expect((inputs["traces"] as? [[String: Any]])?.allSatisfy { ($0["sha256"] as? String)?.count == 64 } == true)
    let policies = try #require(whole["policies"] as? [[String: Any]])
    #expect(policies.count == 4)
    let first = policies[0]
    #expect(first["policy"] as? String == "fixed:0" && first["viewer"] as? String == "watch")
    let sessions = try #require(first["sessions"] as? [[String: Any]])
    #expect(sessions.compactMap { $0["trace"] as? String } == ["c.csv", "a.csv", "b.csv"])
    // 200 kB over 5 Mbit/s and the round trips of a new connection; ten segments of 4 s at 400 kbit/s.
    #expect(sessions[0]["bytes_downloaded"] as? Int == 2_000_000 && sessions[0]["bytes_wasted"] as? Int == 0)
    #expect(sessions[0]["played_s"] as? Double == 40)
    let pooled = try #require(first["pooled"] as? [String: Any])
    #expect(pooled["sessions"] as? Int == 3)
    #expect(pooled["startup_s_p50"] is Double && pooled["startup_s_p95"] is Double)
    let brief = try Self.json(try place.run(arguments).output)
    #expect((brief["policies"] as? [[String: Any]])?[0]["sessions"] == nil)
  }

  @Test("results do not depend on the number of jobs", arguments: ["table", "json", "csv", "md"])
  func jobs(format: String) throws {
    let place = try Place()
    let arguments =
      Self.inputs + [
        "--policy", "auto", "bola", "robust-mpc", "--seed", "7", "--per-session", "--format", format, "-q",
      ]
    let results = try ["1", "2", "7"].map { try place.run(arguments + ["--jobs", $0]) }
    #expect(results.allSatisfy { $0.status == 0 && $0.output == results[0].output && !$0.output.isEmpty })
  }

  @Test("another seed starts the traces elsewhere, and the same one at the same places")
  func seed() throws {
    let place = try Place()
    func starts(_ arguments: [String]) throws -> [Double] {
      let result = try place.run(Self.inputs + ["--policy", "fixed:0", "--format", "json"] + arguments)
      let inputs = try Self.json(result.output)["inputs"] as? [String: Any]
      return (inputs?["traces"] as? [[String: Any]] ?? []).compactMap { $0["start_s"] as? Double }
    }
    #expect(try starts([]) == [0, 0, 0])
    #expect(try starts(["--seed", "3"]) == starts(["--seed", "3"]))
    #expect(try starts(["--seed", "3"]) != starts(["--seed", "4"]))
    #expect(try starts(["--seed", "3", "--trace-start", "begin"]) == [0, 0, 0])
    #expect(try starts(["--seed", "3", "--model", "sabre"]) == [0, 0, 0])
  }

  @Test("exports hold what standard output would, each in its own format")
  func exports() throws {
    let place = try Place()
    let arguments = Self.inputs + ["--policy", "fixed:0", "--per-session", "-q"]
    let formats = ["table", "json", "csv", "md"]
    let result = try place.run(arguments + ["--export"] + formats.map { "\($0)=out.\($0)" })
    #expect(result.status == 0)
    for format in formats {
      #expect(try place.text("out.\(format)") == place.run(arguments + ["--format", format]).output)
    }
    let header = try place.text("out.csv").split(separator: "\n")[0].split(separator: ",")
    #expect(header.contains("startup_s") && header.contains("bytes_wasted") && header.contains("trace"))
    // A file is for other commands, which read single sessions.
    let saved = try place.run(
      Self.inputs + ["--policy", "fixed:0", "-q", "--format", "json", "--export", "json=s.json"])
    #expect(try place.text("s.json") == place.text("out.json") && !saved.output.contains("\"sessions\": ["))
  }

  @Test("a peer's own numbers come with its sessions", arguments: ["sabre", "pensieve"])
  func peers(model: String) throws {
    let place = try Place()
    let arguments = Self.inputs + ["--policy", "fixed:1", "--model", model, "--per-session", "--format", "json"]
    let policies = try Self.json(try place.run(arguments).output)["policies"] as? [[String: Any]]
    let sessions = try #require(policies?.first?["sessions"] as? [[String: Any]])
    let peers = sessions.compactMap { $0["peer"] as? [String: Any] }
    #expect(peers.count == 3)
    #expect(peers.allSatisfy { model == "sabre" ? $0["rebuffer_time"] is Double : $0["rows"] is [[Double]] })
  }

  @Test("a TOML file stands for options, and options win over it")
  func configuration() throws {
    let suite = """
      traces = ["../traces/slow", "../traces/fast"]
      video = "../movie.json"
      policy = ["fixed:0", "fixed:1"]
      max-buffer = "12s"
      viewer = "leave(20s)"
      per-session = true
      jobs = 1
      format = "json"
      """
    let place = try Place(["suites/suite.toml": suite])
    let result = try place.run(["-c", "suites/suite.toml", "-q"])
    #expect(result.status == 0 && result.diagnostics.isEmpty)
    let options = try place.run(
      ["--traces", "suites/../traces/slow", "suites/../traces/fast", "--video", "suites/../movie.json", "--policy"]
        + ["fixed:0", "fixed:1", "--max-buffer", "12s", "--viewer", "leave(20s)", "--per-session", "--format", "json"])
    #expect(result.output == options.output)
    let other = try place.run(["-c", "suites/suite.toml", "--policy", "fixed:1", "--format", "csv", "-q"])
    #expect(other.output.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix("fixed:1,") })
  }

  @Test(
    "a mistake in a TOML file is an error with file, line and key",
    arguments: [
      ("polcy = \"auto\"", "s.toml:3:1: polcy: unknown key; did you mean policy?"),
      ("name-lookup = \"1s\"", "s.toml:3:1: name-lookup: is called dns-lookup now"),
      ("policy = 3", "s.toml:3:1: policy: \"3\": name: found 3"),
      ("policy = \"fxed:1\"", "did you mean fixed?"),
      ("policy = [\"bola\", \"bola\"]", "s.toml:3:1: policy: bola is named twice"),
      (
        "buffer = [\"static(20s)\", \"static(20000ms)\"]",
        "buffer: static(20s) and static(20000ms) play the same; leave"
      ),
      ("policy = [\"bola\", true]", "s.toml:3:1: policy: found an array of 2"),
      ("policy = []", "s.toml:3:1: policy: found an array of 0, expected at least one value"),
      ("per-session = 1", "s.toml:3:1: per-session: found 1, expected true or false"),
      (
        "model = \"sabr\"",
        "s.toml:3:1: model: unknown value sabr; did you mean sabre? Expected lab, sabre, pensieve or mm22"
      ),
      ("seed = -1", "s.toml:3:1: seed: found -1, expected a whole number, 0 or more"),
      ("max-buffer = 25", "s.toml:3:1: max-buffer: found 25 without a unit"),
      ("max-buffer = [\"1s\", \"2s\"]", "s.toml:3:1: max-buffer: found an array of 2, expected one value"),
      ("rate = nan", "s.toml:3:1: rate: found nan"),
      ("policy = \"auto", "s.toml:3:"),
      ("color = \"always\"", "s.toml:3:1: color: unknown key"),
    ])
  func wrongConfiguration(line: String, message: String) throws {
    let place = try Place(["s.toml": "traces = \"traces\"\nvideo = \"movie.json\"\n\(line)\n"])
    let result = try place.run(["-c", "s.toml"] + (line.hasPrefix("pol") ? [] : ["--policy", "auto"]))
    #expect(result.diagnostics.hasPrefix("error: ") && result.diagnostics.contains(message))
    #expect(result.output.isEmpty && result.status == 64)
  }

  @Test("traces and a video that are not named are the bundled ones, and that is said")
  func bundled() throws {
    let run = ["run", "--policy", "fixed:0", "--format", "json"]
    let result = try Program.run(run, folder: FileManager.default.temporaryDirectory)
    #expect(result.status == 0, "\(result.diagnostics)")
    let folder = Program.checkout.appendingPathComponent("Traces").path
    for file in ["recorded", "video/hls-authoring.json"] {
      #expect(result.diagnostics.contains("\(folder)/\(file)\n"))
    }
    let named = ["--traces", "\(folder)/recorded", "--video", "\(folder)/video/hls-authoring.json"]
    #expect(try Program.run(run + named).output == result.output)
    let table = try Program.run(["demo", "-q"]).output.components(separatedBy: "\n\n")[0]
    #expect(table.split(separator: "\n").count == 1 + DemoCommand.buffers.count)
  }

  @Test(
    "what is missing or contradicts itself is an error before anything runs",
    arguments: [
      (inputs, "'abrlab run' needs --policy", 64),
      (inputs + ["--policy", "fixed:7"], "found 7, expected 0 to 1", 64),
      (inputs + ["--policy", "auto", "--jobs", "0"], "--jobs: found 0, expected a whole number, 1 to 1024", 64),
      (
        inputs + ["--policy", "auto", "--model", "sabre", "--rate", "2"], "--rate cannot be used with --model sabre", 64
      ),
      (["--traces", "nope", "--video", "movie.json", "--policy", "auto"], "nope: cannot be read", 5),
      (["--traces", "empty", "--video", "movie.json", "--policy", "auto"], "empty: ", 5),
      (["--traces", "movie.json", "--video", "movie.json", "--policy", "auto"], "movie.json", 64),
      (["--traces", "traces", "--video", "traces", "--policy", "auto"], "traces", 64),
      (["-c", "nope.toml"], "nope.toml: cannot be read: no such file or directory\n", 5),
      (["-c", "traces"], "traces: cannot be read: is a folder\n", 5),
    ])
  func wrong(arguments: [String], message: String, status: Int32) throws {
    let place = try Place()
    try FileManager.default.createDirectory(
      at: place.folder.appendingPathComponent("empty"), withIntermediateDirectories: true)
    let result = try place.run(arguments + ["--export", "json=out.json"])
    #expect(result.diagnostics.hasPrefix("error: ") && result.diagnostics.contains(message))
    #expect(result.output.isEmpty && result.status == status)
    #expect(!FileManager.default.fileExists(atPath: place.folder.appendingPathComponent("out.json").path))
  }

  @Test("an interrupted run keeps what it has, marks it as partial and exits with 130")
  func interrupted() throws {
    // A session of some ten milliseconds, and eight seconds of them on two cores: the run cannot end before the signal
    // comes, however busy the machine, and some sessions are over when it does. A debug build plays some twenty times
    // slower.
    #if DEBUG
      let segments = 3_000
    #else
      let segments = 60_000
    #endif
    let ladder = """
      {"segment_duration_s": 1, "segment_count": \(segments), \
      "renditions": [{"bandwidth_bps": 400000}, {"bandwidth_bps": 800000}]}
      """
    // Copies would be played once.
    let traces = Dictionary(
      uniqueKeysWithValues: (0..<400).map { ("many/\($0).csv", ExplainTests.trace + "1,\(1_000_000 + $0),50\n") })
    let place = try Place(traces.merging(["long.json": ladder]) { $1 })
    let result = try Program.shell(
      """
      cd '\(place.folder.path)'
      touch log
      $abrlab run --traces many --video long.json --policy bola bola-e dynamic throughput \
        --buffer 'static(10s)' --progress plain --per-session --export json=out.json > /dev/null 2> log &
      until grep -q '(400 of 400 traces read)' log; do sleep 0.02; done
      sleep 2; kill -INT $!; wait $!; echo $?; tail -n 2 log
      """)
    #expect(result.output.hasPrefix("130\nwarning: interrupted"))
    #expect(result.output.contains(", those of the first traces; the same holds for out.json\n"))
    #expect(result.output.contains("the first without a result: "))
    let document = try Self.json(try place.text("out.json"))
    #expect(document["partial"] as? Bool == true)
    let policies = try #require(document["policies"] as? [[String: Any]])
    let played = policies.compactMap { ($0["sessions"] as? [Any])?.count }.reduce(0, +)
    #expect((1..<1_600).contains(played))
  }
}
