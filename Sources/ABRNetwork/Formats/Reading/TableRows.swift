import ABRInput

/// The rows of a table whose columns the user has named.
package struct TableRows {
  private let input: TraceInput
  private let splitter: FieldSplitter
  private var columns: [TableLayout.Role: (column: TableLayout.Column, index: Int)] = [:]
  private var lines: LineScanner
  private var fields: [Range<Int>] = []
  private var stamps: TimeStamps
  private var pending: Bool
  private let needed: Int

  /// Line of the row that ``next()`` gave last.
  package var line: Int { lines.line }
  /// What the first time stamp says, where it is a number.
  package var firstStamp: Double? { stamps.first }

  /// Finds separator, header and columns.
  /// - Throws: ``TraceError`` when a column is not there.
  package init(_ input: TraceInput, _ layout: TableLayout) throws(TraceError) {
    self.input = input
    lines = LineScanner(input.bytes)
    stamps = TimeStamps(
      unit: (layout.column(.time) ?? layout.column(.start) ?? layout.column(.end))?.time)
    var first: Range<Int>?
    while let line = lines.next() {
      if line.isEmpty || input.bytes[line.lowerBound] == UInt8(ascii: "#") { continue }
      first = line
      break
    }
    guard let first else { throw input.malformed(1, "rows", "none", "at least one") }
    let wanted = max(2, layout.columns.compactMap(\.index).max().map { $0 + 1 } ?? 0)
    let separators: [FieldSplitter.Separator] =
      ["\t", ";", ",", "|"].map { .byte(UInt8(ascii: $0)) } + [.spaces]
    var fields: [Range<Int>] = []
    let found = separators.first { separator in
      FieldSplitter(separator).split(input.bytes, first, into: &fields)
      return fields.count >= wanted
    }
    guard let found else {
      throw input.malformed(
        lines.line, "columns", InputFault.excerpt(input.bytes[first]),
        "\(wanted) columns between tabs, semicolons, commas, bars or spaces")
    }
    splitter = FieldSplitter(found)
    splitter.split(input.bytes, first, into: &fields)
    let header = fields.map { String(decoding: input.bytes[$0], as: UTF8.self) }
    var needed = 0
    for column in layout.columns {
      guard let index = column.index ?? header.firstIndex(where: { $0 == column.name }) else {
        throw input.malformed(
          lines.line, "--columns", column.name ?? "", FaultText.choice(header.prefix(40).map { $0 }))
      }
      columns[column.role] = (column, index)
      needed = max(needed, index + 1)
    }
    self.needed = needed
    self.fields = fields
    // A header has no number in any of the columns.
    var probe = TimeStamps(unit: .second)
    let isHeader = columns.values.filter { $0.column.role != .session }.allSatisfy { entry in
      entry.index < fields.count && probe.seconds(input.bytes, fields[entry.index]) == nil
    }
    pending = !isHeader && layout.columns.allSatisfy { $0.name == nil }
  }

  /// Goes to the next row; empty lines and comments are passed over.
  /// - Throws: ``TraceError`` where it has too few fields.
  package mutating func next() throws(TraceError) -> Bool {
    if pending {
      pending = false
      return true
    }
    while let line = lines.next() {
      if line.isEmpty || input.bytes[line.lowerBound] == UInt8(ascii: "#") { continue }
      splitter.split(input.bytes, line, into: &fields)
      guard fields.count >= needed else {
        throw input.malformed(lines.line, "row", "\(fields.count) fields", "at least \(needed)")
      }
      return true
    }
    return false
  }

  /// Seconds since the first time stamp of the file.
  /// - Throws: ``TraceError`` naming line and column.
  package mutating func time(_ role: TableLayout.Role) throws(TraceError) -> Double {
    guard let (_, index) = columns[role] else { return 0 }
    guard let seconds = stamps.seconds(input.bytes, fields[index]) else {
      let allowed =
        stamps.unit == nil
        ? "a date and time, or a number and its unit, such as \(role.rawValue):s"
        : "a number or a date and time, the same in all rows"
      throw input.malformed(line, role.rawValue, InputFault.excerpt(input.bytes[fields[index]]), allowed)
    }
    return seconds
  }

  /// A duration in seconds.
  /// - Throws: ``TraceError`` naming line and column.
  package func seconds(_ role: TableLayout.Role) throws(TraceError) -> Double {
    guard let (column, index) = columns[role], let unit = column.time else { return 0 }
    return try input.number(fields[index], line, role.rawValue) / unit.perSecond
  }

  /// Bits, or bits per second; `nil` where the table has no such column.
  /// - Throws: ``TraceError`` naming line and column.
  package func bits(_ role: TableLayout.Role) throws(TraceError) -> Double? {
    guard let (column, index) = columns[role] else { return nil }
    return try input.number(fields[index], line, role.rawValue) * column.factor
  }

  /// The client or session of a download; `nil` where the table has no such column or the field is empty.
  package var session: String? {
    guard let (_, index) = columns[.session], !fields[index].isEmpty else { return nil }
    return String(decoding: input.bytes[fields[index]], as: UTF8.self)
  }

  /// Round-trip time in seconds, where the table has it and the field is not empty.
  /// - Throws: ``TraceError`` naming line and column.
  package func latency() throws(TraceError) -> Double? {
    guard let (_, index) = columns[.latency], !fields[index].isEmpty else { return nil }
    return try seconds(.latency)
  }
}
