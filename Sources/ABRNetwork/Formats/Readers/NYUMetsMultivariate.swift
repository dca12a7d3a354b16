import ABRInput

/// The multivariate set of NYU-METS (2020): eight columns without a header, the first of which is Mbit/s.
///
/// The others are neighbours, an unnamed one, RSSI, RSRQ, timing advance, speed and the band; a row a second.
public enum NYUMetsMultivariate: TraceFormat {
  /// The name to ask for it by.
  public static let name = "nyu-mets-multi"
  /// What a file holds, in one line.
  public static let summary =
    "CSV of eight columns without header, Mbit/s first and the band last: NYU-METS multivariate"
  /// What its reader obeys.
  public static let options: Set<TraceOption> = [.unit]

  private static let splitter = FieldSplitter(.byte(UInt8(ascii: ",")))

  /// Known by lines of eight numbers with a signal strength, a quality and an LTE band in their places.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown = head.lines.allSatisfy { line in
      guard let row = head.numbers(line, .byte(UInt8(ascii: ","))), row.count == 8 else { return false }
      return (-140 ... -20).contains(row[3]) && (-40...0).contains(row[4]) && (400...6000).contains(row[7])
    }
    return isKnown && !head.lines.isEmpty ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let unit = (input.options.unit ?? .megabit).bitsPerSecond
    var lines = LineScanner(input.bytes)
    var timeline = TraceTimeline(input)
    var fields: [Range<Int>] = []
    while let line = lines.next() {
      splitter.split(input.bytes, line, into: &fields)
      guard fields.count >= 8 else { throw input.malformed(lines.line, "row", "\(fields.count) fields", "eight") }
      try timeline.append(1, try input.number(fields[0], lines.line, "column 1 Mbit/s") * unit, line: lines.line)
    }
    return try timeline.content(lineCount: lines.line)
  }
}
