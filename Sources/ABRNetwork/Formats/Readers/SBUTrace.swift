import ABRInput

/// The walks of Stony Brook University (aydini/MP-Traces): `second,bytes`, without header.
///
/// A file does not state whether it counts bytes or kilobits: it is read only where the format is asked for.
public enum SBUTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "sbu"
  /// What a file holds, in one line.
  public static let summary = "CSV of second and bytes without header: Stony Brook; only where it is asked for"
  /// What its reader obeys.
  public static let options: Set<TraceOption> = []

  /// Never known: see above.
  public static func match(_ head: TraceHead) -> FormatMatch? { nil }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = FieldLines(input, .byte(UInt8(ascii: ",")), count: 2, allowed: "second,bytes")
    var timeline = TraceTimeline(input)
    var last: Double?
    while try lines.next() {
      let second = try lines.number(0, "second")
      guard last.map({ second == $0 + 1 }) ?? true else {
        throw input.malformed(lines.line, "second", "\(second)", "one more than the line before")
      }
      last = second
      try timeline.append(1, try lines.number(1, "bytes") * 8, line: lines.line)
    }
    return try timeline.content(lineCount: lines.line)
  }
}
