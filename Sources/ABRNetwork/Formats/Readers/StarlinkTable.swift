import ABRInput

/// The table of Starlink on the Autobahn (Laniewski et al., 2024): begin and end of each iperf3 interval and Mbit/s.
///
/// Where iperf was started again more than 10 s pass without a row: a new trace begins.
public enum StarlinkTable: TraceFormat {
  /// The name to ask for it by.
  public static let name = "starlink"
  /// What a file holds, in one line.
  public static let summary =
    "CSV with timestamp_start_dl, timestamp_end_dl and download (Mbit/s): Starlink on the Autobahn"
  /// What its reader obeys.
  public static let options = CoveredTime.traceOptions

  /// Known by its columns.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasColumns("timestamp_start_dl", "timestamp_end_dl", "download") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var table = try HeaderTable(input)
    let columns = (
      start: try table.column("timestamp_start_dl"), end: try table.column("timestamp_end_dl"),
      rate: try table.column("download")
    )
    var stamps = TimeStamps(unit: nil)
    var covered = CoveredTime(input, gaps: .split, tolerance: 10)
    var missing = 0
    while try table.next() {
      guard !table.text(columns.rate).isEmpty else {
        missing += 1
        continue
      }
      var times: [Double] = []
      for column in [columns.start, columns.end] {
        guard let time = stamps.seconds(input.bytes, table.fields[column]) else {
          throw input.malformed(
            table.line, table.header[column], InputFault.excerpt(table.text(column)), "a date and time")
        }
        times.append(time)
      }
      guard times[1] > times[0] else {
        throw input.malformed(
          table.line, "timestamp_end_dl", "\(times[1] - times[0]) s after the start", "a later time")
      }
      try covered.add(
        start: times[0], duration: times[1] - times[0], rate: try table.number(columns.rate) * 1e6, line: table.line)
    }
    if missing > 0 { covered.timeline.notes.append("\(Counted.text(missing, "row")) without a download left out") }
    return try covered.content(lineCount: table.line)
  }
}
