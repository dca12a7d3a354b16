import ABRInput

/// JSON logs of Fastly with `time_elapsed`, an object a line.
///
/// `time_start` or `timestamp` is the time of the request, and `time_elapsed` how many microseconds later the answer
/// was delivered (`%D` or `%{time.elapsed.usec}V`). The size is that of body and header, as the log calls them.
/// Fastly's own format has no duration. A trace is made for each CMCD session, or each `client_ip` where there is
/// none.
public enum FastlyLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "fastly"
  /// What a file holds, in one line.
  public static let summary = "JSON log of Fastly with time_elapsed in microseconds"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions

  /// Known by a duration of Fastly, or what its own format has.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown =
      head.hasKeys("time_elapsed")
      || head.contains("\"fastly_") && (head.hasKeys("timestamp") || head.hasKeys("time_start"))
    return isKnown ? .structure : nil
  }

  private static let bodies = ["resp_body_size", "response_body_size", "resp_bytes", "response_bytes", "bytes"]
  private static let headers = ["resp_header_size", "response_header_size"]

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var stamps = TimeStamps(unit: .second)
    return try ServerRecords.read(
      input, members: ["time_start", "timestamp"] + bodies + headers, markers: ["time_elapsed", "client_ip"]
    ) { record throws(InputFault) in
      guard let elapsed = try record.number("time_elapsed") else {
        throw record.fault(
          "time_elapsed", "none",
          #"microseconds: add "time_elapsed": %{time.elapsed.usec}V to the log format of the service"#)
      }
      guard elapsed >= 0 else { throw record.fault("time_elapsed", "\(elapsed)", "0 or more") }
      guard let time = try record.seconds(&stamps, ["time_start", "timestamp"]) else {
        throw record.fault("time_start", "none", "a date and time")
      }
      guard let body = try record.number(bodies) else {
        throw record.fault("resp_body_size", "none", "the bytes of the answer")
      }
      let header = try record.number(headers) ?? 0
      return ServerRecords.Request(
        start: time, duration: elapsed / 1e6, bytes: body + header, client: record.text("client_ip"),
        isWholeSecond: ServerRecords.isWholeSecond(record.text("time_start", "timestamp")))
    }
  }
}
