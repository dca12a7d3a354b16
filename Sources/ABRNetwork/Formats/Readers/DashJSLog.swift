import ABRInput

/// The requests of dash.js, as `JSON.stringify(player.getDashMetrics().getHttpRequests('video'))` or the older
/// `getMetricsFor('video').HttpList` writes them.
///
/// A request counts from `tresponse`, its first byte, to `_tfinish`; its size is the sum of the bytes in its `trace`.
/// Requests that have not ended are left out.
public enum DashJSLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "dash.js"
  /// What a file holds, in one line.
  public static let summary = "JSON of dash.js requests: trequest, tresponse, _tfinish and trace"
  /// What its reader obeys.
  public static let options = DownloadLog.traceOptions

  /// Known by the times of a request.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasKeys("trequest", "tresponse") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var stamps = TimeStamps(unit: .millisecond)
    return try PlayerLog.read(
      input, members: ["trequest", "tresponse", "_tfinish", "trace.b", "_bytes"],
      isRecord: { $0.has("trequest") && $0.has("tresponse") }
    ) { record throws(InputFault) in
      guard let start = try record.seconds(&stamps, ["tresponse"]) else { return nil }
      guard let end = try record.seconds(&stamps, ["_tfinish"]) else { return nil }
      guard end >= start else {
        throw record.fault("_tfinish", "\(end - start) s after tresponse", "a later time")
      }
      return (start, end - start, (try record.number("trace.b", "_bytes") ?? 0) * 8)
    }
  }
}
