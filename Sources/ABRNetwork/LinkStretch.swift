/// A stretch of a link in which bytes come, or in which none does, and the way to the next one.
///
/// Rows of 0 bit/s that follow each other are one silence, the last and the first row of a wrapped trace too.
package struct LinkStretch: Sendable {
  /// Whether the link carries nothing.
  package private(set) var isSilent: Bool
  /// Link time at which the next stretch begins; infinite when none does.
  package private(set) var end = 0.0
  /// First row of the next stretch, and the start of its lap.
  private var row: Int
  private var lapStart: Double

  /// The stretch that holds a cursor.
  /// - Complexity: O(rows of the stretch).
  package init(of link: Link, at cursor: Link.Cursor) {
    row = cursor.row
    lapStart = cursor.lapStart
    guard !link.knots.isEmpty else {
      isSilent = false
      end = .infinity
      return
    }
    isSilent = link.knots[row].rate == 0
    findEnd(over: link)
  }

  /// Moves to the stretch that holds a time; a border belongs to the later one.
  ///
  /// - Parameters:
  ///   - time: session time, not before that of an earlier call.
  ///   - lag: seconds by which link time is behind it.
  ///   - link: the link of the stretch.
  /// - Complexity: amortised O(rows passed), whatever the number of laps.
  package mutating func advance(to time: Double, lag: Double, over link: Link) {
    guard end + lag <= time else { return }
    let laps = ((time - (end + lag)) / link.lapDuration).rounded(.down) - 1
    if laps > 0 {
      end += laps * link.lapDuration
      lapStart += laps * link.lapDuration
    }
    while end + lag <= time {
      isSilent.toggle()
      findEnd(over: link)
    }
  }

  private mutating func findEnd(over link: Link) {
    let rows = link.knots.count - 1
    for _ in 0..<rows {
      if row + 1 < rows {
        row += 1
      } else if link.lapDuration < .infinity {
        row = 0
        lapStart += link.lapDuration
      } else {
        break
      }
      if (link.knots[row].rate == 0) != isSilent {
        end = lapStart + link.knots[row].start
        return
      }
    }
    end = .infinity
  }
}

extension Link {
  /// The longest latency of a row in seconds.
  /// - Complexity: O(*rows*) where rows differ.
  package var longestLatency: Double { latencies.max() ?? uniformLatency }

  /// The longest time in seconds in which a link of a trace carries nothing: that of the recording, or from its end
  /// into the next lap; infinite where a silence at the end is for good.
  static func longestSilence(of trace: BandwidthTrace, end: TraceEnd) -> Double {
    let rows = trace.rows
    guard end == .wrap else {
      return end == .stop || rows[rows.count - 1].bandwidth == 0 ? .infinity : trace.longestSilence
    }
    let last = rows.reversed().prefix { $0.bandwidth == 0 }.reduce(0) { $0 + $1.duration }
    let first = rows.prefix { $0.bandwidth == 0 }.reduce(0) { $0 + $1.duration }
    return max(trace.longestSilence, last + first)
  }
}
