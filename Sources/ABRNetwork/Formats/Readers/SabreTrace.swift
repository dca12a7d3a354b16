import ABRInput

/// The network file of Sabre (UMass-LIDS/sabre): a JSON array of `{"duration_ms": …, "bandwidth_kbps": …, "latency_ms":
/// …}`.
///
/// A kilobit is 1000 bits. All three keys are demanded, as Sabre does; others are passed over.
public enum SabreTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "sabre"
  /// What a file holds, in one line.
  public static let summary = "JSON array of {duration_ms, bandwidth_kbps, latency_ms}, as Sabre reads"

  /// Known by an array with one of the keys.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown =
      head.firstByte == UInt8(ascii: "[") && (head.hasKeys("duration_ms") || head.hasKeys("bandwidth_kbps"))
    return isKnown ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let rows: [BandwidthTrace.Row]
    do {
      rows = try Self.rows(input.bytes)
    } catch {
      throw TraceError(error, file: input.file)
    }
    do {
      return TraceContent([try BandwidthTrace(name: input.name, rows: rows)])
    } catch {
      throw error.inFile(input.file)
    }
  }

  private static func rows(_ bytes: [UInt8]) throws(InputFault) -> [BandwidthTrace.Row] {
    var reader = JSONReader(bytes)
    var rows: [BandwidthTrace.Row] = []
    try reader.enterArray()
    while try reader.nextElement() {
      let mark = reader.mark()
      let row = try row(&reader)
      if var fault = BandwidthTrace.fault(in: row, number: rows.count + 1) {
        fault.line = reader.line(at: mark)
        fault.column = InputFault.column(of: mark, in: bytes)
        throw fault
      }
      rows.append(row)
    }
    try reader.end()
    return rows
  }

  private static func row(_ reader: inout JSONReader) throws(InputFault) -> BandwidthTrace.Row {
    let mark = reader.mark()
    var duration: Double?
    var bandwidth: Double?
    var latency: Double?
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "duration_ms": try once(&reader, &duration)
      case "bandwidth_kbps": try once(&reader, &bandwidth)
      case "latency_ms": try once(&reader, &latency)
      default: try reader.skip()
      }
    }
    guard let duration, let bandwidth, let latency else {
      let missing = duration == nil ? "duration_ms" : bandwidth == nil ? "bandwidth_kbps" : "latency_ms"
      throw reader.fault("no \(missing)", "duration_ms, bandwidth_kbps and latency_ms", at: mark)
    }
    return BandwidthTrace.Row(duration: duration / 1000, bandwidth: bandwidth * 1000, latency: latency / 1000)
  }

  private static func once(_ reader: inout JSONReader, _ value: inout Double?) throws(InputFault) {
    let mark = reader.mark()
    guard value == nil else { throw reader.repeatedKey(at: mark) }
    value = try reader.number()
  }
}
