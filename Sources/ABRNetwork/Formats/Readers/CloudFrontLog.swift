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
    try ExtendedLog.read(input, separator: .byte(UInt8(ascii: "\t")), unit: .second)
  }
}
