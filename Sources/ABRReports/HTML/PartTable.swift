/// A table whose rows are each of a configuration and a part of the traces, so that a page shows those that are chosen.
struct PartTable: Sendable {
  /// A row and what it is of.
  struct Row: Sendable {
    /// Index of the configuration; `nil` for a row that is always shown.
    let configuration: Int?
    /// Family of the traces; empty for all together.
    let family: String
    /// What a person sees in the cells.
    let cells: [String]
    /// Cells that are marked whatever is chosen.
    var marked: Set<Int> = []
  }

  /// The columns.
  let columns: [DataTable.Column]
  /// The rows, part by part.
  private(set) var rows: [Row]

  /// A table that no choice changes.
  init(_ table: DataTable) {
    columns = table.columns
    rows = table.rows.enumerated().map { number, row in
      Row(
        configuration: nil, family: "", cells: zip(row, table.columns).map { table.label($0, in: $1) },
        marked: Set(table.columns.indices.filter { table.marked?[$0].contains(number) ?? false }))
    }
  }

  /// A table of all parts.
  ///
  /// - Parameters:
  ///   - parts: at least one.
  ///   - make: the table of a part, with a row for each of the configurations that it names.
  init(_ parts: [ReportPart], _ make: (ReportPart) -> (configurations: [Int], table: DataTable)) {
    self.init(
      parts.map { part in
        let own = make(part)
        return (part.family, own.configurations, own.table)
      })
  }

  /// A table of tables.
  ///
  /// - Parameter tables: of at least one part, each with a row for each of the configurations.
  init(_ tables: [(family: String, configurations: [Int], table: DataTable)]) {
    columns = tables[0].table.columns
    rows = tables.flatMap { family, configurations, table in
      zip(configurations, table.rows).map { configuration, row in
        Row(
          configuration: configuration, family: family,
          cells: zip(row, table.columns).map { table.label($0, in: $1) })
      }
    }
  }
}
