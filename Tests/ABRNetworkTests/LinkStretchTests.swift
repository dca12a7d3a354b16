import Testing

@testable import ABRNetwork

/// Silences of a link, which time-outs of players act on.
@Suite struct LinkStretchTests {
  private static func link(_ rows: [(Double, Double)], end: TraceEnd = .wrap) throws -> Link {
    Link(
      try BandwidthTrace(name: "t", rows: rows.map { BandwidthTrace.Row(duration: $0.0, bandwidth: $0.1) }), end: end)
  }

  @Test("the longest silence runs over rows and from the end of a lap to the next")
  func longest() throws {
    #expect(try Self.link([(5, 1e6)]).longestSilence == 0)
    #expect(try Self.link([(5, 1e6), (2, 0), (3, 0), (1, 1e6), (4, 0), (1, 1e6)]).longestSilence == 5)
    #expect(try Self.link([(2, 0), (5, 1e6), (1.5, 0), (1, 1e6), (3, 0)]).longestSilence == 5)
    #expect(try Self.link([(2, 0), (5, 1e6)], end: .hold).longestSilence == 2)
    #expect(try Self.link([(5, 1e6), (2, 0)], end: .hold).longestSilence == .infinity)
    #expect(try Self.link([(5, 1e6)], end: .stop).longestSilence == .infinity)
    #expect(Link(instantaneousWithLatency: 1).longestSilence == 0)
  }

  @Test("stretches follow each other with silent rows as one, lap after lap")
  func stretches() throws {
    // A lap of 12 s: bytes up to 5 s, none up to 10 s, bytes up to 11 s, none up to 12 s and 2 s into the next lap.
    let link = try Self.link([(2, 0), (3, 1e6), (2, 0), (3, 0), (1, 1e6), (1, 0)])
    var stretch = LinkStretch(of: link, at: link.cursor(atOffset: 0))
    var ends = [stretch.end]
    #expect(stretch.isSilent)
    while ends.count < 7 {
      stretch.advance(to: ends[ends.count - 1], lag: 0, over: link)
      ends.append(stretch.end)
    }
    #expect(ends == [2, 5, 10, 11, 14, 17, 22] && stretch.isSilent)
    // Whole laps are passed over; a lag moves all ends.
    stretch.advance(to: 1.5 + 12_000_003.5, lag: 1.5, over: link)
    #expect(!stretch.isSilent && stretch.end == 12_000_005)
    var other = LinkStretch(of: link, at: link.cursor(atOffset: 6))
    #expect(other.isSilent && other.end == 4)
    other.advance(to: 4, lag: 0, over: link)
    #expect(!other.isSilent && other.end == 5)
  }

  @Test("a link that never changes has one stretch")
  func one() throws {
    let link = try Self.link([(5, 1e6), (5, 2e6)])
    #expect(LinkStretch(of: link, at: Link.Cursor()).end == .infinity)
    let stopped = try Self.link([(5, 1e6)], end: .stop)
    var stretch = LinkStretch(of: stopped, at: Link.Cursor())
    #expect(stretch.end == 5)
    stretch.advance(to: 5, lag: 0, over: stopped)
    #expect(stretch.isSilent && stretch.end == .infinity)
    #expect(LinkStretch(of: Link(instantaneousWithLatency: 0), at: Link.Cursor()).end == .infinity)
  }
}
