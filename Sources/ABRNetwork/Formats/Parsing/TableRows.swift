import ABRInput

/// The rows of a table whose columns the user has named.
package struct TableRows {
  private let input: TraceInput
  private let columns: [TableLayout.Column]
  private var table: ColumnTable
  private var stamps: TimeStamps

  /// Line of the row that ``next()`` gave last.
  package var line: Int { table.line }
  /// The first time stamp, where it is a number.
  package var firstStamp: Double? { stamps.first }

  /// Finds separator, header and columns.
  /// - Throws: ``TraceError`` when a column is not there.
  package init(_ input: TraceInput, _ layout: TableLayout) throws(TraceError) {
    self.input = input
    columns = layout.columns
    stamps = TimeStamps(
      unit: (layout.column(.time) ?? layout.column(.start) ?? layout.column(.end))?.time)
    do throws(InputFault) {
      table = try ColumnTable(
        input.bytes, columns: columns.map { .init(index: $0.index, name: $0.name, isText: $0.role == .session) })
    } catch {
      throw TraceError(error, file: input.file, line: 1)
    }
  }

  /// Goes to the next row; empty lines and comments are passed over.
  /// - Throws: ``TraceError`` where it has too few fields.
  package mutating func next() throws(TraceError) -> Bool {
    do throws(InputFault) {
      return try table.next()
    } catch {
      throw TraceError(error, file: input.file)
    }
  }

  /// A column, and its field in the row; `nil` where the table has no such column.
  private func field(_ role: TableLayout.Role) -> (column: TableLayout.Column, place: Range<Int>)? {
    columns.firstIndex { $0.role == role }.map { (columns[$0], table.field($0)) }
  }

  /// Seconds since the first time stamp of the file.
  /// - Throws: ``TraceError`` naming line and column.
  package mutating func time(_ role: TableLayout.Role) throws(TraceError) -> Double {
    guard let (_, place) = field(role) else { return 0 }
    guard let seconds = stamps.seconds(input.bytes, place) else {
      let allowed =
        stamps.unit == nil
        ? "a date and time, or a number and its unit, such as \(role.rawValue):s"
        : "a number or a date and time, the same in all rows"
      throw input.malformed(place, line, role.rawValue, allowed + FieldFix.text(of: input.bytes[place]))
    }
    return seconds
  }

  /// A duration in seconds.
  /// - Throws: ``TraceError`` naming line and column.
  package func seconds(_ role: TableLayout.Role) throws(TraceError) -> Double {
    guard let (column, place) = field(role), let unit = column.time else { return 0 }
    return try input.number(place, line, role.rawValue) / unit.perSecond
  }

  /// Bits, or bits per second; `nil` where the table has no such column.
  /// - Throws: ``TraceError`` naming line and column.
  package func bits(_ role: TableLayout.Role) throws(TraceError) -> Double? {
    guard let (column, place) = field(role) else { return nil }
    return try input.number(place, line, role.rawValue) * column.factor
  }

  /// The client or session of a download; `nil` where the table has no such column or the field is empty.
  package var session: String? {
    guard let (_, place) = field(.session), !place.isEmpty else { return nil }
    return String(decoding: input.bytes[place], as: UTF8.self)
  }

  /// Round-trip time in seconds, where the table has it and the field is not empty.
  /// - Throws: ``TraceError`` naming line and column.
  package func latency() throws(TraceError) -> Double? {
    guard let (_, place) = field(.latency), !place.isEmpty else { return nil }
    return try seconds(.latency)
  }
}
