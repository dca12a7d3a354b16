import ABRInput

extension BandwidthTrace {
  /// Seconds for which a sender is silent that has lost the last packet of a transfer and waits for its retransmission
  /// time-out: least and most of 26 that were recorded over a shaped path (NetworkModel.md).
  static let retransmissionTimeout = 0.75..<1.8

  /// The trace with silences in which a sender waits for a retransmission time-out.
  ///
  /// They begin after times drawn from an exponential distribution and last for a time drawn evenly from what was
  /// recorded. They belong to the link and not to a request: every policy meets the same ones, and one that falls into
  /// a time in which nothing is fetched costs nothing. A trace of which no byte would be left stays as it is.
  ///
  /// - Parameters:
  ///   - interval: mean seconds from the end of a silence to the next, above 0; `nil` for none.
  ///   - random: where times and lengths come from.
  /// - Complexity: O(*rows* + silences).
  public func interrupted(every interval: Double?, random: SeededRandom) -> BandwidthTrace {
    guard let interval else { return self }
    precondition(interval > 0, "time passes between two time-outs")
    var random = random
    var rows: [Row] = []
    // The silence that lasts or comes next.
    var silence = 0.0..<0.0
    func draw() {
      let start = silence.upperBound - interval * ReproducibleMath.log(1 - random.uniform())
      silence = start..<start + random.uniform(in: Self.retransmissionTimeout)
    }
    draw()
    var start = 0.0
    for row in self.rows {
      let end = start + row.duration
      var time = start
      while time < end {
        while silence.upperBound <= time { draw() }
        let isSilent = silence.contains(time)
        let next = min(end, isSilent ? silence.upperBound : max(silence.lowerBound, time.nextUp))
        // Times this close are one time but for rounding.
        if next - time > 1e-9 {
          var part = row
          part.duration = next - time
          if isSilent { part.bandwidth = 0 }
          rows.append(part)
        }
        time = next
      }
      start = end
    }
    return (try? BandwidthTrace(name: name, rows: rows, measure: measure)) ?? self
  }
}
