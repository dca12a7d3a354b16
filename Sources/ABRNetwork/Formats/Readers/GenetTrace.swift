import ABRInput

/// The traces of Genet (SIGCOMM 2022): JSON with `timestamps` in seconds, `bandwidths` in Mbit/s and `link_rtt` in ms.
///
/// Read as its simulator, Pensieve's, does: see ``PensieveTrace``.
public enum GenetTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "genet"
  /// What a file holds, in one line.
  public static let summary = "JSON of timestamps (s), bandwidths (Mbit/s) and link_rtt (ms): Genet"
  /// What its reader obeys.
  public static let options = StampedRates.traceOptions.union([.unit])

  /// Known by an object with one of the lists.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown = head.firstByte == UInt8(ascii: "{") && (head.hasKeys("timestamps") || head.hasKeys("bandwidths"))
    return isKnown ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var (times, rates, latency): ([Double], [Double], Double?) = ([], [], nil)
    var lines: [Int] = []
    var seen = (place: 0, line: 1)
    do {
      var reader = JSONReader(input.bytes)
      try reader.enterObject()
      while let key = try reader.nextKey() {
        switch key {
        case "timestamps":
          times = try reader.list { reader throws(InputFault) in
            let place = reader.mark()
            let time = try reader.number()
            guard time >= 0, time < .infinity else { throw reader.fault("\(time)", "0 or more", at: place) }
            seen.line += input.bytes[seen.place..<place].count { $0 == UInt8(ascii: "\n") }
            seen.place = place
            lines.append(seen.line)
            return time
          }
        case "bandwidths": rates = try reader.list { reader throws(InputFault) in try reader.number() }
        case "link_rtt": latency = try reader.number() / 1000
        default: try reader.skip()
        }
      }
      try reader.end()
    } catch {
      throw TraceError(error, file: input.file)
    }
    guard times.count == rates.count else {
      throw input.malformed(nil, "bandwidths", "\(rates.count)", "\(times.count), as many as timestamps")
    }
    let unit = (input.options.unit ?? .megabit).bitsPerSecond
    var stamped = StampedRates(input, latency: latency)
    for (index, time) in times.enumerated() {
      try stamped.add(time: time, stamp: time, rate: rates[index] * unit, line: lines[index])
    }
    return try stamped.content(lineCount: times.count)
  }
}
