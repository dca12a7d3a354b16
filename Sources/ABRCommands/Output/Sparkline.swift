import ABRNetwork

/// A trace as one line of bars.
enum Sparkline {
  /// Mean capacity in `width` equal stretches of the trace, as bars from nothing to the largest of them.
  /// - Complexity: O(*rows* + *width*).
  static func text(_ trace: BandwidthTrace, width: Int, terminal: Terminal) -> String {
    let means = means(trace, count: width)
    guard let largest = means.max(), largest > 0 else { return "" }
    let bars = Array(terminal.usesUnicode ? " ▁▂▃▄▅▆▇█" : " _.-:=+*#")
    return String(
      means.map { mean in
        // What carries something is never shown as nothing.
        let level = (mean / largest * Double(bars.count - 1)).rounded()
        return bars[mean > 0 ? max(1, Int(level)) : 0]
      })
  }

  /// Time-weighted mean capacity in equal stretches, in bits per second.
  static func means(_ trace: BandwidthTrace, count: Int) -> [Double] {
    let stretch = trace.duration / Double(count)
    var bits = [Double](repeating: 0, count: count)
    var start = 0.0
    for row in trace.rows {
      let end = start + row.duration
      var index = min(count - 1, Int(start / stretch))
      var from = start
      while from < end {
        let border = index == count - 1 ? end : min(end, Double(index + 1) * stretch)
        bits[index] += max(0, border - from) * row.bandwidth
        from = border
        if border < end { index += 1 }
      }
      start = end
    }
    return bits.map { $0 / stretch }
  }
}
