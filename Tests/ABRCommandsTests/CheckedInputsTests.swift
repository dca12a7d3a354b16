import ABRComparison
import Foundation
import Testing

@testable import ABRCommands

/// What `check` says of a baseline and a run that were played with other inputs, and what files it reads.
@Suite("Inputs of a check")
struct CheckedInputsTests {
  private static let gate = ["--gate", "rebuffer_ratio<=+99pp"]

  /// Saves a baseline, and checks against it.
  private static func check(
    _ folder: CommandFolder, _ saved: [String], _ run: [String]
  ) -> (code: Int32, output: String, diagnostics: String) {
    let base = folder.path("base.json")
    let result = folder.perform(["baseline", "save", base] + folder.inputs + saved)
    #expect(result.code == 0, "\(result)")
    return folder.perform(["check", "--baseline", base] + folder.inputs + gate + run)
  }

  @Test("a file of check is one of the other commands, too, which leave out what they have no option for")
  func sharedFile() throws {
    let text = """
      traces = ["links"]
      video = "movie.json"
      player = ["hls.js"]
      player-config = "web.js"
      allow-change = "player"
      allow-subset = true
      fail-on = "regression"
      """
    let more = "\nbaseline = \"base.json\"\nformat = \"junit\"\nexport = [\"github=a.txt\"]"
    let gate = "\n\n[[gate]]\nmetric = \"rebuffer_ratio\"\nmax_regression = \"+0.05pp\"\n"
    let folder = try CommandFolder([
      "web.js": "new Hls({maxBufferLength: 20})", "run.toml": text + "\nformat = \"junit\"" + gate,
      "all.toml": text + more + gate,
      "wrong.toml": "alow-change = \"player\"\n" + text + gate,
    ])
    let (base, all) = (folder.path("base.json"), folder.path("all.toml"))
    let missing = folder.perform(["check", "-c", all])
    #expect(missing.code == 5, "\(missing)")
    #expect(missing.diagnostics.contains("abrlab baseline save \(base) --config \(all)"), "\(missing)")
    // The hint, as it stands there.
    let saved = folder.perform(["baseline", "save", base, "--config", all])
    #expect(saved.code == 0, "\(saved)")
    let checked = folder.perform(["check", "-c", all])
    #expect(checked.code == 0, "\(checked)")
    for words in [["run"], ["tune", "--vary", "maxBufferLength=9,12", "--held-out", "0"]] {
      let played = folder.perform(words + ["-c", folder.path("run.toml")])
      #expect(played.code != 64, "\(played)")
    }
    for words in [["run"], ["baseline", "save", base], ["check", "--baseline", base]] {
      let refused = folder.perform(words + ["-c", folder.path("wrong.toml")])
      #expect(refused.code == 64, "\(refused)")
      #expect(refused.diagnostics.contains("alow-change: unknown key; did you mean allow-change?"), "\(refused)")
    }
  }

  @Test("a session file is known by its content, whatever its path and name")
  func session() throws {
    let items = "[[item]]\ncount = 3\n"
    let longer = items + "\n[[item]]\n"
    let folder = try CommandFolder([
      "a/feed.toml": items, "b/feed.toml": longer, "c/other.toml": items, "c/more.toml": longer,
    ])
    func words(_ file: String) -> [String] { ["--policy", "fixed:0", "--session", folder.path(file)] }
    let renamed = Self.check(folder, words("a/feed.toml"), words("c/other.toml"))
    #expect(renamed.code == 0, "\(renamed)")
    for file in ["b/feed.toml", "c/more.toml"] {
      let result = Self.check(folder, words("a/feed.toml"), words(file))
      #expect(result.code == 5, "\(result)")
      #expect(result.diagnostics.contains("content of the session file differs: "), "\(result)")
    }
  }

  @Test("a viewer's file by another name is refused for the name, and other content for the content")
  func viewerFile() throws {
    let model = "model = \"lognormal\"\nmedian = \"8s\"\nsigma = 1\n"
    let folder = try CommandFolder([
      "aud.toml": model, "other.toml": model, "more.toml": model.replacing("8s", with: "9s"),
    ])
    func words(_ file: String) -> [String] {
      ["--policy", "fixed:0", "--items", "3", "--viewer", "feed(\(folder.path(file)))"]
    }
    let renamed = Self.check(folder, words("aud.toml"), words("other.toml"))
    let name = "name of the viewer's file, whose content is the same, differs: feed("
    #expect(renamed.code == 5 && renamed.diagnostics.contains(name), "\(renamed)")
    let changed = Self.check(folder, words("aud.toml"), words("more.toml"))
    #expect(changed.code == 5 && changed.diagnostics.contains("viewer differs: feed("), "\(changed)")
  }

  @Test("where another player is checked, the player differs and no part of it")
  func player() throws {
    let folder = try CommandFolder()
    let result = Self.check(folder, ["--player", "hls.js"], ["--player", "dash.js"])
    #expect(result.code == 5, "\(result)")
    #expect(result.diagnostics.contains("player differs: hls.js in the reference, dash.js in the candidate"))
    #expect(result.diagnostics.contains("--allow-change player"), "\(result)")
    let allowed = Self.check(folder, ["--player", "hls.js"], ["--player", "dash.js", "--allow-change", "player"])
    #expect(allowed.code == 0, "\(allowed)")
    // A player that may differ is not the cause of what else does.
    let (base, run) = (folder.path("base.json"), folder.path("run.json"))
    #expect(folder.perform(["baseline", "save", run, "--player", "dash.js"] + folder.inputs).code == 0)
    let inputs = CheckedInputs(reference: try SavedRun(base).record, candidate: try SavedRun(run).record)
    let refusal = IncomparableRuns.differs(what: "rate", reference: "not set", candidate: "0.5")
    #expect(inputs.cause(of: refusal, allowingPlayer: true) == refusal)
  }

  @Test("the command of a failed gate plays the video that stalls, whichever comes first")
  func worstVideo() throws {
    let sizes = Array(repeating: "[80000, 90000, 100000]", count: 16).joined(separator: ",")
    let folder = try CommandFolder([
      "small.json": """
      {"bitrates_kbps": [20, 22, 25], "segment_duration_ms": 4000, "segment_sizes_bits": [\(sizes)]}
      """
    ])
    let base = folder.path("base.json")
    let inputs = [
      "--traces", folder.path("links"), "--video", folder.path("small.json"), folder.path("movie.json"), "--buffer",
      "static(20s)",
    ]
    #expect(folder.perform(["baseline", "save", base, "--policy", "fixed:0"] + inputs).code == 0)
    for gate in ["rebuffer_ratio<=+1pp", "startup_s_p95<=+1%"] {
      let failed = folder.perform(["check", "--baseline", base, "--policy", "fixed:2", "--gate", gate] + inputs)
      let command = failed.diagnostics.split(separator: "\n").last { $0.hasPrefix("  abrlab explain ") }
      #expect(failed.code == 2 && command?.contains("movie.json") == true, "\(failed)")
      #expect(command?.contains("small.json") == false, "\(failed)")
    }
  }

  @Test("the command of a failed gate of a saved run is that of the run, and runs")
  func savedRun() throws {
    let folder = try CommandFolder()
    let (base, run) = (folder.path("base.json"), folder.path("run.json"))
    #expect(folder.perform(["baseline", "save", base, "--policy", "fixed:0"] + folder.inputs).code == 0)
    #expect(folder.perform(["run", "--policy", "fixed:2", "--export", "json=\(run)"] + folder.inputs).code == 0)
    let check = ["check", "--baseline", base, "--gate", "rebuffer_ratio<=+1pp"]
    let saved = folder.perform(check + ["--run", run])
    let played = folder.perform(check + ["--policy", "fixed:2"] + folder.inputs)
    func command(_ result: (code: Int32, output: String, diagnostics: String)) throws -> [String] {
      let line = try #require(result.diagnostics.split(separator: "\n").last { $0.hasPrefix("  abrlab explain ") })
      return line.replacing("'", with: "").split(separator: " ").dropFirst().map(String.init)
    }
    let explained = folder.perform(try command(saved))
    #expect(saved.code == 2 && explained.code == 0, "\(saved) \(explained)")
    #expect(explained.output == folder.perform(try command(played)).output)
  }

  @Test("files that cannot be made or used are refused by what they are, without a placeholder")
  func files() throws {
    let folder = try CommandFolder(["sweep.json": "{\"sweep\": 2, \"policies\": []}"])
    let base = folder.path("base.json")
    let lost = folder.perform(["baseline", "save", folder.path("none/b.json"), "--policy", "fixed:0"] + folder.inputs)
    #expect(lost.diagnostics.hasPrefix("error: \(folder.path("none/b.json")): cannot be written: "), "\(lost)")
    #expect(folder.perform(["baseline", "save", base, "--policy", "fixed:0"] + folder.inputs).code == 0)
    let text = try String(contentsOfFile: base, encoding: .utf8)
    let version = try #require(text.firstMatch(of: /"engine_semantics":[0-9]+,/))
    let cut = folder.path("cut.json")
    try text.replacing(version.output, with: "").write(toFile: cut, atomically: true, encoding: .utf8)
    let damaged = folder.perform(["check", "--baseline", cut, "--policy", "fixed:0"] + folder.inputs + Self.gate)
    let allowed = "expected engine_semantics, a whole number, the version of the engine"
    #expect(damaged.code == 5 && damaged.diagnostics.contains(allowed), "\(damaged)")
    let sweep = folder.path("sweep.json")
    for words in [
      ["check", "--baseline", sweep, "--policy", "fixed:0"] + folder.inputs + Self.gate,
      ["check", "--baseline", base, "--run", sweep] + Self.gate, ["compare", base, sweep],
      ["baseline", "save", folder.path("c.json"), "--run", sweep],
    ] {
      let refused = folder.perform(words)
      #expect(refused.diagnostics.contains("\(sweep):1:1: "), "\(refused)")
      #expect(refused.diagnostics.contains("found the result of a sweep, expected a run of the same, abrlab run "))
      #expect(!refused.diagnostics.contains("writes it anew"), "\(refused)")
    }
  }

  @Test("tune refuses a range of an option that the preload of the session replaces")
  func preloadOfSession() throws {
    let items = "[[item]]\ncount = 3\n"
    let folder = try CommandFolder([
      "s.toml": "[session]\npreload = \"network-balance(next=2)\"\n\n" + items, "plain.toml": items,
    ])
    func tune(_ file: String) -> (code: Int32, output: String, diagnostics: String) {
      folder.perform(
        ["tune", "--player", "apsara", "--vary", "startBufferLimit=4000,8000", "--held-out", "0", "--session"]
          + [folder.path(file)] + folder.inputs)
    }
    let refused = tune("s.toml")
    let place = "preload of \(folder.path("s.toml")) network-balance(next=2)"
    #expect(refused.code == 64, "\(refused)")
    #expect(
      refused.diagnostics.contains("startBufferLimit: found a range, but \(place) replaces it"), "\(refused)")
    let played = tune("plain.toml")
    #expect(played.code != 64, "\(played)")
  }
}
