import ABRInput

/// The rows of a table of which some columns are read, with any separator.
package struct ColumnTable: Sendable {
  /// A column that is read.
  package struct Column: Sendable {
    /// Number from 0; `nil` where it is found by its name.
    package var index: Int?
    /// Name in the header, or two names or numbers with `+` between them, as of a date and a time.
    package var name: String?
    /// Whether rows have texts in it, so that it does not tell a header from a row.
    package var isText: Bool

    /// Describes a column.
    package init(index: Int?, name: String?, isText: Bool = false) {
      self.index = index
      self.name = name
      self.isText = isText
    }
  }

  private let bytes: [UInt8]
  private let splitter: FieldSplitter
  private let places: [Int]
  /// Of columns that are made of two fields, by their index, the second one.
  private var secondPlaces: [Int: Int] = [:]
  /// The names of a line `#Fields:`; empty for a table without one.
  private var directive: [String] = []
  private var lines: LineScanner
  private var fields: [Range<Int>]
  private var isPending: Bool
  /// Fields of a row at most, those of the first line; `nil` between blanks, where a text may be the last field.
  private let mostFields: Int?

  /// Whether the first line names the columns.
  package let hasHeader: Bool
  /// Line of the row that ``next()`` gave last.
  package var line: Int { lines.line }

  /// Finds separator, header and columns: tabs before semicolons, commas, bars and spaces. A line `#Fields:`, as logs
  /// of the W3C have it, is a header, and so is a comment right above the rows with as many fields.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - columns: those that are read.
  ///   - mixesBlanks: whether tabs and spaces may stand in one file.
  /// - Throws: `InputFault` when there are no rows, or a column is not there.
  package init(_ bytes: [UInt8], columns: [Column], mixesBlanks: Bool = false) throws(InputFault) {
    self.bytes = bytes
    lines = LineScanner(bytes)
    guard let first = Self.row(&lines, bytes, &directive) else {
      throw InputFault(line: nil, field: "rows", found: "none", allowed: "at least one")
    }
    let wanted = max(2, columns.compactMap(\.index).max().map { $0 + 1 } ?? 0, directive.count)
    let comma = FieldSplitter.Separator.byte(UInt8(ascii: ","))
    let separators =
      ["\t", ";", ",", "|"].map { FieldSplitter.Separator.byte(UInt8(ascii: $0)) } + [.spaces]
    var fields: [Range<Int>] = []
    var separator = separators.first { separator in
      FieldSplitter(separator).split(bytes, first, into: &fields)
      return fields.count >= wanted
    }
    if separator == nil, columns.count == 1, wanted == 2 { separator = comma }
    guard var separator else {
      throw InputFault(
        line: lines.line, field: "columns", found: InputFault.excerpt(bytes[first]),
        allowed: "\(wanted) columns between tabs, semicolons, commas, bars or spaces")
    }
    if mixesBlanks, separator == separators[0] { separator = .spaces }
    splitter = FieldSplitter(separator)
    splitter.split(bytes, first, into: &fields)
    mostFields = !directive.isEmpty ? directive.count : separator == .spaces ? nil : fields.count
    if directive.isEmpty, let title = TraceHead(bytes, fileName: "").title(splitter, count: fields.count) {
      directive = title.map { String(decoding: $0, as: UTF8.self) }
    }
    let header = directive.isEmpty ? fields.map { String(decoding: bytes[$0], as: UTF8.self) } : directive
    var places: [Int] = []
    var isNamed = false
    for (number, column) in columns.enumerated() {
      var index = column.index ?? header.firstIndex { $0 == column.name }
      isNamed = isNamed || column.index == nil && index != nil
      if index == nil, let parts = column.name?.split(separator: "+"), parts.count == 2 {
        let pair = parts.map { part in Int(part).map { $0 &- 1 } ?? header.firstIndex { $0 == part } }
        if let first = pair[0], let second = pair[1], header.indices.contains(first), header.indices.contains(second) {
          (index, secondPlaces[number]) = (first, second)
          isNamed = isNamed || parts.contains { Int($0) == nil }
        }
      }
      if column.index == nil, let index, secondPlaces[number] == nil, header.count(where: { $0 == header[index] }) > 1 {
        throw InputFault(
          line: lines.line, field: "--columns", found: "\(header[index]) in several columns",
          allowed: "the number of one: "
            + FaultText.choice(header.indices.filter { header[$0] == header[index] }.map { "\($0 + 1)" }))
      }
      guard let index else {
        throw InputFault(
          line: lines.line, field: "--columns", found: column.name ?? "",
          allowed: FaultText.choice(header.prefix(40).map { $0 }))
      }
      places.append(index)
    }
    self.places = places
    self.fields = fields
    // A header has no number in any of the columns.
    var probe = TimeStamps(unit: .second)
    var isHeader = true
    for (number, (column, place)) in zip(columns, places).enumerated()
    where !column.isText && secondPlaces[number] == nil {
      if place >= fields.count || probe.seconds(bytes, fields[place]) != nil { isHeader = false }
    }
    hasHeader = directive.isEmpty && (isHeader || isNamed)
    isPending = !hasHeader
  }

  /// Goes to the next row; empty lines, rows of empty cells and comments are passed over.
  ///
  /// - Throws: `InputFault` where it has too few fields, or more than the first line that are not empty.
  package mutating func next() throws(InputFault) -> Bool {
    repeat {
      guard !isPending else { break }
      var names = directive
      guard let row = Self.row(&lines, bytes, &names) else { return false }
      guard names == directive else {
        throw InputFault(
          line: line, field: "#Fields", found: "other columns than above", allowed: "a file for each set")
      }
      splitter.split(bytes, row, into: &fields)
    } while fields.allSatisfy(\.isEmpty)
    isPending = false
    let needed = max(places.max() ?? 0, secondPlaces.values.max() ?? 0) + 1
    guard fields.count >= needed else {
      throw InputFault(
        line: line, field: "row", found: Counted.text(fields.count, "field"),
        allowed: "at least \(needed)" + FieldFix.text(ofLineIn: lines))
    }
    if let mostFields, !fields.dropFirst(mostFields).allSatisfy(\.isEmpty) {
      throw InputFault(
        line: line, field: "row", found: Counted.text(fields.count, "field"),
        allowed: directive.isEmpty
          ? "\(mostFields), as in the first line; numbers have no comma between fields that commas part"
          : "\(mostFields), as #Fields names them")
    }
    return true
  }

  /// The place in the file of a field of the row.
  ///
  /// - Parameter column: index of the column among those that are read.
  package func field(_ column: Int) -> Range<Int> { fields[places[column]] }

  /// The two fields of a column that is made of them, with a space between; `nil` of others.
  ///
  /// - Parameter column: index of the column among those that are read.
  package func pair(_ column: Int) -> [UInt8]? {
    secondPlaces[column].map { Array(bytes[field(column)]) + [0x20] + bytes[fields[$0]] }
  }

  /// The next line that is neither empty nor a comment.
  ///
  /// Of the comments a line `#Fields:` replaces `names`.
  private static func row(_ lines: inout LineScanner, _ bytes: [UInt8], _ names: inout [String]) -> Range<Int>? {
    while let line = lines.next() {
      guard let first = bytes[line].first, !bytes[line].starts(with: TraceHead.excelSeparator) else { continue }
      guard first == UInt8(ascii: "#") else { return line }
      let words = FieldSplitter(.spaces).fields(Array(bytes[line])).map { String(decoding: $0, as: UTF8.self) }
      if words[0] == "#Fields:" { names = Array(words.dropFirst()) }
    }
    return nil
  }
}
