import ABRInput

/// Turns downloads that may overlap into rows: at any time the rates of those that run add up.
package struct ConcurrentDownloads {
  private let input: TraceInput
  private var downloads: [(start: Double, end: Double, bits: Double, line: Int)] = []
  private var empty = 0

  /// Stands before the first download.
  package init(_ input: TraceInput) { self.input = input }

  /// Adds a download. One without bytes or without a duration says nothing of the network and is left out.
  ///
  /// - Throws: ``TraceError`` where it ends before it starts.
  package mutating func add(start: Double, end: Double, bits: Double, line: Int) throws(TraceError) {
    guard end >= start else { throw input.malformed(line, "end", "\(end - start) s after start", "a later time") }
    guard end > start, bits > 0 else { return empty += 1 }
    downloads.append((start, end, bits, line))
  }

  /// The traces: between any begin and end of a download there is a row; time without a download is a gap.
  ///
  /// - Throws: ``TraceError``.
  /// - Complexity: O(*n* log *n*).
  package func content(lineCount: Int) throws(TraceError) -> TraceContent {
    var changes = downloads.flatMap { download in
      [(download.start, download, 1), (download.end, download, -1)]
    }
    // What ends at a time does so before another begins; equal ones keep the order of the file.
    changes.sort { ($0.0, $0.2, $0.1.line) < ($1.0, $1.2, $1.1.line) }
    var covered = CoveredTime(input, gaps: .close, tolerance: 0)
    if empty > 0 { covered.timeline.notes.append("\(empty) downloads without bytes or duration left out") }
    var (running, rate, last) = (0, 0.0, 0.0)
    for (time, download, sign) in changes {
      if running > 0, time > last {
        try covered.add(start: last, duration: time - last, rate: max(0, rate), line: download.line)
      }
      running += sign
      // Sums of many rates that come and go keep a rest, which an empty network has not.
      rate = running == 0 ? 0 : rate + Double(sign) * download.bits / (download.end - download.start)
      last = time
    }
    return try covered.content(lineCount: lineCount)
  }
}
