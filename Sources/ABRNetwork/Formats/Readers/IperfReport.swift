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
    head.contains("[ ID] Interval") || isCSV(head) ? .structure : nil
  }

  private static func isCSV(_ head: TraceHead) -> Bool {
    // Every file is asked: few begin with as many digits.
    guard let first = head.lines.first, first.count > 14,
      first.prefix(14).allSatisfy({ $0 == UInt8(ascii: ".") || $0 &- UInt8(ascii: "0") < 10 })
    else { return false }
    return Forms().interval(of: first, 1) != nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var lines = LineScanner(input.bytes)
    var (all, sums): ([Interval], [Interval]) = ([], [])
    var isOfSender = false
    let forms = Forms()
    let isCSV = isCSV(TraceHead(input.bytes, fileName: input.name))
    while let place = lines.next() {
      let line = input.bytes[place]
      // Over UDP only a receiver has jitter.
      if line.contains(text: "Total Datagrams") { isOfSender = !line.contains(text: "Jitter") }
      let isOfTest = isCSV || line.first == UInt8(ascii: "[") && line.contains(text: "/sec")
      guard isOfTest, !line.isEmpty, !leftOut.contains(where: line.contains(text:)) else { continue }
      guard let interval = forms.interval(of: line, lines.line) else {
        throw input.malformed(place, lines.line, "interval", "an interval in seconds and its rate")
      }
      guard !isOfSender else {
        throw input.malformed(
          lines.line, "interval", "packets that were sent",
          "those that arrived: iperf3 --reverse, or the server's report")
      }
      if interval.streams.isDisjoint(with: ["SUM", "-1"]) { all.append(interval) } else { sums.append(interval) }
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

  /// The forms of lines: `[  5]   0.00-1.00   sec  1.19 MBytes  10.0 Mbits/sec`, of iperf 2 also `0.0- 1.0 sec`, or
  /// `time,address,port,address,port,stream,0.0-1.0,bytes,bits a second`. Made once for a file: each is compiled when
  /// it is used first.
  private struct Forms {
    private let report =
      /\[ *(\w+)\](?:\[RX-.\])? *([0-9.]+)- *([0-9.]+) +sec +[0-9.]+ +\w+ +([0-9.]+) +([KMGT]?)(bits|Bytes)\/sec.*/
    private let table = /[0-9.]{14,},(?:[^,]*,){4}([^,]*),([0-9.]+)-([0-9.]+),[0-9]+,([0-9.]+).*/

    /// The interval of a line; `nil` where it has none. iperf counts bits by 1000, bytes by 1024.
    func interval(of line: ArraySlice<UInt8>, _ number: Int) -> Interval? {
      let text = String(decoding: line.prefix(400), as: UTF8.self)
      func interval(_ stream: Substring, _ texts: [Substring], unit: Double) -> Interval? {
        let values = texts.compactMap { Double($0) }
        guard values.count == 3, values[1] > values[0] else { return nil }
        return Interval(
          streams: [String(stream)], start: values[0], end: values[1], rate: values[2] * unit, line: number)
      }
      if let match = text.wholeMatch(of: report) {
        let power = ["": 0, "K": 1, "M": 2, "G": 3, "T": 4][match.5] ?? 0
        let (base, unit) = match.6 == "bits" ? (1000.0, 1.0) : (1024, 8)
        return interval(
          match.1, [match.2, match.3, match.4], unit: (0..<power).reduce(unit) { unit, _ in unit * base })
      }
      return text.wholeMatch(of: table).flatMap { interval($0.1, [$0.2, $0.3, $0.4], unit: 1) }
    }
  }
}
