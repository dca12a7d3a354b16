import ABRInput

/// Standard access logs of Amazon CloudFront: tabs between columns that `#Fields:` names.
///
/// `date` and `time` are the end of the answer in whole seconds, `time-taken` how long it took from the request on;
/// where `time-to-first-byte` is there, the answer counts from it. A trace is made for each CMCD session, or each
/// `c-ip` without one.
public enum CloudFrontLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "cloudfront"
  /// What a file holds, in one line.
  public static let summary = "access log of CloudFront: sc-bytes and time-taken, a trace for each session or client"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions

  /// Known by its columns.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.contains("#Fields:") && head.contains("x-edge-location") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var table = try ExtendedLog(input, separator: .byte(UInt8(ascii: "\t")))
    var log = DownloadLog(input, observer: .serverInSeconds)
    var stamps = TimeStamps(unit: nil)
    while try table.next() {
      let end = try table.time(&stamps)
      guard let taken = try table.number("time-taken"), let bytes = try table.number("sc-bytes") else {
        log.skip()
        continue
      }
      guard taken >= 0 else { throw input.malformed(table.line, "time-taken", "\(taken)", "0 or more seconds") }
      var first = 0.0
      if table.isThere("time-to-first-byte") { first = try table.number("time-to-first-byte") ?? 0 }
      let duration = taken - min(taken, max(0, first))
      let report = CMCDText.report(in: [table.text("cs-uri-query")].compactMap(\.self))
      try log.add(
        start: end - duration, duration: duration, bits: bytes * 8, client: table.text("c-ip"),
        report: report, line: table.line)
    }
    return try log.content(lineCount: table.line)
  }
}
