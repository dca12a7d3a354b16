import Foundation
import Testing

@Suite("Run and explain of several items", .timeLimit(.minutes(20)))
struct QueueRunTests {
  /// Three items, of which the first one comes up again.
  static let session = """
    [session]
    advances = true

    [[item]]
    name = "clip"
    count = 2
    video = "movie.json"

    [[visit]]
    item = "clip 1"
    [[visit]]
    item = "clip 2"
    [[visit]]
    item = "clip 1"
    from = "0s"
    """

  static let feed = RunTests.inputs + ["--items", "6", "--viewer", "feed(lognormal,median=6s,sigma=1)"]
  static let preloads = ["--preload", "none", "ungated(prev=0,next=2)", "network-balance(open=8s,prev=0,next=2)"]

  /// The configurations of a JSON result.
  static func policies(_ text: String) throws -> [[String: Any]] {
    try #require(try RunTests.json(text)["policies"] as? [[String: Any]])
  }

  static func sessions(_ policy: [String: Any]) throws -> [[String: Any]] {
    try #require(policy["sessions"] as? [[String: Any]])
  }

  @Test("the table of a feed has a row for each preload scheduler and their own figures")
  func table() throws {
    let place = try RunTests.Place()
    let result = try place.run(Self.feed + Self.preloads + ["--policy", "auto", "bola"])
    let lines = result.output.split(separator: "\n").map(String.init)
    // The table, what differs and what does not, and that three recordings are few.
    #expect(result.status == 0 && lines.count > 8 && lines.last?.hasPrefix("Only 3 traces: ") == true, "\(lines)")
    for title in ["preload", "rebuffer %", "item startup p50 s", "hit %", "waste %", "stall-free %"] {
      #expect(lines[0].contains(title))
    }
    #expect(lines[3].contains("network-balance(open=8s,prev=0,next=2)"))
    #expect(result.diagnostics.contains("3 traces x 1 queue of 1 video x 6 configurations: 18 sessions"))
    let plain = try place.run(Self.feed + ["--policy", "auto"])
    #expect(!plain.output.contains("preload") && plain.output.contains("hit %"))
  }

  @Test("a player that preloads into a local cache has one where a feed is preloaded, unless told otherwise")
  func playerCache() throws {
    let place = try RunTests.Place()
    func output(_ words: String...) throws -> String {
      try place.run(
        RunTests.inputs + ["--items", "6", "--viewer", "feed(lognormal,median=6s,sigma=1,back=0.4)"]
          + ["--policy", "auto", "--preload", "network-balance", "--format", "csv", "-q"] + words
      ).output
    }
    let preset = try output("--player", "apsara")
    #expect(try preset == output("--player", "apsara", "--cache", "20GB"))
    #expect(try preset != output("--player", "apsara", "--cache", "0MB"))
    #expect(try output("--player", "media3") == output("--player", "media3", "--cache", "0MB"))
  }

  @Test("the JSON of a feed has the metrics of one video, those of queues, and the items")
  func json() throws {
    let place = try RunTests.Place()
    let arguments = Self.feed + Self.preloads + ["--policy", "auto", "--per-session", "--format", "json", "-q"]
    let policies = try Self.policies(try place.run(arguments).output)
    #expect(policies.compactMap { $0["preload"] as? String } == Array(Self.preloads.dropFirst()))
    let single = try Self.policies(
      try place.run(RunTests.inputs + ["--policy", "auto", "--per-session", "--format", "json", "-q"]).output)
    let names = [
      "startup_total_s", "seek_wait_s", "seek_count", "paused_s", "wait_ratio", "items_visited", "items_started",
      "preload_hit_count", "preload_partial_count", "preload_miss_count", "preload_hit_ratio", "startup_hit_s",
      "startup_miss_s", "item_startup_s_p50", "item_startup_s_p95", "gate_open_share", "retry_count", "resume_count",
      "startup_hit_count", "startup_miss_count", "live_latency_s", "live_playing_s", "dropped_media_s",
      "catch_up_share",
    ]
    let singleSession = try Self.sessions(single[0])[0]
    #expect(single[0]["preload"] == nil && singleSession["items"] == nil)
    #expect(names.allSatisfy { singleSession[$0] == nil })
    for policy in policies {
      let pooled = try #require(policy["pooled"] as? [String: Any])
      let singlePooled = try #require(single[0]["pooled"] as? [String: Any])
      #expect(Set(pooled.keys) == Set(singlePooled.keys).union(names))
      for session in try Self.sessions(policy) {
        #expect(Set(session.keys) == Set(singleSession.keys).union(names).union(["items"]))
        #expect(session["video"] as? String == "6 items")
        let items = try #require(session["items"] as? [[String: Any]])
        #expect(items.count == session["items_visited"] as? Int)
        #expect(items[0]["preload"] is NSNull)
        #expect(items[0]["startup_s"] as? Double == session["startup_s"] as? Double)
        for readiness in ["hit", "partial", "miss"] {
          let count = items.count { $0["preload"] as? String == readiness }
          #expect(count == session["preload_\(readiness)_count"] as? Int)
        }
        let played = items.compactMap { $0["played_s"] as? Double }.reduce(0, +)
        #expect(abs(played - (session["played_s"] as? Double ?? -1)) < 1e-6)
      }
    }
  }

  @Test("every scheduler, buffer and policy meets the same viewers, and another seed other ones")
  func commonViewers() throws {
    let place = try RunTests.Place()
    func watched(_ arguments: [String]) throws -> [[[Double]]] {
      let result = try place.run(
        Self.feed + Self.preloads + ["--policy", "auto", "fixed:0", "--per-session", "--format", "json"] + arguments)
      return try Self.policies(result.output).map { policy in
        try Self.sessions(policy).map { session in
          (session["items"] as? [[String: Any]] ?? []).compactMap {
            ($0["played_s"] as? Double).map { ($0 * 1e6).rounded() / 1e6 }
          }
        }
      }
    }
    let viewers = try watched([])
    #expect(viewers.count == 6 && viewers.allSatisfy { $0 == viewers[0] })
    #expect(viewers[0][0] != viewers[0][1])
    let first = try watched(["--seed", "1", "--trace-start", "begin"])
    #expect(first == viewers)
    #expect(try watched(["--seed", "2", "--trace-start", "begin"])[0] != viewers[0])
  }

  @Test("results of a feed do not depend on the number of jobs", arguments: ["table", "json", "csv", "md"])
  func jobs(format: String) throws {
    let place = try RunTests.Place()
    let arguments =
      Self.feed + Self.preloads + [
        "--policy", "auto", "bola", "--seed", "7", "--per-session", "--format", format, "-q",
      ]
    let results = try ["1", "2", "7"].map { try place.run(arguments + ["--jobs", $0]) }
    #expect(results.allSatisfy { $0.status == 0 && $0.output == results[0].output && !$0.output.isEmpty })
  }

  @Test("a feed of one item is the video by itself, whoever watches", arguments: ["watch", "feed(short-video)"])
  func oneItem(viewer: String) throws {
    let place = try RunTests.Place()
    let arguments =
      RunTests.inputs
      + ["--policy", "fixed:1", "bola", "--viewer", viewer, "--seed", "3", "--per-session", "--format", "json", "-q"]
    let plain = try place.run(arguments)
    let one = try place.run(arguments + ["--items", "1"])
    #expect(plain.status == 0 && plain.output == one.output)
    let policies = try Self.policies(plain.output)
    #expect(policies.count == 2 && policies.allSatisfy { $0["viewer"] as? String == viewer && $0["preload"] == nil })
    let outcomes = try Self.sessions(policies[0]).map { $0["outcome"] as? String }
    #expect(outcomes.contains("left") == (viewer != "watch"))
  }

  @Test("who leaves after so many seconds of media does so in a feed, too")
  func leavesAfterWatching() throws {
    let place = try RunTests.Place()
    let output = try place.run(
      RunTests.inputs + [
        "--policy", "fixed:0", "--items", "3", "--viewer", "leave(watched=3s)", "--per-session", "--format", "json",
      ]
    ).output
    let sessions = try Self.sessions(try #require(try Self.policies(output).first))
    #expect(!sessions.isEmpty && sessions.allSatisfy { $0["played_s"] as? Double == 3 })
  }

  @Test("on a fast link next-item makes every start but the first one a hit, and no byte more is fetched")
  func nextItem() throws {
    let place = try RunTests.Place()
    let result = try place.run([
      "--traces", "traces/fast", "--video", "movie.json", "--policy", "fixed:0", "--items", "3", "--stream", "none",
      "--preload", "none", "next-item", "--per-session", "--format", "json", "-q",
    ])
    let policies = try Self.policies(result.output)
    let (without, with) = (try Self.sessions(policies[0])[0], try Self.sessions(policies[1])[0])
    // Three items of ten segments of 200 kB.
    #expect(without["bytes_downloaded"] as? Int == 6_000_000 && with["bytes_downloaded"] as? Int == 6_000_000)
    #expect(without["preload_miss_count"] as? Int == 2 && without["preload_hit_ratio"] as? Double == 0)
    #expect(with["preload_hit_count"] as? Int == 2 && with["startup_hit_s"] as? Double == 0)
    #expect(with["startup_miss_s"] is NSNull)
    #expect(with["bytes_wasted"] as? Int == 0)
  }

  @Test("a session file plays with videos of its own, and the cache keeps what comes up again")
  func sessionFile() throws {
    let place = try RunTests.Place(["feeds/twice.toml": Self.session.replacing("\"movie", with: "\"../movie")])
    let arguments = [
      "--traces", "traces/fast", "--policy", "fixed:0", "--session", "feeds/twice.toml", "--stream", "none",
    ]
    let json = ["--per-session", "--format", "json"]
    let plain = try place.run(arguments + json)
    let session = try Self.sessions(try Self.policies(plain.output)[0])[0]
    #expect(session["bytes_downloaded"] as? Int == 6_000_000 && session["video"] as? String == "twice")
    #expect((session["items"] as? [[String: Any]])?.compactMap { $0["item"] as? Int } == [0, 1, 0])
    let cached = try place.run(arguments + json + ["--cache", "200MB"])
    #expect(try Self.sessions(try Self.policies(cached.output)[0])[0]["bytes_downloaded"] as? Int == 4_000_000)
    let left = try place.run(arguments + json + ["--viewer", "leave(10s)"])
    let leaver = try Self.sessions(try Self.policies(left.output)[0])[0]
    #expect(leaver["outcome"] as? String == "left" && leaver["wall_s"] as? Double == 10)
    let unused = try place.run(arguments + ["--video", "movie.json"])
    #expect(unused.status == 0 && unused.diagnostics.contains("warning: --video: not played"))
  }

  @Test("clips and what comes back after them are listed and not counted as items")
  func adBreak() throws {
    let session = """
      [[item]]
      name = "film"
      [[item]]
      name = "ad"
      duration = "8s"
      [[visit]]
      item = "film"
      until = "12s"
      keeps-buffer = true
      [[visit]]
      item = "ad"
      role = "ad"
      [[visit]]
      item = "film"
      """
    let place = try RunTests.Place(["break.toml": session])
    let result = try place.run(
      ["--traces", "traces/fast", "--video", "movie.json", "--policy", "fixed:0", "--session", "break.toml"]
        + ["--per-session", "--format", "json"])
    let found = try Self.sessions(try Self.policies(result.output)[0])[0]
    let items = try #require(found["items"] as? [[String: Any]])
    #expect(items.compactMap { $0["counted"] as? Bool } == [true, false, false])
    #expect(items.compactMap { $0["played_s"] as? Double } == [12, 8, 28])
    #expect(found["items_visited"] as? Int == 1 && found["preload_hit_ratio"] is NSNull)
  }

  @Test("a TOML file stands for the options of a feed")
  func configuration() throws {
    let model = "model = \"exponential\"\nmean = \"7s\"\n"
    let suite = """
      traces = "../traces"
      policy = "auto"
      items = 4
      video = "../movie.json"
      preload = ["none", "ungated(next=1)"]
      cache = "50MB"
      viewer = "feed(own.toml)"
      format = "csv"
      """
    let place = try RunTests.Place(["suites/suite.toml": suite, "suites/own.toml": model])
    let result = try place.run(["-c", "suites/suite.toml", "-q"])
    let options = try place.run(
      ["--traces", "suites/../traces", "--video", "suites/../movie.json", "--policy", "auto", "--items", "4"]
        + ["--preload", "none", "ungated(next=1)", "--cache", "50MB", "--viewer", "feed(suites/own.toml)"]
        + ["--format", "csv", "-q"])
    #expect(result.status == 0 && result.output == options.output)
    #expect(result.output.split(separator: "\n").count == 3)
    let json = try RunTests.json(try place.run(["-c", "suites/suite.toml", "--format", "json"]).output)
    let settings = try #require((json["inputs"] as? [String: Any])?["settings"] as? [String: String])
    #expect(settings["items"] == "4" && settings["cache"] == "50MB" && settings["session_seed"] == "1")
    #expect(settings["feed(suites/own.toml) sha256"]?.count == 64)
  }

  @Test(
    "what makes no sense is refused before anything runs",
    arguments: [
      (["--preload", "none"], "--preload none needs a session of several items: add --items"),
      (["--cache", "20MB"], "--cache 20MB needs a session of several items"),
      (["--items", "1", "--preload", "none"], "--preload none needs a session of several items"),
      (["--items", "3", "--viewer", "feed(short-vdeo)"], "did you mean short-video?"),
      (["--items", "3", "--viewer", "feed(lognormal,median=3s)"], "sigma"),
      (["--items", "3", "--preload", "nework-balance"], "did you mean network-balance?"),
      (["--items", "3", "--preload", "network-balance(open=2s)"], "open 2.0 s, close 3.0 s"),
      (["--items", "3", "--preload", "none", "none"], "none is named twice"),
      (["--items", "0"], "--items: found 0, expected a whole number, 1 to 10000"),
      (["--items", "3", "--session", "s.toml"], "--session cannot be used with --items"),
      (["--items", "3", "--cache", "much"], "--cache: found much"),
      (["--items", "3", "--dns-lookup", "-1s"], "--dns-lookup: found -1s, expected"),
      (
        ["--dns-lookup", "1s", "--model", "sabre"],
        "--dns-lookup cannot be used with --model sabre, only with --model lab"
      ),
      (["--timeout", "apsra"], "did you mean apsara?"),
      (
        ["--timeout", "apsara", "--model", "sabre"],
        "--timeout cannot be used with --model sabre, only with --model lab"
      ),
      (
        ["--connection-per-request", "--model", "pensieve"],
        "--connection-per-request cannot be used with --model pensieve, only with --model lab"
      ),
      (["--items", "3", "--model", "sabre"], "--items cannot be used with --model sabre, only with --model lab"),
      (["--items", "3", "--model", "mm22"], "--items cannot be used with --model mm22, only with --model lab"),
      (["--session", "s.toml"], "s.toml:2:1: item[0].vido: unknown key; did you mean video?"),
      (["--session", "long.toml"], "error: long.toml:3:1: item[0].duration: found 100.0 s, expected at most the 40.0"),
      (
        ["--session", "late.toml"],
        "error: late.toml:4:1: visit[0].from: found 40.0 s, expected less than the item's 40.0 s"
      ),
      (["--session", "s.toml", "--viewer", "leave(0s)"], "leave at: found 0s, expected a duration, 0.001s to"),
      (["--session", "steps.toml", "--viewer", "watch"], "--viewer: found a viewer beside the steps of the session"),
      (["--items", "3", "--policy", "fixed:7"], "found 7, expected 0 to 1"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let place = try RunTests.Place([
      "s.toml": "[[item]]\nvido = \"movie.json\"\n",
      "long.toml": "[[item]]\nname = \"clip\"\nduration = \"100s\"\n",
      "late.toml": "[[item]]\n[[visit]]\nitem = 0\nfrom = \"40s\"\n",
      "steps.toml": "[[item]]\n[[step]]\nat = \"3s\"\ndo = \"leave\"\n",
    ])
    let policy = arguments.contains("--policy") ? [] : ["--policy", "auto"]
    let result = try place.run(RunTests.inputs + policy + arguments + ["--export", "json=out.json"])
    #expect(result.diagnostics.hasPrefix("error: ") && result.diagnostics.contains(message), "\(result.diagnostics)")
    #expect(result.output.isEmpty && result.status == 64)
    #expect(!FileManager.default.fileExists(atPath: place.folder.appendingPathComponent("out.json").path))
  }

  @Test("what may surprise in preload settings is a warning")
  func warnings() throws {
    let place = try RunTests.Place()
    let result = try place.run(
      RunTests.inputs + ["--policy", "auto", "--items", "2", "--preload", "network-balance(open=60s)", "-q"])
    #expect(result.status == 0 && result.diagnostics.hasPrefix("warning: network-balance(open=60s) with static(30s): "))
  }

  @Test("a gate that never opens is noted, and explain says how far the level was from it")
  func shutGate() throws {
    let place = try RunTests.Place()
    let options = ["--policy", "fixed:0", "--max-buffer", "12s", "--items", "2", "--viewer", "leave(20s)", "--preload"]
    let result = try place.run(RunTests.inputs + options + ["network-balance(open=20s)", "network-balance(open=8s)"])
    let notes = result.diagnostics.split(separator: "\n").filter { $0.contains("the gate never opened") }
    #expect(notes.count == 1 && notes[0].contains("network-balance(open=20s)"))
    let explained = try Program.run(
      ["explain", "traces/fast/c.csv", "--video", "movie.json"] + options + ["network-balance(open=20s)"],
      folder: place.folder)
    #expect(explained.output.contains("preloads were allowed 0 % of the time, from a level of 20.000 s on"))
  }

  @Test("settings that can never hold are warnings with the session's lines")
  func sessionWarnings() throws {
    let session = "[[item]]\nduration = \"5s\"\n[[step]]\nat = \"1s\"\ndo = \"viewport\"\nsize = \"480x270\"\n"
    let place = try RunTests.Place(["s.toml": session])
    let result = try place.run(
      RunTests.inputs + ["--policy", "fixed:0", "--session", "s.toml", "--cache", "1kB", "-q"])
    #expect(result.status == 0)
    let warnings = result.diagnostics.split(separator: "\n")
    #expect(warnings.contains { $0.hasPrefix("warning: s.toml:3: step[0]: the viewport changes nothing with fixed:0") })
    #expect(warnings.contains { $0.hasPrefix("warning: s.toml:2: item[0].duration: 5 s is not a whole number") })
    #expect(warnings.contains { $0.hasPrefix("warning: --cache: 1 kB are fewer than the 200 kB of item 1 in its") })
    #expect(warnings.count == 3)
  }

  @Test("the default gate is not warned about")
  func defaultGate() throws {
    let place = try RunTests.Place(["short.json": ExplainTests.video.replacing("4000", with: "2000")])
    let options = ["--traces", "traces", "--video", "short.json", "--items", "2", "--preload", "network-balance", "-q"]
    let result = try place.run(options + ["--policy", "auto"])
    #expect(result.status == 0 && result.diagnostics.isEmpty, "\(result.diagnostics)")
  }

  @Test("explain shows each item coming up, what lay ready, the gate and each preload")
  func explain() throws {
    let files = ["t.csv": "duration_s,bandwidth_bps,latency_ms\n60,3000000,20\n", "movie.json": ExplainTests.video]
    let arguments = [
      "explain", "t.csv", "--video", "movie.json", "--policy", "fixed:0", "--items", "3", "--viewer",
      "feed(weibull,shape=20,scale=9s)", "--preload", "network-balance(open=8s,close=3s,prev=0,next=1)",
    ]
    let result = try TraceTests.run(arguments, files: files)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(result.status == 0 && lines[0].hasPrefix("trace    t.csv"))
    #expect(lines[1] == "session  3 items, 3 planned visits")
    #expect(lines[3] == "preload  network-balance(open=8s,close=3s,prev=0,next=1)")
    #expect(lines.filter { $0.contains("  VISIT     ") }.count == 3)
    #expect(lines.filter { $0.contains("  gate open ") }.count >= 2)
    #expect(lines.filter { $0.contains("  preload   item 2, ") }.count == 1)
    #expect(lines.filter { $0.contains("  hit       ") }.count == 2)
    #expect(result.output.contains("of those that followed 2 were a hit (mean startup 0.000 s), 0 partial, 0 a miss"))

    let json = try RunTests.json(try TraceTests.run(arguments + ["--format", "json"], files: files).output)
    let inputs = try #require(json["inputs"] as? [String: String])
    #expect(inputs["preload"] == "network-balance(open=8s,close=3s,prev=0,next=1)" && inputs["session"] == "3 items")
    let metrics = try #require(json["metrics"] as? [String: Any])
    #expect(metrics["preload_hit_count"] as? Int == 2 && metrics["outcome"] as? String == "left")
    let events = try #require(json["events"] as? [[String: Any]])
    for name in ["visit", "readiness", "preloading", "preloaded", "gate", "ended"] {
      #expect(events.contains { $0["event"] as? String == name })
    }
  }
}
