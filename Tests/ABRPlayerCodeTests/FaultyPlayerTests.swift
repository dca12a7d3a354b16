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
    #expect(result.failure == .code(.stopped(seconds: 1)))
  }

  @Test func loopsForEverAsItLoads() throws {
    #expect(throws: PlayerCodeError.self) {
      try PlayerBuild("for (;;) {}", named: "loop.js", adapters: [StandIn.adapter], longestCall: 0.3)
    }
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
