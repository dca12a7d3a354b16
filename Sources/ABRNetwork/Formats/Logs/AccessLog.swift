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

  /// What a line says of how long its request took.
  package enum Duration: Sendable {
    /// Behind a name such as `rt=`, or in nginx's own form.
    case seconds(Double)
    /// With a unit, such as `2000ms`.
    case withUnit(Double)
    /// Numbers without a unit, of which one may be it.
    case numbers([Range<Int>])
  }

  /// Looks for the duration of a request behind its line.
  ///
  /// A number is one where a name or a unit says so, where it is the only one with three digits behind the point, as
  /// nginx writes `$request_time`, or where it stands between the length of the request and the name of a service in
  /// brackets, as ingress-nginx writes it.
  ///
  /// - Parameters:
  ///   - access: the line.
  ///   - bytes: the file.
  package static func duration(of access: AccessLogLine, _ bytes: [UInt8]) -> Duration {
    var (timed, numbers): ([Double], [(place: Range<Int>, index: Int)]) = ([], [])
    for (index, field) in access.rest.enumerated() where !field.isBracketed {
      let text = String(decoding: bytes[field.place], as: UTF8.self)
      let parts = text.split(maxSplits: 1) { $0 == "=" || $0 == ":" }
      if !field.isQuoted, parts.count == 2, names.contains(String(parts[0])) {
        let value = parts[1].filter { $0 != "\"" }
        let digits = Array(value.utf8)
        if let seconds = DecimalParser.parse(digits, 0..<digits.count) ?? TimeUnit.duration(value) {
          return .seconds(seconds)
        }
      }
      // `%T/%D` of Apache, also `**%T/%D**`: the same in seconds and in microseconds.
      let pair = text.split { $0 == "/" || $0 == "*" }.map { Int($0) }
      if pair.count == 2, let seconds = pair[0], let microseconds = pair[1], microseconds / 1_000_000 == seconds {
        timed.append(Double(microseconds) / 1e6)
      } else if DecimalParser.parse(bytes, field.place) != nil {
        numbers.append((field.place, index))
      } else if let seconds = TimeUnit.duration(text) {
        timed.append(seconds)
      }
    }
    // `%I %O` of Apache: the size of the request, too small for microseconds, and of the response with its headers.
    let values = numbers.map { DecimalParser.parse(bytes, $0.place) ?? 0 }
    let size = DecimalParser.parse(bytes, access.bytes) ?? 0
    let sent = values.indices.dropFirst().first { index in
      (size + 1...size + 4096).contains(values[index]) && size * 8e6 > LoggedDurations.fastest * values[index - 1]
    }
    if let sent { numbers.removeSubrange(sent - 1...sent) }
    if timed.count == 1 { return .withUnit(timed[0]) }
    let places = numbers.map(\.place)
    if numbers.count >= 2, numbers[1].index == numbers[0].index + 1, !isOfNginx(bytes, numbers[0].place),
      isOfNginx(bytes, numbers[1].place), access.rest.dropFirst(numbers[1].index + 1).first?.isBracketed ?? false,
      let seconds = DecimalParser.parse(bytes, numbers[1].place)
    {
      return .seconds(seconds)
    }
    let seconds = places.filter { isOfNginx(bytes, $0) }
    if seconds.count == 1, let value = DecimalParser.parse(bytes, seconds[0]) { return .seconds(value) }
    return .numbers(places)
  }

  /// Whether a number has the form of nginx's durations; its `$msec` is a time of day.
  private static func isOfNginx(_ bytes: [UInt8], _ place: Range<Int>) -> Bool {
    let parts = bytes[place].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count == 3 && (1...9).contains(parts[0].count)
  }

  /// The seconds of a request.
  private static func duration(
    of access: AccessLogLine, _ line: Int, _ input: TraceInput, fix: String
  ) throws(TraceError) -> Double {
    let seconds: Double
    switch duration(of: access, input.bytes) {
    case .seconds(let found), .withUnit(let found): seconds = found
    case .numbers(let places):
      guard let place = places.first else { throw input.malformed(line, "duration", "none", fix) }
      let first = InputFault.excerpt(input.bytes[place])
      guard places.count == 1 else {
        throw input.malformed(
          line, "duration", "\(first) and \(InputFault.excerpt(input.bytes[places[1]])) without a unit",
          "--log-format '\(access.form(input.bytes, duration: place))' where the first is the duration, or the server's own "
            + "form; where neither is, \(fix)", at: place.lowerBound)
      }
      guard let unit = input.options.took else {
        throw input.malformed(
          line, "duration", "\(first) without a unit",
          "--trace-option took=us (Apache's %D), took=ms or took=s with it", at: place.lowerBound)
      }
      seconds = try input.number(place, line, "duration") / unit.perSecond
    }
    guard seconds >= 0, seconds.isFinite else {
      throw input.malformed(line, "duration", "\(seconds)", "0 or more")
    }
    return seconds
  }
}
