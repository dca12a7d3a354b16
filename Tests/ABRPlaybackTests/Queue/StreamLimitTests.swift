import ABRNetwork
import Testing

@testable import ABRPlayback

/// Streams of an account, with numbers worked out by hand: 250 kB a segment of 2 s, over 4 Mbit/s without latency.
@Suite struct StreamLimitTests {
  private static func metrics(_ limit: StreamLimit, pausesAt time: Double? = nil) throws -> SessionMetrics {
    var queue = ConstantQueue(lengths: [30])
    queue.streamLimit = limit
    if let time { queue.script = Script([.init(.time(time), .pause)]) }
    return try queue.play(over: ConstantQueue.fastLink).metrics
  }

  @Test("a stream too many is refused before anything is requested, or stopped by the answer to a heartbeat")
  func refused() throws {
    let other = StreamLimit.Other(from: 12, to: 40)
    let refused = try Self.metrics(StreamLimit(streams: 1, others: [.init(from: 0, to: 1)]))
    #expect(refused.bytesReceived == 0 && refused.wallTime == 0 && refused.outcome == .failed)
    // Heartbeats at 10 and at 20 s; the answer of 50 kB to the second one takes 0.1 s, beside no segment: the buffer of
    // 30 s is full, and the request at 18.5 s, when the level was down to 30 s, has been answered.
    let stopped = try Self.metrics(StreamLimit(streams: 1, heartbeat: 10, heartbeatBytes: 50_000, others: [other]))
    #expect(stopped.outcome == .failed && stopped.wallTime > 20 && stopped.wallTime <= 20.2)
    #expect(stopped.ledger[.overhead] == 100_000)
    let allowed = try Self.metrics(StreamLimit(streams: 2, heartbeat: 10, others: [other]))
    #expect(allowed.outcome == .completed && allowed.playedMedia == 60)
    #expect(throws: SettingsError.self) { try Self.metrics(StreamLimit(streams: 0)) }
  }

  @Test("heartbeats do not keep a session alive in which nothing else happens")
  func ends() throws {
    #expect(try Self.metrics(StreamLimit(streams: 1, heartbeat: 10), pausesAt: 3).outcome == .left)
  }
}
