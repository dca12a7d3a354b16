import ABRInput

/// The traces of Oboe (USC-NSL/Oboe, SIGCOMM 2018): `time_ms kbit/s`, two lines for each chunk, its begin and its end,
/// with the same rate.
///
/// Between chunks the authors interpolate linearly; here that time has the mean of the two rates, which carries the
/// same bytes. Times are counted from the first line's.
public enum OboeTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "oboe"
  /// What a file holds, in one line.
  public static let summary = "two columns, time_ms and kbit/s, in pairs of lines for begin and end of a chunk"

  /// Known by first lines in pairs of the same rate, some of them different, at least 20 apart.
  ///
  /// The steps tell milliseconds from the seconds of Pensieve, whose lines may repeat a rate, too.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    guard head.lines.count >= 4 else { return nil }
    var rates: Set<Double> = []
    for pair in stride(from: 0, to: head.lines.count - 1, by: 2) {
      guard let begin = head.numbers(head.lines[pair], .spaces), let end = head.numbers(head.lines[pair + 1], .spaces),
        begin.count == 2, end.count == 2, begin[1] == end[1], end[0] - begin[0] >= 20
      else { return nil }
      rates.insert(begin[1])
    }
    return rates.count > 1 ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = FieldLines(input, .spaces, count: 2, allowed: "two numbers, time_ms and kbit/s")
    var timeline = TraceTimeline(input)
    var begin: (time: Double, rate: Double)?
    var last: (time: Double, rate: Double)?
    while try lines.next() {
      let time = try lines.number(0, "time_ms")
      let rate = try lines.number(1, "kbit/s") * 1000
      guard let start = begin else {
        if let last {
          guard time >= last.time else {
            throw input.malformed(lines.line, "time_ms", "\(time)", "the \(last.time) before it, or more")
          }
          if time > last.time {
            try timeline.append((time - last.time) / 1000, (last.rate + rate) / 2, line: lines.line)
          }
        }
        begin = (time, rate)
        continue
      }
      guard rate == start.rate else {
        throw input.malformed(
          lines.line, "kbit/s", "\(rate / 1000)", "the \(start.rate / 1000) of the line before: a chunk has two lines")
      }
      guard time > start.time else {
        throw input.malformed(lines.line, "time_ms", "\(time)", "more than the \(start.time) before it")
      }
      try timeline.append((time - start.time) / 1000, rate, line: lines.line)
      last = (time, rate)
      begin = nil
    }
    guard begin == nil else {
      throw input.malformed(lines.line, "lines", "\(lines.line)", "an even number: a chunk has two lines")
    }
    return try timeline.content(lineCount: lines.line)
  }
}
