import ABRNetwork
import Testing

@testable import ABRPlayback

/// Items that lie on the device. With numbers worked out by hand: segments of 2 s at 1 Mbit/s, 250 kB, over 4 Mbit/s
/// without latency, 0.5 s each.
@Suite struct DownloadedItemTests {
  /// Two items of 10 s, the first of which lies on the device.
  private static var queue: ConstantQueue {
    var queue = ConstantQueue(lengths: [5, 5])
    queue.adjust = { item, index in
      item.overheadBytes = 1000
      if index == 0 { item.downloadedRendition = 0 }
    }
    return queue
  }

  @Test("a downloaded item begins at once and receives nothing; the one after it is fetched as ever")
  func atOnce() throws {
    let metrics = try Self.queue.play(over: ConstantQueue.fastLink).metrics
    // Nothing for item 0; item 1: 1000 B (0.002 s) and a segment (0.5 s), then 10 s of media.
    #expect(metrics.visits.map(\.startupTime)[0] == 0 && abs(metrics.visits[1].startupTime - 0.502) < 1e-9)
    #expect(metrics.bytesReceived == 1_251_000 && metrics.segmentsDownloaded == 5)
    // Of 20 s that were shown, 10 s came in this session: no account has the others, and none of them is waste.
    #expect(metrics.ledger[.played] == 1_250_000 && metrics.ledger[.overhead] == 1000 && metrics.ledger.wasted == 0)
    #expect(metrics.playedMedia == 20 && metrics.unplayedMedia == 0 && metrics.outcome == .completed)
    #expect(abs(metrics.wallTime - 20.502) < 1e-9)
  }

  @Test("it plays through a network that answers nothing, seeks back and swipes included")
  func withoutNetwork() throws {
    var queue = Self.queue
    queue.faults = FaultSettings(refusals: [.init(from: 0, for: 1000)])
    queue.visits = [Visit(item: 0)]
    queue.script = Script([.init(.position(4), .seek(to: 0)), .init(.position(6), .index(0))])
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    // 4 s, back to the beginning, 6 s, and once more from the beginning.
    #expect(metrics.outcome == .completed && metrics.playedMedia == 20 && metrics.wallTime == 20)
    #expect(metrics.bytesReceived == 0 && metrics.refusedCount == 0 && metrics.seekTime == 0)
  }

  @Test("the rendition is the one that was downloaded, whatever limits say", arguments: [SwitchMode.append, .flush])
  func rendition(mode: SwitchMode) throws {
    var queue = Self.queue
    queue.bitrates = [1_000_000, 2_000_000]
    queue.switchMode = mode
    queue.adjust = { item, index in item.downloadedRendition = index == 0 ? 1 : nil }
    queue.script = Script([.init(.time(3), .eligible([EligibleSet([0]), EligibleSet([0])]))])
    let metrics = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(metrics.shownTimes == [10, 10] && metrics.bytesReceived == 1_250_000 && metrics.stallCount == 0)
  }

  @Test("its licence is asked for, where that does not lie on the device, too")
  func licence() throws {
    var queue = Self.queue
    queue.visits = [Visit(item: 0)]
    queue.adjust = { item, _ in
      item.downloadedRendition = 0
      item.keys = [7]
    }
    // 50 kB at 4 Mbit/s take 0.1 s.
    queue.licences = LicenceSettings(bytes: 50_000, isPersistent: true)
    let asked = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(abs(asked.startupTime - 0.1) < 1e-9 && asked.bytesReceived == 50_000)
    queue.licences.held = [7]
    let held = try queue.play(over: ConstantQueue.fastLink).metrics
    #expect(held.startupTime == 0 && held.bytesReceived == 0)
  }

  @Test("as a neighbour it is not fetched ahead, and it keeps its media where sources change")
  func neighbour() throws {
    var queue = Self.queue
    queue.preload = PreloadSettings(trigger: .always, previousCount: 0, nextCount: 1, amount: .seconds([10]))
    queue.adjust = { item, index in item.downloadedRendition = index == 1 ? 0 : nil }
    queue.script = Script([.init(.time(4), .source([0, 0]))])
    let result = try queue.play(over: ConstantQueue.fastLink)
    #expect(result.metrics.bytesReceived == 1_250_000 && result.readiness == [.hit])
    #expect(result.metrics.startupTotal == 0.5 && result.metrics.segmentsPreloaded == 0)
  }

  @Test("a rendition that the video does not have, a live stream and several sources are refused")
  func refused() throws {
    for adjust: (inout QueueItem) -> Void in [
      { $0.downloadedRendition = 1 }, { $0.live = LiveSettings(edge: 4) }, { $0.sources = [.init(player: 0)] },
    ] {
      var queue = Self.queue
      queue.adjust = { item, _ in
        item.downloadedRendition = 0
        adjust(&item)
      }
      #expect(throws: SettingsError.self) { try queue.play(over: ConstantQueue.fastLink) }
    }
  }
}
