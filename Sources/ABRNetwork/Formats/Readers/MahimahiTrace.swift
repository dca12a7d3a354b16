import ABRInput

/// The packet-delivery opportunities of Mahimahi (`mm-link`, NSDI 2013): a whole number of milliseconds a line, at
/// which the link lets 1500 bytes pass.
///
/// Numbers do not fall; the last one is the length of the trace. The opportunities of each stretch of
/// ``TraceOption/bin`` make the rate of a row; many stretches without one make a single row. What they count are bytes
/// of the link, headers of packets included.
public enum MahimahiTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "mahimahi"
  /// What a file holds, in one line.
  public static let summary = "a time in ms for each packet of 1500 bytes, as mm-link reads; rates are link capacity"
  /// What its reader obeys.
  public static let options: Set<TraceOption> = [.bin]
  /// Bits that an opportunity lets pass.
  static let packet = 12_000.0

  /// Plausible where the first lines are whole numbers that do not fall.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    var last = 0.0
    for line in head.lines {
      guard let numbers = head.numbers(line, .spaces), numbers.count == 1, numbers[0] >= last,
        numbers[0] == numbers[0].rounded(), numbers[0] < 1e12, line.allSatisfy({ $0 != UInt8(ascii: ".") })
      else { return nil }
      last = numbers[0]
    }
    return head.lines.isEmpty ? nil : .plausible
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = LineScanner(input.bytes)
    var timeline = TraceTimeline(input)
    let bin = (input.options.bin * 1000).rounded()
    // Stretches are counted from 0; an opportunity belongs to the one that it ends or lies in, one at 0 to the first.
    var current = 0.0
    var packets = 0.0
    var last = 0.0
    func seconds(_ milliseconds: Double) -> Double { milliseconds / 1000 }
    while let line = lines.next() {
      let time = try input.number(line, lines.line, "ms", in: 0...1e12)
      guard time == time.rounded() else {
        throw input.malformed(lines.line, "ms", "\(time)", "a whole number of milliseconds")
      }
      guard time >= last else {
        throw input.malformed(lines.line, "ms", "\(Int(time))", "the \(Int(last)) of the line before, or more")
      }
      last = time
      let place = max(0, (time / bin).rounded(.up) - 1)
      if place > current {
        try timeline.append(seconds(bin), packets * packet / seconds(bin), line: lines.line)
        if place > current + 1 { try timeline.append(seconds((place - current - 1) * bin), 0, line: lines.line) }
        (current, packets) = (place, 0)
      }
      packets += 1
    }
    guard last > 0 else {
      throw input.malformed(max(lines.line, 1), "ms", lines.line == 0 ? "none" : "0", "a last time of more than 0")
    }
    let rest = seconds(last - current * bin)
    try timeline.append(rest, packets * packet / rest, line: lines.line)
    return try timeline.content(lineCount: lines.line, measure: .linkCapacity)
  }
}
