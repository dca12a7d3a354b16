import ABRInput

extension LoggedVisits {
  /// Formats in which requests can name their session.
  private static let formats: [any TraceFormat.Type] = [
    CMCDEvents.self, CloudFrontLog.self, AkamaiLog.self, FastlyLog.self, NginxJSONLog.self, NginxLog.self,
    ApacheLog.self, RecordTrace.self,
  ]

  /// The sessions of a file; `nil` where it is no log in which requests can name theirs.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*).
  package static func read(_ bytes: [UInt8], file: String) throws(TraceError) -> LoggedVisits? {
    let head = TraceHead(bytes, fileName: file)
    guard let format = TraceFormats.best(of: formats, head) else { return nil }
    var options = TraceOptions()
    options.readsVisits = true
    let visits = try format.read(TraceInput(bytes: bytes, name: file, file: file, options: options)).visits
    guard let visits, !visits.isEmpty else {
      throw .malformed(
        file: file, line: nil, field: "sid", found: "none in \(visits?.anonymous ?? 0) requests",
        allowed: "the session id of CMCD in queries, headers or members, or a table with --columns session,time:s")
    }
    return visits
  }
}
