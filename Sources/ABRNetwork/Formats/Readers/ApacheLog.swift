import ABRInput

/// Access logs of Apache in the common or combined form with the duration of each request behind it: `%D` or `%T`.
///
/// Apache stamps a line with the time at which the request came, in whole seconds. `%D` is microseconds, `%{ms}T`
/// milliseconds and `%T` seconds; the line does not state which, ``TraceOption/took`` does.
public enum ApacheLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "apache"
  /// What a file holds, in one line.
  public static let summary =
    "access log of Apache: common or combined with %D (took=us), %{ms}T (took=ms) or %T (took=s) behind it"
  /// What its reader obeys.
  public static let options = AccessLog.traceOptions

  /// Plausible where the first line is a common or combined one, which other servers write, too.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    guard let first = head.lines.first else { return nil }
    let bytes = Array(first)
    return AccessLogLine(bytes, 0..<bytes.count) != nil ? .plausible : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    try AccessLog.read(
      input,
      AccessLog.Dialect(
        stampsStart: true,
        fix: "%D at the end of Apache's LogFormat, or $request_time of nginx's log_format: without request "
          + "durations a log has no measurements"))
  }
}
