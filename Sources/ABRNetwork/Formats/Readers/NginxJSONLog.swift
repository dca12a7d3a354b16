import ABRInput

/// Access logs of nginx as JSON (`log_format … escape=json`), with its variables as names.
///
/// `msec`, `time_iso8601`, `time_local` or what Logstash calls `@timestamp` is the end of the request, `request_time`
/// how many seconds it took; `bytes_sent` or `body_bytes_sent` is its size. A trace is made for each CMCD session, or
/// each `remote_addr` where there is none.
public enum NginxJSONLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "nginx-json"
  /// What a file holds, in one line.
  public static let summary = "access log of nginx as JSON: request_time, bytes_sent and msec or time_iso8601"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions

  /// Plausible where a request has a duration, as in JSON of other servers.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasKeys("request_time") ? .plausible : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var stamps = TimeStamps(unit: .second)
    let ends = ["msec", "time_iso8601", "time_local", "time", "@timestamp", "timestamp"]
    return try ServerRecords.read(
      input, members: ends + ["bytes_sent", "body_bytes_sent", "remote_addr"],
      markers: ["request_time"]
    ) { record throws(InputFault) in
      guard let taken = try record.number("request_time") else { return nil }
      guard taken >= 0 else { throw record.fault("request_time", "\(taken)", "0 or more seconds") }
      guard let end = try record.seconds(&stamps, ends) else {
        throw record.fault("msec", "none", "when the request ended: msec, time_iso8601 or time_local")
      }
      guard let bytes = try record.number("bytes_sent", "body_bytes_sent") else {
        throw record.fault("bytes_sent", "none", "the bytes of the answer")
      }
      return ServerRecords.Request(
        start: end - taken, duration: taken, bytes: bytes, client: record.text("remote_addr"),
        isWholeSecond: ServerRecords.isWholeSecond(record.text(ends)))
    }
  }
}
