import ABRMedia
import ABRPlayback
import ABRPlayerCode
import ABRPlayers
import ABRPolicies
import ABRRunsTestSupport
import ABRSessions
import ABRTestSupport
import Foundation
import Testing

@testable import ABRRuns

@Suite(
  "Players' own code in runs",
  .enabled(if: JavaScriptMachine.isAvailable, "JavaScriptCore is missing: \(JavaScriptMachine.installation)"))
struct OwnCodeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes files, and answers with the spec that names them.
  private func spec(configuration: String? = nil, script: String = StandInPlayer.script()) throws -> String {
    let place = UUID().uuidString
    func write(_ text: String, _ name: String) throws -> String { try folder.write("\(place)/\(name)", text) }
    let config = try configuration.map { ",config=" + (try write($0, "config.json")) } ?? ""
    return "code(\(try write(script, "player.js")),adapter=\(try write(StandInPlayer.adapter, "adapter.js"))\(config))"
  }

  private func given(_ texts: [String: [String]]) -> GivenSettings {
    GivenSettings(Dictionary(uniqueKeysWithValues: texts.map { ($0, .init(texts: $1, place: "--\($0)")) }))
  }

  private func sessions(of specs: [String]) throws -> [PreparedSession] {
    let setup = try SessionSetup(given(["player": specs]))
    return try setup.configurations(setup.choices(), videos: SampleRun.videos())
  }

  private func experiment(of specs: [String]) throws -> Experiment {
    try Experiment(traces: SampleRun.traces(), videos: SampleRun.videos(), players: sessions(of: specs))
  }

  @Test("sessions are the same on any number of threads, in any order")
  func deterministic() throws {
    let experiment = try experiment(of: [spec(), spec(configuration: "{\"goal\": 6}")])
    let one = try ExperimentRunner(experiment, jobs: 1).result()
    let two = try ExperimentRunner(experiment, jobs: 2).result()
    for (left, right) in zip(one.configurations, two.configurations) {
      #expect(left.sessions.map(\.metrics) == right.sessions.map(\.metrics))
      #expect(left.sessions.allSatisfy { $0.metrics.ledger.downloaded == $0.metrics.bytesReceived })
      #expect(left.sessions.allSatisfy { $0.metrics.outcome == .completed })
    }
    #expect(one.configurations[0].sessions.map(\.metrics) != one.configurations[1].sessions.map(\.metrics))
    #expect(one.failures.isEmpty)
  }

  @Test("pictures are as large as the video says, with or without audio apart")
  func audioApart() throws {
    let spec = try spec()
    let received = try [nil, 64_000].map { audio in
      let videos = try SampleRun.videos().map { source in
        let video = source.video
        let stream = audio.map { StreamResources(packaging: .hls, manifest: 0, audioBitrate: $0) }
        let sizes = (0..<video.segmentCount).map { segment in
          video.ladder.renditions.indices.map { video.size(segment: segment, rendition: $0) }
        }
        return VideoSource(
          file: source.file, sha256: source.sha256,
          video: try Video(
            name: video.name, ladder: video.ladder, segmentDuration: video.segmentDuration(0), sizes: sizes,
            stream: stream))
      }
      let experiment = try Experiment(traces: SampleRun.traces(), videos: videos, players: sessions(of: [spec]))
      // The stand-in fetches no audio.
      return try ExperimentRunner(experiment, jobs: 1).result().configurations[0].sessions.map {
        $0.metrics.ledger.downloaded
      }
    }
    #expect(received[0] == received[1])
  }

  @Test("it stands beside players of the lab, and the record says which it is")
  func recorded() throws {
    let spec = try spec()
    let experiment = try experiment(of: [spec, "hls.js"])
    let result = try ExperimentRunner(experiment, jobs: 1).result(withTimelines: true)
    #expect(result.configurations[0].configuration.policy == "stand-in")
    #expect(!result.configurations[0].timelines.isEmpty)
    let record = RunRecord(result, version: "1")
    #expect(try RunRecord(parsing: Array(record.json(perSession: true).text().utf8), file: "run.json") == record)
    #expect(record.inputs.players[0].spec == spec)
    #expect(record.inputs.players[0].version == "1.0")
    #expect(record.inputs.players[0].parts["playable"] == nil)
    #expect(experiment.players.codeNotes == ["\(spec): stand-in 1.0"])
  }

  @Test("options that the player does not know or of another type are warnings, with the nearest that it knows")
  func doubtfulOptions() throws {
    let spec = try spec(configuration: "{\"gaol\": 6, \"network\": {\"retries\": \"x\"}}")
    let warnings = try sessions(of: [spec]).codeWarnings
    try #require(warnings.count == 2)
    #expect(warnings[0].hasSuffix("config.json: stand-in 1.0 has no option gaol and ignores it; did you mean goal?"))
    #expect(
      warnings[1].hasSuffix("config.json: network.retries: found \"x\"; the player's own value is a number"))
  }

  @Test("segments of the same rendition are counted against another configuration")
  func sharedRenditions() throws {
    let experiment = try experiment(of: [spec(), spec(configuration: "{\"goal\": 4}"), "lab"])
    let result = try ExperimentRunner(experiment, jobs: 1).result()
    let all = result.configurations
    let alike = try SharedRenditions(of: all[0], and: all[0], in: experiment)
    #expect(alike.same == alike.segments && alike.segments > 0)
    let native = try SharedRenditions(of: all[2], and: all[2], in: experiment)
    #expect(native.same == native.segments && native.segments > 0)
    let mixed = try SharedRenditions(of: all[0], and: all[2], in: experiment)
    #expect(mixed.same < mixed.segments && mixed.segments == native.segments)
  }

  @Test("a player that fails is a failed session with its reason")
  func failing() throws {
    let experiment = try experiment(of: [spec(script: StandInPlayer.script(onSegment: "throw new Error('no more')"))])
    let result = try ExperimentRunner(experiment, jobs: 1).result()
    #expect(result.configurations[0].sessions.allSatisfy { $0.metrics.outcome == .failed })
    #expect(result.failures.count == 4)
    #expect(result.failures[0].hasSuffix("the player failed: no more"))
  }

  @Test(
    "settings of what its code decides are refused, each with its reason",
    arguments: [
      ("policy", "bola", "config=FILE"), ("buffer", "30s", "config=FILE"), ("items", "3", "plays one item"),
      ("cache", "1MB", "plays one item"), ("stream", "none", "the manifest of the video"),
      ("startup-overhead", "9kB", "the manifest of the video"), ("expensive-network", "", "the class of its network"),
      ("normalise", "", "no levels of the lab"),
    ])
  func refused(key: String, value: String, reason: String) throws {
    let given = given(["player": [try spec()], key: [value]])
    let error = #expect(throws: SettingError.self) { try SessionSetup(given) }
    #expect("\(error, default: "")".contains(reason))
    #expect("\(error, default: "")".contains("config=FILE") == (reason == "config=FILE"))
  }

  @Test("a configuration of its own is an option of the player, which the message names")
  func playerConfiguration() throws {
    let file = try folder.write("team.json", "{\"goal\": 6}")
    let spec = try spec()
    let given = given(["player": [spec], "player-config": [file]])
    let error = #expect(throws: SettingError.self) { try SessionSetup(given) }
    #expect("\(error, default: "")".contains("--player 'code(PATH,config=FILE)'"))
  }

  @Test("state in a build's globals is that of a page, and with fresh=true of a session")
  func fresh() throws {
    let spec = try spec(
      script: StandInPlayer.script(onStart: "globalThis.count = (globalThis.count ?? 0) + 1; goal = 2 * count;"))
    func metrics(_ spec: String, jobs: Int) throws -> [SessionMetrics] {
      try ExperimentRunner(experiment(of: [spec]), jobs: jobs).result().configurations[0].sessions.map(\.metrics)
    }
    let fresh = spec.replacing(")", with: ",fresh=true)")
    #expect(try metrics(fresh, jobs: 1) == metrics(fresh, jobs: 2))
    #expect(try metrics(fresh, jobs: 1)[1...] != metrics(spec, jobs: 1)[1...])
    #expect(try Player(parsing: fresh).spec == fresh)
  }

  @Test("timers that a build sets while it loads are named, as they stop when a session begins")
  func timers() throws {
    for (script, isNamed) in [("setInterval(() => {}, 100);", true), ("setTimeout(() => {}, 100);", false)] {
      let notes = try sessions(of: [spec(script: StandInPlayer.script(onLoad: script))]).codeNotes
      #expect(notes.contains { $0.contains("player.js: timers that it sets while it loads stop") } == isNamed)
    }
  }

  /// What may surprise in sessions of players with a video of one rendition in segments of 100 s.
  private func warnings(_ players: [String], _ more: [String: [String]] = [:]) throws -> [String] {
    let ladder = try Ladder([Rendition(bandwidth: 500_000, averageBandwidth: 300_000)])
    let video = try Video(name: "long", ladder: ladder, segmentDuration: 100, sizes: [[500_000], [500_000]])
    let given = given(more.merging(["player": players]) { $1 })
    let setup = try SessionSetup(given)
    return try setup.warnings(setup.choices(), videos: [video], traces: [], given: given)
  }

  @Test("nothing is said of a buffer of the lab, which it does not have")
  func noBuffer() throws {
    #expect(try warnings([spec()]).isEmpty)
    #expect(try warnings(["lab"]).contains { $0.hasPrefix("static(30s): ") })
  }

  @Test("--bandwidth changes nothing where no rule chooses by it")
  func unusedBandwidth() throws {
    for (players, isUnused) in [([try spec(), "hls.js"], true), (["hls.js", "shaka"], false), (["lab"], false)] {
      let warnings = try warnings(players, ["bandwidth": ["average"]])
      #expect(warnings.contains { $0.contains("--bandwidth changes nothing") } == isUnused, "\(players)")
    }
  }

  @Test(
    "viewers are those of the lab's own players", arguments: ["leave(9s)", "leave(watched=7s)", "feed(short-video)"])
  func viewers(viewer: String) throws {
    let setup = try SessionSetup(given(["player": [try spec(), "lab"], "viewer": [viewer], "seed": ["5"]]))
    let sessions = try setup.configurations(setup.choices(), videos: SampleRun.videos())
    let experiment = try Experiment(traces: SampleRun.traces(), videos: SampleRun.videos(), players: sessions)
    let result = try ExperimentRunner(experiment, jobs: 1).result()
    for (code, lab) in zip(result.configurations[0].sessions, result.configurations[1].sessions) {
      #expect(code.metrics.outcome == lab.metrics.outcome)
      if viewer == "leave(9s)" {
        #expect(code.metrics.wallTime == lab.metrics.wallTime)
      } else {
        #expect(abs(code.metrics.playedMedia - lab.metrics.playedMedia) < 1e-3)
      }
    }
  }

  @Test("the device's time is an option, and its seeds differ where it is a range")
  func deviceLag() throws {
    let spec = try spec()
    let seeded = { (seed: Int) in spec.replacing(")", with: ",seed=\(seed))") }
    func startups(_ lag: String, _ specs: [String]) throws -> [Double] {
      let setup = try SessionSetup(given(["player": specs, "device-lag": [lag]]))
      let players = try setup.configurations(setup.choices(), videos: SampleRun.videos())
      let experiment = try Experiment(traces: SampleRun.traces(), videos: SampleRun.videos(), players: players)
      return try ExperimentRunner(experiment, jobs: 1).result().configurations.map {
        $0.sessions[0].metrics.startupTime
      }
    }
    #expect(try startups("4ms", [spec]) == startups("4ms..4ms", [seeded(2)]))
    #expect(try startups("8ms", [spec])[0] > startups("4ms", [spec])[0])
    #expect(try startups("0ms", [spec])[0] < startups("4ms", [spec])[0])
    #expect(try Set(startups("2ms..6ms", [seeded(1), seeded(2), seeded(3)])).count == 3)
    let error = #expect(throws: SettingError.self) { try startups("6ms..2ms", [spec]) }
    #expect("\(error, default: "")".contains("2ms..6ms"))
  }

  private func session(_ text: String, adapter: String = StandInPlayer.adapter) throws -> ExperimentResult {
    for (name, text) in [("s.toml", text), ("player.js", StandInPlayer.script()), ("adapter.js", adapter)] {
      try folder.write(name, text)
    }
    let spec = "code(\(folder.path)/player.js,adapter=\(folder.path)/adapter.js)"
    let setup = try SessionSetup(given(["player": [spec], "session": [folder.path + "/s.toml"]]))
    let videos = try SampleRun.videos()
    let sessions = try setup.configurations(setup.choices(), videos: videos)
    let experiment = try setup.experiment(traces: SampleRun.traces(), videos: videos, players: sessions)
    return try ExperimentRunner(experiment, jobs: 1).result(withTimelines: true)
  }

  @Test("a session file of one item is played: viewer, limits, outages")
  func sessionFile() throws {
    let result = try session(
      """
      [[item]]
      name = "film"
      duration = "40s"
      [[step]]
      at = "0s"
      do = "limit"
      limits = "peak:1k"
      [[step]]
      at = "3s"
      do = "pause"
      [[step]]
      at = "6s"
      do = "play"
      [[outage]]
      at = "4s"
      for = "2s"
      """)
    #expect(result.failures.isEmpty)
    for session in result.configurations[0].sessions {
      #expect(session.metrics.visits.count == 1)
      #expect(session.metrics.outcome == .completed)
      #expect(session.metrics.pausedTime > 0)
      #expect(session.metrics.switchCount == 0)
      #expect(abs(session.metrics.playedMedia - 40) < 0.1)
    }
    try Self.holdWaits(of: result)
  }

  /// Waits that are listed are those that are counted, pauses apart.
  private static func holdWaits(of result: ExperimentResult) throws {
    let timelines = result.configurations[0].timelines
    #expect(!timelines.isEmpty)
    for timeline in timelines {
      let metrics = try #require(
        result.configurations[0].sessions.first { $0.trace == timeline.trace && $0.content == timeline.content }
      ).metrics
      let sums = [SessionEvent.WaitCause.startup, .stall, .seek].map { cause in
        timeline.waits.filter { $0.cause == cause }.reduce(0) { $0 + $1.to - $1.from }
      }
      let counted = [metrics.startupTotal, metrics.stalledTime, metrics.seekTime]
      #expect(zip(sums, counted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(sums) \(counted)")
      #expect(timeline.waits.count { $0.cause == .stall } == metrics.stallCount)
    }
  }

  @Test("stalls are listed one by one")
  func stalls() throws {
    let outages = [2, 60].map { "[[outage]]\nat = \"\($0)s\"\nfor = \"40s\"\n" }.joined()
    let result = try session("[[item]]\nname = \"film\"\nduration = \"40s\"\n" + outages)
    #expect(
      result.configurations[0].sessions.contains { $0.metrics.stallCount > 1 },
      "\(result.configurations[0].timelines.map(\.waits))")
    try Self.holdWaits(of: result)
  }

  @Test(
    "what a player's own code cannot be asked for is refused",
    arguments: [
      ("[[item]]\ncount = 2", "more than one item"), ("[[item]]\n[session]\ncache = \"5MB\"", "cache"),
      ("[[item]]\nname = \"a\"\n[[visit]]\nitem = \"a\"\nuntil = \"10s\"", "has until,"),
      ("[[item]]\n[[visit]]\nitem = 0\n[[visit]]\nitem = 0", "more than one visit"),
      ("[[item]]\n[retry]\ncount = 3", "retry"), ("[[item]]\n[[step]]\nat = \"3s\"\ndo = \"suspend\"", "allowed steps"),
    ])
  func refusedSession(text: String, named: String) throws {
    let error = #expect(throws: SettingError.self) { try session(text) }
    #expect("\(error, default: "")".contains(named))
  }

  @Test("the limit of virtual time follows the rate")
  func slowRate() throws {
    let ladder = try Ladder([Rendition(bandwidth: 500_000)])
    let sizes = Array(repeating: [1_250_000], count: 25)
    let video = VideoSource(
      file: "long", sha256: "long", video: try Video(name: "long", ladder: ladder, segmentDuration: 20, sizes: sizes))
    let setup = try SessionSetup(given(["player": [try spec()], "rate": ["0.05"]]))
    let players = try setup.configurations(setup.choices(), videos: [video])
    let experiment = try Experiment(traces: [SampleRun.traces()[0]], videos: [video], players: players)
    let result = try ExperimentRunner(experiment, jobs: 1).result()
    #expect(result.failures.isEmpty, "\(result.failures)")
    #expect(result.configurations[0].sessions[0].metrics.outcome == .completed)
  }

  @Test("limits are refused where the adapter has none")
  func noLimits() throws {
    let adapter = StandInPlayer.adapter.replacingOccurrences(of: "limit(player", with: "other(player")
    let text = "[[item]]\n[[step]]\nat = \"0s\"\ndo = \"select-rendition\"\nrendition = 0"
    let error = #expect(throws: SettingError.self) { try session(text, adapter: adapter) }
    #expect("\(error, default: "")".contains("limit(player, lowest, highest)"))
  }

  @Test("files that are missing or no player are refused")
  func noPlayer() throws {
    #expect(throws: SpecError.self) { try Player(parsing: "code()") }
    #expect(throws: SettingError.self) { try sessions(of: ["code(/nowhere/player.js)"]) }
    #expect(throws: SettingError.self) { try sessions(of: [spec(script: "var nothing = 1")]) }
    #expect(throws: SettingError.self) { try sessions(of: [spec(configuration: "42")]) }
  }
}
