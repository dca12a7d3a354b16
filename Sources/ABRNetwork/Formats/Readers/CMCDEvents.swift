import ABRInput

/// Events of Common Media Client Data, version 2 (CTA-5004-A): the reports `rr` of received responses, an event a line
/// as players send them, or JSON with the same keys as collectors store them.
///
/// A request counts from `ts` and `ttfb` to `ttlb`, on the clock of the client. Its size is not in the event: declared
/// bitrate times duration, `br` × `d`, stands for it, so that rates are as good as the declaration. What has none of
/// these, such as manifests, is left out. A trace is made for each `sid`.
public enum CMCDEvents: TraceFormat {
  /// The name to ask for it by.
  public static let name = "cmcd"
  /// What a file holds, in one line.
  public static let summary = "CMCD version 2 events of received responses: ts, ttfb, ttlb, br and d, in lines or JSON"
  /// What its reader obeys.
  public static let options = DownloadLog.traceOptions

  /// Known by keys of events: as JSON, or in a first line of keys and values.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    if head.isJSON { return head.hasKeys("ttlb") ? .signature : nil }
    guard let first = head.lines.first else { return nil }
    let values = CMCDText(String(decoding: first, as: UTF8.self)).values
    return values["e"] != nil && (values["ts"] != nil || values["sid"] != nil) ? .structure : nil
  }

  private static let note =
    "CMCD events have no sizes: bytes are the declared bitrate times the duration of each segment"

  private struct Event {
    var numbers: [String: Double] = [:]
    var session: String?
  }

  private static let keys = ["ts", "ttfb", "ttlb", "br", "d"]

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the events.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var log = DownloadLog(input)
    log.notes = [note]
    // Every event of a session says that it is watched.
    let isVisit = input.options.readsVisits
    if TraceHead(input.bytes, fileName: input.name).isJSON {
      var events: [(Event, Int)] = []
      let lines = try JSONRecords.read(
        input, members: keys + ["e", "sid"], isRecord: { $0.has("ttlb") || isVisit && $0.has("ts") }
      ) {
        record throws(InputFault) in
        if !isVisit, let name = record.text("e"), name != "rr" { return }
        var event = Event(session: record.text("sid"))
        for key in keys { event.numbers[key] = try record.number(key) }
        events.append((event, record.line))
      }
      for (event, line) in events { try add(event, line, input, to: &log) }
      return try log.content(lineCount: lines)
    }
    var lines = LineScanner(input.bytes)
    while let line = lines.next() {
      if line.isEmpty { continue }
      let values = CMCDText(String(decoding: input.bytes[line], as: UTF8.self))
      guard let name = values.values["e"] else {
        throw input.malformed(
          line, lines.line, "e", "an event such as e=rr,ts=1700000000000,ttlb=420,…")
      }
      guard isVisit || name == "rr" else { continue }
      var event = Event(session: values.values["sid"])
      for key in keys where values.values[key] != nil {
        guard let number = values.number(key) else {
          throw input.malformed(
            lines.line, key, InputFault.excerpt(values.values[key] ?? ""), "a number")
        }
        event.numbers[key] = number
      }
      try add(event, lines.line, input, to: &log)
    }
    return try log.content(lineCount: lines.line)
  }

  private static func add(_ event: Event, _ line: Int, _ input: TraceInput, to log: inout DownloadLog)
    throws(TraceError)
  {
    let media = event.numbers["d"].map { $0 / 1000 }
    let report = CMCDText.Report(session: event.session, media: media)
    if input.options.readsVisits, let time = event.numbers["ts"] {
      return try log.add(start: time / 1000, duration: 0, bits: 0, report: report, line: line)
    }
    guard let start = event.numbers["ts"], let last = event.numbers["ttlb"] else {
      throw input.malformed(
        line, event.numbers["ts"] == nil ? "ts" : "ttlb", "none", "milliseconds: ts and ttlb in events rr")
    }
    let first = event.numbers["ttfb"] ?? 0
    guard last >= first else {
      throw input.malformed(line, "ttlb", "\(last - first) ms after ttfb", "a later time")
    }
    guard let bitrate = event.numbers["br"], let duration = event.numbers["d"] else { return log.skip() }
    try log.add(
      start: (start + first) / 1000, duration: (last - first) / 1000, bits: bitrate * duration, report: report,
      line: line)
  }
}
