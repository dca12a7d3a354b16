import ABRInput

/// Reads access logs that servers write as JSON, an object for each request.
package enum ServerRecords {
  /// A request, times in seconds.
  package struct Request {
    package var start: Double
    package var duration: Double
    package var bytes: Double
    package var client: String?
    /// Whether the time stamp has no fraction of a second.
    package var isWholeSecond: Bool
  }

  /// Members that hold CMCD: queries, whole requests, and headers by the names that logs give them.
  private static let cmcd = [
    "cmcd", "CMCD", "queryStr", "args", "query", "query_string", "request_uri", "request", "url", "http_cmcd_session",
    "cmcd_session", "CMCD-Session", "cmcd-session", "http_cmcd_request", "cmcd_request", "CMCD-Request", "cmcd-request",
    "http_cmcd_object", "cmcd_object", "CMCD-Object", "cmcd-object", "ClientRequestURI", "request.uri",
    "httpRequest.requestUrl", "RequestPath", "path",
  ]
  /// Members that are a session's name by themselves.
  private static let sessions = ["cmcd.sid", "sid", "cmcd_sid"]
  /// Members that are what the player had measured, in kbit/s.
  private static let throughputs = ["cmcd.mtp", "mtp", "cmcd_mtp"]
  /// Members that are the media of a segment, in ms.
  private static let durations = ["cmcd.d", "cmcd_d"]
  /// The options that this obeys.
  package static let traceOptions = DownloadLog.traceOptions.union([.rate])

  /// Members that hold what a player reports.
  package static let reports = cmcd + sessions + throughputs + durations

  /// What a player reports with a request.
  /// - Throws: `InputFault` for a value that is not a number.
  package static func report(of record: JSONRecords.Record) throws(InputFault) -> CMCDText.Report {
    var report = CMCDText.report(in: cmcd.compactMap { record.text($0) })
    report.session = record.text(sessions) ?? report.session
    report.throughput = try record.number(throughputs).map { $0 * 1000 } ?? report.throughput
    report.media = try record.number(durations).map { $0 / 1000 } ?? report.media
    return report
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - members: paths of the members that are looked at beside those of CMCD.
  ///   - markers: members of which one makes an object a request.
  ///   - request: the request of a record; `nil` where it has no size or time.
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  package static func read(
    _ input: TraceInput, members: [String], markers: [String],
    request: (JSONRecords.Record) throws(InputFault) -> Request?
  ) throws(TraceError) -> TraceContent {
    var requests: [(request: Request?, report: CMCDText.Report, line: Int)] = []
    let lines = try JSONRecords.read(
      input, members: members + markers + reports,
      isRecord: { record in markers.contains { record.has($0) } }
    ) { record throws(InputFault) in
      requests.append((try request(record), try report(of: record), record.line))
    }
    return try content(requests, lineCount: lines, of: input)
  }

  /// The traces of requests.
  ///
  /// - Parameters:
  ///   - requests: each with what the player reports and its line; `nil` where a record has no size or time.
  ///   - lineCount: lines that were read.
  ///   - input: the file.
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*n* log *n*).
  package static func content(
    _ requests: [(request: Request?, report: CMCDText.Report, line: Int)], lineCount: Int, of input: TraceInput
  ) throws(TraceError) -> TraceContent {
    let isCoarse = requests.allSatisfy { $0.request?.isWholeSecond ?? true }
    var log = DownloadLog(input, observer: isCoarse ? .serverInSeconds : .server)
    for (request, report, line) in requests {
      guard let request else {
        log.skip()
        continue
      }
      try log.add(
        start: request.start, duration: request.duration, bits: request.bytes * 8, client: request.client,
        report: report, line: line)
    }
    return try log.content(lineCount: lineCount)
  }

  /// Whether a time stamp has no fraction of a second.
  package static func isWholeSecond(_ stamp: String?) -> Bool {
    guard let stamp else { return true }
    let fraction = stamp.split(separator: ".", maxSplits: 1).dropFirst().first
    return fraction.map { $0.prefix { $0.isNumber }.allSatisfy { $0 == "0" } } ?? true
  }
}
