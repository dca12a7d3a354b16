import ABRInput

/// Access logs of any form, said with `--log-format`, those of known default forms, and the HTTP log of HAProxy.
///
/// HAProxy's request counts from the first byte of its response to the last.
public enum FormattedLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "access-log"
  /// What a file holds, in one line.
  public static let summary =
    "access log of any server, with its form as --log-format; those of "
    + "\(AccessLogForm.titles.joined(separator: ", ")) and HAProxy are known"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions

  /// Known where the first line has a known form.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    guard let first = head.lines.first.map(Array.init) else { return nil }
    return AccessLogForm.of(first) != nil || HAProxyLine(first, 0..<first.count) != nil ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let first = TraceHead(input.bytes, fileName: input.name).lines.first.map(Array.init) ?? []
    let form = input.options.logForm ?? AccessLogForm.of(first)
    var lines = LineScanner(input.bytes)
    var stamps = TimeStamps(unit: nil, isEpoch: true)
    var requests: [(request: ServerRecords.Request?, report: CMCDText.Report, line: Int)] = []
    while let line = lines.next() {
      if line.isEmpty { continue }
      if input.options.logForm == nil, let access = HAProxyLine(input.bytes, line) {
        requests.append(try request(access, lines.line, &stamps, input))
        continue
      }
      guard let form, let values = form.line(input.bytes, line) else {
        throw input.malformed(
          line, lines.line, "line",
          (input.options.logForm != nil
            ? "the form of --log-format"
            : lines.line == 1
              ? "the form of \(FaultText.choice(AccessLogForm.titles + ["HAProxy"])), or --log-format"
              : "the form of the first line")
            + (lines.isUnended ? FieldFix.text(ofLineIn: lines) : "; delete lines of other formats"))
      }
      guard let time = stamps.seconds(input.bytes, values.time) else {
        throw input.malformed(values.time, lines.line, "time", "a date and time, the same in all lines")
      }
      // `-` means 0 bytes.
      let isEmpty = input.bytes[values.bytes].elementsEqual("-".utf8)
      let size = isEmpty ? 0 : try input.number(values.bytes, lines.line, "bytes")
      let texts = values.rest.map { String(decoding: input.bytes[$0], as: UTF8.self) }
      // A tunnel is no download, and what was not sent took no time.
      if input.bytes[values.duration].elementsEqual("-".utf8) || texts.contains(where: isTunnel) {
        requests.append((nil, .init(), lines.line))
        continue
      }
      let duration = try input.number(values.duration, lines.line, "duration") / form.unit.perSecond
      var wait = 0.0
      if let place = values.wait, !input.bytes[place].elementsEqual("-".utf8) {
        wait = min(duration, try input.number(place, lines.line, "wait") / form.waitUnit.perSecond)
      }
      requests.append(
        (
          ServerRecords.Request(
            start: form.stampsStart ? time + wait : time - duration + wait, duration: duration - wait, bytes: size,
            client: values.client.map { String(decoding: input.bytes[$0], as: UTF8.self) },
            isWholeSecond: ServerRecords.isWholeSecond(String(decoding: input.bytes[values.time], as: UTF8.self))),
          CMCDText.report(in: texts), lines.line
        ))
    }
    return try ServerRecords.content(requests, lineCount: lines.line, of: input)
  }

  /// Whether a word or what stands in quotes asks for a tunnel.
  private static func isTunnel(_ text: String) -> Bool { text == "CONNECT" || text.hasPrefix("CONNECT ") }

  private static func request(
    _ access: HAProxyLine, _ line: Int, _ stamps: inout TimeStamps, _ input: TraceInput
  ) throws(TraceError) -> (request: ServerRecords.Request?, report: CMCDText.Report, line: Int) {
    guard access.total >= access.wait, let time = stamps.seconds(input.bytes, access.time) else {
      return (nil, .init(), line)
    }
    let request = ServerRecords.Request(
      start: time + access.wait / 1000, duration: (access.total - access.wait) / 1000,
      bytes: try input.number(access.bytes, line, "bytes"),
      client: String(decoding: input.bytes[access.client], as: UTF8.self), isWholeSecond: false)
    let text = input.bytes[access.bytes.upperBound...].prefix { $0 != UInt8(ascii: "\n") }
    return (request, CMCDText.report(in: [String(decoding: text, as: UTF8.self)]), line)
  }
}
