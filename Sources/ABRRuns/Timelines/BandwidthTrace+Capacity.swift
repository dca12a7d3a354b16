import ABRNetwork
import ABRPlayback

extension BandwidthTrace {
  /// What the trace carries in a session, in bits per second on the session's clock.
  ///
  /// - Parameters:
  ///   - offset: seconds into the trace at which the session starts, less than its duration.
  ///   - length: seconds of the session.
  ///   - end: what happens when the trace is over.
  ///   - factors: shares of the capacity that are there from a time on; all of it before the first.
  /// - Returns: steps, at most ``TimelineSeries/limit``: beyond that, means over equal stretches. A trace that
  ///   is crossed very often is the mean of its laps.
  /// - Complexity: O(rows that the session crosses + factors).
  func capacity(
    from offset: Double, seconds length: Double, end: TraceEnd, factors: TimelineSeries
  ) -> TimelineSeries {
    var series = TimelineSeries()
    var change = 0
    var factor = 1.0
    func append(_ from: Double, _ to: Double, _ bandwidth: Double) {
      guard from < to else { return }
      var begin = max(0, from)
      while change < factors.count, factors.times[change] < to {
        let time = max(begin, factors.times[change])
        if time > begin { series.appendStep(begin, bandwidth * factor) }
        begin = time
        factor = factors.values[change]
        change += 1
      }
      series.appendStep(begin, bandwidth * factor)
    }
    // Many laps are seen as their mean: walking them row by row would take time without bound.
    guard end != .wrap || length / duration * Double(rows.count) <= 1e6 else {
      append(0, length, meanBandwidth)
      return series
    }
    var clock = -offset
    repeat {
      for row in rows where clock < length {
        let next = clock + row.duration
        if next > 0 { append(clock, min(next, length), row.bandwidth) }
        clock = next
      }
    } while end == .wrap && clock < length
    if clock < length {
      append(clock, length, end == .hold ? rows.last?.bandwidth ?? 0 : 0)
    }
    return series.averaged(until: length)
  }
}
