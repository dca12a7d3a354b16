import ABRPlayback
import ABRPolicies
import ABRTestSupport
import Testing

@testable import ABRPlayers

@Suite struct PlayerConfigurationTests {
  private static func player(_ text: String, spec: String = "hls.js") throws -> (player: Player, notes: [String]) {
    let read = try Player(parsing: spec).configured(
      by: PlayerConfiguration(reading: text, file: "team.js"), file: "team.js")
    let configuration = try #require(read.player.configuration)
    return (read.player, configuration.warnings + configuration.notes)
  }

  @Test(
    "a configuration is read as teams have it",
    arguments: [
      #"{"maxBufferLength": 60, "startLevel": -1}"#,
      "{ maxBufferLength: 60, startLevel: -1, }",
      "const hls = new Hls({\n  maxBufferLength: 60, // seconds\n  startLevel: -1\n});\nhls.loadSource(url);",
      "module.exports = { player: { hls: { maxBufferLength: 6 * 10, xhrSetup(xhr) { xhr.a = { b: 1 }; }, startLevel: -1 } } };",
      "hls.config.maxBufferLength = 60;\nhls.startLevel = -1",
      "/* { maxBufferLength: 9 } */ let config = { 'maxBufferLength': 6e1, startLevel: -1, loader: class { x = 3; } };",
      "const config = { licenceUrl: url.replace(/[{/]\\/{2}}/g, ''), maxBufferHole: 1 / 2, maxBufferLength: 60, startLevel: -1 };",
      "{ fetchSetup: /{/, maxBufferLength: 60, cmcd: [/\\}\\//i, /[/}]/], startLevel: -1 }",
      "new Hls({ debug, maxBufferLength: 60, startLevel: -1 });",
      "new Hls({ async xhrSetup(xhr) { xhr.a = [1, 2]; }, maxBufferLength: 60, enableWorker, startLevel: -1 });",
      "export default { hls: { get debug() { return on; }, maxBufferLength: 60, startLevel: -1 } };",
      #"new Hls({ ["maxBufferLength"]: 60, ['startLevel']: -1 });"#,
      "const maxBufferLength = 60;\nnew Hls({ startLevel: -1, maxBufferLength });",
      "const player = ({ maxBufferLength, debug }) => new Hls({ maxBufferLength: 60, startLevel: -1 });",
      "function play({ debug, startLevel }, url) { const { maxBufferLength, level } = {}; hls.startLevel = -1; hls.config.maxBufferLength = 60 }",
      "class Hls extends Base { maxBufferLength(a) { return a; } }\nimport { startLevel, a } from 'b';\n({ maxBufferLength: 60, startLevel: -1 })",
      "config = { maxBufferLength: 60, startLevel: -1 }; ({ maxBufferLength, level } = state);",
      "new Hls({ label: 'it\\'s {', match(url) { return /[{]/.test(url); }, maxBufferLength: 60, startLevel: -1 });",
      "val config = Config()\nconfig.maxBufferLength = 60f\nconfig.startLevel = -1",
      "new Hls({ maxBufferLength: 60, startLevel: -1 }); log('maxBufferLength', 5);",
      "let x = 60; new Hls({ maxBufferLength: x, startLevel: -1 }); x += 45; x++;",
      "let n = 0; n++\nlet x = 60;\nif (n >= x || n <= x) { new Hls({ maxBufferLength: x - -5 + -5, startLevel: -1 }) }",
      "/* all in src/* */ const all = '**/*.js', c = { maxBufferLength: 60, startLevel: -1 }; /* a */",
      "/* old: /* maxBufferLength */ = 9 */\nval config = Config()\nconfig.maxBufferLength = 60\nconfig.startLevel = -1",
      "val a = \"\"\"\n { maxBufferLength: 9 } \\\"\"\" \"b\" c\"\"\"\"\nconfig.maxBufferLength = 60\nconfig.startLevel = -1",
      "var config = Object.assign({}, base, { maxBufferLength: 60.0, startLevel: -1, maxBufferSize: undefined });",
    ])
  func forms(text: String) throws {
    let result = try Self.player(text)
    #expect(result.player.spec == "hls.js(maxBufferLength=60,startLevel=-1)")
    #expect(result.player.parts[.initial] == "by-rule")
  }

  @Test(
    "settings within objects are found by their names, with or without the objects around them",
    arguments: [
      ("shaka", "player.configure({ streaming: { bufferingGoal: 20 }, abr: { switchInterval: 4 } });"),
      ("shaka", "player.configure('streaming.bufferingGoal', 20);\nplayer.configure(\"abr.switchInterval\", 4);"),
      (
        "shaka", "player.configure('abr', { switchInterval: 4 }); player.configure('streaming', { bufferingGoal: 20 });"
      ),
      ("shaka", #"{"streaming": {"bufferingGoal": 20}, "abr": {"switchInterval": 4}}"#),
      ("dash.js", "player.updateSettings({ streaming: { buffer: { bufferTimeDefault: 20 } } });"),
      ("dash.js", "const app = { dash: { streaming: { buffer: { ...base, bufferTimeDefault: 20 } } } };"),
    ])
  func nested(spec: String, text: String) throws {
    let result = try Self.player(text, spec: spec)
    #expect(
      result.player.spec
        == (spec == "shaka" ? "shaka(bufferingGoal=20,switchInterval=4)" : "dash.js(bufferTimeDefault=20)"))
    #expect(
      result.notes == (text.contains("...") ? ["team.js:1: ...base is not read; write what it holds in its place"] : [])
    )
  }

  @Test(
    "what the player would not take from where it is written is not played, and what is written twice is said",
    arguments: [
      (
        "shaka", "player.configure({ bufferingGoal: 30 });", "shaka",
        "has no option bufferingGoal and ignores it; it is streaming.buffer"
      ),
      (
        "shaka", "{ abr: { bufferingGoal: 30 } }", "shaka",
        "has no option abr.bufferingGoal and ignores it; it is streaming.buffer"
      ),
      ("shaka", "player.configure('streaming', tuned);", "shaka", "team.js:1: streaming is not read; write what it"),
      (
        "shaka", "player.configure({ abr: { enabled }, streaming: { bufferingGoal: 20 } });", "shaka(bufferingGoal=20)",
        "without effect here: abr.enabled"
      ),
      (
        "dash.js", "{ streaming: { abr: { bandwidthSafetyFactor: 0.8 } } }", "dash.js",
        "it is streaming.abr.throughput.bandwidthSafetyFactor"
      ),
      (
        "hls.js", "{ ...(lowEnd ? { maxBufferLength: 5 } : {}), startLevel: 1 }", "hls.js(startLevel=1)",
        "team.js:1: ...(…) is not read; write what it holds in its place"
      ),
      ("hls.js", "f({ [key]: 60, startLevel: 1 })", "hls.js(startLevel=1)", "team.js:1: [key] is not read"),
      ("hls.js", "f({ [a.b]: 60, startLevel: 1 })", "hls.js(startLevel=1)", "team.js:1: […] is not read"),
      (
        "hls.js", "f({ debug, xhrSetup(x) {} })", "hls.js",
        "team.js: not simulated, without effect here: debug, xhrSetup"
      ),
      ("dash.js", "{ streaming: { bufferTimeDefault: 25 } }", "dash.js", "it is streaming.buffer.bufferTimeDefault"),
      ("hls.js", "{ drmSystems: { startLevel: 4 } }", "hls.js", "without effect here: drmSystems"),
      (
        "vhs", "videojs('v', { html5: { hls: { bandwidth: 9 }, vhs: { useNetworkInformationApi: true } } });",
        "vhs(useNetworkInformationApi=true)", "without effect here: hls"
      ),
      ("vhs", "videojs.Hls.GOAL_BUFFER_LENGTH = 45;", "vhs", "without effect here: Hls"),
      (
        "dash.js", "{ streaming: { abr: { rules: { bolaRule: { active: false }, l2ARule: { active: true } } } } }",
        "dash.js(bolaRule=false)", "without effect here: l2ARule"
      ),
      (
        "hls.js", "const vod = { maxBufferLength: 20 };\nconst live = { maxBufferLength: 5 };",
        "hls.js(maxBufferLength=5)", "team.js:2: maxBufferLength is on line 1, too; the last value counts"
      ),
      (
        "hls.js", "new Hls({ ...base, maxBufferLength: 5 });", "hls.js(maxBufferLength=5)",
        "team.js:1: ...base is not read"
      ),
    ])
  func misplaced(spec: String, text: String, expected: String, note: String) throws {
    let result = try Self.player(text, spec: spec)
    #expect(result.player.spec == expected)
    #expect(result.notes.count == 1 && result.notes[0].contains(note), "\(result.notes)")
  }

  @Test(
    "the players' own words for an option that is not set or has no limit are read, and of two limits the lower one holds",
    arguments: [
      (
        "dash.js", "{ streaming: { buffer: { initialBufferLevel: NaN }, abr: { maxBitrate: { video: -1 } } } }",
        "dash.js"
      ),
      ("dash.js", "{ streaming: { abr: { maxBitrate: { video: NaN } } } }", "dash.js"),
      (
        "hls.js", "new Hls({ maxMaxBufferLength: Infinity, maxBufferSize: Infinity });",
        "hls.js(maxMaxBufferLength=86400,maxBufferSize=1000000000000)"
      ),
      ("shaka", "{ streaming: { bufferingGoal: Infinity } }", "shaka(bufferingGoal=86400)"),
      (
        "media3", "b.setBufferDurationsMs(9000, Integer.MAX_VALUE, 1000, 2000)",
        "media3(minBufferMs=9000,maxBufferMs=86400000,bufferForPlaybackAfterRebufferMs=2000,bufferForPlaybackMs=1000)"
      ),
      ("brightcove", "options[kBCOVBufferOptimizerMaximumDurationKey] = Double.infinity", "brightcove(max=86400s)"),
      ("shaka", "{ abr: { restrictions: { maxBandwidth: Infinity, maxPixels: Infinity } } }", "shaka"),
      (
        "shaka", "{ abr: { restrictions: { maxBandwidth: 2000000 } }, restrictions: { maxBandwidth: 5000000 } }",
        "shaka(maxBandwidth=2000000)"
      ),
      (
        "shaka", "{ abr: { restrictions: { maxHeight: 720, maxWidth: Infinity } }, restrictions: { maxHeight: 1080 } }",
        "shaka(maxHeight=720)"
      ),
    ])
  func unset(spec: String, text: String, expected: String) throws {
    let result = try Self.player(text, spec: spec)
    #expect(result.player.spec == expected && result.notes.isEmpty, "\(result.notes)")
  }

  @Test(
    "dash.js's fast switch is the mode of its switches",
    arguments: [("true", "overwrite"), ("false", "append"), ("null", "overwrite")])
  func fastSwitch(value: String, mode: String) throws {
    for text in [
      "player.updateSettings({ streaming: { buffer: { fastSwitchEnabled: \(value) } } });",
      "settings.streaming.buffer.fastSwitchEnabled = \(value);",
    ] {
      let result = try Self.player(text, spec: "dash.js")
      #expect(result.player.parts[.switchMode] == mode && result.notes.isEmpty)
    }
  }

  @Test("a key that the lab does not play is one with the names around it, and stands for all that it holds")
  func nestedNotes() throws {
    let shaka = try Self.player(
      "{ abr: { enabled: true, swichInterval: 4 }, drm: { servers: { a: 1 } }, streaming: { liveSync: { enabled: true } } }",
      spec: "shaka")
    #expect(
      shaka.notes == [
        "team.js:1: shaka 5.2.7 has no option abr.swichInterval and ignores it; did you mean switchInterval?",
        "team.js: not simulated, without effect here: abr.enabled, drm, streaming.liveSync",
      ])
    let dash = try Self.player(
      "{ streaming: { abr: { minBitrate: { video: 300 }, maxBitrate: { video: 3000 } } } }", spec: "dash.js")
    #expect(dash.player.spec == "dash.js(maxBitrate=3000)")
    #expect(dash.notes == ["team.js: not simulated, without effect here: minBitrate.video"])
  }

  @Test(
    "Shaka Player's default estimate counts only where the browser's throughput is not used",
    arguments: [
      ("{ abr: { defaultBandwidthEstimate: 3000000 } }", "", true),
      ("{ abr: { useNetworkInformation: true, defaultBandwidthEstimate: 3000000 } }", "", true),
      ("{ abr: { useNetworkInformation: true } }", "", false),
      ("{ abr: { useNetworkInformation: false } }", "1M", false),
      ("{ abr: { defaultBandwidthEstimate: 1000000, useNetworkInformation: false } }", "1M", false),
      ("{ abr: { defaultBandwidthEstimate: 3000000, useNetworkInformation: false } }", "3M", false),
    ])
  func networkInformation(text: String, estimate: String, isNoted: Bool) throws {
    let result = try Self.player(text, spec: "shaka")
    let expected = try Player(parsing: "shaka")
      .changing(.policy, to: "shaka-abr(estimate=\(estimate.isEmpty ? "1450kbps" : estimate))")
    #expect(result.player.policy.canonical == expected.policy.canonical)
    let note = "shaka: defaultBandwidthEstimate acts only with useNetworkInformation=false"
    #expect(result.player.optionNotes == (isNoted ? [note] : []) && result.notes.isEmpty)
  }

  @Test(
    "attempts after errors are read at their places",
    arguments: [
      (
        "hls.js",
        "{ fragLoadPolicy: { default: { maxTimeToFirstByteMs: 8000, errorRetry: { maxNumRetry: 2, retryDelayMs: 500 }, "
          + "timeoutRetry: { maxNumRetry: 1 } } } }",
        RetrySettings(
          firstByteTimeout: 8, count: 1, counting: .always, fetchesRest: false, interval: 0.5, errorCount: 2,
          backoff: .double, longestDelay: 8)
      ),
      (
        "dash.js",
        "player.updateSettings({ streaming: { retryAttempts: { MediaSegment: 5, MPD: 9 }, "
          + "retryIntervals: { MediaSegment: 250 } } });",
        RetrySettings(
          timeout: 20, count: 5, delay: 0.25, counting: .always, fetchesRest: false, interval: 0.25, errorCount: 5)
      ),
      (
        "apsara", "config.networkRetryCount = 5; config.networkTimeout = 10000;",
        RetrySettings(timeout: 10, count: 5, windows: .eachRetry)
      ),
      (
        "shaka",
        "{ streaming: { retryParameters: { maxAttempts: 4, baseDelay: 200 } }, "
          + "manifest: { retryParameters: { maxAttempts: 9 } } }",
        RetrySettings(
          timeout: 5, firstByteTimeout: 10, count: 3, delay: 0.2, counting: .always, fetchesRest: false, interval: 0.2,
          errorCount: 3, countsErrorsPerRendition: true, backoff: .double)
      ),
    ])
  func retries(spec: String, text: String, settings: RetrySettings) throws {
    #expect(try Self.player(text, spec: spec).player.settings.retry == settings)
  }

  @Test("an option of the spec wins, the last value of a file counts")
  func precedence() throws {
    let text = "{ maxBufferLength: 60, maxMaxBufferLength: 90, maxBufferLength: 50 }"
    #expect(try Self.player(text).player.spec == "hls.js(maxBufferLength=50,maxMaxBufferLength=90)")
    let spec = "hls.js(maxMaxBufferLength=70)"
    #expect(try Self.player(text, spec: spec).player.spec == "hls.js(maxBufferLength=50,maxMaxBufferLength=70)")
  }

  @Test("levels that an app sets while it plays are listed as not played, and -1 leaves them to the rule")
  func properties() throws {
    let text = """
      const hls = new Hls({ maxBufferLength: 60 });
      hls.autoLevelCapping = 1;
      hls.on(Hls.Events.MANIFEST_PARSED, () => { hls.currentLevel = hls.levels.length - 1; hls.nextLevel = -1; });
      hls.startLevel = 2; player.currentTime = 3; currentLevel = 4;
      """
    let result = try Self.player(text)
    #expect(result.player.spec == "hls.js(maxBufferLength=60,startLevel=2)")
    #expect(result.notes == ["team.js: not simulated, without effect here: autoLevelCapping, currentLevel"])
  }

  @Test("keys that the lab does not play are listed once, unknown ones with the nearest and their line")
  func notes() throws {
    let text = """
      {
        enableWorker: true, fragLoadPolicy: { default: { maxLoadTimeMs: 9000 } }, enableWorker: false,
        maxBufferLenght: 60
      }
      """
    #expect(
      try Self.player(text).notes == [
        "team.js:3: hls.js 1.7.1 has no option maxBufferLenght and ignores it; did you mean maxBufferLength?",
        "team.js: not simulated, without effect here: enableWorker, fragLoadPolicy.default.maxLoadTimeMs",
      ])
  }

  @Test(
    "what is switched off is listed in every form, and a path as one key is answered with the objects to write",
    arguments: [
      (
        "dash.js",
        "settings.streaming.buffer.bufferTimeDefault = 12;\n"
          + "settings.streaming.abr.rules.l2ARule.active = true;", "not simulated, without effect here"
      ),
      (
        "dash.js",
        "{ streaming: { buffer: { bufferTimeDefault: 12 }, abr: { rules: { droppedFramesRule: { active: false } } } } }",
        "not simulated, without effect here"
      ),
      (
        "shaka", "player.configure({ streaming: { bufferingGoal: 60 } });\nplayer.configure({ 'abr.enabled': false });",
        "has no option abr.enabled and ignores it; write { abr: { enabled: … } }"
      ),
    ])
  func switchedOff(player: String, text: String, note: String) throws {
    let notes = try Self.player(text, spec: player).notes
    #expect(notes.count == 1 && notes[0].contains(note), "\(notes)")
  }

  @Test(
    "a wrong value is refused with its line and what the player allows",
    arguments: [
      ("{\n maxBufferLength: '60' }", "team.js:2: maxBufferLength: found \"60\", expected a number, 0 to 86400"),
      ("{ maxBufferLength: -1 }", "team.js:1: maxBufferLength: found -1, expected a number, 0 to 86400"),
      ("{ maxBufferLength: -Infinity }", "maxBufferLength: found -Infinity, expected a number"),
      ("{ maxBufferLength: NaN }", "maxBufferLength: found NaN, expected a number"),
      ("{ abrBandWidthFactor: Infinity }", "abrBandWidthFactor: found Infinity, expected a number"),
      ("{ maxBufferLength: true }", "maxBufferLength: found true, expected a number"),
      ("{ startLevel: 1.5 }", "startLevel: found 1.5, expected a whole number, -1 to 63"),
      ("{ maxBufferLength: limit(3) }", "maxBufferLength: found code, which is not run, expected a number"),
      ("f({ startLevel: 1,\n maxBufferLength })", "team.js:2: maxBufferLength: found code, which is not run"),
      ("f({ maxBufferLength, startLevel: 1 })", "maxBufferLength: found code, which is not run"),
      ("hls.config.maxBufferLength = seconds;", "maxBufferLength: found code, which is not run"),
      (
        "const c = { maxBufferLength: 30 };\nc.maxBufferLength *= 4; new Hls(c)",
        "team.js:2: maxBufferLength: found code, which is not run"
      ),
      (
        "c = { startLevel: 1 };\nc['maxBufferLength'] -= 4;", "team.js:2: maxBufferLength: found code, which is not run"
      ),
      ("hls.config.maxBufferLength ??= 30;", "maxBufferLength: found code, which is not run"),
      ("let x = 60;\nx += 45;\nnew Hls({ maxBufferLength: x });", "team.js:3: maxBufferLength: found code, which is"),
      ("let x = 60;\nx++\nnew Hls({ maxBufferLength: x });", "team.js:3: maxBufferLength: found code, which is not"),
      ("let x = 60;\n--x;\nnew Hls({ maxBufferLength: x });", "team.js:3: maxBufferLength: found code, which is not"),
      ("let maxBufferLength = 6; maxBufferLength <<= 1; new Hls({ maxBufferLength })", "maxBufferLength: found code"),
      ("{ maxBufferLength: 60,", "object: found the end of the text, expected }"),
      ("", "configuration: missing, expected JSON"), ("hello", "configuration: found no values, expected JSON"),
    ])
  func refused(text: String, message: String) {
    let error = #expect(throws: PlayerConfigurationError.self) { try Self.player(text) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test("no more than a hundred keys are named, however many and long they are", .timeLimit(.minutes(20)))
  func manyNotes() throws {
    let names = (0..<20_000).map { "k\($0): \($0)" }.joined(separator: ", ")
    let notes = try Self.player("{ maxBufferLength: 60, \(names) }").notes
    #expect(notes.count == 101 && notes[0].contains("has no option k0"))
    #expect(notes.last == "team.js: 19900 more of its keys and calls have no effect here")
    let long = String(repeating: "k", count: 100_000)
    let members = String(repeating: "b: f(), ", count: 20_000)
    let named = try Self.player("{ \(long): { maxBufferLength: 60, \(members) } }").notes
    #expect(named.count == 101 && named.allSatisfy { $0.utf8.count < 400 })
  }

  @Test(
    "a text of many slashes or of a long path takes no longer than others of its length", .timeLimit(.minutes(20)),
    arguments: [
      "a = \"(\";\n" + String(repeating: "(/[", count: Seeds.rounds(of: 60_000)),
      "player.configure('" + String(repeating: "a.", count: Seeds.rounds(of: 100_000)) + "a', {"
        + String(repeating: "b:1,", count: Seeds.rounds(of: 50_000)) + "});",
    ])
  func proportion(text: String) throws {
    _ = try? Self.player(text)
  }

  @Test("any text ends, and no depth of brackets is too much")
  func hostile() throws {
    let (many, most) = (Seeds.rounds(of: 50_000), Seeds.rounds(of: 100_000))
    for text in [
      "({a,", "({a(", "({[", "({[a", "({a b", "({...", "[{a,b}", "({a(){",
      String(repeating: "({a,", count: many), String(repeating: "({async ", count: many),
      "({" + String(repeating: "a ", count: most) + "})", "{a:/", "{a:/[", "{a:/\\", "/", "=/{/",
      String(repeating: "{a:", count: most), String(repeating: "[(", count: most), "{'", "{a:`", "{ \\ }", "a=",
      "a.b.=",
      "{a:1}}}}))", "{,,;:}", "{a:-}", "{a: 1 *}", "/*", "\u{0}{a\u{0}:1}",
    ] {
      _ = try? Self.player(text)
    }
  }
}
