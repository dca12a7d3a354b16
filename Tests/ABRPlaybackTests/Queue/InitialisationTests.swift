import Testing

@testable import ABRPlayback

/// When initialisation segments are requested once more.
@Suite struct InitialisationTests {
  @Test(
    "after a seek out of the buffer where they are requested again, and not otherwise",
    arguments: [
      (PaceSettings.Initialisation.again, 1.0, 1), (.again, 8, 2), (.first, 8, 1), (.beside, 8, 1),
    ])
  func seek(initialisation: PaceSettings.Initialisation, target: Double, count: Int) throws {
    var queue = ConstantQueue(lengths: [5])
    queue.stream = StreamSettings(rendition: [.init(.initialisationSegment, bytes: 1000)])
    queue.pace = PaceSettings(initialisation: initialisation)
    queue.script = Script([.init(.time(1), .seek(to: target))])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.metrics.ledger[.overhead] == count * 1000)
    #expect(result.times { if case .resourceRequested = $0 { true } else { false } }.count == count)
  }
}
