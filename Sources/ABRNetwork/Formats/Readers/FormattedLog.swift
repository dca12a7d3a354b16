import ABRInput

/// Access logs of any form, said with `--log-format`, those of Envoy's default form, and the HTTP log of HAProxy.
///
/// HAProxy's request counts from the first byte of its response to the last.
public enum FormattedLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "access-log"
  /// What a file holds, in one line.
  public static let summary =
    "access log of any server, with its form as --log-format; those of Envoy and HAProxy are known"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions

  /// Known where the first line has the form of Envoy or HAProxy.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    guard let first = head.lines.first.map(Array.init) else { return nil }
    // Its form is compiled where a line may be of it, which takes longer than to read a short trace.
    let isBracketed = first.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "[")
    let isEnvoy = isBracketed && AccessLogForm.envoy?.line(first, 0..<first.count) != nil
    return isEnvoy || HAProxyLine(first, 0..<first.count) != nil ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    guard let form = input.options.logForm ?? AccessLogForm.envoy else {
      throw input.malformed(nil, "--log-format", "none", "the form of the lines")
    }
    var lines = LineScanner(input.bytes)
    var stamps = TimeStamps(unit: .second)
    var requests: [(request: ServerRecords.Request?, report: CMCDText.Report, line: Int)] = []
    while let line = lines.next() {
      if line.isEmpty { continue }
      if input.options.logForm == nil, let access = HAProxyLine(input.bytes, line) {
        requests.append(try request(access, lines.line, &stamps, input))
        continue
      }
      guard let values = form.line(input.bytes, line) else {
        throw input.malformed(
          line, lines.line, "line",
          (input.options.logForm == nil ? "Envoy's default form, or HAProxy's" : "the form of --log-format")
            + (lines.isUnended ? FieldFix.text(ofLineIn: lines) : "; delete lines of other formats"))
      }
      guard let time = stamps.seconds(input.bytes, values.time) else {
        throw input.malformed(values.time, lines.line, "time", "a date and time, the same in all lines")
      }
      // `-` means 0 bytes.
      let isEmpty = input.bytes[values.bytes].elementsEqual("-".utf8)
      let size = isEmpty ? 0 : try input.number(values.bytes, lines.line, "bytes")
      let duration = try input.number(values.duration, lines.line, "duration") / form.unit.perSecond
      let texts = values.rest.map { String(decoding: input.bytes[$0], as: UTF8.self) }
      requests.append(
        (
          ServerRecords.Request(
            start: form.stampsStart ? time : time - duration, duration: duration, bytes: size,
            client: values.client.map { String(decoding: input.bytes[$0], as: UTF8.self) },
            isWholeSecond: ServerRecords.isWholeSecond(String(decoding: input.bytes[values.time], as: UTF8.self))),
          CMCDText.report(in: texts), lines.line
        ))
    }
    return try ServerRecords.content(requests, lineCount: lines.line, of: input)
  }

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
