import ABRInput

/// The lab's own format: CSV with the header `duration_s,bandwidth_bps,latency_ms`, one row of the trace a line.
///
/// The second column is goodput. Where it is the capacity of a link, packet headers included, it is called `link_bps`.
/// Durations are seconds, bandwidths bits per second, latencies milliseconds of round trip or blank. A fourth column
/// `network` may say the kind of network: `wifi`, `cellular`, `ethernet` or blank. Lines end in LF or CRLF. There are
/// no comments, quotes or spaces.
public enum NativeTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "native"
  /// What a file holds, in one line.
  public static let summary =
    "CSV with the header duration_s,bandwidth_bps,latency_ms (latency may be blank; link_bps where it is link capacity; with ,network the kind of network)"

  /// The first line of a file.
  static func header(_ measure: BandwidthTrace.Measure) -> String { "duration_s,\(column(measure)),latency_ms" }

  /// What follows in the header where rows name the kind of network.
  static let classColumn = ",network"

  /// How the second column is called.
  private static func column(_ measure: BandwidthTrace.Measure) -> String {
    switch measure {
    case .goodput: "bandwidth_bps"
    case .linkCapacity: "link_bps"
    }
  }

  /// Known by its header.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown = [.goodput, .linkCapacity].contains { head.bytes.starts(with: header($0).utf8) }
    return isKnown ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let (bytes, file) = (input.bytes, input.file)
    var lines = LineScanner(bytes)
    let first = lines.next().map { bytes[$0] } ?? []
    let measures: [BandwidthTrace.Measure] = [.goodput, .linkCapacity]
    let hasClasses = first.suffix(classColumn.utf8.count).elementsEqual(classColumn.utf8)
    let columns = hasClasses ? first.dropLast(classColumn.utf8.count) : first
    guard let measure = measures.first(where: { columns.elementsEqual(header($0).utf8) }) else {
      let found = InputFault.excerpt(bytes[..<min(bytes.count, 60)])
      throw TraceError.malformed(
        file: file, line: 1, field: "header", found: found,
        allowed: "\(header(.goodput)), or with \(classColumn) behind it")
    }
    var rows: [BandwidthTrace.Row] = []
    // About 18 bytes a row; a wrong guess only costs a copy.
    rows.reserveCapacity(bytes.count / 18)
    while let line = lines.next() {
      do {
        rows.append(try row(bytes, line, number: rows.count + 1, measure, hasClass: hasClasses))
      } catch {
        throw TraceError(error, file: file, line: lines.line)
      }
    }
    do {
      return TraceContent([try BandwidthTrace(name: input.name, rows: rows, measure: measure)])
    } catch {
      throw error.inFile(file)
    }
  }

  private static func row(
    _ bytes: [UInt8], _ line: Range<Int>, number: Int, _ measure: BandwidthTrace.Measure, hasClass: Bool
  ) throws(InputFault) -> BandwidthTrace.Row {
    let duration = upToComma(bytes, line)
    let bandwidth = upToComma(bytes, min(duration.upperBound + 1, line.upperBound)..<line.upperBound)
    guard bandwidth.upperBound < line.upperBound else {
      throw InputFault(
        line: nil, field: "row \(number)", found: InputFault.excerpt(bytes[line]),
        allowed: "three fields: \(header(measure))")
    }
    var latency = (bandwidth.upperBound + 1)..<line.upperBound
    var networkClass: NetworkClass?
    if hasClass {
      latency = upToComma(bytes, latency)
      networkClass = try self.networkClass(bytes, latency.upperBound..<line.upperBound, number)
    }
    let row = BandwidthTrace.Row(
      duration: try value(bytes, duration, "duration_s", number),
      bandwidth: try value(bytes, bandwidth, column(measure), number),
      latency: latency.isEmpty ? nil : try value(bytes, latency, timesTenTo: -3, "latency_ms", number),
      networkClass: networkClass)
    if let fault = BandwidthTrace.fault(in: row, number: number, column: column(measure)) { throw fault }
    return row
  }

  /// The last field of a row, with the comma before it.
  private static func networkClass(
    _ bytes: [UInt8], _ range: Range<Int>, _ number: Int
  ) throws(InputFault) -> NetworkClass? {
    let word = String(decoding: bytes[range].dropFirst(), as: UTF8.self)
    if word.isEmpty, !range.isEmpty { return nil }
    guard let networkClass = NetworkClass(rawValue: word) else {
      throw InputFault(
        line: nil, column: InputFault.column(of: range.lowerBound, in: bytes), field: "row \(number) network",
        found: range.isEmpty ? "no fourth field" : InputFault.excerpt(bytes[range].dropFirst()),
        allowed: FaultText.choice(NetworkClass.allCases.map(\.rawValue)) + ", or nothing behind the comma")
    }
    return networkClass
  }

  private static func upToComma(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var end = range.lowerBound
    while end < range.upperBound, bytes[end] != UInt8(ascii: ",") { end += 1 }
    return range.lowerBound..<end
  }

  private static func value(
    _ bytes: [UInt8], _ range: Range<Int>, timesTenTo scale: Int = 0, _ column: String, _ number: Int
  ) throws(InputFault) -> Double {
    guard let value = DecimalParser.parse(bytes, range, timesTenTo: scale) else {
      throw InputFault(
        line: nil, column: InputFault.column(of: range.lowerBound, in: bytes), field: "row \(number) \(column)",
        found: InputFault.excerpt(bytes[range]),
        allowed: "a decimal number")
    }
    return value
  }
}
