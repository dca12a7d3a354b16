import ABRInput

/// The rows of a JSON document, or of one with a value on each line, whose objects have the members that columns name.
///
/// A column is called by the path of a member, such as `httpRequest.latency`, of several in their order as in
/// `client_ip|remote_ip`, and by its role where it has no name; `date+time` are two of which a time is made. An object
/// without one that is needed is left out and counted, as logs hold other records, too.
package struct RecordTable {
  private struct Row {
    var fields: [Range<Int>]
    var report: CMCDText.Report
    var line: Int
  }

  /// The texts of all values.
  package private(set) var bytes: [UInt8] = []
  /// Lines of the file.
  package let lineCount: Int
  /// Objects that lack a member, and which one it is in the first of them.
  package private(set) var leftOut: (count: Int, member: String) = (0, "")
  private var rows: [Row] = []
  private var next = 0

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - columns: those that are read.
  ///   - known: the kind of JSON that it is.
  /// - Throws: ``TraceError`` of JSON that is broken, or of a file without such an object.
  /// - Complexity: O(*bytes*).
  package init(
    _ input: TraceInput, _ columns: [TableLayout.Column], known: RecordLayout? = nil
  ) throws(TraceError) {
    let (omitted, readsReports) = (known?.omitted ?? [:], known?.isOfServer ?? false)
    let sent = known?.sent.map { [$0.member] + $0.without } ?? []
    let names = columns.map { ($0.name ?? $0.role.rawValue).split(separator: "|").map(String.init) }
    let needed = zip(columns, names).filter { ![.latency, .session, .wait, .network].contains($0.0.role) }
    // An object is meant that says when it was, or how long it lasted.
    let marks = needed.filter { [.time, .start, .end].contains($0.0.role) }
    let markers = (marks.isEmpty ? needed.filter { $0.0.role == .duration } : marks).flatMap(\.1)
    var (bytes, rows, leftOut): ([UInt8], [Row], (count: Int, member: String)) = ([], [], (0, ""))
    lineCount = try JSONRecords.read(
      input,
      members: names.flatMap { $0.flatMap(Self.parts(of:)) } + omitted.keys + sent
        + (readsReports ? ServerRecords.reports : []),
      isRecord: { record in markers.contains { Self.parts(of: $0).allSatisfy(record.has) } }
    ) { record throws(InputFault) in
      if omitted.contains(where: { record.text($0.key) == $0.value }) { return }
      if let member = sent.first, record.has(member), !sent.dropFirst().contains(where: record.has) {
        throw record.fault(
          member, "packets that were sent", "those that arrived: iperf3 --reverse, or the output of the server")
      }
      if let missing = needed.first(where: { Self.text(of: record, $0.1) == nil }) {
        leftOut = (leftOut.count + 1, leftOut.count == 0 ? missing.1[0] : leftOut.member)
        return
      }
      // Values that belong to rows of their own would be added up.
      if let list = needed.first(where: { $0.0.role != .bytes && $0.1.contains(where: record.repeats) }) {
        throw record.fault(list.1[0], "several values in one object", "one in each object, with the others of its row")
      }
      let fields = names.map { names in
        let start = bytes.count
        bytes += Self.text(of: record, names)?.utf8 ?? "".utf8
        return start..<bytes.count
      }
      let report = readsReports ? try ServerRecords.report(of: record) : CMCDText.Report()
      rows.append(Row(fields: fields, report: report, line: record.line))
    }
    (self.bytes, self.rows, self.leftOut) = (bytes, rows, leftOut)
    guard !rows.isEmpty else {
      let missing = leftOut.count == 0 ? markers : [leftOut.member]
      throw input.malformed(
        nil, "rows", "no object with \(FaultText.choice(missing))",
        "paths of members, such as end@timestamp,duration:s@httpRequest.latency,bytes@size")
    }
  }

  /// The members that a path is made of.
  private static func parts(of path: String) -> [String] { path.split(separator: "+").map(String.init) }

  /// The text of the first of some paths that is there.
  private static func text(of record: JSONRecords.Record, _ paths: [String]) -> String? {
    for path in paths {
      let texts = parts(of: path).map { record.text($0) }
      if texts.allSatisfy({ $0 != nil }) { return texts.compactMap(\.self).joined(separator: " ") }
    }
    return nil
  }

  /// Goes to the next row.
  package mutating func advance() -> Bool {
    next += 1
    return next <= rows.count
  }

  /// The place of a value of the row.
  ///
  /// - Parameter column: index of the column.
  package func field(_ column: Int) -> Range<Int> { rows[next - 1].fields[column] }

  /// What the player reports in the row.
  package var report: CMCDText.Report { rows[next - 1].report }

  /// Line at which the row begins.
  package var line: Int { rows[next - 1].line }

  /// Whether no time of a column has a fraction of a second.
  package func isWholeSecond(_ column: Int) -> Bool {
    rows.allSatisfy { ServerRecords.isWholeSecond(String(decoding: bytes[$0.fields[column]], as: UTF8.self)) }
  }
}
