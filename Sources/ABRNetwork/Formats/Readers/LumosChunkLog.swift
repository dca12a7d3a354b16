import ABRInput

/// The chunk logs of Lumos (Lv et al., INFOCOM 2022): `chunk_size`, `app_throughput` in kbit/s and `delivery_time` in
/// seconds of each chunk.
///
/// There is no clock, so that only the time of downloads makes the trace. `chunk_size` is kilobits, though the README
/// of the set says kilobytes: throughput times time gives it in every row. Chunks under ``TraceOption/smallest`` are
/// left out, for they measure round trips.
public enum LumosChunkLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "lumos"
  /// What a file holds, in one line.
  public static let summary =
    "CSV with chunk_size (kbit), app_throughput (kbit/s) and delivery_time (s): Lumos of INFOCOM 2022"
  /// What its reader obeys.
  public static let options: Set<TraceOption> = [.smallest]

  /// Known by its columns.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasColumns("chunk_size", "app_throughput", "delivery_time") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var table = try HeaderTable(input)
    let columns = (
      size: try table.column("chunk_size"), rate: try table.column("app_throughput"),
      time: try table.column("delivery_time")
    )
    var timeline = TraceTimeline(input)
    var small = 0
    while try table.next() {
      guard try table.number(columns.size) * 1000 >= input.options.smallest ?? DownloadLog.smallest.client else {
        small += 1
        continue
      }
      try timeline.append(
        try table.number(columns.time), try table.number(columns.rate) * 1000, line: table.line)
    }
    timeline.notes.append(
      "the log has no clock: the trace is made of the time of downloads only"
        + (small == 0 ? "" : "; \(Counted.text(small, "small chunk")) left out (--trace-option smallest=0)"))
    return try timeline.content(lineCount: table.line)
  }
}
