import ABRInput

/// Reads access logs in the combined form with the duration of each request behind it: those of nginx and Apache, which
/// differ in the meaning of the time stamp and of the duration.
package enum AccessLog {
  /// What a server writes.
  package struct Dialect: Sendable {
    /// Whether the time stamp is that of the request, and not of its end, when it was logged.
    package var stampsStart: Bool
    /// What must be added to the log's format.
    package var fix: String
  }

  /// The options that this obeys.
  package static let traceOptions = ServerRecords.traceOptions.union([.took])

  /// Names in front of a duration, in seconds.
  private static let names = ["request_time", "rt", "time", "took"]

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  package static func read(_ input: TraceInput, _ dialect: Dialect) throws(TraceError) -> TraceContent {
    var lines = LineScanner(input.bytes)
    var log = DownloadLog(input, observer: .serverInSeconds)
    var first: Int64?
    while let line = lines.next() {
      if line.isEmpty { continue }
      guard let access = AccessLogLine(input.bytes, line) else {
        throw input.malformed(
          line, lines.line, "line",
          "client - user [time] \"request\" status bytes …, the combined log format"
            + (lines.isUnended ? FieldFix.text(ofLineIn: lines) : "; delete lines of other formats"))
      }
      guard let stamp = TimeStamps.commonLogNanoseconds(input.bytes, access.time) else {
        throw input.malformed(
          access.time, lines.line, "time", "a time such as 10/Oct/2024:13:55:36 +0000")
      }
      let origin = first ?? stamp
      first = origin
      let time = Double(stamp - origin) / 1e9
      let duration =
        input.options.readsVisits
        ? 0
        : try duration(
          of: access, lines.line, input, fix: dialect.fix + FieldFix.text(ofLineIn: lines))
      // `-` means 0 bytes.
      if input.bytes[access.bytes].elementsEqual("-".utf8) {
        log.skip()
        continue
      }
      let bytes = try input.number(access.bytes, lines.line, "bytes")
      let texts = ([access.request] + access.rest.filter(\.isQuoted).map(\.place)).map {
        String(decoding: input.bytes[$0], as: UTF8.self)
      }
      let report = CMCDText.report(in: texts)
      try log.add(
        start: dialect.stampsStart ? time : time - duration, duration: duration, bits: bytes * 8,
        client: String(decoding: input.bytes[access.client], as: UTF8.self), report: report, line: lines.line)
    }
    return try log.content(lineCount: lines.line)
  }

  /// The seconds of a request: behind a name such as `rt=`, or the first bare number behind the line.
  private static func duration(
    of access: AccessLogLine, _ line: Int, _ input: TraceInput, fix: String
  ) throws(TraceError) -> Double {
    for field in access.rest where !field.isBracketed {
      guard let sign = input.bytes[field.place].firstIndex(of: UInt8(ascii: "=")), !field.isQuoted else { continue }
      let name = String(decoding: input.bytes[field.place.lowerBound..<sign], as: UTF8.self)
      guard names.contains(name) else { continue }
      var place = (sign + 1)..<field.place.upperBound
      if place.count >= 2, input.bytes[place.lowerBound] == UInt8(ascii: "\"") {
        place = (place.lowerBound + 1)..<(place.upperBound - 1)
      }
      return try input.number(place, line, name)
    }
    for field in access.rest {
      guard !field.isBracketed, let number = DecimalParser.parse(input.bytes, field.place) else { continue }
      guard number >= 0, number.isFinite else {
        throw input.malformed(field.place, line, "duration", "0 or more")
      }
      if let unit = input.options.took { return number / unit.perSecond }
      // nginx writes seconds with three digits behind the point; a whole number could be anything.
      if input.bytes[field.place].contains(UInt8(ascii: ".")) { return number }
      throw input.malformed(
        line, "duration", "\(InputFault.excerpt(input.bytes[field.place])) without a unit",
        "--trace-option took=us (Apache's %D), took=ms or took=s with it", at: field.place.lowerBound)
    }
    throw input.malformed(line, "duration", "none", fix)
  }
}
