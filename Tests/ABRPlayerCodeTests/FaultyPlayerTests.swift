import ABRNetwork
import ABRPlayback
import ABRTestSupport
import Testing

@testable import ABRPlayerCode

/// Players that loop, throw, wait for ever or append garbage: each ends in an outcome that names what happened.
@Suite(.enabled(if: hasJavaScript, javaScriptAbsence)) struct FaultyPlayerTests {
  private func play(_ script: String) throws -> CodeSessionResult {
    try StandIn.player(script).play(StandIn.video(), over: StandIn.start(6))
  }

  @Test func truncatedBuild() throws {
    let script = StandInPlayer.script()
    #expect(throws: PlayerCodeError.self) {
      try PlayerBuild(String(script.prefix(script.count / 2)), named: "half.js", adapters: [StandIn.adapter])
    }
  }

  @Test func throwsAsItLoads() throws {
    let error = #expect(throws: PlayerCodeError.self) {
      try StandIn.player(StandInPlayer.script(onLoad: "null.nothing"))
    }
    #expect("\(error, default: "")".contains("stand-in.js:"))
  }

  @Test func throwsAsItStarts() throws {
    let result = try play(StandInPlayer.script(onStart: "throw new RangeError('no start')"))
    #expect(result.failure == .player("RangeError: no start"))
    #expect(result.problems.first?.script == "stand-in.js")
    #expect(result.metrics.outcome == .failed)
  }

  @Test func throwsWhileItPlays() throws {
    let result = try play(StandInPlayer.script(onSegment: "if (number === 5) throw new Error('five')"))
    #expect(result.failure == .player("five"))
    #expect(result.metrics.playedMedia > 0)
    #expect(result.metrics.ledger.downloaded == result.metrics.bytesReceived)
  }

  @Test func throwsInATimerAndGoesOn() throws {
    let result = try play(StandInPlayer.script(onStart: "setTimeout(() => { throw new Error('late') }, 500)"))
    #expect(result.failure == nil)
    #expect(result.problems.first?.message == "late")
  }

  @Test func rejectsAndGoesOn() throws {
    let result = try play(StandInPlayer.script(onStart: "Promise.reject(new Error('nobody listens'))"))
    #expect(result.failure == nil)
    #expect(result.problems.first?.message == "nobody listens")
  }

  @Test func loopsForEver() throws {
    let result = try play(StandInPlayer.script(onSegment: "if (number === 2) for (;;) {}"))
    #expect(result.failure == .code(.tooSlow(seconds: 1)))
  }

  @Test func promisesWithoutEnd() throws {
    let result = try play(
      StandInPlayer.script(
        onSegment: "const again = () => Promise.resolve().then(again); if (number === 2) again();"))
    #expect(result.failure == .code(.tooSlow(seconds: 1)))
    #expect(result.requests.count > 3)
  }

  @Test(
    "what never ends as a build loads is stopped",
    arguments: [
      "for (;;) {}", "(function again() { Promise.resolve().then(again); })()",
      "(async () => { for (;;) await new Promise((done) => done()); })()", "try { for (;;); } finally { for (;;); }",
      "for (let i = 0; i < 3; i++) (async () => { for (;;) await null; })()",
    ])
  func endlessAsItLoads(script: String) throws {
    let error = PlayerCodeError.failed(name: "loop.js", .tooSlow(seconds: 0.3))
    #expect(throws: error) {
      try PlayerBuild(
        script, named: "loop.js", adapters: [StandIn.adapter], limits: JavaScriptMachine.Limits(callTime: 0.3))
    }
  }

  @Test(
    "code that takes memory without end is stopped",
    arguments: [
      "for (;;) all.push(new Array(1000).fill(number))", "for (;;) all.push(new Uint8Array(1e6).fill(1))",
      "const again = () => { all.push(new Array(1000).fill(1)); return Promise.resolve().then(again); }; again()",
    ])
  func takesAllMemory(script: String) throws {
    // Time enough on any machine.
    let player = try StandIn.player(
      StandInPlayer.script(onSegment: "const all = []; if (number === 2) { \(script) }"),
      limits: JavaScriptMachine.Limits(callTime: 60, memory: 256 << 20))
    let result = try player.play(StandIn.video(), over: StandIn.start(6))
    #expect(result.failure == .code(.tooLarge(bytes: 256 << 20)))
  }

  @Test("code that takes memory in many short tasks is stopped")
  func takesMemoryBitByBit() throws {
    let player = try StandIn.player(
      StandInPlayer.script(
        onSegment: "const all = []; if (number === 2) setInterval(() => all.push(new Uint8Array(2e6).fill(7)), 1)"),
      limits: JavaScriptMachine.Limits(callTime: 60, memory: 256 << 20))
    let result = try player.play(StandIn.video(), over: StandIn.start(6))
    #expect(result.failure == .code(.tooLarge(bytes: 256 << 20)))
  }

  @Test func nothingIsLeftOfAStoppedSession() throws {
    let player = try StandIn.player(
      StandInPlayer.script(
        onSegment: "if (number === 2) StandIn.sessions = (StandIn.sessions ?? 0) + 1;"
          + "const again = () => Promise.resolve().then(again); if (StandIn.sessions === 2) again();"),
      sessionsPerPage: 10)
    let results = try (0..<3).map { _ in try player.play(StandIn.video(), over: StandIn.start(6)) }
    #expect(results[1].failure == .code(.tooSlow(seconds: 1)))
    #expect(results[0] == results[2])
    #expect(results[0].failure == nil)
  }

  @Test func timersOfTheBuildRunBeforeTheSession() throws {
    let script = StandInPlayer.script(
      onLoad: "setTimeout(() => setTimeout(() => { StandIn.isReady = true }, 20), 10); setInterval(() => {}, 0)",
      onStart: "if (!StandIn.isReady) throw new Error('not ready')")
    #expect(try play(script).failure == nil)
  }

  @Test func schedulesTasksForEver() throws {
    let result = try play(
      StandInPlayer.script(
        onStart: "const again = () => Promise.resolve().then(() => requestAnimationFrame(again)); again(); return {}"))
    #expect(result.failure == .idle(seconds: 120))
  }

  @Test func schedulesTimersOfNoTimeForEver() throws {
    let result = try play(StandInPlayer.script(onStart: "const again = () => setTimeout(again, 0); again(); return {}"))
    #expect(result.failure == .idle(seconds: 120))
  }

  @Test("a player that does nothing is told with the last exception that nothing caught; the log has both")
  func nothingAfterAnException() throws {
    let result = try play(
      StandInPlayer.script(
        onStart: "for (const time of [300, 500]) setTimeout(() => undefined.nothing, time); return {}"))
    let failure = try #require(result.failure)
    #expect("\(failure)".contains("for 120 s; nothing caught an exception at 0.500 s: TypeError: undefined"))
    let lines = result.log.filter { $0.source == "exception" && $0.text.contains("(stand-in.js:") }
    #expect(lines.map(\.time) == [0.3, 0.5])
  }

  @Test("the page has the window's own properties")
  func window() throws {
    let check = "if (status !== '' || name !== '' || closed || origin !== 'http://lab') throw new Error('window')"
    #expect(try play(StandInPlayer.script(onStart: check)).failure == nil)
  }

  @Test func neverAsks() throws {
    let result = try play(StandInPlayer.script(onStart: "return {}"))
    #expect(result.failure == .idle(seconds: 120))
    #expect(result.requests.isEmpty)
  }

  @Test func asksForWhatIsNotThere() throws {
    let result = try play(
      StandInPlayer.script(onSegment: "if (number === 1) level = 9; this.levels[9] = { address: this.base + 'v9/' };"))
    #expect(result.failure == .player("404 http://lab/v9/init.mp4"))
  }

  @Test func appendsGarbage() throws {
    let result = try play(StandInPlayer.script(media: "number === 3 ? new Uint8Array(5000).fill(77) : data"))
    #expect(result.failure == .player("media error 3"))
    #expect(result.metrics.ledger.downloaded == result.metrics.bytesReceived)
  }

  @Test func networkEnds() throws {
    var start = try StandIn.start(6, 0)
    start.link = try Link(
      .init(name: "ends", rows: [.init(duration: 10, bandwidth: 6e6), .init(duration: 1, bandwidth: 0)]), end: .hold,
      defaultLatency: 0.05)
    let result = try StandIn.player(StandInPlayer.script()).play(StandIn.video(), over: start)
    #expect(result.failure == .networkEnded)
    #expect(result.metrics.outcome == .networkExhausted)
  }
}
