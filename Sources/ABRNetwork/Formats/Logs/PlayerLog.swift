import ABRInput

/// Reads the logs that players write as JSON: one session, on the clock of the client.
package enum PlayerLog {
  /// When a request ran and what it received: seconds and bits.
  package typealias Request = (start: Double, duration: Double, bits: Double)

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - members: paths of the members that are looked at.
  ///   - isRecord: whether an object is a request.
  ///   - notes: notes for the user on this format.
  ///   - request: the request of a record; `nil` where it has no size or time.
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  package static func read(
    _ input: TraceInput, members: [String], isRecord: @escaping (JSONRecords.Record) -> Bool, notes: [String] = [],
    request: (JSONRecords.Record) throws(InputFault) -> Request?
  ) throws(TraceError) -> TraceContent {
    var log = DownloadLog(input)
    var requests: [(Request?, line: Int)] = []
    let lines = try JSONRecords.read(input, members: members, isRecord: isRecord) { record throws(InputFault) in
      requests.append((try request(record), record.line))
    }
    var last: Request?
    for (request, line) in requests {
      guard let request else {
        log.skip()
        continue
      }
      // Events of players hold the same request twice: by itself and in the segment that it fetched.
      if let last, last == request { continue }
      last = request
      try log.add(start: request.start, duration: request.duration, bits: request.bits, line: line)
    }
    log.notes = notes
    return try log.content(lineCount: lines)
  }
}
