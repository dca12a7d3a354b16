import ABRNetwork
import ABRPlayback
import Testing

/// What the gate does together with targets, clips, segments, resume levels, replays and memory: consequences that no
/// vendor documents.
@Suite struct GateInteractionTests {
  private static func gate(_ open: Double, _ close: Double = 3, next: Int = 1) -> PreloadSettings {
    PreloadSettings(trigger: .gate(.init(open: open, close: close)), nextCount: next, amount: .seconds([1]))
  }

  @Test("with a target under the open level a feed of short dwells never preloads")
  func targetUnderGate() throws {
    var queue = ConstantQueue(lengths: [50, 50, 50, 50], preload: Self.gate(15))
    queue.target = GrowingTarget(minimum: 10, maximum: 30)
    queue.script = Script([
      .init(.watched(8), .next), .init(.watched(8), .next), .init(.watched(8), .next), .init(.watched(8), .leave),
    ])
    let result = try queue.play(over: Link(instantaneousWithLatency: 0))
    #expect(result.gateChanges.isEmpty && result.preloadRequests.isEmpty && result.metrics.visits.count == 4)
    queue.target = GrowingTarget(minimum: 15, maximum: 30)
    #expect(try queue.play(over: Link(instantaneousWithLatency: 0)).readiness == [.hit, .hit, .hit])
  }

  @Test("a growing target opens the gate when it has grown to the open level")
  func targetGrows() throws {
    var queue = ConstantQueue(lengths: [50, 5], preload: Self.gate(15))
    queue.target = GrowingTarget(minimum: 10, maximum: 30)
    // The tick at 15 s is the first whose target is not 10 s.
    let result = try queue.play(over: Link(instantaneousWithLatency: 0))
    #expect(result.gateChanges.first == GateChange(15, true, .level, level: 15))
  }

  @Test(
    "a target under the open level opens it with the last segment, or with a segment that carries the level over",
    arguments: [
      // 20 segments; one is requested when the level is down to 10 s, the last of them at 28 s.
      (15.0, GateChange(28, true, .complete, level: 12)), (12.5, GateChange(28, true, .complete, level: 12)),
      (12.0, GateChange(0, true, .level, level: 12)), (10.0, GateChange(0, true, .level, level: 10)),
    ])
  func overshoot(open: Double, expected: GateChange) throws {
    var queue = ConstantQueue(lengths: [20, 5], preload: Self.gate(open))
    queue.target = ConstantTarget(seconds: 10)
    #expect(try queue.play(over: Link(instantaneousWithLatency: 0)).gateChanges.first == expected)
  }

  @Test("levels less than one segment apart let every segment open the gate and close it")
  func chatter() throws {
    // A link as fast as the media: segments arrive every 2 s, playback starts with 6 s at 6 s, and the level swings
    // between 4 s and 6 s until the twentieth segment arrives at 40 s.
    var queue = ConstantQueue(lengths: [20], preload: Self.gate(5, 4.5))
    queue.buffer.start = 5
    let link = try ConstantQueue.link(1_000_000)
    let result = try queue.play(over: link)
    let opened = result.gateChanges.filter(\.isOpen).map(\.time)
    #expect(opened == stride(from: 6, through: 40, by: 2).map { Double($0) })
    #expect(result.gateChanges.filter { !$0.isOpen }.map(\.time) == opened.dropLast().map { $0 + 1.5 })
    #expect(result.metrics.gateOpenTime == 17 * 1.5 + 6)
    queue.preload = Self.gate(5, 3)
    #expect(try queue.play(over: link).gateChanges.count == 1)
  }

  @Test("where the resume level is the close level, a stall keeps preloads out for as long as the buffer takes to fill")
  func resume() throws {
    let queue = ConstantQueue(lengths: [50, 5], preload: Self.gate(15), script: Script([.init(.time(36), .leave)]))
    #expect(queue.buffer.resume == 3)
    let result = try queue.play(over: ConstantQueue.link(4_000_000, 0, 4_000_000, changingAt: 5.5, 30))
    let resumed = result.times { if case .resumed = $0 { true } else { false } }
    // Resumed with 4 s at 30.75 s; 15 s are there eight segments later.
    #expect(resumed == [30.75] && result.gateChanges.last == GateChange(34.75, true, .level, level: 16))
    #expect(!result.preloadRequests.contains { $0.time > 5 && $0.time < 34.75 })
  }

  @Test("an item replayed from the cache counts as complete")
  func replay() throws {
    var queue = ConstantQueue(lengths: [3, 3], preload: Self.gate(15))
    queue.cache = CacheSettings(capacity: 10_000_000)
    queue.script = Script([.init(.time(3), .index(0)), .init(.time(4), .leave)])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(
      result.gateChanges == [
        GateChange(1.5, true, .complete, level: 5), GateChange(3, false, .newItem, level: 6),
        GateChange(3, true, .complete, level: 6),
      ])
    #expect(result.metrics.visits.map(\.hit) == [.miss, .hit])
  }
}
