import ABRInput

/// The logs of the Norwegian 3G and the Ghent 4G measurements (Riiser et al., MMSys 2013; van der Hooft et al., IEEE
/// Communications Letters 2016): six columns separated by spaces.
///
/// They are the time of day (seconds, or milliseconds in Ghent), a running clock in milliseconds, latitude, longitude,
/// the bytes since the line before and the milliseconds since then. The rate of a line is its bytes over its
/// milliseconds, whatever its time stamps are; a leading zero, as in `0999`, is decimal.
public enum NorwayLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "norway"
  /// What a file holds, in one line.
  public static let summary = "log of six columns with bytes and ms of each line: Norway 3G, Ghent 4G"

  /// Known by first lines of six numbers: the third and fourth are a place on earth, and the second grows by about the
  /// sixth from line to line.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let rows = head.lines.prefix(2).map { head.numbers($0, .spaces) ?? [] }
    guard let first = rows.first, rows.allSatisfy({ $0.count == 6 }), first[0] > 1e9, abs(first[2]) <= 90,
      abs(first[3]) <= 180
    else { return nil }
    let isClock = rows.count < 2 || (rows[1][5] / 2...rows[1][5] * 2).contains(rows[1][1] - first[1])
    return isClock ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = FieldLines(
      input, .spaces, count: 6, allowed: "six columns: time, ms, latitude, longitude, bytes, ms since the line before")
    var timeline = TraceTimeline(input)
    while try lines.next() {
      let bytes = try lines.number(4, "bytes")
      let milliseconds = try lines.number(5, "ms since the line before")
      guard milliseconds > 0 else { throw input.malformed(lines.line, "ms since the line before", "0", "more than 0") }
      try timeline.append(milliseconds / 1000, bytes * 8000 / milliseconds, line: lines.line)
    }
    return try timeline.content(lineCount: lines.line)
  }
}
