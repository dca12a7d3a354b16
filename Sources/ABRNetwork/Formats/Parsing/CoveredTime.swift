import ABRInput

/// Turns stretches with a start and a length into rows, and decides what becomes of the time between them.
package struct CoveredTime {
  /// The rows so far.
  package var timeline: TraceTimeline
  private let gaps: TraceOptions.Gaps
  private let tolerance: Double
  private var last: (start: Double, end: Double)?
  private var closed = (count: 0, seconds: 0.0)
  private var dropped = 0
  private var covered = 0.0

  /// The options that this obeys.
  package static let traceOptions: Set<TraceOption> = [.gaps, .clock]

  /// Stands before the first stretch.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - gaps: what becomes of gaps by default.
  ///   - tolerance: seconds without cover up to which there is no gap: the clocks of measurements are not that exact.
  package init(_ input: TraceInput, gaps: TraceOptions.Gaps, tolerance: Double) {
    timeline = TraceTimeline(input)
    self.gaps = input.options.gaps ?? gaps
    self.tolerance = tolerance
  }

  /// Adds a stretch.
  ///
  /// - Parameters:
  ///   - start: seconds.
  ///   - duration: seconds, more than 0.
  ///   - rate: bits per second.
  ///   - line: line of the file.
  /// - Throws: ``TraceError`` where the starts do not rise and no option allows it, or a value is out of range.
  package mutating func add(start: Double, duration: Double, rate: Double, line: Int) throws(TraceError) {
    if let last {
      if start <= last.start {
        switch timeline.input.options.clock {
        case .refuse:
          throw timeline.input.malformed(
            line, "time", "\(start - last.start) s after the row before",
            "a later time, or --trace-option clock=drop or clock=split")
        case .drop:
          dropped += 1
          return
        case .split: timeline.split()
        }
      } else if start - last.end > tolerance {
        switch gaps {
        case .close: closed = (closed.count + 1, closed.seconds + start - last.end)
        case .outage: try timeline.append(start - last.end, 0, line: line)
        case .split: timeline.split()
        }
      }
    }
    try timeline.append(duration, rate, line: line)
    covered += duration
    last = (start, start + duration)
  }

  /// Adds transfers that overlap, or one: what runs at the same time adds up, as in a log.
  ///
  /// - Parameter transfers: in the order of their starts, without a gap between them.
  /// - Throws: as ``add(start:duration:rate:line:)``.
  /// - Complexity: O(*n* log *n*).
  package mutating func add(overlapping transfers: [LoggedDownload]) throws(TraceError) {
    guard let last = transfers.last, transfers.count > 1 else {
      if let one = transfers.first {
        try add(start: one.start, duration: one.end - one.start, rate: one.rate, line: one.line)
      }
      return
    }
    let before = self.last?.end
    for row in BusyPeriods(of: transfers, smallest: 0, observer: .client).rows {
      try add(start: row.start, duration: row.duration, rate: row.rate, line: row.line)
    }
    // The next row of the file is compared with the one before it, unless that was dropped.
    if self.last?.end != before { self.last?.start = last.start }
  }

  /// The traces.
  ///
  /// - Parameters:
  ///   - series: the name of this one among others of the file.
  ///   - lineCount: lines that were read.
  ///   - measured: percent of the time that was measured, where that is not what the stretches cover.
  /// - Throws: ``TraceError`` of a file without rows or that never carries a byte.
  package mutating func content(
    series: String? = nil, lineCount: Int, measured: Int? = nil
  ) throws(TraceError) -> TraceContent {
    if dropped > 0 { timeline.notes.append("\(Counted.text(dropped, "row")) whose time stamp does not rise left out") }
    if closed.count > 0 {
      let share = measured ?? Int((100 * covered / (covered + closed.seconds)).rounded())
      timeline.notes.append(
        "\(Counted.text(closed.count, "gap")) of \(DecimalPrinter.fixed(closed.seconds, digits: 1)) s"
          + "\(closed.count == 1 ? "" : " in all") cut out: \(share) % of the time was measured (--trace-option gaps=outage or "
          + "gaps=split)")
    }
    return try timeline.content(series: series, lineCount: lineCount)
  }
}
