import ABRInput

/// The connections of WebPageTest, `connectivity.ini`: sections with `bwIn` in bits per second and `latency`, the round
/// trip in milliseconds. Each makes a trace of its name; those without a limit are left out.
public enum WebPageTestProfiles: TraceFormat {
  /// The name to ask for it by.
  public static let name = "webpagetest"
  /// What a file holds, in one line.
  public static let summary = "connectivity.ini of WebPageTest: bwIn in bit/s, latency in ms, a trace for each section"

  /// Known by a section and `bwIn`.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.lines.contains { $0.starts(with: "[".utf8) } && head.lines.contains { $0.starts(with: "bwIn".utf8) }
      ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = LineScanner(input.bytes)
    var sections: [(name: String, line: Int, values: [String: (place: Range<Int>, line: Int)])] = []
    var names: Set<String> = []
    while let line = lines.next() {
      let text = input.bytes[line]
      guard let first = text.first, first != UInt8(ascii: ";"), first != UInt8(ascii: "#") else { continue }
      if first == UInt8(ascii: "[") {
        let name = String(decoding: text.dropFirst().prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self)
        guard !name.isEmpty, names.insert(name).inserted else {
          throw input.malformed(line, lines.line, "section", "[NAME], each name once")
        }
        sections.append((name, lines.line, [:]))
        continue
      }
      guard let sign = text.firstIndex(of: UInt8(ascii: "=")), !sections.isEmpty else {
        throw input.malformed(line, lines.line, "line", "[NAME] or NAME=VALUE")
      }
      let name = String(decoding: text[..<sign], as: UTF8.self).filter { $0 != " " }
      let place = FieldSplitter.trimmed(input.bytes, (sign + 1)..<line.upperBound)
      sections[sections.count - 1].values[name] = (place, lines.line)
    }
    var content = TraceContent([])
    for section in sections {
      func number(_ name: String) throws(TraceError) -> Double? {
        guard let value = section.values[name] else { return nil }
        return try input.number(value.place, value.line, name)
      }
      guard let rate = try number("bwIn") else {
        throw input.malformed(section.line, "bwIn", "none in [\(section.name)]", "bits per second")
      }
      guard rate > 0 else {
        content.notes.append("\(section.name) has no limit and is left out")
        continue
      }
      let latency = try number("latency").map { $0 / 1000 }
      if let loss = try number("plr"), loss > 0 {
        content.notes.append("\(section.name): packet loss is not simulated")
      }
      var timeline = TraceTimeline(input)
      try timeline.append(DevToolsProfile.duration, rate, latency: latency, line: section.line)
      content.traces += try timeline.content(
        series: sections.count == 1 ? nil : section.name, lineCount: lines.line
      ).traces
    }
    guard !content.traces.isEmpty else {
      throw input.malformed(nil, "sections", "none with a limit", "[NAME] with bwIn in bits per second")
    }
    return content
  }
}
