import ABRInput

/// Reads logs in the Extended Log File Format of the W3C: lines whose columns a `#Fields:` line names. `-` is no value.
package struct ExtendedLog {
  private let input: TraceInput
  private let splitter: FieldSplitter
  private var lines: LineScanner
  private var columns: [String: Int] = [:]
  /// Fields of a row: as many as names, of which some may be the same.
  private var width = 0
  private var fields: [Range<Int>] = []

  /// Line of the row that ``next()`` gave last.
  package var line: Int { lines.line }

  /// Reads up to the first row.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - separator: what stands between the fields of a row.
  /// - Throws: ``TraceError`` where no line names the columns.
  package init(_ input: TraceInput, separator: FieldSplitter.Separator) throws(TraceError) {
    self.input = input
    splitter = FieldSplitter(separator)
    lines = LineScanner(input.bytes)
    var ahead = lines
    while let line = ahead.next(), line.isEmpty || input.bytes[line.lowerBound] == UInt8(ascii: "#") {
      lines = ahead
      readDirective(line)
    }
    guard !columns.isEmpty else {
      throw input.malformed(max(1, lines.line), "#Fields", "none", "a line #Fields: that names the columns")
    }
  }

  private mutating func readDirective(_ line: Range<Int>) {
    let words = String(decoding: input.bytes[line], as: UTF8.self).split { $0 == " " || $0 == "\t" }
    guard words.first == "#Fields:" else { return }
    columns.removeAll()
    width = words.count - 1
    for (index, name) in words.dropFirst().enumerated() where columns[String(name)] == nil {
      columns[String(name)] = index
    }
  }

  /// Reads the next row; empty lines and directives are passed over, of which a later `#Fields:` holds from there on.
  /// - Throws: ``TraceError`` where it has fewer fields than columns.
  package mutating func next() throws(TraceError) -> Bool {
    while let line = lines.next() {
      if line.isEmpty { continue }
      if input.bytes[line.lowerBound] == UInt8(ascii: "#") {
        readDirective(line)
        continue
      }
      splitter.split(input.bytes, line, into: &fields)
      guard fields.count >= width else {
        throw input.malformed(
          lines.line, "row", "\(fields.count) fields",
          "\(width), as #Fields names them" + FieldFix.text(ofLineIn: lines))
      }
      return true
    }
    return false
  }

  /// Reads the requests of a whole file: `date` and `time` are their ends in whole seconds, `sc-bytes` what was sent,
  /// `time-taken` how long it took from the request on; where `time-to-first-byte` is there, the response counts from
  /// it. A trace is made for each CMCD session, or each `c-ip` without one.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - separator: what stands between the fields of a row.
  ///   - unit: the unit of its times.
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  package static func read(
    _ input: TraceInput, separator: FieldSplitter.Separator, unit: TimeUnit
  ) throws(TraceError) -> TraceContent {
    var table = try ExtendedLog(input, separator: separator)
    var log = DownloadLog(input, observer: .serverInSeconds)
    var stamps = TimeStamps(unit: nil)
    while try table.next() {
      let end = try table.time(&stamps)
      guard let taken = try table.number("time-taken"), let bytes = try table.number("sc-bytes") else {
        log.skip()
        continue
      }
      guard taken >= 0 else { throw input.malformed(table.line, "time-taken", "\(taken)", "0 or more") }
      var first = 0.0
      if table.isThere("time-to-first-byte") { first = try table.number("time-to-first-byte") ?? 0 }
      let duration = (taken - min(taken, max(0, first))) / unit.perSecond
      let report = CMCDText.report(in: [table.text("cs-uri-query")].compactMap(\.self))
      try log.add(
        start: end - duration, duration: duration, bits: bytes * 8, client: table.text("c-ip"),
        report: report, line: table.line)
    }
    return try log.content(lineCount: table.line)
  }

  /// Whether a column is there and the row has a value in it.
  package func isThere(_ column: String) -> Bool { text(column) != nil }

  /// What stands in a column; `nil` for `-`, nothing, and a column that is not there.
  package func text(_ column: String) -> String? {
    guard let index = columns[column] else { return nil }
    let text = String(decoding: input.bytes[fields[index]], as: UTF8.self)
    return text.isEmpty || text == "-" ? nil : text
  }

  /// The number of a column; `nil` where it has none.
  /// - Throws: ``TraceError`` where the file has no such column or something else stands there.
  package func number(_ column: String) throws(TraceError) -> Double? {
    guard let index = columns[column] else {
      throw input.malformed(line, "#Fields", "none called \(column)", "a column \(column): add it to those of the log")
    }
    guard text(column) != nil else { return nil }
    return try input.number(
      fields[index], line, column, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }

  /// Seconds of the columns `date` and `time` since the first row.
  /// - Throws: ``TraceError`` where no date and time stand there.
  package func time(_ stamps: inout TimeStamps) throws(TraceError) -> Double {
    let words = Array("\(text("date") ?? "") \(text("time") ?? "")".utf8)
    guard let seconds = stamps.seconds(words, 0..<words.count) else {
      throw input.malformed(line, "date time", InputFault.excerpt(words[...]), "a date and a time such as 21:02:31")
    }
    return seconds
  }
}
