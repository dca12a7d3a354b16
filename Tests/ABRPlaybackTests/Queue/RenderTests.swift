import ABRNetwork
import Testing

@testable import ABRPlayback

/// The time that a first frame takes.
@Suite struct RenderTests {
  /// Two items of which the second is fetched ahead, or not; a segment takes 0.5 s.
  private static func queue(_ render: RenderSettings, preloads: Bool = true) -> ConstantQueue {
    var queue = ConstantQueue(lengths: [5, 5])
    if preloads { queue.preload = PreloadSettings(trigger: .always, nextCount: 1, amount: .seconds([1])) }
    queue.render = render
    return queue
  }

  @Test("every item that comes up waits for its first frame, once there is media")
  func delay() throws {
    let without = try Self.queue(RenderSettings(), preloads: false).play(over: ConstantQueue.fastLink).metrics
    #expect(without.visits.map(\.startupTime) == [0.5, 0.5])
    let result = try Self.queue(RenderSettings(delay: 0.25), preloads: false).play(over: ConstantQueue.fastLink)
    #expect(result.metrics.visits.map(\.startupTime) == [0.75, 0.75])
    #expect(result.times { $0 == .started } == [0.75, 11.5])
    // The network does not wait for frames.
    #expect(result.metrics.wallTime == without.wallTime + 0.5)
    #expect(result.metrics.ledger == without.ledger && result.metrics.stallCount == 0)
  }

  @Test("an item that lies ready waits for its frame, unless that was drawn ahead")
  func ahead() throws {
    for (render, startup) in [
      (RenderSettings(), 0.0), (RenderSettings(delay: 0.25), 0.25), (RenderSettings(delay: 0.25, isAhead: true), 0),
    ] {
      let metrics = try Self.queue(render).play(over: ConstantQueue.fastLink).metrics
      #expect(metrics.visits[1].hit == .hit && metrics.visits[1].startupTime == startup)
      // Nothing lay ready of the first item.
      #expect(metrics.visits[0].startupTime == 1 + render.delay)
    }
    let cold = try Self.queue(RenderSettings(delay: 0.25, isAhead: true), preloads: false)
      .play(over: ConstantQueue.fastLink).metrics
    #expect(cold.visits.map(\.startupTime) == [0.75, 0.75])
  }

  @Test("a pause, a seek and a lost buffer while a frame is drawn")
  func interruptions() throws {
    func visit(_ steps: [Script.Step]) throws -> VisitMetrics {
      var queue = Self.queue(RenderSettings(delay: 1), preloads: false)
      queue.script = Script(steps + [.init(.time(9), .leave)])
      return try #require(queue.play(over: ConstantQueue.fastLink).metrics.visits.first)
    }
    // Drawn at 1.5 s; a viewer who has paused until 4 s sees it at once.
    #expect(try visit([.init(.time(1), .pause), .init(.time(4), .play)]).startupTime == 1)
    // Inside the buffer a seek changes nothing; outside of it media comes at 1.5 s and the frame at 2.5 s.
    #expect(try visit([.init(.time(0.75), .seek(to: 1))]).startupTime == 1.5)
    #expect(try visit([.init(.time(0.75), .seek(to: 8))]).startupTime == 2.25)
  }

  @Test("a delay that is none is refused")
  func refusal() {
    for delay in [-1, .infinity, .nan] {
      #expect(throws: SettingsError.self) {
        try Self.queue(RenderSettings(delay: delay)).play(over: ConstantQueue.fastLink)
      }
    }
  }
}
