import ABRInput

/// Access logs of nginx, in the combined form with `$request_time` behind it, bare or as `rt=` or `request_time=`, and
/// those of ingress-nginx.
///
/// nginx stamps a line at the end of the request, in whole seconds; `$request_time` is in seconds. A trace is made for
/// each CMCD session, or each address of a client where there is none.
public enum NginxLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "nginx"
  /// What a file holds, in one line.
  public static let summary = "access log of nginx: combined with $request_time, a trace for each session or client"
  /// What its reader obeys.
  public static let options = AccessLog.traceOptions

  /// Known by a first line in the combined form with seconds behind it.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    guard let first = head.lines.first else { return nil }
    let bytes = Array(first)
    guard let line = AccessLogLine(bytes, 0..<bytes.count) else { return nil }
    if case .seconds = AccessLog.duration(of: line, bytes) { return .structure }
    return nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    try AccessLog.read(
      input,
      AccessLog.Dialect(
        stampsStart: false, fix: "$request_time at the end of nginx's log_format, such as rt=$request_time")
    )
  }
}
