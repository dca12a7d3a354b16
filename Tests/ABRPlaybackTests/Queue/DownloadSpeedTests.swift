import ABRNetwork
import Testing

@testable import ABRPlayback

/// The speed that a player measures of the item on the screen.
@Suite struct DownloadSpeedTests {
  @Test("it is the capacity of the link, halved while another flow has its share")
  func speed() throws {
    var queue = ConstantQueue(lengths: [8])
    let alone = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(alone.measuredBytes == 8 * ConstantQueue.segmentBytes && alone.measuredTime == 4)
    // 1 MB beside four segments of 250 kB: all of it shares the link equally for 4 s; the other four take 2 s.
    queue.sideFlows = [SideFlow(at: 0, bytes: 1_000_000)]
    let shared = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(shared.measuredBytes == alone.measuredBytes && abs(shared.measuredTime - 6) < 1e-9)
  }

  @Test("what is fetched ahead, and what a fault leaves unfinished, is not measured")
  func others() throws {
    let queue = ConstantQueue(
      lengths: [5, 5], preload: PreloadSettings(trigger: .always, nextCount: 1, amount: .seconds([100])))
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.segmentsPreloaded == 5)
    #expect(metrics.measuredBytes == 5 * ConstantQueue.segmentBytes)
  }
}
