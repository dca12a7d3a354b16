import Testing

@testable import ABRPlayback

/// A viewer who pauses while playback waits for media.
@Suite struct PausedWaitTests {
  /// When playback was told to have gone on after a wait, and how long that lasted.
  private static func waits(_ steps: [Script.Step]) throws -> (metrics: SessionMetrics, resumed: [[Double]]) {
    var queue = ConstantQueue(lengths: [3])
    queue.script = Script(steps)
    // A segment of 2 s takes 2.5 s: playback stalls from 4.5 s on until the other two are there, at 7.5 s.
    let result = try queue.play(over: ConstantQueue.link(800_000))
    func rounded(_ value: Double) -> Double { (value * 1e9).rounded() / 1e9 }
    let resumed = result.events.compactMap { event -> [Double]? in
      if case .resumed(let waited) = event.kind { [rounded(event.time), rounded(waited)] } else { nil }
    }
    return (result.metrics, resumed)
  }

  @Test("a wait lasts until the viewer pauses, and goes on behind the pause where media is still missing")
  func pauses() throws {
    let (none, plain) = try Self.waits([])
    #expect(plain == [[7.5, 3]] && none.stallCount == 1)
    // Media comes in the pause: playback goes on at its end.
    let (metrics, covered) = try Self.waits([.init(.time(4.75), .pause), .init(.time(8), .play)])
    #expect(covered == [[8, 0.25]])
    #expect(metrics.stallCount == 1 && abs(metrics.stalledTime - 0.25) < 1e-9)
    let (_, inside) = try Self.waits([.init(.time(4.625), .pause), .init(.time(4.75), .play)])
    #expect(inside == [[7.5, 2.875]])
    // A seek out of the buffer in a pause waits from its end on.
    let seek = [Script.Step(.time(3), .pause), .init(.time(3.5), .seek(to: 4)), .init(.time(4), .play)]
    let (sought, behind) = try Self.waits(seek)
    #expect(behind == [[6, 2]] && abs(sought.seekTime - 2) < 1e-9)
  }
}
