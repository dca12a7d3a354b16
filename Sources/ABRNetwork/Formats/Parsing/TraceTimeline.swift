import ABRInput

/// Collects the rows of a file into one trace or several.
package struct TraceTimeline {
  /// The file that is read.
  package let input: TraceInput
  /// Notes for the user.
  package var notes: [String] = []
  private var done: [[BandwidthTrace.Row]] = []
  private var rows: [BandwidthTrace.Row] = []

  /// Stands before the first row.
  package init(_ input: TraceInput) { self.input = input }

  /// Adds a row.
  ///
  /// - Throws: ``TraceError`` naming the line when a value is out of range.
  package mutating func append(
    _ duration: Double, _ bandwidth: Double, latency: Double? = nil, networkClass: NetworkClass? = nil, line: Int?
  ) throws(TraceError) {
    let row = BandwidthTrace.Row(
      duration: duration, bandwidth: bandwidth, latency: latency, networkClass: networkClass)
    if let fault = BandwidthTrace.fault(in: row, number: rows.count + 1) {
      throw TraceError(fault, file: input.file, line: line)
    }
    rows.append(row)
  }

  /// Adds a row before the others of the trace that was begun last.
  package mutating func prepend(
    _ duration: Double, _ bandwidth: Double, latency: Double?, networkClass: NetworkClass? = nil, line: Int?
  ) throws(TraceError) {
    try append(duration, bandwidth, latency: latency, networkClass: networkClass, line: line)
    rows.insert(rows.removeLast(), at: 0)
  }

  /// The durations of the trace that was begun last, in rising order.
  package var sortedDurations: [Double] { rows.map(\.duration).sorted() }

  /// A row so many times as long as the median one, and so many seconds, is a hole in what was recorded.
  private static let hole = (steps: 20.0, seconds: 10.0)

  /// Finds the rows that are too long to have been measured, and keeps a median step of each where something is said
  /// about them.
  ///
  /// - Parameters:
  ///   - gaps: what becomes of the rest; `nil` to keep it and note it.
  ///   - isAtEnd: whether a rate was measured at the end of its row.
  /// - Complexity: O(*n* log *n*) in the rows.
  package mutating func treatHoles(_ gaps: TraceOptions.Gaps?, isAtEnd: Bool) {
    let pieces = done + (rows.isEmpty ? [] : [rows])
    // Most traces have none, and sorting takes longer than reading.
    guard pieces.contains(where: { $0.contains { $0.duration > Self.hole.seconds } }) else { return }
    let durations = pieces.joined().map(\.duration).sorted()
    guard durations.count > 2 else { return }
    let step = durations[durations.count / 2]
    let limit = max(Self.hole.steps * step, Self.hole.seconds)
    guard let longest = durations.last, longest > limit else { return }
    let holes = durations.filter { $0 > limit }
    let lengths = DecimalPrinter.fixed(holes.reduce(0, +), digits: 1)
    let found =
      "\(Counted.text(holes.count, "row")) of \(lengths) s\(holes.count == 1 ? "" : " in all") where "
      + "\(DecimalPrinter.significant(step, digits: 3)) s are usual"
    guard let gaps else {
      notes.append(
        "\(found): the time counts as measured; was anything recorded meanwhile? (--trace-option gaps=close, gaps=outage or "
          + "gaps=split)")
      return
    }
    if gaps == .close { notes.append("\(found): cut to that") }
    (done, rows) = ([], [])
    for piece in pieces {
      for row in piece {
        guard row.duration > limit else {
          rows.append(row)
          continue
        }
        var (measured, rest) = (row, row)
        measured.duration = step
        rest.duration = row.duration - step
        rest.bandwidth = 0
        if !isAtEnd { rows.append(measured) }
        switch gaps {
        case .close: break
        case .outage: rows.append(rest)
        case .split: split()
        }
        if isAtEnd { rows.append(measured) }
      }
      split()
    }
  }

  /// Ends a trace and begins the next. Traces without rows are dropped.
  package mutating func split() {
    if !rows.isEmpty { done.append(rows) }
    rows.removeAll()
  }

  /// The traces that were collected: one has the name of the file, several are called `w1` and so on, as windows of one
  /// recording are (`TraceCluster` of ABRStatistics).
  ///
  /// Pieces without bytes are dropped and noted; a file of nothing else is refused.
  ///
  /// - Parameters:
  ///   - series: the name of this one among others of the file.
  ///   - lineCount: lines that were read, for the error of a file without rows.
  ///   - measure: what the rates count.
  /// - Throws: ``TraceError``.
  package mutating func content(
    series: String? = nil, lineCount: Int, measure: BandwidthTrace.Measure = .goodput
  ) throws(TraceError) -> TraceContent {
    split()
    guard !done.isEmpty else {
      throw input.malformed(
        max(lineCount, 1), "rows", "none with a duration in \(lineCount == 1 ? "1 line" : "\(lineCount) lines")",
        "at least one: where rows have time stamps, two")
    }
    let base = series.map { "\(input.name)#\($0)" } ?? input.name
    var traces: [BandwidthTrace] = []
    var failure: TraceError?
    for (index, rows) in done.enumerated() {
      let name = done.count == 1 ? base : "\(base)\(series == nil ? "#" : "-")w\(index + 1)"
      do {
        traces.append(try BandwidthTrace(name: name, rows: rows, measure: measure))
      } catch {
        failure = error.inFile(input.file)
      }
    }
    if let failure, traces.isEmpty { throw failure }
    if traces.count < done.count {
      notes.append("\(Counted.text(done.count - traces.count, "piece")) without a byte left out")
    }
    return TraceContent(traces, notes: notes)
  }
}
