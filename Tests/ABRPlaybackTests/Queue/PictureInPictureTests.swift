import ABRNetwork
import Testing

@testable import ABRPlayback

/// With numbers worked out by hand: segments of 2 s at 1 Mbit/s, 250 kB, over 4 Mbit/s without latency, 0.5 s each.
@Suite struct PictureInPictureTests {
  @Test("the limits of a small picture end with the visit, and changes meanwhile hold in it and after it")
  func ends() throws {
    var queue = ConstantQueue(lengths: [10, 10])
    queue.bitrates = [1_000_000, 2_000_000]
    queue.rendition = 1
    let small = Script.Action.eligibleInPicture(
      [EligibleSet([0]), EligibleSet([0])], after: [EligibleSet([0, 1]), EligibleSet([0, 1])], begins: true)
    queue.script = Script([.init(.watched(0), small)])
    // A rule that asks for the second of the eligible ones gets the only one.
    func masks(_ queue: ConstantQueue) throws -> [UInt64] {
      try queue.play(over: ConstantQueue.fastLink).events.compactMap {
        if case .eligible(let mask) = $0.kind { mask } else { nil }
      }
    }
    #expect(try masks(queue) == [1, 3])
    // A change that knows of the picture and comes after it has ended holds as after it.
    let later = Script.Action.eligibleInPicture(
      [EligibleSet([0]), EligibleSet([0])], after: [EligibleSet([1]), EligibleSet([1])], begins: false)
    queue.script = Script([.init(.watched(0), small), .init(.time(22), later)])
    #expect(try masks(queue) == [1, 3, 2])
  }
}
