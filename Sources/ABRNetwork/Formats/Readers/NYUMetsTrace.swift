import ABRInput

/// The routes of NYU-METS (Mei et al., PAM 2019): `value,unit` for each second, the unit in each row by itself.
///
/// A header `Value,Unit` and empty columns behind are passed over, and so are rows in which iperf reports an error.
public enum NYUMetsTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "nyu-mets"
  /// What a file holds, in one line.
  public static let summary = "CSV of value and unit (Mbits/sec, Kbits/sec, bits/sec), a row a second: NYU-METS"

  private static let units: [(name: StaticString, bits: Double)] = [
    ("Gbits/sec", 1e9), ("Mbits/sec", 1e6), ("Kbits/sec", 1e3), ("bits/sec", 1),
  ]
  private static let splitter = FieldSplitter(.byte(UInt8(ascii: ",")))

  /// Known by a number and a unit in one of the first two lines.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown = head.lines.prefix(2).contains { line in
      let fields = splitter.fields(Array(line))
      return fields.count >= 2 && factor(fields[1]) != nil
        && DecimalParser.parse(Array(fields[0]), 0..<fields[0].count) != nil
    }
    return isKnown ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = LineScanner(input.bytes)
    var timeline = TraceTimeline(input)
    var fields: [Range<Int>] = []
    var errors = 0
    while let line = lines.next() {
      splitter.split(input.bytes, line, into: &fields)
      let isHeader = lines.line == 1 && fields.count >= 2 && input.bytes[fields[1]].elementsEqual("Unit".utf8)
      if isHeader || fields.allSatisfy(\.isEmpty) { continue }
      // A word in place of a number is iperf's; a number needs a unit that is known.
      guard DecimalParser.parse(input.bytes, fields[0]) != nil else {
        errors += 1
        continue
      }
      guard fields.count >= 2, let bits = factor(input.bytes[fields[1]]) else {
        let found = fields.count < 2 ? "none" : InputFault.excerpt(input.bytes[fields[1]])
        throw input.malformed(
          lines.line, "unit", found, "Gbits/sec, Mbits/sec, Kbits/sec or bits/sec",
          at: fields.count < 2 ? nil : fields[1].lowerBound)
      }
      try timeline.append(1, try input.number(fields[0], lines.line, "value") * bits, line: lines.line)
    }
    if errors > 0 { timeline.notes.append("\(Counted.text(errors, "row")) without a number left out, a second each") }
    return try timeline.content(lineCount: lines.line)
  }

  private static func factor(_ unit: ArraySlice<UInt8>) -> Double? {
    units.first { name in unit.elementsEqual("\(name.name)".utf8) }?.bits
  }
}
