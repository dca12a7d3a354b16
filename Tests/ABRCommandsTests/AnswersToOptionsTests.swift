import ABRTestSupport
import Testing

@testable import ABRCommands

/// Options that are accepted have an effect; those that are refused are answered with what to write.
@Suite("Answers to options")
struct AnswersToOptionsTests {
  private static let control = """
    val control = DefaultLoadControl.Builder().setTargetBufferBytes(C.LENGTH_UNSET)
      .setPrioritizeTimeOverSizeThresholds(true).build()

    """
  private static func scored(_ sizes: [Int] = [200_000, 750_000], vmaf: [Int]? = [40, 80]) -> String {
    let row = { (values: [Int]) in Array(repeating: "\(values)", count: 4).joined(separator: ",") }
    return """
      {"name": "film", "segment_duration_s": 4, "renditions": [{"bandwidth_bps": 400000}, {"bandwidth_bps": 1500000}],
       "segment_sizes_bytes": [\(row(sizes))]\(vmaf.map { ", \"vmaf\": [\(row($0))]" } ?? "")}
      """
  }

  @Test("a name stands for what was given for --player, whatever a configuration file adds to it")
  func names() throws {
    let folder = try CommandFolder(["Player.kt": Self.control])
    let specs = ["media3(minBufferMs=9000,maxBufferMs=9000)", "media3(minBufferMs=12000,maxBufferMs=12000)"]
    let words = ["run"] + folder.inputs + ["--player-config", folder.path("Player.kt"), "--player"]
    let named = folder.perform(words + specs + ["--name", "9s=\(specs[0])", "12s=\(specs[1])"])
    #expect(named.code == 0 && named.output.contains("\n9s ") && named.output.contains("\n12s "), "\(named)")
    let one = folder.perform(words + ["media3", "--name", "PROD=media3"])
    #expect(one.code == 0 && one.output.contains("\nPROD "), "\(one)")
    let wrong = folder.perform(words + specs + ["--name", "A=media3"])
    let allowed =
      "which no configuration has, expected what one configuration has of: \(specs.joined(separator: ", "))\n"
    #expect(wrong.code == 64 && wrong.diagnostics.contains(allowed), "\(wrong)")
  }

  @Test("the full name of another configuration is refused as its policy is")
  func takenNames() throws {
    let folder = try CommandFolder()
    let words = ["run", "--policy", "auto", "bola"] + folder.inputs + ["--name"]
    for name in ["bola", "bola static(30s) watch"] {
      let result = folder.perform(words + ["\(name)=auto"])
      #expect(
        result.code == 64 && result.diagnostics.contains("is the configuration bola static(30s) watch"), "\(result)")
    }
    let free = folder.perform(words + ["bola static(30s)=auto"])
    #expect(free.code == 0, "\(free)")
  }

  @Test("tables leave out the options that all players of a name share, and --baseline takes both spellings")
  func shortPlayers() throws {
    let folder = try CommandFolder(["team.js": "new Hls({ maxBufferSize: 9000000, maxMaxBufferLength: 40 });\n"])
    let words =
      ["run"] + folder.inputs + ["--player-config", folder.path("team.js"), "--player"]
      + ["hls.js(maxBufferLength=9)", "hls.js(maxBufferLength=12)"]
    for name in [
      "hls.js(maxBufferLength=12)", "hls.js(maxBufferLength=12,maxMaxBufferLength=40,maxBufferSize=9000000)",
    ] {
      let result = folder.perform(words + ["--baseline", name])
      let rows = result.output.split(separator: "\n").dropFirst().prefix(2)
      #expect(rows.first?.hasPrefix("hls.js(maxBufferLength=12)  ") == true, "\(result)")
      #expect(rows.last?.hasPrefix("hls.js(maxBufferLength=9)  ") == true, "\(result)")
    }
  }

  @Test("a comparison for a paper is a tabular, with what it is of and its notes as comments")
  func paper() throws {
    let folder = try CommandFolder()
    let result = folder.perform(["compare", "bola", "mpc", "--format", "latex"] + folder.inputs)
    #expect(result.code == 0 && result.output.hasPrefix("% A: bola") && result.output.contains(", B: mpc"), "\(result)")
    #expect(result.output.contains("\n\\begin{tabular}{l") && result.output.contains("\nrebuffer\\_ratio & "))
    let comments = result.output.split(separator: "\\end{tabular}\n", maxSplits: 1).last?.split(separator: "\n") ?? []
    #expect(comments.allSatisfy { $0.hasPrefix("% ") }, "\(result.output)")
  }

  @Test("compare has rows of the formulas that are asked for")
  func quality() throws {
    let folder = try CommandFolder(["scored.json": Self.scored()])
    let linear = folder.perform(["compare", "bola", "mpc", "--qoe", "lin"] + folder.inputs)
    #expect(linear.code == 0 && linear.output.contains("\nqoe_lin "), "\(linear)")
    let alone = folder.perform(
      ["compare", "bola", "mpc", "--qoe", "lin", "--metric", "rebuffer_ratio"] + folder.inputs)
    #expect(alone.output.contains("\nqoe_lin ") && !alone.output.contains("\nwaste"), "\(alone)")
  }

  @Test(
    "a formula as a metric needs no --qoe",
    arguments: [["--by", "trace", "--metric"], ["--metric"], ["--format", "csv", "--sort"]])
  func formula(options: [String]) throws {
    let folder = try CommandFolder(["scored.json": Self.scored()])
    let words = ["run", "--policy", "auto", "bola", "--traces", folder.path("links"), "--video"]
    let formula = "qoe(quality=vmaf,stall=4)"
    let played = folder.perform(words + [folder.path("scored.json")] + options + [formula])
    #expect(played.code == 0 && played.output.contains(options.contains("csv") ? "vmaf_mean" : "QoE(vmaf"), "\(played)")
    let unscored = folder.perform(words + [folder.path("movie.json")] + options + [formula])
    #expect(unscored.code == 64 && unscored.diagnostics.contains("the videos have no VMAF scores"), "\(unscored)")
    let saved = folder.path("run.json")
    _ = folder.perform(words + [folder.path("scored.json"), "--export", "json=\(saved)"])
    let compared = folder.perform(["compare", saved, saved, "--metric", formula])
    #expect(compared.code == 64 && compared.diagnostics.contains("add --qoe '\(formula)'"), "\(compared)")
  }

  @Test(
    "headings of columns are names of metrics",
    arguments: [
      (["run", "--policy", "auto", "--metric"], "stalls/h"), (["run", "--policy", "auto", "--sort"], "REBUFFER %"),
      (["compare", "auto", "bola", "--metric"], "waste MB/h"),
      (["compare", "auto", "bola", "--margin"], "waste %=1pp"),
      (["tune", "--policy", "auto", "--min", "5s,8s", "--max", "20s", "--held-out", "0", "--goal"], "rebuffer %"),
      (["tune", "--policy", "auto", "--min", "5s,8s", "--max", "20s", "--held-out", "0", "--constraint"], "p95 s<=9s"),
    ])
  func headings(words: [String], heading: String) throws {
    let folder = try CommandFolder()
    let positionals = words[0] == "compare" ? 3 : 1
    let result = folder.perform(words.prefix(positionals) + folder.inputs + words.dropFirst(positionals) + [heading])
    #expect([0, 3].contains(result.code), "\(result)")
  }

  @Test("a number alone is no range of seeds")
  func seeds() throws {
    let folder = try CommandFolder()
    let words = ["sweep", "--policy", "auto", "-o", folder.path("s")] + folder.inputs + ["--seeds"]
    for (text, allowed) in [
      ("10", "1..10 for 10 seeds, 10..10 for seed 10"), ("1", "1..1 for 1 seed"),
      ("1-10", "FIRST..LAST such as 1..1000"),
    ] {
      let result = folder.perform(words + [text])
      #expect(result.code == 64 && result.diagnostics.contains("found \(text), expected \(allowed)"), "\(result)")
    }
  }

  @Test(
    "configurations whose sessions are the same are named, others are not",
    arguments: [(["static(30s)", "static(40s)", "static(4s)"], true), (["static(30s)", "static(4s)"], false)])
  func equal(buffers: [String], isNamed: Bool) throws {
    let folder = try CommandFolder()
    // 4 MB hold less than 30 s.
    let words = ["--policy", "fixed:2", "--viewer", "leave(20s)"] + folder.inputs + ["--buffer"]
    let run = folder.perform(["run"] + words + buffers.map { "\($0)+bytes(4MB)" })
    let note =
      "fixed:2 static(30s)+bytes(4MB) and fixed:2 static(40s)+bytes(4MB) have equal values of every metric in all 3 sessions"
    #expect(run.code == 0)
    #expect(
      run.diagnostics.contains(note.replacing("fixed:2 ", with: "")) == isNamed
        && run.diagnostics.contains("have equal values") == isNamed, "\(run.diagnostics)")
    let compared = folder.perform(
      ["compare", "fixed:2", "fixed:2"] + words.dropFirst(2) + buffers.prefix(2).map { "\($0)+bytes(4MB)" })
    #expect(compared.code == 0 && compared.diagnostics.contains("have equal values") == isNamed, "\(compared)")
  }

  @Test(
    "what Brightcove's documentation says of AVPlayer is said of players on AVPlayer alone",
    arguments: [("media3", false), ("lab", false), ("brightcove", true)])
  func growth(player: String, isWarned: Bool) throws {
    let folder = try CommandFolder()
    let words = ["--player", player, "--min", "10s", "--max", "300s"] + folder.inputs
    let result = folder.perform(["run"] + words)
    #expect(result.code == 0 && result.diagnostics.contains("Brightcove") == isWarned, "\(result.diagnostics)")
  }

  @Test(
    "a path of traces that leads nowhere is answered with the bundled ones",
    arguments: [
      ("Traces/generated", "Traces/generated?"), ("3g", "Traces/generated/generated-3g-commute?"),
      ("lumos-4g", "lumos-4g?"),
      ("nothing.csv", nil),
    ])
  func bundled(path: String, expected: String?) throws {
    let command = EmbeddedCommand(bundledData: "\(SharedData.package)/Traces")
    let code = command.perform([
      "run", "--policy", "auto", "--traces", path == "Traces/generated" ? "none/\(path)" : path,
    ])
    #expect(code == 5, "\(command.diagnostics)")
    #expect(command.diagnostics.contains("did you mean the bundled") == (expected != nil), "\(command.diagnostics)")
    if let expected { #expect(command.diagnostics.contains(expected), "\(command.diagnostics)") }
  }

  @Test(
    "words that cannot be read are answered with words that can",
    arguments: [
      (["run", "--policy", "bola,mpc"], "found ,mpc, expected a blank in place of the comma between specs"),
      (["run", "--policy", "auto", "--viewer", "mix(leave(8s),watch)"], "the file of an audience, FILE.toml"),
      (["run", "--policy", "auto", "-o", "x"], "write --export json=FILE"),
      (["run", "--policy", "auto", "-b", "x"], "write --baseline"),
      (["run", "--policy", "auto", "--html=x"], "write --export html=FILE"),
      (["check", "--baseline", "x", "--junit", "x"], "write --export junit=FILE"),
      (["run", "--policy", "auto", "--junit", "x"], "'abrlab run'; abrlab check has --export junit=FILE"),
      (["run", "--policy", "auto", "--gate", "x"], "'abrlab run'; abrlab check has --gate"),
      (["tune", "--policy", "auto", "--min", "5s,8s", "--viewer", "watch", "leave(8s)"], "the file of an audience"),
    ])
  func words(words: [String], expected: String) throws {
    let folder = try CommandFolder()
    let result = folder.perform([words[0]] + folder.inputs + words.dropFirst())
    #expect(result.code == 64 && result.diagnostics.contains(expected), "\(result)")
  }

  @Test("a command that stands below another one is answered with where it is, also by help", arguments: [false, true])
  func nestedCommands(isHelp: Bool) throws {
    let program = ProgramSpec.program
    let parser = CommandLineParser(program: program, version: "0")
    let nested = CompletionTable.commands(of: program).filter { $0.path.count > 1 }
    for (path, _) in nested where program.command(at: path.suffix(1)) == nil {
      let error = #expect(throws: UsageError.self) { try parser.parse((isHelp ? ["help"] : []) + path.suffix(1)) }
      let lines = error?.message.firstMatch(of: /unknown command of 'abrlab'; write (.*)$/)?.1 ?? ""
      let own = "abrlab \(isHelp ? "help " : "")\(path.joined(separator: " "))"
      let all = lines.replacing(" or ", with: ", ").split(separator: ", ").map(String.init)
      #expect(all.contains(own), "\(error?.message ?? "")")
      for line in all where isHelp {
        let words = line.split(separator: " ").dropFirst().map(String.init)
        guard case .text(let text) = try parser.parse(words) else { continue }
        #expect(text.contains("abrlab \(words.dropFirst().joined(separator: " "))"), "\(line)")
      }
    }
    #expect(nested.contains { $0.path == ["player", "fingerprint"] })
  }

  @Test("an option of another command, or of another tool, is answered with what there is")
  func otherCommands() throws {
    let program = ProgramSpec.program
    let parser = CommandLineParser(program: program, version: "0")
    let commands = CompletionTable.commands(of: program).filter { $0.command.subcommands.isEmpty }
    let names = Set(
      commands.flatMap { $0.command.options.flatMap { [$0.name, $0.short].compactMap(\.self) } }
        + RelatedOption.table.keys
    ).filter { $0.hasPrefix("-") }
    /// Whether a command has what a message says: an option, and of exports a format.
    func has(_ path: some Sequence<String>, _ text: String) throws -> Bool {
      let command = try #require(program.command(at: path))
      let words = text.split(separator: " ").map(String.init)
      guard let option = command.option(words[0]), words[0] == "--export", words.count > 1 else {
        return command.option(words[0]) != nil
      }
      let values = [option.name: [words[1].replacing("FILE", with: "none")]]
      return (try? ExportFile.openAll(ParsedArguments(path: Array(path), command: command, values: values))) != nil
    }
    var counts = [0, 0, 0, 0]
    for (path, command) in commands {
      for name in names where command.option(name) == nil && !["-h", "--help"].contains(name) {
        let line = "\(path.joined(separator: " ")) \(name)"
        let error = #expect(throws: UsageError.self) { try parser.parse(path + [name]) }
        guard let message = error?.message else { continue }
        if let match = message.firstMatch(of: /; (abrlab .*?) (?:has|have) (\S.*)$/) {
          counts[0] += 1
          for holder in match.1.replacing(" and ", with: ", ").split(separator: ", ") {
            #expect(
              try has(holder.split(separator: " ").dropFirst().map(String.init), String(match.2)), "\(line): \(message)"
            )
          }
        } else if let match = message.firstMatch(of: /; write (-.*)$/) {
          counts[1] += 1
          #expect(try has(path, String(match.1)), "\(line): \(message)")
        } else if let match = message.firstMatch(of: /; write (\S+) without an option/) {
          counts[2] += 1
          #expect(command.option(String(match.1))?.kind == .positional, "\(line): \(message)")
        } else if let match = message.firstMatch(of: /(?:; did you mean|is called) (\S+?)(?:\?| now)$/) {
          counts[3] += 1
          #expect(try has(path, String(match.1)), "\(line): \(message)")
        } else {
          Issue.record("\(line): \(message)")
        }
      }
    }
    #expect(counts[0] > 2000 && counts[1] > 100 && counts[2] > 5, "\(counts)")
  }

  @Test("names of policies are read in any case")
  func capitals() throws {
    let folder = try CommandFolder()
    let words = ["run"] + folder.inputs + ["--policy"]
    #expect(folder.perform(words + ["BOLA"]).output == folder.perform(words + ["bola"]).output)
  }

  @Test("of videos with the same name and ladder a comparison says what differs")
  func videos() throws {
    let folder = try CommandFolder([
      "scored.json": Self.scored(), "larger.json": Self.scored([300_000, 750_000]),
      "unscored.json": Self.scored(vmaf: nil),
    ])
    for name in ["scored", "larger", "unscored"] {
      let words = ["run", "--policy", "auto", "--traces", folder.path("links"), "--video", folder.path("\(name).json")]
      #expect(folder.perform(words + ["--export", "json=\(folder.path("run-\(name).json"))"]).code == 0)
    }
    for (name, words) in [
      ("larger", "the videos differ: film with sizes or scores of digest "),
      ("unscored", "the videos differ: film with VMAF scores in the reference, film with no scores in the candidate"),
    ] {
      let result = folder.perform(["compare", folder.path("run-scored.json"), folder.path("run-\(name).json")])
      #expect(result.code == 0 && result.diagnostics.contains(words), "\(result)")
    }
  }

  @Test("a hint of check does not repeat what was given, and another number of videos is no change that is allowed")
  func numberOfVideos() throws {
    let folder = try CommandFolder(["second.json": Self.scored()])
    let (base, first, second) = (folder.path("base.json"), folder.path("movie.json"), folder.path("second.json"))
    let words = ["--policy", "auto", "--traces", folder.path("links"), "--video"]
    #expect(folder.perform(["baseline", "save", base] + words + [first]).code == 0)
    func check(_ videos: [String], _ more: [String] = []) -> (code: Int32, output: String, diagnostics: String) {
      folder.perform(
        ["check", "--baseline", base, "--gate", "rebuffer_ratio<=99pp"] + words + videos + more)
    }
    for more in [[], ["--allow-change", "video"]] {
      let result = check([first, second], more)
      #expect(
        result.code == 5 && !result.diagnostics.contains("--allow-change")
          && result.diagnostics.contains("the number of videos differs: 1 in the reference (movie), 2 in the candidate"),
        "\(result)")
    }
    let other = check([second])
    let hint =
      "hint:  --allow-change video (in a file allow-change = \"video\") judges the change; abrlab baseline save"
    #expect(other.code == 5 && other.diagnostics.contains(hint), "\(other)")
    #expect(check([second], ["--allow-change", "video"]).code == 0)
  }

  @Test("another player may have other parts, and no other viewer, rate or network")
  func anotherPlayer() throws {
    let folder = try CommandFolder()
    let base = folder.path("base.json")
    #expect(folder.perform(["baseline", "save", base, "--player", "hls.js"] + folder.inputs).code == 0)
    func check(_ more: [String]) -> (code: Int32, output: String, diagnostics: String) {
      folder.perform(
        ["check", "--baseline", base, "--gate", "rebuffer_ratio<=99pp"] + folder.inputs + more)
    }
    let allowed = ["--player", "dash.js", "--allow-change", "player"]
    let (other, parts) = (check(allowed), ["--connections", "h3", "--stream", "none", "--timeout", "after(9s)"])
    #expect(other.code == 0 && check(allowed + parts).code == 0, "\(other)")
    let refused = [
      ("viewer", "leave(20s)"), ("rate", "0.5"), ("dns-lookup", "1s"), ("payload-fraction", "0.5"),
      ("path-queue", "9kB"), ("retransmission-timeouts", "1min"), ("response-header", "1kB"),
      ("startup-overhead", "20kB"),
    ]
    for (key, value) in refused {
      let result = check(allowed + ["--\(key)", value])
      #expect(result.code == 5 && result.diagnostics.contains("base.json: \(key) differs: "), "\(result)")
      #expect(!result.diagnostics.contains("--allow-change"), "\(result)")
    }
    let connections = check(["--player", "hls.js", "--connections", "h1"])
    #expect(connections.code == 5 && connections.diagnostics.contains("--allow-change player"), "\(connections)")
  }

  @Test("a header that no server sends is refused")
  func header() throws {
    let folder = try CommandFolder()
    func run(_ header: String) -> (code: Int32, output: String, diagnostics: String) {
      folder.perform(["run"] + folder.inputs + ["--policy", "bola", "--response-header", header])
    }
    #expect(run("1MB").code == 0)
    let refused = run("1TB")
    #expect(refused.code == 64, "\(refused)")
    #expect(
      refused.diagnostics.hasPrefix("error: --response-header is too large; allowed: 1MB or less\n"), "\(refused)")
  }

  @Test("an unknown key of a player's configuration is a warning, and a file without any known one is refused")
  func unknownKeys() throws {
    let folder = try CommandFolder([
      "typo.js": "new Hls({ maxBufferLenght: 60, enableWorker: true });\n",
      "bad.js": "new Hls({ maxBufferLenght: 60 });\n",
    ])
    let saved = folder.path("baseline.json")
    for words in [
      ["run"], ["baseline", "save", saved], ["tune", "--vary", "maxBufferLength=9,12", "--held-out", "0"],
    ] {
      let words = words + folder.inputs + ["-q", "--player", "hls.js", "--player-config"]
      let typo = folder.perform(words + [folder.path("typo.js")])
      #expect(typo.diagnostics.contains("warning: \(folder.path("typo.js")):1: hls.js 1.7.1 has no option"), "\(typo)")
      let bad = folder.perform(words + [folder.path("bad.js")])
      let message = "bad.js:1: configuration: found no option of hls.js 1.7.1; did you mean maxBufferLength?"
      #expect(bad.code == 64 && bad.diagnostics.contains(message), "\(bad)")
    }
  }

  @Test("code for Media3 says what its own number of bytes is")
  func bytes() throws {
    let folder = try CommandFolder(["Player.kt": Self.control])
    let words = ["player", "show", "media3", "--code", "--player-config", folder.path("Player.kt")]
    let code = folder.perform(words)
    let line = ".setTargetBufferBytes(144_310_272) // what C.LENGTH_UNSET, the default, gives video with audio\n"
    #expect(code.code == 0 && code.output.contains(line), "\(code)")
    let other = folder.perform(["player", "show", "media3(targetBufferBytes=9000000)", "--code"])
    #expect(other.output.contains(".setTargetBufferBytes(9_000_000)\n"), "\(other)")
    #expect(other.diagnostics.contains("and may stop loading under minBufferMs."))
    let time = "media3(targetBufferBytes=9000000,prioritizeTimeOverSizeThresholds=true)"
    #expect(!folder.perform(["player", "show", time, "--code"]).diagnostics.contains("may stop loading"))
  }

  @Test("Media3's player is built with its bandwidth meter and track selection")
  func components() throws {
    let spec = "media3(initialBitrateEstimate=2000000,bandwidthFraction=0.8)"
    let code = try CommandFolder().perform(["player", "show", spec, "--code"]).output
    let lines = """
      val trackSelection = AdaptiveTrackSelection.Factory(10000, 25000, 25000, 0.8f)
      val bandwidthMeter = DefaultBandwidthMeter.Builder(context).setInitialBitrateEstimate(2000000).build() // bit/s
      val player = ExoPlayer.Builder(context)
          .setLoadControl(loadControl)
          .setTrackSelector(DefaultTrackSelector(context, trackSelection))
          .setBandwidthMeter(bandwidthMeter)
          .build()

      """
    #expect(code.contains(lines + "\n"), "\(code)")
    let limit = try CommandFolder().perform(["player", "show", "media3(maxVideoBitrate=2147483648)"])
    #expect(limit.code == 64 && limit.diagnostics.contains("0 to 2147483647"))
  }
}
