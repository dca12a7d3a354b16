import ABRInput

/// The rows of a table, or of JSON records, whose columns the user has named.
package struct TableRows {
  /// The file; of records their values in place of its bytes.
  private let input: TraceInput
  private let columns: [TableLayout.Column]
  /// One of the two is there.
  private var table: ColumnTable?
  private var records: RecordTable?
  private var stamps: TimeStamps

  /// Line of the row that ``next()`` gave last.
  package var line: Int { table?.line ?? records?.line ?? 0 }
  /// Lines that were read.
  package var lineCount: Int { table?.line ?? records?.lineCount ?? 0 }
  /// The first time stamp, where it is a number.
  package var firstStamp: Double? { stamps.first }

  /// Finds separator, header and columns, or the members of records.
  ///
  /// - Parameters:
  ///   - input: the file.
  ///   - layout: its columns.
  ///   - known: the kind of JSON that it is.
  /// - Throws: ``TraceError`` when a column is not there.
  package init(_ input: TraceInput, _ layout: TableLayout, known: RecordLayout? = nil) throws(TraceError) {
    columns = layout.columns
    let stamp = layout.column(.time) ?? layout.column(.start) ?? layout.column(.end)
    stamps = TimeStamps(unit: stamp?.time, isEpoch: stamp?.isEpoch ?? false)
    if TraceHead(input.bytes, fileName: input.name).isJSON {
      let records = try RecordTable(input, columns, known: known)
      self.input = TraceInput(bytes: records.bytes, name: input.name, file: input.file, options: input.options)
      self.records = records
      return
    }
    self.input = input
    do throws(InputFault) {
      table = try ColumnTable(
        input.bytes, columns: columns.map { .init(index: $0.index, name: $0.name, isText: $0.isText) })
    } catch {
      throw TraceError(error, file: input.file, line: 1)
    }
  }

  /// Goes to the next row; empty lines and comments are passed over.
  /// - Throws: ``TraceError`` where it has too few fields.
  package mutating func next() throws(TraceError) -> Bool {
    do throws(InputFault) {
      return try table?.next() ?? records?.advance() ?? false
    } catch {
      throw TraceError(error, file: input.file)
    }
  }

  /// A column, and its field in the row; `nil` where the table has no such column.
  private func field(_ role: TableLayout.Role) -> (column: TableLayout.Column, place: Range<Int>)? {
    guard let index = columns.firstIndex(where: { $0.role == role }),
      let place = table?.field(index) ?? records?.field(index)
    else { return nil }
    return (columns[index], place)
  }

  /// The fault of a field; a record has a line and no column.
  private func fault(_ place: Range<Int>, _ role: TableLayout.Role, _ allowed: String) -> TraceError {
    records == nil
      ? input.malformed(place, line, role.rawValue, allowed)
      : input.malformed(line, role.rawValue, InputFault.excerpt(input.bytes[place]), allowed)
  }

  /// A number from 0 on.
  private func number(_ place: Range<Int>, _ role: TableLayout.Role) throws(TraceError) -> Double {
    if records != nil {
      guard let value = DecimalParser.parse(input.bytes, place), (0...Double.greatestFiniteMagnitude).contains(value)
      else { throw fault(place, role, "a decimal number of 0 or more") }
      return value
    }
    return try input.number(place, line, role.rawValue)
  }

  /// Seconds since the first time stamp of the file.
  /// - Throws: ``TraceError`` naming line and column.
  package mutating func time(_ role: TableLayout.Role) throws(TraceError) -> Double {
    guard let (column, place) = field(role) else { return 0 }
    // Date and time of a table may stand in two columns, as `date+time` of records does in two members.
    let pair = columns.firstIndex { $0.role == role }.flatMap { table?.pair($0) }
    guard let seconds = stamps.seconds(pair ?? input.bytes, pair?.indices ?? place) else {
      let allowed =
        stamps.unit == nil
        ? "a date and time, or a number and its unit, such as \(role.rawValue):s"
          + (column.isEpoch ? " for one that does not count from 1970" : "")
        : "a number or a date and time, the same in all rows"
      throw fault(place, role, allowed + FieldFix.text(of: input.bytes[place]))
    }
    return seconds
  }

  /// A duration in seconds, in the unit of its column or in its own, such as `250ms`.
  /// - Throws: ``TraceError`` naming line and column.
  package func seconds(_ role: TableLayout.Role) throws(TraceError) -> Double {
    guard let (column, place) = field(role), let unit = column.time else { return 0 }
    if let own = TimeUnit.duration(String(decoding: input.bytes[place], as: UTF8.self)), own >= 0, own.isFinite {
      return own
    }
    return try number(place, role) / unit.perSecond
  }

  /// Bits, or bits per second; `nil` where the table has no such column.
  /// - Throws: ``TraceError`` naming line and column.
  package func bits(_ role: TableLayout.Role) throws(TraceError) -> Double? {
    guard let (column, place) = field(role) else { return nil }
    return try number(place, role) * column.factor
  }

  /// The client or session of a download; `nil` where the table has no such column or the field is empty.
  package var session: String? {
    guard let (_, place) = field(.session), !place.isEmpty else { return nil }
    return String(decoding: input.bytes[place], as: UTF8.self)
  }

  /// The kind of network; `nil` where the table has no such column or the field does not say.
  /// - Throws: ``TraceError`` naming line and column.
  package func networkClass() throws(TraceError) -> NetworkClass? {
    guard let (_, place) = field(.network) else { return nil }
    guard let networkClass = NetworkClass.reading(String(decoding: input.bytes[place], as: UTF8.self)) else {
      throw fault(place, .network, NetworkClass.allowed)
    }
    return networkClass
  }

  /// What the player reports with a download.
  package var report: CMCDText.Report { records?.report ?? CMCDText.Report() }

  /// Seconds of an optional column: the round trip (`latency`), or the time to the first byte (`wait`); `nil` where
  /// the table does not have it or the field is empty.
  /// - Throws: ``TraceError`` naming line and column.
  package func optionalSeconds(_ role: TableLayout.Role) throws(TraceError) -> Double? {
    guard let (_, place) = field(role), !place.isEmpty else { return nil }
    return try seconds(role)
  }

  /// Whether no time stamp has a fraction of a second.
  package var isWholeSecond: Bool {
    guard let records else { return false }
    return columns.indices.allSatisfy {
      ![.time, .start, .end].contains(columns[$0].role) || records.isWholeSecond($0)
    }
  }

  /// Of records: that some lack a member.
  package var notes: [String] {
    guard let leftOut = records?.leftOut, leftOut.count > 0 else { return [] }
    return ["\(Counted.text(leftOut.count, "record")) without \(leftOut.member) left out"]
  }
}
