import ABRInput
import ABRNetwork
import ABRPlayback

/// The rows of a table of watch times, whatever separates its columns.
struct WatchTable {
  private let file: String
  private let bytes: [UInt8]
  private let columns: [WatchColumns.Column]
  private var table: ColumnTable
  private var stamps: TimeStamps

  /// Finds separator, header and columns.
  ///
  /// - Parameter columns: which columns are read; `nil` for a curve in seconds without a header, told by its rows.
  /// - Throws: ``ViewerError`` when there are no rows, or a column is not there.
  init(_ bytes: [UInt8], file: String, columns: WatchColumns?) throws(ViewerError) {
    self.file = file
    self.bytes = bytes
    do throws(InputFault) {
      self.columns = if let columns { columns.columns } else { try Self.curve(bytes) }
      table = try ColumnTable(
        bytes, columns: self.columns.map { .init(index: $0.index, name: $0.name, isText: $0.role == .session) },
        mixesBlanks: columns == nil)
    } catch {
      throw ViewerError(error, file: file)
    }
    // Events of several sessions stand in any order.
    stamps = TimeStamps(unit: self.columns.first { $0.role == .time }?.unit, isOrdered: false)
  }

  /// Goes to the next row; empty lines and comments are passed over.
  ///
  /// - Throws: ``ViewerError`` where it has too few fields.
  mutating func next() throws(ViewerError) -> Bool {
    do throws(InputFault) {
      return try table.next()
    } catch {
      throw ViewerError(error, file: file)
    }
  }

  /// A column, and its field in the row; `nil` where the table has no such column.
  private func field(_ role: WatchColumns.Role) -> (column: WatchColumns.Column, place: Range<Int>)? {
    columns.firstIndex { $0.role == role }.map { (columns[$0], table.field($0)) }
  }

  /// Seconds of `watched`, or of `time` since the first row.
  ///
  /// - Throws: `ViewerError` naming line and column.
  mutating func seconds(_ role: WatchColumns.Role) throws(ViewerError) -> Double {
    guard let (column, place) = field(role) else { return 0 }
    if role == .time {
      if let seconds = stamps.seconds(bytes, place) { return seconds }
    } else if let number = DecimalParser.parse(bytes, place), number >= 0, let unit = column.unit {
      return number / unit.perSecond
    }
    throw fault(role, column.unit == nil ? "a date and time" : "a number of \(column.unit?.rawValue ?? ""), 0 or more")
  }

  /// The time of a point of a curve in seconds, counted as the file does.
  ///
  /// - Throws: `ViewerError` naming the line.
  func curveSeconds() throws(ViewerError) -> Double {
    guard let (column, place) = field(.time), let unit = column.unit,
      let number = DecimalParser.parse(bytes, place), number >= 0
    else { throw fault(.time, "a number with its unit, such as time:s, 0 or more") }
    return number / unit.perSecond
  }

  /// Which of the two shares the table has.
  var shareRole: WatchColumns.Role { field(.left) == nil ? .share : .left }

  /// The share of viewers who still watch, 0 to 1.
  ///
  /// - Throws: `ViewerError` naming line and column.
  func remaining() throws(ViewerError) -> Double {
    let role = shareRole
    guard let (column, place) = field(role) else { return 0 }
    let whole = column.isPercent ? 100.0 : 1
    guard let number = DecimalParser.parse(bytes, place), (0...whole).contains(number) else {
      throw fault(
        role, column.isPercent ? "0 to 100" : "0 to 1; shares in % are told by --columns, such as time:s,share:%")
    }
    return role == .left ? 1 - number / whole : number / whole
  }

  /// What tells the session from others; empty in a table without.
  var session: ArraySlice<UInt8> { field(.session).map { bytes[$0.place] } ?? [] }

  /// What is wrong with a field of the row.
  func fault(_ role: WatchColumns.Role, _ allowed: String) -> ViewerError {
    let place = field(role)?.place
    return .malformed(
      file: file, line: table.line, column: place.map { InputFault.column(of: $0.lowerBound, in: bytes) },
      field: role.rawValue, found: place.map { InputFault.excerpt(bytes[$0]) } ?? "",
      allowed: allowed + (place.map { FieldFix.text(of: bytes[$0]) } ?? ""))
  }

  /// The columns of a curve in seconds without a header: shares that fall from 1 or 100, or that rise from 0.
  private static func curve(_ bytes: [UInt8]) throws(InputFault) -> [WatchColumns.Column] {
    var shares: [Double] = []
    var start = -1.0
    do throws(InputFault) {
      var table = try ColumnTable(
        bytes, columns: [.init(index: 0, name: nil), .init(index: 1, name: nil)], mixesBlanks: true)
      while !table.hasHeader, try table.next(), let seconds = DecimalParser.parse(bytes, table.field(0)),
        let share = DecimalParser.parse(bytes, table.field(1))
      {
        if shares.isEmpty { start = seconds }
        shares.append(share)
      }
    } catch {
      // Rows of one column, or of too few, are no curve, which is said below.
      guard error.field != "rows" else { throw error }
    }
    guard start == 0, let first = shares.first, let last = shares.last, first != last, [0, 1, 100].contains(first),
      first == 0 || last < first
    else {
      throw InputFault(
        line: nil, field: "columns", found: InputFault.excerpt(bytes.prefix { $0 != UInt8(ascii: "\n") }),
        allowed: "a curve from 0 s on, or --columns: watched:s for watch times, session,time:s for events, "
          + "time:s,share or time:s,left for curves")
    }
    return [
      .init(role: .time, index: 0, unit: .second),
      .init(role: first == 0 ? .left : .share, index: 1, isPercent: max(first, last) > 1),
    ]
  }
}
