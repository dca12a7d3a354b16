@testable import ABRNetwork

/// The link stepped from row to row with nothing clever in it: the oracle for ``Link``.
///
/// It walks from the first row of the trace to the time asked for, again for every question. Compensated sums keep its
/// own error far below that of the link.
struct SteppedLink {
  let rows: [BandwidthTrace.Row]
  let end: TraceEnd
  let defaultLatency: Double

  /// One row as it is met on the way: when it begins and ends, how much it carries a second.
  struct Step {
    var start: Double
    var end: Double
    var rate: Double
    var latency: Double
  }

  /// Calls `body` with every row from the beginning of the trace on, the laps one after another, until it returns
  /// false.
  func walk(_ body: (Step) -> Bool) {
    var start = CompensatedSum()
    var lap = 0
    while true {
      for (index, row) in rows.enumerated() {
        let begin = start.value
        start.add(row.duration)
        let isLast = index == rows.count - 1
        let end = isLast && self.end == .hold ? .infinity : start.value
        let step = Step(start: begin, end: end, rate: row.bandwidth / 8, latency: row.latency ?? defaultLatency)
        guard body(step) else { return }
      }
      switch end {
      case .wrap: lap += 1
      case .hold: return
      case .stop:
        let latency = rows[rows.count - 1].latency ?? defaultLatency
        _ = body(Step(start: start.value, end: .infinity, rate: 0, latency: latency))
        return
      }
    }
  }

  /// When `bytes` have arrived that start to flow at `time`; infinite when they never do.
  func arrival(of bytes: Double, from time: Double) -> Double {
    guard bytes > 0 else { return time }
    var missing = CompensatedSum()
    missing.add(bytes)
    var arrival = Double.infinity
    walk { step in
      guard step.end > time else { return true }
      let from = max(step.start, time)
      guard step.rate > 0 else { return true }
      let needed = missing.value / step.rate
      if needed <= step.end - from {
        arrival = from + needed
        return false
      }
      missing.add(-(step.end - from) * step.rate)
      return true
    }
    return arrival
  }

  /// Bytes carried between two times.
  func carried(from start: Double, to end: Double) -> Double {
    var sum = CompensatedSum()
    walk { step in
      let length = min(step.end, end) - max(step.start, start)
      if length > 0, step.rate > 0 { sum.add(length * step.rate) }
      return step.end < end
    }
    return sum.value
  }

  /// Seconds of a round trip that starts at `time`, passing a share of itself in each row as in Sabre.
  func roundTrip(from time: Double) -> Double {
    var share = 1.0
    var total = CompensatedSum()
    walk { step in
      guard step.end > time else { return true }
      let length = step.end - max(step.start, time)
      if share * step.latency <= length {
        total.add(share * step.latency)
        return false
      }
      total.add(length)
      share -= length / step.latency
      return true
    }
    return total.value
  }
}

/// A sum that keeps what rounding takes away (Neumaier 1974).
struct CompensatedSum {
  private var sum = 0.0
  private var lost = 0.0

  var value: Double { sum + lost }

  mutating func add(_ term: Double) {
    let next = sum + term
    lost += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
    sum = next
  }
}
