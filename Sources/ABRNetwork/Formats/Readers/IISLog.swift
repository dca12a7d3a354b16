import ABRInput

/// Access logs of IIS in the extended form of the W3C, with `sc-bytes` among their columns.
///
/// `date` and `time` are taken for the end of the response, in whole seconds; `time-taken` is milliseconds.
public enum IISLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "iis"
  /// What a file holds, in one line.
  public static let summary = "access log of IIS: sc-bytes and time-taken, a trace for each session or client"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions

  /// Known by its first line.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.contains("#Software: Microsoft Internet Information Services") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    try ExtendedLog.read(input, separator: .byte(UInt8(ascii: " ")), unit: .millisecond)
  }
}
