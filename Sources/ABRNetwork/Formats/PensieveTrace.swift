import ABRInput

/// The two columns of Pensieve and its descendants: `time_s` and `Mbit/s`, separated by tabs or spaces, no header.
///
/// Read as Pensieve's simulator does (version 1120bb1, `fixed_env.py`): the bandwidth of line *i* holds from the time
/// of line *i* − 1 to its own, and the first line's bandwidth is not used. Times are counted from the first line's: the
/// simulator would replay an offset as a first stretch of that length after every wrap.
public enum PensieveTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "pensieve"
  /// What a file holds, in one line.
  public static let summary = "two columns, time_s and Mbit/s, separated by a tab or spaces, as Pensieve reads"

  /// Whether a file's first line is two numbers.
  public static func recognises(_ head: ArraySlice<UInt8>, fileName: String) -> Bool {
    let line = Array(head.prefix { $0 != UInt8(ascii: "\n") })
    // A first line that fills the whole head is no pair of numbers.
    guard line.count < head.count || head.count < TraceFormats.headLength else { return false }
    return pair(line, 0..<line.count) != nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ bytes: [UInt8], name: String, file: String) throws(TraceError) -> BandwidthTrace {
    var lines = LineScanner(bytes)
    var rows: [BandwidthTrace.Row] = []
    var previous: Double?
    while let line = lines.next() {
      func malformed(_ field: String, _ found: String, _ allowed: String) -> TraceError {
        .malformed(file: file, line: lines.line, field: field, found: found, allowed: allowed)
      }
      guard let (time, megabits) = pair(bytes, line) else {
        throw malformed("line", InputFault.excerpt(bytes[line]), "two numbers, time_s and Mbit/s")
      }
      guard time >= 0, time < .infinity else { throw malformed("time_s", "\(time)", "0 or more") }
      guard megabits >= 0, megabits < .infinity else { throw malformed("Mbit/s", "\(megabits)", "0 or more") }
      if let previous {
        guard time > previous else { throw malformed("time_s", "\(time)", "more than the \(previous) before it") }
        let row = BandwidthTrace.Row(duration: time - previous, bandwidth: megabits * 1_000_000)
        if let fault = BandwidthTrace.fault(in: row, number: rows.count + 1) {
          throw TraceError(fault, file: file, line: lines.line)
        }
        rows.append(row)
      }
      previous = time
    }
    guard !rows.isEmpty else {
      throw TraceError.malformed(
        file: file, line: max(lines.line, 1), field: "lines", found: "\(lines.line)", allowed: "at least two")
    }
    do {
      return try BandwidthTrace(name: name, rows: rows)
    } catch {
      throw error.inFile(file)
    }
  }

  /// The two numbers of a line; `nil` when it holds anything else.
  private static func pair(_ bytes: [UInt8], _ line: Range<Int>) -> (time: Double, megabits: Double)? {
    var fields: [Range<Int>] = []
    var next = line.lowerBound
    while next < line.upperBound {
      guard !isSpace(bytes[next]) else {
        next += 1
        continue
      }
      let start = next
      while next < line.upperBound, !isSpace(bytes[next]) { next += 1 }
      guard fields.count < 2 else { return nil }
      fields.append(start..<next)
    }
    guard fields.count == 2, let time = DecimalParser.parse(bytes, fields[0]),
      let megabits = DecimalParser.parse(bytes, fields[1])
    else { return nil }
    return (time, megabits)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
}
