import ABRInput

/// Any table whose columns the user names with `--columns`.
///
/// The separator is found: tab, semicolon, comma, bar or spaces. A first line that has no numbers in the columns is a
/// header, and lines that begin with `#` are passed over. With `bytes` and two of `start`, `end` and `duration` each
/// row is a download, with `session` of one client of several: requests make traces as those of a log do. Of JSON,
/// also with a value on each line, columns are members, called by their path.
public enum TableTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "table"
  /// What a file holds, in one line.
  public static let summary = "any table or JSON, with --columns such as time:s,rate:kbit/s or start,end,bytes"
  /// What its reader obeys.
  public static let options = StampedRates.traceOptions.union(CoveredTime.traceOptions).union(
    DownloadLog.traceOptions)

  /// Never known: a table's units are not in it.
  public static func match(_ head: TraceHead) -> FormatMatch? { nil }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*), and O(*n* log *n*) in the rows of downloads.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    guard let layout = input.options.columns else {
      throw input.malformed(nil, "--columns", "none", "what the columns are, such as time:s,rate:kbit/s")
    }
    return try read(input, layout, known: nil)
  }

  /// Reads JSON of a known kind.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - known: its kind.
  /// - Throws: ``TraceError`` naming file, line and field.
  package static func read(_ input: TraceInput, as known: RecordLayout) throws(TraceError) -> TraceContent {
    try read(input, known.columns, known: known)
  }

  private static func read(
    _ input: TraceInput, _ layout: TableLayout, known: RecordLayout?
  ) throws(TraceError) -> TraceContent {
    var rows = try TableRows(input, layout, known: known)
    let roles = Set(layout.columns.map(\.role))
    var content: TraceContent
    if layout.isOfDownloads {
      let isOfServer = known?.isOfServer ?? false
      try check(input, isOfServer ? ServerRecords.traceOptions : DownloadLog.traceOptions, "of downloads")
      content = try downloads(&rows, input, roles, isOfServer: isOfServer)
    } else if roles.contains(.start) {
      try check(input, CoveredTime.traceOptions, "of stretches from start to end")
      content = try stretches(&rows, input)
    } else if roles.contains(.duration) {
      try check(input, [], "of durations, where a row follows the other without a gap")
      content = try durations(&rows, input)
    } else {
      try check(input, StampedRates.traceOptions, "of time stamps")
      content = try stamps(&rows, input, roles)
    }
    content.notes += rows.notes
    return content
  }

  /// Refuses an option that does nothing with the columns that are there.
  private static func check(
    _ input: TraceInput, _ known: Set<TraceOption>, _ what: String
  ) throws(TraceError) {
    guard let option = input.options.given.subtracting(known.union([.series, .check])).map(\.rawValue).min() else {
      return
    }
    throw input.malformed(
      nil, "--trace-option", option,
      "an option of a table \(what): " + FaultText.choice(known.union([.series, .check]).map(\.rawValue).sorted()))
  }

  private static func durations(_ rows: inout TableRows, _ input: TraceInput) throws(TraceError) -> TraceContent {
    var timeline = TraceTimeline(input)
    while try rows.next() {
      let duration = try rows.seconds(.duration)
      guard duration > 0 else { throw input.malformed(rows.line, "duration", "\(duration)", "more than 0") }
      var rate = try rows.bits(.rate)
      if let bits = try rows.bits(.bytes) { rate = bits / duration }
      try timeline.append(
        duration, rate ?? 0, latency: try rows.optionalSeconds(.latency), networkClass: try rows.networkClass(),
        line: rows.line)
    }
    return try timeline.content(lineCount: rows.lineCount)
  }

  /// A row with a time stamp.
  private struct Stamp {
    var time: Double
    /// Bits per second; bits since the row before, or since the beginning.
    var amount: Double
    var latency: Double?
    var networkClass: NetworkClass?
    var line: Int
  }

  private static func stamps(
    _ rows: inout TableRows, _ input: TraceInput, _ roles: Set<TableLayout.Role>
  ) throws(TraceError) -> TraceContent {
    let (isRate, isTotal) = (roles.contains(.rate), roles.contains(.total))
    var stamped = StampedRates(input)
    var (previous, current): (Stamp?, Stamp?)
    var (steps, restarts) = (0, [Int]())
    // The most bits that a counter has grown by from a row to the next.
    var largest = 0.0
    func add(_ row: Stamp) throws(TraceError) {
      var rate = row.amount
      if !isRate {
        if let previous, isTotal {
          rate -= previous.amount
          steps += 1
          if rate < 0 {
            restarts.append(row.line)
            // One of 32 bits that overflows has few bytes more; any other begins at 0.
            let wrapped = rate + 8 * 4_294_967_296
            rate = wrapped >= 0 && wrapped <= 10 * largest ? wrapped : row.amount
          }
          largest = max(largest, rate)
        }
        rate = previous.map { row.time > $0.time ? rate / (row.time - $0.time) : 0 } ?? 0
      }
      previous = row
      try stamped.add(
        time: row.time, stamp: row.time + (rows.firstStamp ?? 0), rate: rate, latency: row.latency,
        networkClass: row.networkClass, line: row.line)
    }
    while try rows.next() {
      let row = Stamp(
        time: try rows.time(.time), amount: try rows.bits(isRate ? .rate : isTotal ? .total : .bytes) ?? 0,
        latency: try rows.optionalSeconds(.latency), networkClass: try rows.networkClass(), line: rows.line)
      if let last = current {
        // Packets of one moment add up.
        if !isRate, row.time == last.time {
          current?.amount = isTotal ? max(row.amount, last.amount) : last.amount + row.amount
          continue
        }
        try add(last)
      }
      current = row
    }
    if let current { try add(current) }
    if let line = restarts.first, 2 * restarts.count > steps {
      throw input.malformed(line, "total", "less than in the row before", "bytes since the beginning")
    }
    var content = try stamped.content(lineCount: rows.lineCount)
    if !restarts.isEmpty {
      content.notes.append(
        "the counter restarts \(Counted.text(restarts.count, "time")): counted from 0, or from 32 bits where it overflows"
      )
    }
    return content
  }

  private static func stretches(_ rows: inout TableRows, _ input: TraceInput) throws(TraceError) -> TraceContent {
    let tolerance = 0.001
    var covered = CoveredTime(input, gaps: .close, tolerance: tolerance)
    // Those that overlap, and when the last of them ends.
    var pending: [LoggedDownload] = []
    var end = -Double.infinity
    while try rows.next() {
      let (start, stop) = (try rows.time(.start), try rows.time(.end))
      guard stop > start else {
        throw input.malformed(rows.line, "end", "\(stop - start) s after start", "a later time")
      }
      let rate = try rows.bits(.rate) ?? 0
      // Of short rows a part is the tolerance.
      if let last = pending.last, start < last.start || start >= max(end - tolerance, (last.start + end) / 2) {
        try covered.add(overlapping: pending)
        pending = []
      }
      end = pending.isEmpty ? stop : max(end, stop)
      pending.append(
        LoggedDownload(start: start, end: stop, rate: rate, bits: rate * (stop - start), line: rows.line))
    }
    try covered.add(overlapping: pending)
    return try covered.content(lineCount: rows.lineCount)
  }

  private static func downloads(
    _ rows: inout TableRows, _ input: TraceInput, _ roles: Set<TableLayout.Role>, isOfServer: Bool
  ) throws(TraceError) -> TraceContent {
    var log = DownloadLog(
      input, observer: isOfServer ? rows.isWholeSecond ? .serverInSeconds : .server : .client)
    while try rows.next() {
      var start = roles.contains(.start) ? try rows.time(.start) : 0
      let end = roles.contains(.end) ? try rows.time(.end) : 0
      var duration = end - start
      if roles.contains(.duration) {
        duration = try rows.seconds(.duration)
        if !roles.contains(.start) { start = end - duration }
      }
      guard duration >= 0 else { throw input.malformed(rows.line, "end", "\(duration) s after start", "a later time") }
      // A request counts from its first byte.
      let wait = min(duration, try rows.optionalSeconds(.wait) ?? 0)
      try log.add(
        start: start + wait, duration: duration - wait, bits: try rows.bits(.bytes) ?? 0, client: rows.session,
        report: rows.report, line: rows.line)
    }
    return try log.content(lineCount: rows.lineCount)
  }
}
