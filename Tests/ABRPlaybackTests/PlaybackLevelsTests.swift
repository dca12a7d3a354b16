import ABRNetwork
import Testing

@testable import ABRPlayback

/// Levels in seconds of playback at the rate, as in Media3. A segment of 2 s takes 0.5 s.
@Suite struct PlaybackLevelsTests {
  private static func play(
    _ steps: [Script.Step], resume: Double = 3, refill: Double = 0, link: Link? = nil, follows: Bool = true
  ) throws -> ConstantQueue.Result {
    var queue = ConstantQueue(lengths: [50], script: Script(steps))
    queue.buffer = BufferSettings(start: 1, resume: resume, refill: refill)
    queue.buffer.levelsFollowRate = follows
    queue.target = ConstantTarget(seconds: 10)
    queue.playable = .arriving(fragment: nil)
    return try queue.play(over: link ?? ConstantQueue.fastLink)
  }

  // 4 s of media come in a second.
  @Test("playback starts with its level times the rate", arguments: [(0.5, 0.125), (1, 0.25), (2, 0.5), (3, 0.75)])
  func start(rate: Double, expected: Double) throws {
    let steps = [Script.Step(.time(0), .rate(rate))]
    #expect(abs(try Self.play(steps).metrics.startupTime - expected) < 1e-9)
    #expect(abs(try Self.play(steps, follows: false).metrics.startupTime - 0.25) < 1e-9)
  }

  @Test("a step that lowers the rate starts playback with what is there")
  func change() throws {
    let steps: [Script.Step] = [.init(.time(0), .rate(2)), .init(.time(0.3125), .rate(1))]
    #expect(abs(try Self.play(steps).metrics.startupTime - 0.3125) < 1e-9)
  }

  @Test("playback resumes with its level times the rate")
  func resume() throws {
    // 2 s of media until 0.5 s, shown until 1.5 s; 6 s of it are there 1.5 s after 10 s.
    let link = try ConstantQueue.link(4_000_000, 0, 4_000_000, changingAt: 0.5, 10)
    let metrics = try Self.play([.init(.time(0), .rate(2))], link: link).metrics
    #expect(metrics.stallCount == 1 && abs(metrics.stalledTime - 10) < 1e-9)
  }

  @Test(
    "a full buffer is refilled below its level times the rate, at rates above 1",
    arguments: [(0.5, 3), (1, 3), (2, 6), (3, 9), (3.5, 10)])
  func refill(rate: Double, expected: Double) throws {
    let result = try Self.play([.init(.time(0), .rate(rate))], refill: 7)
    let full = try #require(result.events.first { $0.kind == .bufferFull })
    let next = try #require(
      result.events.first { event in
        if case .requested = event.kind { event.time > full.time } else { false }
      })
    #expect(abs(next.level - expected) < 1e-6, "\(next.level)")
  }
}
