/// How much of a link a sender uses, and when.
public enum CongestionControl: String, Sendable, Hashable, CaseIterable {
  /// All that the link carries, at once: senders that keep the queue in front of it filled, as Reno and CUBIC do.
  case reno
  /// What the sender has measured: BBR, version 1 (Cardwell et al., ACM Queue 14/5, 2016).
  ///
  /// Every ten seconds it drains its queue to measure the round trip, and a rise in rate is found by the probe of a
  /// later cycle. Recorded over a shaped path (NetworkModel.md) a drain costs 70 ms with round trips of 20 ms and 240
  /// ms with 80 ms, and a rise is used after 0.2 to 0.7 s. Modelled as 3 round trips without a byte at the end of every
  /// 10 s of the trace, and a rise that is used 8 round trips late, the length of a cycle.
  case bbr

  /// Seconds from one drain of BBR to the next.
  static let drainInterval = 10.0
  /// Round trips that a drain costs; at most half of the interval.
  static let drainRoundTrips = 3.0
  /// Round trips after which a rise is used.
  static let riseRoundTrips = 8.0
}

extension BandwidthTrace {
  /// What a sender gets of the link, as a trace.
  ///
  /// A fall takes effect at once. At any moment the rate is the least of the row's and, of each rise less than 8 round
  /// trips ago, the rate before it; the first row is no rise. A trace of which less than a byte is left stays as it is.
  ///
  /// - Parameters:
  ///   - control: the sender's.
  ///   - defaultLatency: seconds, for rows without a latency.
  /// - Complexity: O(*rows* · rows in 8 round trips).
  public func used(by control: CongestionControl, defaultLatency: Double = 0) -> BandwidthTrace {
    guard control == .bbr else { return self }
    var used: [Row] = []
    // Rates that hold the sender back, and until when.
    var limits: [(until: Double, rate: Double)] = []
    var start = 0.0
    for (index, row) in rows.enumerated() {
      let trip = row.latency ?? defaultLatency
      let end = start + row.duration
      limits.removeAll { $0.until <= start }
      if index > 0, rows[index - 1].bandwidth < row.bandwidth {
        limits.append((start + CongestionControl.riseRoundTrips * trip, rows[index - 1].bandwidth))
      }
      let drain = min(CongestionControl.drainRoundTrips * trip, CongestionControl.drainInterval / 2)
      var time = start
      while time < end {
        let cycle = (time / CongestionControl.drainInterval).rounded(.down) * CongestionControl.drainInterval
        let drainStart = cycle + CongestionControl.drainInterval - drain
        let isDraining = drain > 0 && time >= drainStart
        let rate = limits.reduce(row.bandwidth) { $1.until > time ? min($0, $1.rate) : $0 }
        var next = min(end, isDraining || drain == 0 ? cycle + CongestionControl.drainInterval : drainStart)
        for limit in limits where limit.until > time { next = min(next, limit.until) }
        // Times this close are one time but for rounding.
        if next - time > 1e-9 {
          used.append(Row(duration: next - time, bandwidth: isDraining ? 0 : rate, latency: row.latency))
        }
        time = max(next, time.nextUp)
      }
      start = end
    }
    return (try? BandwidthTrace(name: name, rows: used, measure: measure)) ?? self
  }
}
