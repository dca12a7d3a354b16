import ABRInput
import ABRNetwork
import ABRPlayback

/// The rows of a table of watch times, whatever separates its columns.
struct WatchTable {
  private let file: String
  private let bytes: [UInt8]
  private let splitter: FieldSplitter
  private let places: [WatchColumns.Role: (column: WatchColumns.Column, index: Int)]
  private let needed: Int
  private var lines: LineScanner
  private var fields: [Range<Int>] = []
  private var stamps: TimeStamps
  private var isPending: Bool

  /// Line of the row that ``next()`` gave last.
  var line: Int { lines.line }

  /// Finds separator, header and columns.
  ///
  /// - Parameters:
  ///   - columns: which columns are read; `nil` for a curve in seconds without a header, told by its rows.
  /// - Throws: `ViewerError` when there are no rows, or a column is not there.
  init(_ bytes: [UInt8], file: String, columns: WatchColumns?) throws(ViewerError) {
    self.file = file
    self.bytes = bytes
    lines = LineScanner(bytes)
    guard let first = Self.row(&lines, bytes) else {
      throw .malformed(file: file, line: nil, field: "rows", found: "none", allowed: "at least one")
    }
    let (splitter, firstFields) = Self.split(bytes, first, into: columns?.columns.count)
    self.splitter = splitter
    fields = firstFields
    let columns =
      if let columns { columns } else { try Self.curve(bytes, file: file, first: first, splitter: splitter) }
    stamps = TimeStamps(unit: columns.column(.time)?.unit)
    let header = fields.map { String(decoding: bytes[$0], as: UTF8.self) }
    var needed = 0
    var found: [WatchColumns.Role: (column: WatchColumns.Column, index: Int)] = [:]
    for column in columns.columns {
      guard let index = column.index ?? header.firstIndex(where: { $0 == column.name }) else {
        throw .malformed(
          file: file, line: lines.line, field: "--columns", found: column.name ?? "",
          allowed: FaultText.choice(header.prefix(40).map { $0 }))
      }
      found[column.role] = (column, index)
      needed = max(needed, index + 1)
    }
    self.needed = needed
    self.places = found
    // A header has no number where numbers are read.
    var probe = TimeStamps(unit: .second)
    var isHeader = true
    for (role, place) in found where role != .session {
      if place.index >= fields.count || probe.seconds(bytes, fields[place.index]) != nil { isHeader = false }
    }
    isPending = !isHeader && columns.columns.allSatisfy { $0.name == nil }
  }

  /// Goes to the next row; empty lines and comments are passed over.
  ///
  /// - Throws: `ViewerError` where it has too few fields.
  mutating func next() throws(ViewerError) -> Bool {
    if !isPending {
      guard let row = Self.row(&lines, bytes) else { return false }
      splitter.split(bytes, row, into: &fields)
    }
    isPending = false
    guard fields.count >= needed else {
      throw .malformed(
        file: file, line: line, field: "row", found: "\(fields.count) fields", allowed: "at least \(needed)")
    }
    return true
  }

  /// Seconds of `watched`, or of `time` since the first row.
  ///
  /// - Throws: `ViewerError` naming line and column.
  mutating func seconds(_ role: WatchColumns.Role) throws(ViewerError) -> Double {
    guard let (column, index) = places[role] else { return 0 }
    if role == .time {
      if let seconds = stamps.seconds(bytes, fields[index]) { return seconds }
    } else if let number = DecimalParser.parse(bytes, fields[index]), number >= 0, let unit = column.unit {
      return number / unit.perSecond
    }
    throw fault(role, column.unit == nil ? "a date and time" : "a number of \(column.unit?.rawValue ?? ""), 0 or more")
  }

  /// The time of a point of a curve in seconds, counted as the file does.
  ///
  /// - Throws: `ViewerError` naming the line.
  func curveSeconds() throws(ViewerError) -> Double {
    guard let (column, index) = places[.time], let unit = column.unit,
      let number = DecimalParser.parse(bytes, fields[index]), number >= 0
    else { throw fault(.time, "a number with its unit, such as time:s, 0 or more") }
    return number / unit.perSecond
  }

  /// Which of the two shares the table has.
  var shareRole: WatchColumns.Role { places[.left] == nil ? .share : .left }

  /// The share of viewers who still watch, 0 to 1.
  ///
  /// - Throws: `ViewerError` naming line and column.
  func remaining() throws(ViewerError) -> Double {
    let role = shareRole
    guard let (column, index) = places[role] else { return 0 }
    let whole = column.isPercent ? 100.0 : 1
    guard let number = DecimalParser.parse(bytes, fields[index]), (0...whole).contains(number) else {
      throw fault(
        role, column.isPercent ? "0 to 100" : "0 to 1; shares in % are told by --columns, such as time:s,share:%")
    }
    return role == .left ? 1 - number / whole : number / whole
  }

  /// What tells the session from others; empty in a table without.
  var session: ArraySlice<UInt8> { places[.session].map { bytes[fields[$0.index]] } ?? [] }

  /// What is wrong with a field of the row.
  func fault(_ role: WatchColumns.Role, _ allowed: String) -> ViewerError {
    let found = places[role].map { InputFault.excerpt(bytes[fields[$0.index]]) } ?? ""
    return .malformed(file: file, line: line, field: role.rawValue, found: found, allowed: allowed)
  }

  /// The next line that is neither empty nor a comment.
  private static func row(_ lines: inout LineScanner, _ bytes: [UInt8]) -> Range<Int>? {
    while let line = lines.next() {
      if !line.isEmpty, bytes[line.lowerBound] != UInt8(ascii: "#") { return line }
    }
    return nil
  }

  /// The first separator that gives the fields wanted: tabs before semicolons, commas, bars and spaces.
  private static func split(
    _ bytes: [UInt8], _ row: Range<Int>, into wanted: Int?
  ) -> (FieldSplitter, [Range<Int>]) {
    var fields: [Range<Int>] = []
    for separator in ["\t", ";", ",", "|"].map({ FieldSplitter.Separator.byte(UInt8(ascii: $0)) }) + [.spaces] {
      FieldSplitter(separator).split(bytes, row, into: &fields)
      guard fields.count >= max(2, wanted ?? 2) else { continue }
      // Curves of others mix tabs and spaces.
      let splitter = FieldSplitter(wanted == nil && separator == .byte(UInt8(ascii: "\t")) ? .spaces : separator)
      splitter.split(bytes, row, into: &fields)
      return (splitter, fields)
    }
    let splitter = FieldSplitter(.byte(UInt8(ascii: ",")))
    splitter.split(bytes, row, into: &fields)
    return (splitter, fields)
  }

  /// The columns of a curve in seconds without a header: shares that fall from 1 or 100, or that rise from 0.
  private static func curve(
    _ bytes: [UInt8], file: String, first: Range<Int>, splitter: FieldSplitter
  ) throws(ViewerError) -> WatchColumns {
    var lines = LineScanner(bytes)
    var fields: [Range<Int>] = []
    var last: Double?
    var start: (seconds: Double, share: Double)?
    while let row = row(&lines, bytes) {
      splitter.split(bytes, row, into: &fields)
      guard fields.count >= 2, let seconds = DecimalParser.parse(bytes, fields[0]),
        let share = DecimalParser.parse(bytes, fields[1])
      else { break }
      if start == nil { start = (seconds, share) }
      last = share
    }
    guard let start, start.seconds == 0, let last, start.share != last,
      [0, 1, 100].contains(start.share), start.share == 0 || last < start.share
    else {
      throw .malformed(
        file: file, line: nil, field: "columns", found: InputFault.excerpt(bytes[first]),
        allowed: "a curve from 0 s on, or --columns: watched:s for watch times, session,time:s for events, "
          + "time:s,share or time:s,left for curves")
    }
    let isPercent = max(start.share, last) > 1
    return WatchColumns([
      .init(role: .time, index: 0, unit: .second),
      .init(role: start.share == 0 ? .left : .share, index: 1, isPercent: isPercent),
    ])
  }
}
