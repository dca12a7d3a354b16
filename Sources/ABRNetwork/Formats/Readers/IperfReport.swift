import ABRInput

/// The reports of iperf3 and iperf 2 for people, and the CSV of iperf 2 (`-y C`): a row for each interval.
///
/// Streams add up: their lines `[SUM]` count where there are any. Of a test of both ways what was received counts.
public enum IperfReport: TraceFormat {
  /// The name to ask for it by.
  public static let name = "iperf"
  /// What a file holds, in one line.
  public static let summary = "report of iperf3 or iperf 2, or iperf 2 -y C: the intervals of one test"
  /// What its reader obeys.
  public static let options = CoveredTime.traceOptions

  /// Words of lines that are no interval of the test as it was received.
  private static let leftOut = ["sender", "receiver", "(omitted)", "[TX-"]

  private struct Interval {
    var streams: Set<String>
    var start: Double
    var end: Double
    var rate: Double
    var line: Int
  }

  /// Known by the heading of a report, or an interval in the seventh column.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.contains("[ ID] Interval") || head.lines.first.flatMap { interval(ofCSV: Array($0), 1) } != nil
      ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = LineScanner(input.bytes)
    var (all, sums): ([Interval], [Interval]) = ([], [])
    var isOfSender = false
    let isCSV =
      TraceHead(input.bytes, fileName: input.name).lines.first.map { interval(ofCSV: Array($0), 1) != nil } ?? false
    while let line = lines.next() {
      let bytes = Array(input.bytes[line])
      // Over UDP only a receiver has jitter.
      if bytes[...].contains(text: "Total Datagrams") { isOfSender = !bytes[...].contains(text: "Jitter") }
      if bytes.isEmpty { continue }
      let isText = bytes.first == UInt8(ascii: "[")
      if isText ? !bytes[...].contains(text: "/sec") || leftOut.contains(where: bytes[...].contains(text:)) : !isCSV {
        continue
      }
      guard let interval = isText ? interval(of: bytes, lines.line) : interval(ofCSV: bytes, lines.line) else {
        throw input.malformed(line, lines.line, "interval", "an interval in seconds and its rate")
      }
      guard !isOfSender else {
        throw input.malformed(
          lines.line, "interval", "packets that were sent",
          "those that arrived: iperf3 --reverse, or the server's report")
      }
      if interval.streams.isDisjoint(with: ["[SUM]", "-1"]) { all.append(interval) } else { sums.append(interval) }
    }
    var rows: [Interval] = []
    for interval in sums.isEmpty ? all : sums {
      guard let last = rows.last else {
        rows.append(interval)
        continue
      }
      // The line of the whole test.
      if interval.start == 0, interval.end + 0.1 >= last.end, !last.streams.isDisjoint(with: interval.streams) {
        continue
      }
      if interval.start == last.start, interval.end == last.end {
        rows[rows.count - 1].rate += interval.rate
        rows[rows.count - 1].streams.formUnion(interval.streams)
        continue
      }
      guard interval.start + 0.1 >= last.end, interval.end > interval.start else {
        throw input.malformed(
          interval.line, "interval", "\(interval.start) to \(interval.end) s after \(last.end) s",
          "one test in a file, with its intervals in order")
      }
      rows.append(interval)
    }
    guard !rows.isEmpty else {
      throw input.malformed(nil, "rows", "none", "a line for each second, as iperf -i 1 writes them")
    }
    var covered = CoveredTime(input, gaps: .close, tolerance: 0.1)
    for row in rows {
      try covered.add(start: row.start, duration: row.end - row.start, rate: row.rate, line: row.line)
    }
    return try covered.content(lineCount: lines.line)
  }

  /// `time,address,port,address,port,stream,0.0-1.0,bytes,bits a second`.
  private static func interval(ofCSV line: [UInt8], _ number: Int) -> Interval? {
    let words = line.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { Array($0) }
    guard words.count >= 9, words[0].count >= 14, let rate = DecimalParser.parse(words[8], words[8].indices),
      let times = times(words[6])
    else { return nil }
    return Interval(
      streams: [String(decoding: words[5], as: UTF8.self)], start: times.start, end: times.end, rate: rate, line: number
    )
  }

  /// `[  5]   0.00-1.00   sec  1.19 MBytes  10.0 Mbits/sec`, of iperf 2 also `0.0- 1.0 sec`.
  private static func interval(of line: [UInt8], _ number: Int) -> Interval? {
    guard let close = line.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let words = line[(close + 1)...].split(separator: UInt8(ascii: " ")).map { Array($0) }
    guard let place = words.firstIndex(where: { $0.elementsEqual("sec".utf8) }), place >= 1, words.count > place + 4,
      let times = times(words[max(0, place - 2)..<place].flatMap(\.self)) ?? times(words[place - 1]),
      let rate = DecimalParser.parse(words[place + 3], words[place + 3].indices),
      let unit = units[String(decoding: words[place + 4], as: UTF8.self)]
    else { return nil }
    let stream = String(decoding: line[...close], as: UTF8.self)
    return Interval(streams: [stream], start: times.start, end: times.end, rate: rate * unit, line: number)
  }

  private static func times(_ word: [UInt8]) -> (start: Double, end: Double)? {
    let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count == 2, let start = DecimalParser.parse(parts[0], parts[0].indices),
      let end = DecimalParser.parse(parts[1], parts[1].indices), start.isFinite, end.isFinite, end > start
    else { return nil }
    return (start, end)
  }

  /// Bits a second: iperf counts bits by 1000 and bytes by 1024.
  private static let units: [String: Double] = {
    var (units, bits, bytes) = ([String: Double](), 1.0, 8.0)
    for prefix in ["", "K", "M", "G", "T"] {
      (units["\(prefix)bits/sec"], units["\(prefix)Bytes/sec"]) = (bits, bytes)
      (bits, bytes) = (bits * 1000, bytes * 1024)
    }
    return units
  }()
}
