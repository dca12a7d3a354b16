import Testing

@testable import ABRPlayback

/// Real numbers of bytes that become whole ones.
@Suite struct WholeBytesTests {
  @Test("a byte that only rounding takes away counts, where it was shown and where it came")
  func exact() throws {
    // A segment of 250 kB takes 2.5 s: 2 s are shown until 4.5 s, and 1.6 s from 7.5 s on.
    var queue = ConstantQueue(lengths: [8])
    queue.script = Script([.init(.time(9.1), .leave)])
    let metrics = try queue.play(over: ConstantQueue.link(800_000)).metrics
    #expect(metrics.ledger[.played] == 450_000, "\(metrics.ledger)")
    #expect(metrics.bytesReceived == 910_000 && metrics.ledger.downloaded == 910_000, "\(metrics.ledger)")
    #expect(metrics.ledger[.unplayed] == 300_000 && metrics.ledger[.aborted] == 160_000, "\(metrics.ledger)")
  }

  @Test("all else is rounded down: a byte counts when all of it is there")
  func down() {
    #expect(Int(wholeBytes: 199_999.9) == 199_999 && Int(wholeBytes: 199_999.9999) == 199_999)
    #expect(Int(wholeBytes: 200_000.0.nextDown) == 200_000 && Int(wholeBytes: 0) == 0)
  }
}
