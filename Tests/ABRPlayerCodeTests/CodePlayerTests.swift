import ABRPlayback
import ABRTestSupport
import Testing

@testable import ABRPlayerCode

@Suite(.enabled(if: hasJavaScript, javaScriptAbsence)) struct CodePlayerTests {
  private func isBalanced(_ metrics: SessionMetrics) -> Bool {
    let wall =
      metrics.startupTime + metrics.playingTime + metrics.stalledTime + metrics.seekTime + metrics.pausedTime
    return metrics.ledger.downloaded == metrics.bytesReceived && abs(wall - metrics.wallTime) < 1e-6
  }

  @Test func playsToTheEnd() throws {
    let player = try StandIn.player(StandInPlayer.script())
    let result = try player.play(StandIn.video(), over: StandIn.start(6, 2, 1))
    #expect(result.failure == nil)
    #expect(result.problems.isEmpty)
    #expect(result.metrics.outcome == .completed)
    #expect(abs(result.metrics.playedMedia - 60) < 0.01)
    #expect(result.shownRenditions.allSatisfy { $0 != nil })
    #expect(result.metrics.ledger[.played] > 0)
    #expect(isBalanced(result.metrics))
    #expect(result.metrics.segmentsDownloaded == 15)
    #expect(
      result.events.first?.kind
        == .resourceRequested(item: 0, .multivariantPlaylist, rendition: nil, bytes: result.requests[0].bytes))
    #expect(result.events.last?.kind == .ended(.completed))
  }

  @Test func stallsWhereTheLinkIsTooSlow() throws {
    let player = try StandIn.player(StandInPlayer.script())
    let result = try player.play(StandIn.video(), over: StandIn.start(0.3))
    #expect(result.failure == nil)
    #expect(result.metrics.stallCount > 0)
    #expect(result.stalls.count == result.metrics.stallCount)
    #expect(isBalanced(result.metrics))
  }

  @Test func countsWhatIsGivenUp() throws {
    let script = StandInPlayer.script(
      onSegment:
        "if (number === 3 && !this.tried) { this.tried = true; this.get(this.base + 'v2/3.m4s', 'arraybuffer'); await new Promise((go) => setTimeout(go, 400)); this.request.abort(); }"
    )
    let result = try StandIn.player(script).play(StandIn.video(), over: StandIn.start(6))
    #expect(result.failure == nil)
    #expect(result.metrics.abandonedCount == 1)
    #expect(result.metrics.ledger[.aborted] > 10_000)
    #expect(isBalanced(result.metrics))
  }

  @Test func countsWhatIsReplaced() throws {
    let script = StandInPlayer.script(
      onSegment: "if (number === 4) await this.append(await this.get(this.base + 'v0/3.m4s', 'arraybuffer'));")
    let result = try StandIn.player(script).play(StandIn.video(), over: StandIn.start(20))
    #expect(result.failure == nil)
    #expect(result.metrics.ledger[.replaced] > 0)
    #expect(isBalanced(result.metrics))
  }

  @Test func sameSessionSameResult() throws {
    let links = try [StandIn.start(6, 2, 1), StandIn.start(0.7), StandIn.start(12, 0.4)]
    let video = try StandIn.video()
    // Chance and dates are the session's.
    let script = StandInPlayer.script(
      onSegment: "if (Math.random() < 0.3) await new Promise((go) => setTimeout(go, Date.now() % 97));")
    let fresh = try links.map { try StandIn.player(script).play(video, over: $0, seed: 7) }
    let player = try StandIn.player(script, sessionsPerPage: 10)
    for index in [2, 0, 1, 1, 0, 2] {
      #expect(try player.play(video, over: links[index], seed: 7) == fresh[index])
    }
    #expect(try player.play(video, over: links[0], seed: 8) != fresh[0])
  }

  @Test func takesAConfiguration() throws {
    let video = try StandIn.video()
    let short = try StandIn.player(StandInPlayer.script(), configuration: "{\"goal\": 5}").play(
      video, over: StandIn.start(20))
    let long = try StandIn.player(StandInPlayer.script(), configuration: "({ goal: 2 * 20 })").play(
      video, over: StandIn.start(20))
    #expect(short.requests.last?.requestTime ?? 0 > (long.requests.last?.requestTime ?? 0) + 20)
  }

  @Test func isNoPlayer() {
    #expect(throws: PlayerCodeError.self) { try PlayerBuild("var answer = 42", named: "a.js") }
    #expect(throws: PlayerCodeError.module(name: "a.mjs")) { try PlayerBuild("export default 42", named: "a.mjs") }
    let message = #expect(throws: PlayerCodeError.self) { try PlayerBuild("", named: "a.js") }
    #expect("\(message, default: "")".contains("looked for a global Hls"))
  }

  @Test func configurationOfTheBuildsGlobals() throws {
    let script = StandInPlayer.script(onLoad: "StandIn.goals = { short: 5 }")
    let named = try StandIn.player(script, configuration: "const { short } = StandIn.goals; ({ goal: short })")
    let written = try StandIn.player(script, configuration: "{\"goal\": 5}")
    #expect(
      try named.play(StandIn.video(), over: StandIn.start(6)) == written.play(StandIn.video(), over: StandIn.start(6)))
  }

  @Test(
    "a script declares functions and constants in front of its value, in every session of a page",
    arguments: [
      "function build(options) { return { goal: 20 }; }\n({ goal: 5 })",
      "class Team {}\n({ goal: 5 })", "const short = 5;\n({ goal: short })",
      "/* a block { */ // of the team's\n{ const short = 5; ({ goal: short }) }",
      "// the team's\n{ goal: 5 }", "{\n  goal: 5,\n  more: [1],\n};\n",
    ])
  func configurationWithDeclarations(text: String) throws {
    let player = try StandIn.player(StandInPlayer.script(), configuration: text, sessionsPerPage: 3)
    let written = try StandIn.player(StandInPlayer.script(), configuration: "{\"goal\": 5}")
    let expected = try written.play(StandIn.video(), over: StandIn.start(6))
    for _ in 0..<3 { #expect(try player.play(StandIn.video(), over: StandIn.start(6)) == expected) }
  }

  @Test(arguments: ["[]", "42", "null", "'goal'", "() => ({})", "undefined", "Promise.resolve({ goal: 5 })"])
  func configurationThatIsNoObject(text: String) throws {
    #expect(throws: PlayerCodeError.noObject(name: "configuration.js")) {
      try StandIn.player(StandInPlayer.script(), configuration: text)
    }
  }

  @Test func truncatedJSONIsNoScript() {
    let error = #expect(throws: PlayerCodeError.self) {
      try PlayerBuild(
        StandInPlayer.script(), named: "stand-in.js",
        configuration: CodeConfiguration(name: "team.json", text: "{ \"goal\": 5,\n  \"network\": {"),
        adapters: [StandIn.adapter], limits: StandIn.limits)
    }
    #expect("\(error, default: "")".contains("team.json:3"))
  }

  @Test("values of a spec take the place of those of the configuration, and are checked against the player's own")
  func values() throws {
    func build(_ path: String, _ text: String, _ configuration: String = "({ goal: 20 })") throws -> PlayerBuild {
      try PlayerBuild(
        StandInPlayer.script(), named: "stand-in.js",
        configuration: CodeConfiguration(
          name: "configuration.js", text: configuration, values: [.init(path: path, text: text)]),
        adapters: [StandIn.adapter], limits: StandIn.limits)
    }
    func result(_ build: PlayerBuild) throws -> CodeSessionResult {
      try CodePlayer(build, network: NetworkSettings(fixedLatency: 0.05), limits: StandIn.limits)
        .play(StandIn.video(), over: StandIn.start(6))
    }
    let written = try StandIn.player(StandInPlayer.script(), configuration: "{\"goal\": 5}")
    #expect(try result(build("goal", "5")) == written.play(StandIn.video(), over: StandIn.start(6)))
    #expect(
      throws: PlayerCodeError.unknownOption(
        player: "stand-in 1.0", path: "gaol", known: ["goal", "network", "network.retries", "servers"])
    ) {
      try build("gaol", "5")
    }
    #expect(throws: PlayerCodeError.unknownOption(player: "stand-in 1.0", path: "retries", known: ["network.retries"]))
    {
      try build("retries", "5")
    }
    #expect(throws: PlayerCodeError.wrongValue(player: "stand-in 1.0", path: "goal", found: "true", type: "number")) {
      try build("goal", "true")
    }
    #expect(try build("network.retries", "2", "({})").doubtfulOptions.isEmpty)
    #expect(try build("servers.a", "b").doubtfulOptions.isEmpty)
  }

  @Test func optionsThatThePlayerWillNotTake() throws {
    let player = try StandIn.player(
      StandInPlayer.script(),
      configuration: "{\"gaol\": 5, \"goal\": \"9\", \"network\": {\"retry\": 1}, \"servers\": {\"a\": 1}}")
    #expect(
      player.build.doubtfulOptions == [
        .unknown(path: "gaol", known: ["goal", "network", "servers"]),
        .wrongType(path: "goal", found: "\"9\"", type: "number"),
        .unknown(path: "network.retry", known: ["retries"]),
      ])
  }
}
