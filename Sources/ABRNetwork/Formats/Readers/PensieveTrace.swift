import ABRInput

/// The two columns of Pensieve and its descendants: `time_s` and `Mbit/s`, separated by tabs or spaces, no header.
///
/// Empty lines and those that begin with `#` are passed over.
///
/// Read as Pensieve's simulator does (version 1120bb1, `fixed_env.py`): the bandwidth of line *i* holds from the time
/// of line *i* − 1 to its own, and the first line's bandwidth is not used. Times are counted from the first line's: the
/// simulator would replay an offset as a first stretch of that length after every wrap. The short-video challenge of
/// ACM MM 2022 describes its files the other way round, line *i* holds from its time on, though its simulator reads
/// them as Pensieve: ``TraceOption/interval`` chooses.
public enum PensieveTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "pensieve"
  /// What a file holds, in one line.
  public static let summary = "two columns, time_s and Mbit/s, separated by a tab or spaces, as Pensieve reads"
  /// What its reader obeys.
  public static let options = StampedRates.traceOptions.union([.unit])

  /// Plausible where the first line is two numbers, empty ones and comments aside, and no comment above it may name
  /// columns, which could have other units.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    guard let first = head.rows.first, head.numbers(first, .spaces)?.count == 2 else { return nil }
    let above = head.lines.last { !$0.isEmpty && $0.startIndex < first.startIndex }
    let words = above.map { FieldSplitter(.spaces).fields(Array($0.drop { $0 == UInt8(ascii: "#") })) }
    return words?.count == 2 ? nil : .plausible
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let unit = (input.options.unit ?? .megabit).bitsPerSecond
    var lines = LineScanner(input.bytes)
    var rates = StampedRates(input)
    let splitter = FieldSplitter(.spaces)
    var fields: [Range<Int>] = []
    while let line = lines.next() {
      if line.isEmpty || input.bytes[line.lowerBound] == UInt8(ascii: "#") { continue }
      splitter.split(input.bytes, line, into: &fields)
      guard fields.count == 2, let time = DecimalParser.parse(input.bytes, fields[0]),
        let rate = DecimalParser.parse(input.bytes, fields[1])
      else {
        throw input.malformed(line, lines.line, "line", "two numbers, time_s and Mbit/s")
      }
      for (value, place, name) in [(time, fields[0], "time_s"), (rate, fields[1], "Mbit/s")] {
        guard value >= 0, value < .infinity else {
          throw input.malformed(place, lines.line, name, value < 0 ? "0 or more" : "a smaller number")
        }
      }
      try rates.add(time: time, stamp: time, rate: rate * unit, line: lines.line)
    }
    var content = try rates.content(lineCount: lines.line)
    if isFromPuffer(input.name), input.options.unit == nil {
      content.notes.append(
        "the name is one of Puffer's files as MERINA and ABRBench publish them, which are in megabytes a second although "
          + "they are called Mbit/s: --trace-option unit=MB/s")
    }
    return content
  }

  /// Whether a file is called like Puffer's: `trace`, the 44 characters of a session's base64 and a number.
  static func isFromPuffer(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.count >= 51, name.hasPrefix("trace"), bytes[48] == UInt8(ascii: "="), bytes[49] == UInt8(ascii: "_")
    else { return false }
    return true
  }
}
