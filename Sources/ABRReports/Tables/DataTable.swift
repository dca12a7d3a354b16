import ABRStatistics

/// Rows and columns of a result, before it is known whether a person or a program reads them.
///
/// Programs get every value in full and in its base unit, under the column's name; persons get it rounded and scaled,
/// under the column's title.
package struct DataTable: Sendable, Hashable {
  /// A column.
  package struct Column: Sendable, Hashable {
    /// Name for programs, with the unit: `mean_bps`.
    package var name: String
    /// Heading for people, with the unit they see: `mean Mbit/s`.
    package var title: String
    /// What a value is multiplied with for people.
    package var scale: Double
    /// Digits after the point for people.
    package var digits: Int
    /// Whether the values are text, which stands on the left.
    package var isText: Bool
    /// Which way is better, where the best values are marked for people.
    package var direction = Direction.neutral

    /// What a person sees of a number in the column: scaled and rounded.
    func label(_ value: Double) -> String { Decimals.text(value * scale, digits: digits) }

    /// A column of text.
    package static func text(_ name: String, title: String? = nil) -> Column {
      Column(name: name, title: title ?? name, scale: 1, digits: 0, isText: true)
    }

    /// A column of numbers.
    package static func number(
      _ name: String, title: String, scale: Double = 1, digits: Int, _ direction: Direction = .neutral
    ) -> Column {
      Column(name: name, title: title, scale: scale, digits: digits, isText: false, direction: direction)
    }
  }

  /// A value.
  package enum Cell: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A number; infinite and NaN count as missing.
    case number(Double)
    /// No value.
    case missing

    /// The number that it holds.
    fileprivate var value: Double? {
      switch self {
      case .integer(let value): Double(value)
      case .number(let value): value.isFinite ? value : nil
      case .text, .missing: nil
      }
    }
  }

  /// The columns.
  package let columns: [Column]
  /// Name of the column of text whose values part the rows among which the best values are marked; `nil` for all rows
  /// together.
  package var group: String?
  /// For each column the rows that are marked, in place of those with the best value; `nil` for those.
  package var marked: [Set<Int>]?
  /// The rows, each as long as there are columns.
  package private(set) var rows: [[Cell]] = []

  /// Creates a table without rows.
  package init(columns: [Column]) { self.columns = columns }

  /// Adds a row, which must have a cell for every column.
  package mutating func append(_ row: [Cell]) {
    precondition(row.count == columns.count, "a row has a cell for each of the \(columns.count) columns")
    rows.append(row)
  }

  /// The table with some of its columns, in the order of the names.
  /// - Complexity: O(*cells*).
  package func selecting(_ names: [String]) -> DataTable {
    let indices = names.map { name in
      guard let index = columns.firstIndex(where: { $0.name == name }) else {
        preconditionFailure("the table has no column \(name)")
      }
      return index
    }
    var table = DataTable(columns: indices.map { columns[$0] })
    table.group = group
    for row in rows { table.append(indices.map { row[$0] }) }
    return table
  }

  /// For each column the rows with the best value of their group as a person sees it; none where all look alike.
  /// - Complexity: O(*cells*).
  var bestRows: [Set<Int>] {
    if let marked { return marked }
    let column = columns.firstIndex { $0.name == group }
    let groups = Dictionary(grouping: rows.indices) { row in column.map { rows[row][$0] } }
    return groups.values.map(bestRows).reduce(columns.map { _ in [] }) { zip($0, $1).map { $0.union($1) } }
  }

  /// Whether any value is marked.
  package var hasMarks: Bool { bestRows.contains { !$0.isEmpty } }

  private func bestRows(among chosen: [Int]) -> [Set<Int>] {
    columns.indices.map { index in
      let values = chosen.compactMap { row in rows[row][index].value.map { (row: row, value: $0) } }
      let best: Double?
      switch columns[index].direction {
      case .lower: best = values.map(\.value).min()
      case .higher: best = values.map(\.value).max()
      case .neutral: best = nil
      }
      guard let best else { return [] }
      let seen = label(.number(best), in: columns[index])
      let marked = chosen.filter { label(rows[$0][index], in: columns[index]) == seen }
      return marked.count < chosen.count ? Set(marked) : []
    }
  }

  /// The table with its rows by the values of a column, the best first; rows without a value come last.
  ///
  /// - Parameters:
  ///   - name: a column of numbers; one without a direction has its least value first.
  ///   - direction: which way is better; `nil` for what the column says.
  /// - Complexity: O(*n* log *n*).
  package func sorted(by name: String, _ direction: Direction? = nil) -> DataTable {
    guard let index = columns.firstIndex(where: { $0.name == name }) else { return self }
    let sign = (direction ?? columns[index].direction) == .higher ? -1.0 : 1
    var table = self
    let keys = rows.enumerated().map { (($1[index].value.map { $0 * sign } ?? .infinity, $0), $1) }
    table.rows = keys.sorted { $0.0 < $1.0 }.map(\.1)
    return table
  }

  /// What a person sees in a cell: scaled and rounded, `-` where there is no value.
  package func label(_ cell: Cell, in column: Column) -> String {
    switch cell {
    case .text(let text): text
    case .integer(let value) where column.scale == 1 && column.digits == 0: "\(value)"
    case .integer(let value): column.label(Double(value))
    case .number(let value) where value.isFinite: column.label(value)
    case .number, .missing: "-"
    }
  }
}
