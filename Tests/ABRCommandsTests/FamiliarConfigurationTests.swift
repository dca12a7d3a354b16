import ABRInput
import ABRPlayers
import ABRTestSupport
import Testing

/// A player's own configuration is read and written as people have it.
@Suite("Familiar configurations")
struct FamiliarConfigurationTests {
  @Test(
    "code of a player says of each option whether it is in it",
    arguments: [
      ("hls.js(abrBandWidthFactor=0.8)", "//   abrBandWidthFactor: 0.8\n"),
      ("hls.js(maxBufferLength=60)", "//   maxBufferLength: 60\n"),
      ("hls.js", "//   maxBufferLength: 30, the default\n"), ("hls.js", "//   startLevel: not set"),
      ("apsara(scene=short-video)", "//   maxBufferDuration: not in force"),
    ])
  func code(player: String, expected: String) throws {
    let result = try CommandFolder().perform(["player", "show", player, "--code"])
    #expect(result.code == 0 && result.output.contains(expected), "\(result.output)")
  }

  @Test(
    "what options of Brightcove's need and what applies them stand once, around them",
    arguments: [
      ("brightcove(method=none)", ["[kBCOVBufferOptimizerMethodKey] = BCOVBufferOptimizerMethod.none.rawValue"]),
      (
        "brightcove(min=10s,method=none)",
        [
          "[kBCOVBufferOptimizerMinimumDurationKey] = 10",
          "[kBCOVBufferOptimizerMethodKey] = BCOVBufferOptimizerMethod.none.rawValue",
        ]
      ),
    ])
  func codeOfController(player: String, options: [String]) throws {
    let code = try CommandFolder().perform(["player", "show", player, "--code"]).output
    let lines =
      ["var options = playbackController.options ?? [:]"] + options.map { "options" + $0 }
      + ["playbackController.options = options", "", ""]
    #expect(code.hasPrefix(lines.joined(separator: "\n")), "\(code)")
  }

  @Test(
    "a player's code, read again, is the same player", arguments: KnownPlayer.withConfiguration,
    0..<Seeds.rounds(of: 60))
  func codeReadAgain(name: String, seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "\(name) options")
    let share = random.uniform()
    var (spec, given) = (name, [String]())
    for option in try Player(parsing: name).known.options where random.uniform() < share {
      let value =
        switch option.parameter.kind {
        case .integer(let range): "\(range.lowerBound + random.integer(below: min(range.count, 1_000_000_000)))"
        case .number(let range): "\(max(range.lowerBound, Double(1 + random.integer(below: 900)) / 100))"
        case .choice(let words): words[random.integer(below: words.count)]
        case .duration: "\(Double(100 + random.integer(below: 9000)) / 100)s"
        case .resolution: "\(1 + random.integer(below: 4000))x\(1 + random.integer(below: 2000))"
        default: "\(Double(1 + random.integer(below: 900)) / 100)"
        }
      let more = given + ["\(option.parameter.key)=\(value)"]
      let text = "\(name)(\(more.joined(separator: ",")))"
      // Levels that contradict each other are refused.
      if (try? Player(parsing: text)) != nil { (spec, given) = (text, more) }
    }
    let written = try CommandFolder().perform(["player", "show", spec, "--code"])
    #expect(written.code == 0, "\(written.diagnostics)")
    let configuration = try PlayerConfiguration(reading: written.output, file: "team.js")
    let player = try Player(parsing: name).configured(by: configuration, file: "team.js").player
    let expected = try Player(parsing: spec)
    // Code that sets a level to its default names it in the parts, and changes nothing.
    for part in PlayerPart.allCases where part != .buffer && part != .preload {
      #expect(player.parts[part] == expected.parts[part], "\(spec)\n\(written.output)")
    }
    #expect("\(player.buffer)" == "\(expected.buffer)", "\(spec)\n\(written.output)")
    #expect(player.preload.settings == expected.preload.settings, "\(spec)\n\(written.output)")
    for (key, value) in expected.options where given.contains("\(key)=\(value)") {
      #expect(player.options[key] == value, "\(written.output)")
    }
    #expect(player.configuration?.notes == [], "\(written.output)")
    #expect(player.configuration?.warnings == [])
  }

  @Test("two configurations of a player are answered with the words that play both")
  func twoConfigurations() throws {
    let folder = try CommandFolder([
      "hls30.js": "new Hls({ maxBufferLength: 8 });\n", "hls60.js": "new Hls({ maxBufferLength: 16 });\n",
    ])
    let files = ["hls30.js", "hls60.js"].map(folder.path)
    let words = ["run", "-q"] + folder.inputs
    let given = words + ["--player", "hls.js", "--player-config"]
    for given in [given + files, given + [files[0], "--player-config", files[1]]] {
      let result = folder.perform(given)
      #expect(result.code == 64 && result.diagnostics.contains("found 2 files, expected one"), "\(result)")
      let hint = "hint:  --player 'hls.js(config=\(files[0]))' 'hls.js(config=\(files[1]))'\n"
      #expect(result.diagnostics.contains(hint), "\(result)")
    }
    let both = folder.perform(words + ["--player"] + files.map { "hls.js(config=\($0))" })
    let spelledOut = folder.perform(words + ["--player", "hls.js(maxBufferLength=8)", "hls.js(maxBufferLength=16)"])
    #expect(both.code == 0 && both.output == spelledOut.output, "\(both)")
  }

  @Test("config= is the configuration of one player, wherever one is named")
  func configurationAmongOptions() throws {
    let folder = try CommandFolder([
      "team.js": "new Hls({ maxBufferLength: 8, enableWorker: true });\n",
      "wrong.js": "new Hls({ maxBufferLength: '8' });\n",
    ])
    let (own, spelledOut) = (
      "hls.js(config=\(folder.path("team.js")),abrBandWidthFactor=0.9)",
      "hls.js(maxBufferLength=8,abrBandWidthFactor=0.9)"
    )
    func plays(_ words: [String], _ more: [String] = []) {
      let (file, options) = (folder.perform(words + [own] + more), folder.perform(words + [spelledOut] + more))
      #expect(file.code == 0 && file.output == options.output, "\(words): \(file)")
      #expect(file.diagnostics.contains("without effect here: enableWorker"), "\(words): \(file)")
    }
    plays(["run"] + folder.inputs + ["--player"])
    plays(["run"] + folder.inputs + ["--player", "media3"])
    plays(["compare", "hls.js"], folder.inputs)
    plays(["player", "show"])
    plays(["player", "fingerprint"] + folder.inputs.suffix(2))
    plays(["explain", folder.path("links/a.csv"), "--player", "hls.js"] + folder.inputs.suffix(2) + ["--against"])
    let named = folder.perform(["run"] + folder.inputs + ["--player", "hls.js", own, "--name", "TEAM=\(own)"])
    #expect(named.code == 0 && named.output.contains("\nTEAM "), "\(named)")

    let other = ["--player-config", folder.path("team.js")]
    let rest = folder.perform(["run"] + folder.inputs + ["--player", own, "hls.js"] + other)
    #expect(
      rest.code == 0
        && rest.output
          == folder.perform(["run"] + folder.inputs + ["--player", spelledOut, "hls.js(maxBufferLength=8)"]).output,
      "\(rest)")
    let idle = folder.perform(["run"] + folder.inputs + ["--player", own] + other)
    #expect(idle.code == 64 && idle.diagnostics.contains("every --player has a configuration of its own"), "\(idle)")
    for (file, message) in [
      ("wrong.js", "wrong.js:1: maxBufferLength: found "), ("none.js", "none.js: cannot be read: "),
    ] {
      for words in [["run", "--player"], ["compare", "hls.js"]] {
        let result = folder.perform(words + ["hls.js(config=\(folder.path(file)))"] + folder.inputs)
        #expect(result.code != 0 && result.diagnostics.contains(message), "\(words): \(result)")
      }
    }
    let twice = folder.perform(["run", "--player", "hls.js(config=a.js,config=b.js)"] + folder.inputs)
    #expect(twice.code == 64 && twice.diagnostics.contains("hls.js config: found two values"), "\(twice)")
  }

  @Test("a player's configuration is played, and what does not act is named")
  func playerConfiguration() throws {
    let folder = try CommandFolder([
      "team.js": "const hls = new Hls({ maxBufferLength: 12, enableWorker: true, maxBufferLenght: 9 });\n",
      "wrong.json": "{\n  \"maxBufferLength\": \"12\"\n}\n",
    ])
    let words = ["run"] + folder.inputs + ["--player"]
    let file = ["--player-config", folder.path("team.js")]
    let played = folder.perform(words + ["hls.js"] + file)
    #expect(played.code == 0 && played.output == folder.perform(words + ["hls.js(maxBufferLength=12)"]).output)
    for note in [
      "without effect here: enableWorker",
      "team.js:1: hls.js 1.7.1 has no option maxBufferLenght and ignores it; did you",
    ] {
      #expect(played.diagnostics.contains(note), "\(played.diagnostics)")
    }
    let shown = folder.perform(["player", "show", "hls.js"] + file)
    #expect(shown.code == 0 && shown.output == folder.perform(["player", "show", "hls.js(maxBufferLength=12)"]).output)
    #expect(shown.diagnostics.contains("without effect here: enableWorker"), "\(shown.diagnostics)")
    let fingerprint = ["player", "fingerprint"] + folder.inputs.suffix(2)
    let own = folder.perform(fingerprint + ["hls.js"] + file)
    #expect(own.code == 0 && own.output == folder.perform(fingerprint + ["hls.js(maxBufferLength=12)"]).output)
    #expect(own.diagnostics.contains("without effect here: enableWorker"), "\(own.diagnostics)")
    let missing = folder.perform(["player", "show", "hls.js", "--player-config", folder.path("none.js")])
    #expect(missing.code == 5 && missing.diagnostics.contains("none.js"), "\(missing)")
    let wrong = folder.perform(words + ["hls.js", "--player-config", folder.path("wrong.json")])
    #expect(
      wrong.code != 0 && wrong.diagnostics.contains("wrong.json:2: maxBufferLength: found \"12\", expected a number"))
    let other = folder.perform(words + ["lab"] + file)
    #expect(
      other.code != 0 && other.diagnostics.contains("a player whose configuration is read: hls.js, dash.js, shaka"))
    let idle = folder.perform(words + ["shaka(defaultBandwidthEstimate=3000000)", "shaka"])
    let note = "shaka: defaultBandwidthEstimate acts only with useNetworkInformation=false"
    #expect(idle.diagnostics.split(separator: "\n").count { $0.contains(note) } == 1, "\(idle.diagnostics)")
  }
}
