import Foundation
import Testing

@Suite("MM22", .timeLimit(.minutes(20)))
struct MM22Tests {
  /// A folder with two traces, a queue of two videos, their retention curves and recorded viewers.
  static func place(_ files: [String: String] = [:], without removed: String? = nil) throws -> RunTests.Place {
    var standard: [String: String] = [:]
    for trace in ["9", "10"] {
      standard["net/\(trace)"] = (0..<60).map { "\($0) \(trace == "9" ? 2 : 1).\($0 % 10)\n" }.joined()
    }
    for (video, count) in [("1_a", 5), ("2_b", 4)] {
      for rung in 0..<3 {
        standard["data/sizes/\(video)/video_size_\(rung)"] = (0..<count).map { "\((rung + 1) * 70_000 + $0)\n" }
          .joined()
      }
      standard["data/user_ret/\(video)"] = (0...count).map { "\($0)\t\(1 - Double($0) / Double(count))\n" }.joined()
    }
    standard["watch.json"] = "{\"9\": [2500, 4000], \"10\": [5000, 100]}"
    if let removed { standard = standard.filter { !$0.key.hasPrefix(removed) } }
    return try RunTests.Place(standard.merging(files, uniquingKeysWith: { $1 }))
  }

  static let inputs = [
    "--model", "mm22", "--traces", "net", "--video", "data/sizes", "--viewer", "recorded(watch.json)",
  ]

  @Test("the command of the issue plays one session of the queue a trace and exports the simulator's own quantities")
  func run() throws {
    let place = try Self.place()
    let arguments =
      Self.inputs + ["--policy", "fixed-preload", "no-save", "--per-session", "--export", "json=out.json"]
    let result = try place.run(arguments)
    #expect(result.status == 0 && result.output.hasPrefix("policy "), "\(result.diagnostics)")
    #expect(result.diagnostics.contains("2 traces x 1 queue of 2 videos x 2 configurations: 4 sessions"))
    let document = try RunTests.json(try place.text("out.json"))
    let policies = try #require(document["policies"] as? [[String: Any]])
    #expect(policies.map { $0["policy"] as? String } == ["fixed-preload", "no-save"])
    for policy in policies {
      #expect(policy["buffer"] as? String == "mm22" && policy["viewer"] as? String == "recorded(watch.json)")
      let sessions = try #require(policy["sessions"] as? [[String: Any]])
      #expect(sessions.map { $0["trace"] as? String } == ["10", "9"])
      for session in sessions {
        #expect(session["video"] as? String == "sizes")
        let peer = try #require(session["peer"] as? [String: Any])
        let steps = try #require(peer["steps"] as? [[Any]])
        #expect(steps.reduce(0) { $0 + (($1[5] as? Int) ?? 0) } == session["bytes_downloaded"] as? Int)
        #expect((peer["wasted_bytes"] as? Int ?? 0) >= (session["bytes_wasted"] as? Int ?? .max))
        #expect(steps.last?[7] as? Int == 2 && steps[0][6] as? Bool == false)
      }
    }
    let settings = (document["inputs"] as? [String: Any])?["settings"] as? [String: Any]
    #expect((settings?["retention_sha256"] as? String)?.count == 64)
    for jobs in ["1", "3"] {
      #expect(try place.run(arguments + ["--jobs", jobs, "--export", "json=again.json", "-q"]).status == 0)
      #expect(try place.text("again.json") == place.text("out.json"))
    }
  }

  @Test("the golden run is reproduced by the command", .enabled(if: golden != nil, "set ABRLAB_GOLDEN"))
  func goldenRun() throws {
    let folder = try #require(Self.golden)
    let golden = try RunTests.json(
      try String(contentsOfFile: folder + "/mm22_fixed_preload_mixed.json", encoding: .utf8))
    let rows = try #require(((golden["results"] as? [[String: Any]])?[0])?["rows"] as? [[String: Any]])
    let watch = Dictionary(uniqueKeysWithValues: rows.map { ("\($0["trace"] ?? "")", $0["watch_ms"] ?? []) })
    let place = try RunTests.Place()
    try JSONSerialization.data(withJSONObject: watch).write(to: place.folder.appendingPathComponent("watch.json"))
    let result = try place.run([
      "--model", "mm22", "--policy", "fixed-preload", "--traces", folder + "/network_traces/mixed", "--video",
      folder + "/short_video_size", "--viewer", "recorded(watch.json)", "--per-session", "--format", "json",
    ])
    #expect(result.status == 0, "\(result.diagnostics)")
    let policies = try RunTests.json(result.output)["policies"] as? [[String: Any]]
    let sessions = try #require(policies?[0]["sessions"] as? [[String: Any]])
    #expect(sessions.count == 20)
    for row in rows {
      let session = try #require(sessions.first { $0["trace"] as? String == "\(row["trace"] ?? "")" })
      let peer = try #require(session["peer"] as? [String: Any])
      #expect(peer["steps"] as? NSArray == row["steps"] as? NSArray)
      for key in ["score", "qoe", "bandwidth_usage_bytes", "wasted_bytes"] {
        let found = try #require(peer[key] as? Double)
        let wanted = try #require(row[key] as? Double)
        #expect(abs(found - wanted) < 1e-9, "trace \(row["trace"] ?? ""): \(key)")
      }
    }
    let waste = sessions.reduce(0) { $0 + (($1["bytes_wasted"] as? Int) ?? 0) }
    #expect((Double(waste) / 20).rounded() == 3_192_308)
  }

  static let golden: String? = {
    let root =
      ProcessInfo.processInfo.environment["ABRLAB_GOLDEN"]
      ?? Program.checkout.deletingLastPathComponent().path + "/shared/golden"
    return FileManager.default.fileExists(atPath: root + "/mm22") ? root + "/mm22" : nil
  }()

  @Test(
    "what the model does not have is refused by name",
    arguments: [
      (
        ["--policy", "no-save", "--buffer", "static(3s)"],
        "--buffer cannot be used with --model mm22, only with --model lab"
      ),
      (
        ["--policy", "no-save", "--max-buffer", "3s"],
        "--max-buffer cannot be used with --model mm22, only with --model lab or sabre or pensieve"
      ),
      (["--policy", "no-save", "--rate", "2"], "--rate cannot be used with --model mm22, only with --model lab"),
      (
        ["--policy", "bola"],
        "--policy: \"bola\": policy: found bola with --model mm22, expected fixed-preload or no-save"
      ),
      (
        ["--policy", "no-safe"],
        "--policy: \"no-safe\": unknown policy no-safe; did you mean no-save? Expected fixed-preload or no-save"
      ),
      (
        ["--policy", "no-save+peak:3M"],
        "--policy: \"no-save+peak:3M\": peak: found a term after no-save, expected the name alone with --model mm22"
      ),
      (["--policy", "no-save(3)"], "--policy: \"no-save(3)\": no-save: found 3, expected no argument"),
    ])
  func refused(arguments: [String], message: String) throws {
    let result = try Self.place().run(Self.inputs + arguments)
    #expect(result.diagnostics.hasPrefix("error: \(message)\n"), "\(result.diagnostics)")
    #expect(result.status == 64 && result.output.isEmpty)
  }

  @Test("the model's policies, viewers and curves are refused under other models, and its viewers are needed")
  func elsewhere() throws {
    let place = try Self.place()
    func error(_ arguments: [String]) throws -> String { try place.run(RunTests.inputs + arguments).diagnostics }
    #expect(
      try error(["--policy", "fixed-preload"]).hasPrefix(
        "error: --policy: \"fixed-preload\": policy: found fixed-preload, which only --model mm22 has"
      ))
    #expect(
      try error(["--policy", "auto", "--viewer", "recorded(watch.json)"]).hasPrefix(
        "error: --viewer recorded(watch.json) needs --model mm22"))
    #expect(
      try error(["--policy", "auto", "--retention", "data/user_ret"]).hasPrefix(
        "error: --retention needs --model mm22"))
    let unseen = try place.run(["--model", "mm22", "--traces", "net", "--video", "data/sizes", "--policy", "no-save"])
    #expect(
      unseen.diagnostics.hasPrefix("error: --viewer: missing, expected recorded(FILE) with --model mm22"))
    let explain = try Program.run(
      ["explain", "net/9", "--video", "movie.json", "--model", "mm22"], folder: place.folder)
    #expect(explain.diagnostics.hasPrefix("error: --model mm22 cannot be used with explain"))
    #expect(explain.status == 64)
  }

  @Test("viewers that do not fit the run are refused before it: file, line and trace")
  func viewers() throws {
    let missing = try Self.place(["watch.json": "{\"9\": [1, 2]}"]).run(Self.inputs + ["--policy", "no-save"])
    #expect(missing.diagnostics.hasPrefix("error: watch.json: 10: found no such trace among 1, expected"))
    #expect(missing.status == 64 && missing.output.isEmpty)
    let long = try Self.place(["watch.json": "{\"9\": [1, 2],\n \"10\": [5001, 0]}"])
      .run(Self.inputs + ["--policy", "no-save"])
    #expect(
      long.diagnostics.hasPrefix("error: watch.json:2: 10[0]: found 5001, expected 0 to 5000 ms, the duration of 1_a\n")
    )
    let none = try Self.place(without: "watch").run(Self.inputs + ["--policy", "no-save"])
    #expect(
      none.diagnostics.hasPrefix("error: watch.json: cannot be read: no such file or directory") && none.status == 5)
  }

  @Test("recorded traces that are not played are told, and a seed is refused")
  func unused() throws {
    let watch = "{\"9\": [1, 2], \"10\": [3, 4], \"11\": [5, 6], \"x\": []}"
    let place = try Self.place(["watch.json": watch])
    let result = try place.run(Self.inputs + ["--policy", "no-save", "-q"])
    #expect(
      result.diagnostics
        == "warning: watch.json: 2 of 4 recorded traces are not among those of the run, the first is 11\n")
    #expect(result.status == 0)
    let seeded = try place.run(Self.inputs + ["--policy", "no-save", "--seed", "3"])
    #expect(
      seeded.diagnostics.hasPrefix(
        "error: --seed cannot be used with --model mm22, only with --model lab or sabre or pensieve\n"))
    #expect(seeded.status == 64)
  }

  @Test("missing retention curves are named, may lie elsewhere, and are not asked for where nobody needs them")
  func retention() throws {
    let place = try Self.place(without: "data/user_ret")
    let missing = try place.run(Self.inputs + ["--policy", "fixed-preload"])
    #expect(missing.diagnostics.contains("data/user_ret: cannot be read: no such folder of retention curves"))
    #expect(missing.diagnostics.contains("--retention names another folder") && missing.status == 5)
    #expect(try place.run(Self.inputs + ["--policy", "no-save"]).status == 0)
    let elsewhere = try Self.place(["other/1_a": "0 1\n1 1\n2 1\n3 1\n4 1\n", "other/2_b": "0 1\n1 1\n2 1\n"])
    let short = try elsewhere.run(Self.inputs + ["--policy", "fixed-preload", "--retention", "other"])
    #expect(
      short.diagnostics.hasPrefix("error: other/2_b: lines: found 3, expected at least 4, one for each second\n"))
  }

  @Test("a configuration file names the model, and its recorded viewers are relative to itself")
  func configuration() throws {
    let place = try Self.place([
      "suite/s.toml": """
      model = "mm22"
      traces = ["../net"]
      video = "../data/sizes"
      policy = ["no-save"]
      viewer = ["recorded(../watch.json)"]
      """
    ])
    let result = try place.run(["-c", "suite/s.toml", "--format", "csv", "-q"])
    #expect(result.status == 0 && result.output.contains("no-save,mm22,recorded(suite/../watch.json)"))
    #expect(result.diagnostics.isEmpty)
  }
}
