import ABRPlayers
import Foundation
import FoundationXML
import Testing

/// `baseline`, `check` and `compare` as a build job calls them.
@Suite("Check", .timeLimit(.minutes(20)))
struct CheckTests {
  private static let inputs = ["--traces", "traces", "--video", "movie.json"]
  private static let gates = ["--gate", "rebuffer_ratio<=+0.10pp", "startup_s_p95<=+2%", "mean_bitrate_bps>=-5%"]

  private static func run(_ place: RunTests.Place, _ words: [String]) throws -> Program.Result {
    try Program.run(words, folder: place.folder)
  }

  /// A place with a baseline of a policy.
  private static func place(_ policy: String = "fixed:0", files: [String: String] = [:]) throws -> RunTests.Place {
    let place = try RunTests.Place(files)
    let saved = try run(place, ["baseline", "save", "base.json"] + inputs + ["--policy", policy])
    #expect(saved.status == 0 && saved.output.isEmpty, "\(saved.diagnostics)")
    return place
  }

  @Test("an untouched policy passes on a hundred repetitions and any number of jobs, with the same bytes")
  func untouched() throws {
    let place = try Self.place("auto")
    var outputs: Set<String> = []
    for repetition in 0..<100 {
      let result = try Self.run(
        place,
        ["check", "--baseline", "base.json", "--jobs", "\(1 + repetition % 7)", "--policy", "auto"] + Self.inputs
          + ["--gate", "rebuffer_ratio<=+0", "startup_s_p95<=+0%", "mean_bitrate_bps>=-0", "bytes_wasted<=+0"])
      #expect(result.status == 0, "\(result.output)\(result.diagnostics)")
      outputs.insert(result.output)
    }
    #expect(outputs.count == 1)
  }

  @Test("a policy made worse on purpose fails with 2, names the traces, and every report says so")
  func worse() throws {
    let place = try Self.place()
    let result = try Self.run(
      place,
      ["check", "--baseline", "base.json", "--policy", "fixed:1"] + Self.inputs + Self.gates + [
        "--export", "junit=gate.xml", "--export", "md=gate.md", "--export", "github=gate.txt", "--export",
        "json=gate.json", "--export", "csv=gate.csv", "--export", "html=gate.html",
      ])
    #expect(result.status == 2, "\(result.output)\(result.diagnostics)")
    #expect(result.output.contains("FAIL") && result.output.contains("b.csv"))
    #expect(try place.text("gate.xml").contains("<failure message=\"rebuffer_ratio"))
    #expect(try place.text("gate.md").contains("| FAIL |"))
    let page = try place.text("gate.html")
    #expect(page.contains(#/<h1 id="headline" class="bad">FAIL [12] of 3 gates<\/h1>/#))
    // Both sides are drawn.
    #expect(page.contains("baseline fixed:0") && page.contains("now fixed:1"))
    #expect(try place.text("gate.txt").hasPrefix("::error title="))
    let json = try RunTests.json(try place.text("gate.json"))
    #expect(json["outcome"] as? String == "regression" && json["schema"] as? Int == 3)
    #expect(try place.text("gate.csv").hasPrefix("reference,candidate,metric,"))
    let document = try XMLDocument(contentsOf: place.folder.appendingPathComponent("gate.xml"))
    #expect(try document.nodes(forXPath: "/testsuites/testsuite/testcase").count == 3)
    let failures = try document.nodes(forXPath: "//testcase/failure").compactMap(\.stringValue)
    #expect(!failures.isEmpty && failures.contains { $0.contains("abrlab explain ") })
    // A build server shows one case at a time: each has the command for its own gate, and no other's.
    for failure in failures {
      let metric = try #require(["rebuffer_ratio", "startup_s_p95"].first { failure.contains($0) })
      for line in failure.split(separator: "\n") where line.contains("the worst trace is") {
        #expect(line.hasPrefix(metric), "\(failure)")
      }
      #expect(failure.components(separatedBy: "the worst trace is").count <= 2)
    }
    // A failure that nobody wants to stop for.
    let calm = try Self.run(
      place,
      ["check", "--baseline", "base.json", "--policy", "fixed:1", "--fail-on", "none"] + Self.inputs + Self.gates)
    #expect(calm.status == 0)
  }

  @Test("a policy made better passes with 0, and with 4 where improvements are asked for")
  func better() throws {
    let place = try Self.place("fixed:1")
    let words =
      ["check", "--baseline", "base.json", "--policy", "fixed:0"] + Self.inputs + ["--gate", "rebuffer_ratio<=+0"]
    #expect(try Self.run(place, words).status == 0)
    #expect(try Self.run(place, words + ["--fail-on", "improvement"]).status == 4)
    // With a gate that became worse, though within its bound, it is no improvement.
    #expect(
      try Self.run(place, words + ["--gate", "mean_bitrate_bps>=-99%", "--fail-on", "improvement"]).status == 0)
  }

  @Test("a population gate over too few traces to fail is refused with 3 and what it needs, but with --fail-on none")
  func inconclusive() throws {
    let gates = """
      policy = "fixed:1"
      traces = "traces"
      video = "movie.json"

      [[gate]]
      metric = "rebuffer_ratio"
      max_regression = "+0.01pp"
      kind = "population"
      """
    let place = try Self.place(files: ["abrlab.toml": gates])
    let words = ["check", "-c", "abrlab.toml", "--baseline", "base.json"]
    for more in [[], ["--fail-on", "inconclusive"]] {
      let failed = try Self.run(place, words + more)
      #expect(failed.status == 3 && failed.output.hasPrefix("FAIL 1 of 1 gate unclear ("), "\(failed)")
      #expect(failed.output.contains("; add recordings, or use a corpus gate"), "\(failed)")
    }
    let result = try Self.run(place, words + ["--fail-on", "none"])
    #expect(result.status == 0 && result.output.hasPrefix("PASS 0 of 1 gate, 1 unclear ("), "\(result)")
  }

  @Test("a baseline or run that lacks a member gives 5 and its name, and a baseline is not held against itself")
  func damaged() throws {
    let place = try Self.place()
    let saved = try Self.run(place, ["run", "--policy", "fixed:0", "--export", "json=run.json", "-q"] + Self.inputs)
    #expect(saved.status == 0)
    for (file, old, new) in [
      ("base.json", "\"startup_s\",", ""), ("base.json", "\"played_s\"", "\"played\""),
      ("run.json", "\"rebuffer_ratio\" : 0", "\"rebuffer_ratio\" : null"),
      ("run.json", "\"rebuffer_s\" :", "\"rebuffer\" :"),
    ] {
      let whole = try place.text(file)
      defer { try? Data(whole.utf8).write(to: place.folder.appendingPathComponent(file)) }
      #expect(whole.contains(old), "\(file): \(old)")
      try Data(whole.replacingOccurrences(of: old, with: new).utf8).write(
        to: place.folder.appendingPathComponent(file))
      let result = try Self.run(place, ["check", "--baseline", "base.json", "--run", "run.json"] + Self.gates)
      #expect(result.status == 5 && result.output.isEmpty, "\(result)")
      #expect(result.diagnostics.hasPrefix("error: \(file):") && result.diagnostics.contains("hint: "), "\(result)")
    }
    #expect(try Self.run(place, ["check", "--baseline", "base.json", "--run", "run.json"] + Self.gates).status == 0)
    let itself = try Self.run(place, ["check", "--baseline", "base.json", "--run", "./base.json"] + Self.gates)
    #expect(itself.status == 64 && itself.diagnostics.contains("is the baseline itself"), "\(itself)")
  }

  @Test("a changed corpus gives 5 and says which digest, unless the common traces will do")
  func changedCorpus() throws {
    let place = try Self.place()
    let file = place.folder.appendingPathComponent("traces/slow/d.csv")
    try Data("duration_s,bandwidth_bps,latency_ms\n30,900000,50\n".utf8).write(to: file)
    let words = ["check", "--baseline", "base.json", "--policy", "fixed:0"] + Self.inputs + Self.gates
    let result = try Self.run(place, words)
    #expect(result.status == 5 && result.output.isEmpty)
    #expect(result.diagnostics.contains("traces_sha256 differs") && result.diagnostics.contains("1 is new"))
    #expect(result.diagnostics.contains("abrlab baseline save base.json"))
    let subset = try Self.run(place, words + ["--allow-subset"])
    #expect(subset.status == 0 && subset.output.contains("3 of 3 baseline traces and 3 of 4 of this run paired"))
    #expect(subset.output.contains("warning: only part of the traces is compared: 3 of the reference's 3 and 3 of"))
    let json = try RunTests.json(try Self.run(place, words + ["--allow-subset", "--format", "json"]).output)
    #expect((json["warnings"] as? [String])?.count == 1)
    // The command that is named is one that can be run.
    let hint = try #require(result.diagnostics.split(separator: "\n").first { $0.contains("makes a new baseline") })
    let command = try #require(hint.firstMatch(of: /abrlab (baseline save .*) makes a new baseline/)).1
    #expect(command == "baseline save base.json --traces traces --video movie.json --policy fixed:0")
    #expect(try Self.run(place, command.split(separator: " ").map(String.init)).status == 0)
    #expect(try Self.run(place, words).status == 0)
  }

  @Test("specs that changed are named, another viewer is refused")
  func changes() throws {
    let place = try Self.place()
    let words = ["check", "--baseline", "base.json", "--policy", "fixed:0"] + Self.inputs + Self.gates
    let line = "baseline: fixed:0 static(30s) watch -> now fixed:0 static(20s) watch"
    let changed = try Self.run(
      place, words + ["--buffer", "static(20s)", "--export", "md=a.md", "junit=a.xml", "html=a.html"])
    #expect(changed.status == 0 && changed.output.hasPrefix("PASS "), "\(changed.diagnostics)")
    #expect(changed.output.contains("\n\n" + line + "\n\nresult "))
    #expect(try place.text("a.md").contains("baseline: `fixed:0 static(30s) watch` -> now `fixed:0 static(20s) watch`"))
    for name in ["a.xml", "a.html"] { #expect(try place.text(name).contains(line.replacing(">", with: "&gt;"))) }
    #expect(!(try Self.run(place, words).output.contains("baseline:")))
    let viewer = try Self.run(place, words + ["--viewer", "leave(9s)"])
    #expect(viewer.status == 5 && viewer.diagnostics.contains("viewer differs: watch in the reference, leave(9s)"))
  }

  @Test("a check that cannot be made leaves no report of an earlier one, and says why where builds read it")
  func refusedReports() throws {
    let place = try Self.place()
    let exports = ["junit=gate.xml", "md=gate.md", "github=gate.txt", "json=gate.json", "csv=gate.csv"]
    let words = ["--policy", "fixed:0"] + Self.inputs + Self.gates + ["--export"] + exports
    #expect(try Self.run(place, ["check", "--baseline", "base.json"] + words).status == 0)
    #expect(try place.text("gate.json").contains("pass"))
    let viewer = ["check", "--baseline", "base.json", "--viewer", "leave(9s)", "--format", "github"] + words
    let result = try Self.run(place, viewer)
    #expect(result.status == 5)
    let reason = "viewer differs: watch in the reference, leave(9s) in the candidate"
    #expect(result.output == "::error title=abrlab check::base.json: \(reason)\n")
    #expect(try place.text("gate.txt") == result.output)
    #expect(try place.text("gate.md").contains("nothing was compared") && place.text("gate.md").contains(reason))
    let document = try XMLDocument(contentsOf: place.folder.appendingPathComponent("gate.xml"))
    #expect(try document.nodes(forXPath: "/testsuites[@errors=1]/testsuite/testcase/error").count == 1)
    for file in ["gate.json", "gate.csv"] { #expect(throws: (any Error).self) { try place.text(file) } }
  }

  @Test("nor does a command line that cannot be read, with the exports of a configuration, and no input is removed")
  func unreadable() throws {
    let place = try Self.place(files: ["ci.toml": "export = [\"junit=gate.xml\", \"json=gate.json\"]\n"])
    let words = ["check", "--baseline", "base.json", "--policy", "fixed:0", "-c", "ci.toml"] + Self.inputs + Self.gates
    for more in [["--bogus"], ["--fail-on", "regresion"], ["--baseline", "x"], ["--quiet=yes"], ["more"], ["--seed"]] {
      #expect(try Self.run(place, words).status == 0)
      #expect(try place.text("gate.json").contains("pass"))
      let result = try Self.run(place, words + ["--format", "github"] + more)
      #expect(result.status == 64 && result.output.hasPrefix("::error title=abrlab check::"), "\(more): \(result)")
      #expect(try place.text("gate.xml").contains("<error"), "\(more)")
      #expect(throws: (any Error).self) { try place.text("gate.json") }
    }
    #expect(try Self.run(place, words + ["--export", "json=base.json", "--bogus"]).status == 64)
    // Nor does a configuration that is wrong elsewhere.
    #expect(try Self.run(place, words).status == 0)
    let file = place.folder.appendingPathComponent("ci.toml")
    try Data("bogus = 1\nbaseline = \"base.json\"\nexport = [\"junit=gate.xml\", \"json=gate.json\"]\n".utf8).write(
      to: file)
    #expect(try Self.run(place, words).status == 64)
    #expect(try place.text("gate.xml").contains("bogus: unknown key"))
    #expect(throws: (any Error).self) { try place.text("gate.json") }
    try Data("baseline = \"base.json\"\nexport = \"json=base.json\"\n".utf8).write(to: file)
    #expect(try Self.run(place, ["check", "-c", "ci.toml", "--bogus"]).status == 64)
    #expect(try place.text("base.json").contains("sessions"))
  }

  @Test("nor does one whose policy fails")
  func failedPolicy() throws {
    let place = try Self.place(files: ["rule.sh": "#!/bin/sh\nexit 3\n"])
    let rule = place.folder.appendingPathComponent("rule.sh").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: rule)
    func check(_ policy: String) throws -> Program.Result {
      let exports = ["--export", "junit=gate.xml", "md=gate.md", "json=gate.json"]
      let words = ["check", "--baseline", "base.json", "--policy", policy] + Self.inputs + Self.gates + exports
      return try Self.run(place, words)
    }
    #expect(try check("fixed:0").status == 0)
    let failed = try check("exec(rule.sh)")
    #expect(failed.status == 1, "\(failed)")
    for file in ["gate.xml", "gate.md"] { #expect(try place.text(file).contains("rule.sh"), "\(file)") }
    #expect(throws: (any Error).self) { try place.text("gate.json") }
  }

  @Test("a baseline that is not there is made by the command of the hint, or fetched where a commit is missing")
  func missingBaselines() throws {
    let place = try Self.place()
    func hint(_ baseline: String) throws -> String? {
      let words = ["check", "--baseline", baseline, "--policy", "fixed:0"] + Self.inputs + Self.gates
      let result = try Self.run(place, words)
      #expect(result.status == (baseline.isEmpty ? 64 : 5), "\(result.diagnostics)")
      return result.diagnostics.split(separator: "\n").first { $0.hasPrefix("hint:") }.map(String.init)
    }
    #expect(try hint("none.json")?.contains("abrlab baseline save none.json") == true)
    #expect(try Program.shell("git init -q '\(place.folder.path)'").status == 0)
    #expect(try hint("git:nowhere:base.json")?.contains("git fetch gets a commit that is not here") == true)
    #expect(try hint("traces") == nil)
    #expect(try hint("")?.contains("abrlab baseline save baseline.json") == true)
  }

  @Test("git that refuses the folder of another user is told to allow it, and without a repository nothing is fetched")
  func refusedRepositories() throws {
    let place = try Self.place()
    let words = (["check", "--baseline", "git:HEAD:base.json", "--policy", "fixed:0"] + Self.inputs + Self.gates)
      .map { "'\($0)'" }.joined(separator: " ")
    func check(_ before: String) throws -> String {
      try Program.shell("cd '\(place.folder.path)' && \(before) \"$abrlab\" \(words) 2>&1").output
    }
    let none = try check("GIT_CEILING_DIRECTORIES=/")
    #expect(none.contains("not a git repository") && !none.contains("hint:"), "\(none)")
    let other = try check("git init -q . && GIT_TEST_ASSUME_DIFFERENT_OWNER=1")
    #expect(
      other.contains("hint:  git config --global --add safe.directory \(place.folder.path) allows it"), "\(other)")
  }

  @Test("jobs that add to a history at once lose no build")
  func history() throws {
    let place = try Self.place()
    let words = ["check", "--baseline", "base.json", "--policy", "fixed:0", "--export", "json=check.json"]
    #expect(try Self.run(place, words + Self.inputs + Self.gates).status == 0)
    let commits = (1...12).map { "c\($0)" }
    let add = "\"$abrlab\" history add h.jsonl check.json --commit"
    let added = try Program.shell(
      "cd '\(place.folder.path)' && for c in \(commits.joined(separator: " ")); do \(add) $c & done; wait")
    #expect(added.output.split(separator: "\n").count == commits.count, "\(added.output)")
    let shown = try Self.run(place, ["history", "show", "h.jsonl", "--format", "json"])
    let builds = try #require(try RunTests.json(shown.output)["builds"] as? [[String: Any]])
    #expect(Set(builds.compactMap { $0["commit"] as? String }) == Set(commits))
  }

  @Test(
    "what a run saves is read again, whichever player or buffer it has",
    arguments: [
      ["--player"] + KnownPlayer.all.map(\.name),
      [
        "--policy", "auto", "--buffer", "keep-up(horizon=30s)", "bytes(50MB)",
        "watermark(start=0.5s,resume=3s,max=50s)", "legacy", "apsara", "static", "growth",
      ],
    ])
  func savedRuns(configurations: [String]) throws {
    let place = try RunTests.Place()
    let played = try Self.run(place, ["run", "-q", "--export", "json=run.json"] + Self.inputs + configurations)
    #expect(played.status == 0, "\(played.diagnostics)")
    for words in [["baseline", "save", "base.json", "--run", "run.json"], ["report", "run.json", "-o", "run.html"]] {
      let read = try Self.run(place, words)
      #expect(read.status == 0, "\(read.diagnostics)")
    }
  }

  @Test("a baseline of more policies than are played judges those that are only where that is allowed")
  func fewerPolicies() throws {
    let place = try Self.place("bola")
    let saved = try Self.run(
      place, ["baseline", "save", "two.json"] + Self.inputs + ["--policy", "bola", "fixed:0"])
    #expect(saved.status == 0)
    let words = ["check", "--baseline", "two.json", "--policy", "fixed:0"] + Self.inputs + Self.gates
    let refused = try Self.run(place, words)
    #expect(refused.status == 5)
    #expect(
      refused.diagnostics.contains("the candidate lacks 1 configuration of the reference: bola static(30s) watch"))
    #expect(refused.diagnostics.contains("--allow-subset compares what both have"))
    let result = try Self.run(place, words + ["--allow-subset"])
    #expect(result.status == 0, "\(result.diagnostics)")
    #expect(result.output.contains("note: bola static(30s) watch of the reference is left out"), "\(result.output)")
    let more = try Self.run(
      place, ["check", "--baseline", "base.json", "--policy", "fixed:0", "bola"] + Self.inputs + Self.gates)
    #expect(
      more.status == 5 && more.diagnostics.contains("lacks 1 configuration of the candidate: fixed:0 static(30s) watch")
    )
  }

  @Test("a gate of a percentile that no session reaches in either run says so")
  func never() throws {
    let place = try RunTests.Place()
    for number in 1...4 {
      try Data("duration_s,bandwidth_bps,latency_ms\n9000,\(number),50\n".utf8).write(
        to: place.folder.appendingPathComponent("traces/dead\(number).csv"))
    }
    let words = Self.inputs + ["--policy", "fixed:0", "--viewer", "leave(8s)"]
    #expect(try Self.run(place, ["baseline", "save", "base.json"] + words).status == 0)
    let gates = ["--gate", "startup_s_p95<=+0.1s", "rebuffer_ratio<=+0"]
    let result = try Self.run(place, ["check", "--baseline", "base.json"] + words + gates)
    #expect(result.status == 0 && result.output.hasPrefix("PASS 2 gates"), "\(result)")
    #expect(
      result.output.contains("warning: startup_s_p95 <= +0.1s: never in both runs, so no change of it was judged\n"))
    #expect(!result.output.contains("rebuffer_ratio <= +0: never"))
  }

  @Test("gates of which all are off are an error that says so")
  func allOff() throws {
    let place = try Self.place(files: [
      "off.toml": "[[gate]]\nmetric = \"rebuffer_ratio\"\nlimit = \"1pp\"\nlevel = \"off\"\n"
    ])
    let result = try Self.run(
      place, ["check", "--baseline", "base.json", "--policy", "fixed:0", "-c", "off.toml"] + Self.inputs)
    #expect(
      result.status == 64 && result.diagnostics.contains("the one there is has level off"), "\(result.diagnostics)")
  }

  @Test(
    "what cannot be compared gives 5 and names it",
    arguments: [
      (["--latency", "90ms"], "default_latency_s differs"), (["--seed", "7"], "seed differs"),
      (["--trace-end", "hold"], "trace_end differs"), (["--rate", "2"], "rate differs"),
    ])
  func incomparable(options: [String], reason: String) throws {
    let place = try Self.place()
    let result = try Self.run(
      place, ["check", "--baseline", "base.json", "--policy", "fixed:0"] + Self.inputs + Self.gates + options)
    #expect(result.status == 5 && result.diagnostics.contains(reason), "\(result.diagnostics)")
  }

  @Test(
    "a missing baseline or one that was cut gives 5, another kind of file and wrong gates give 64",
    arguments: [
      (["--baseline", "none.json"], 5, "cannot be read"), (["--baseline", "git:HEAD:none.json"], 5, "cannot be read"),
      (["--baseline", "git:HEAD"], 64, "git:REF:PATH"), (["--baseline", "movie.json"], 64, "movie.json"),
      (["--baseline", "cut.json"], 5, "cut.json"), ([], 64, "needs --baseline"),
      (["--baseline", "base.json", "--gate", "rebuffer_ratoi<=+1pp"], 64, "did you mean rebuffer_ratio?"),
      (["--baseline", "base.json", "--fail-on", "regresion"], 64, "regression"),
      (["--baseline", "base.json", "--run", "none.json"], 64, "cannot be used with --run"),
    ])
  func refusals(options: [String], status: Int32, reason: String) throws {
    let place = try Self.place()
    try Data(try place.text("base.json").utf8.prefix(700)).write(
      to: place.folder.appendingPathComponent("cut.json"))
    let result = try Self.run(place, ["check", "--policy", "fixed:0"] + Self.inputs + Self.gates + options)
    #expect(result.status == status && result.output.isEmpty, "\(result.diagnostics)")
    #expect(result.diagnostics.contains(reason), "\(result.diagnostics)")
  }

  @Test("a check without a gate is an error, not a pass")
  func noGate() throws {
    let place = try Self.place()
    let result = try Self.run(place, ["check", "--baseline", "base.json", "--policy", "fixed:0"] + Self.inputs)
    #expect(result.status == 64 && result.diagnostics.contains("no gate to judge"))
  }

  @Test("policies, saved runs and baselines compare alike")
  func compare() throws {
    let place = try Self.place()
    let played = try Self.run(place, ["compare", "fixed:0", "fixed:1"] + Self.inputs)
    #expect(played.status == 0 && played.output.contains("rebuffer_ratio"), "\(played.diagnostics)")
    for policy in ["0", "1"] {
      let run = try place.run(
        Self.inputs + ["--policy", "fixed:\(policy)", "--per-session", "--export", "json=run\(policy).json"])
      #expect(run.status == 0)
    }
    for reference in ["run0.json", "base.json"] {
      let saved = try Self.run(place, ["compare", reference, "run1.json"])
      #expect(saved.status == 0 && saved.output == played.output, "\(saved.diagnostics)")
    }
    let json = try Self.run(place, ["compare", "base.json", "run1.json", "--format", "json", "--metric", "rebuffer_s"])
    let document = try RunTests.json(json.output)
    let comparison = try #require((document["comparisons"] as? [[String: Any]])?.first)
    #expect((comparison["metrics"] as? [[String: Any]])?.first?["metric"] as? String == "rebuffer_s")
    let mistyped = try Self.run(place, ["compare", "base.json", "run1.json", "--metric", "rebuffer"])
    #expect(mistyped.status == 64 && mistyped.diagnostics.contains("did you mean"))
    let margin = try Self.run(place, ["compare", "base.json", "run1.json", "--margin", "rebuffer_ratio=+1pp"])
    #expect(
      margin.status == 64
        && margin.diagnostics.contains("rebuffer_ratio: found +1pp, expected an amount without a sign such as 0.5pp"))
    let viewer = try place.run(
      Self.inputs + ["--policy", "fixed:1", "--viewer", "leave(9s)", "--per-session", "--export", "json=left.json"])
    #expect(viewer.status == 0)
    let left = try Self.run(place, ["compare", "base.json", "left.json", "--format", "md"])
    #expect(left.status == 0 && left.output.contains("> **Warning:** viewer differs: watch in the reference"))
    #expect(left.output.contains("only 3 recordings: under 6 there is no interval"), "\(left.output)")
    let mixed = try Self.run(place, ["compare", "run1.json", "fixed:0"])
    #expect(mixed.diagnostics.contains("run1.json is a saved run and fixed:0 is not"))
    let option = try Self.run(place, ["compare", "run1.json", "left.json", "--preload", "none"])
    #expect(option.status == 64 && option.diagnostics.contains("--preload cannot be used with saved runs"))
    let one = try Self.run(place, ["compare", "fixed:0", "fixed:1", "--family", "fast"] + Self.inputs)
    #expect(one.output.contains("in 1 recording\n") && !one.output.contains("1.000 "), "\(one.output)")
    #expect(one.diagnostics.contains("only 1 recording: under 6 there is no interval"), "\(one.diagnostics)")
    #expect(!one.output.contains("inconclusive") && !one.diagnostics.contains("90 % of"), "\(one.output)")
    let gone = try Self.run(
      place, ["check", "--baseline", "gone.json", "--policy", "fixed:0", "--gate", "rebuffer_ratio<=0"] + Self.inputs)
    #expect(gone.status == 5, "\(gone)")
    #expect(
      gone.diagnostics.contains("abrlab baseline save gone.json") && gone.diagnostics.contains("--policy fixed:0"))
    let missing = try Self.run(place, ["compare", "fixed:0", "nope.json"])
    #expect(missing.diagnostics.contains("nope.json: cannot be read: no such file"))
    let same = try Self.run(place, ["compare", "fixed:0", "fixed:0"] + Self.inputs)
    #expect(same.status == 64 && same.diagnostics.contains("two values of --buffer"))
    for (words, side) in [(["fixed:0", "nonsense"], "B"), (["nonsense", "fixed:0"], "A")] {
      let wrong = try Self.run(place, ["compare"] + words + Self.inputs)
      #expect(wrong.status == 64 && wrong.diagnostics.contains("error: \(side): \"nonsense\": unknown policy nonsense"))
    }
    // What Markdown carries is not said again.
    #expect(!left.diagnostics.contains("warning: "), "\(left.diagnostics)")
  }

  @Test("two buffers of one policy are compared, and a baseline of a commit is read")
  func buffersAndCommits() throws {
    let place = try Self.place("bola")
    let result = try Self.run(
      place, ["compare", "bola", "bola", "--buffer", "static(10s)", "static(30s)"] + Self.inputs)
    #expect(result.status == 0 && result.output.contains("A  bola static(10s)"), "\(result.diagnostics)")
    let line = """
      cd '\(place.folder.path)' && git init -q . && git add base.json \
      && git -c user.name=a -c user.email=a@b commit -qm one && rm base.json \
      && "$abrlab" check --baseline git:HEAD:base.json --traces traces --video movie.json --policy bola \
      --gate 'rebuffer_ratio<=+0'
      """
    let checked = try Program.shell(line)
    #expect(checked.status == 0 && checked.output.contains("PASS 1 gate"), "\(checked.output)")
  }

  @Test("baselines are listed and shown")
  func listing() throws {
    let place = try Self.place()
    let list = try Self.run(place, ["baseline", "list"])
    #expect(list.status == 0 && list.output.contains("base.json") && !list.output.contains("movie.json"))
    let show = try Self.run(place, ["baseline", "show", "base.json"])
    #expect(show.status == 0 && show.output.contains("traces_sha256") && show.output.contains("fixed:0"))
    #expect(try Self.run(place, ["baseline", "list", "nowhere"]).status == 5)
    let empty = try Self.run(place, ["baseline", "list", "traces"])
    #expect(empty.status == 0 && empty.diagnostics.contains("traces: holds no baseline"))
    // Programs get the whole digest.
    let csv = try Self.run(place, ["baseline", "list", "--format", "csv"]).output.split(separator: "\n")
    #expect(csv.count == 2 && csv[1].split(separator: ",").contains { $0.count == 64 })
  }
}
