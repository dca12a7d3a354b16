import ABRComparison
import ABRRuns
import ABRStatistics

/// A league as tables: one for people, and one with every number for programs.
package struct LeagueTable {
  private let league: League
  private let configurations: [Configuration]
  private let names: [String]
  private let hasViewers: Bool

  /// Lays a league out.
  ///
  /// - Parameters:
  ///   - record: the run.
  ///   - league: its league.
  package init(_ record: RunRecord, _ league: League) {
    self.league = league
    configurations = record.configurations.map(\.configuration)
    hasViewers = Set(configurations.map(\.viewer)).count > 1
    // The viewer has a column of its own.
    let parts = configurations.map { configuration in
      var copy = configuration
      copy.viewer = ""
      return copy
    }
    names = Configuration.shortNames(of: hasViewers ? parts : configurations)
  }

  /// What groups are called in the rows of all sessions.
  private static let all = "all"

  /// A row for each configuration and group: values, intervals, places; the best is marked where it is significant.
  package var people: DataTable {
    let columns = league.measures.flatMap { measure -> [DataTable.Column] in
      // Marks are those of significance, not of the best value that is seen.
      let values = RunTable.columns([measure.name]).map { column in
        var column = column
        column.direction = .neutral
        return column
      }
      return values + [.text("\(measure.name)_interval", title: "95 % interval"), rank(of: measure)]
    }
    var table = DataTable(columns: labels + [.number("traces", title: "recordings", digits: 0)] + columns)
    var marks: [Set<Int>] = table.columns.map { _ in [] }
    for (number, row) in league.rows.enumerated() {
      let cells = zip(league.measures, row.cells).flatMap { measure, cell -> [DataTable.Cell] in
        let column = RunTable.columns([measure.name])[0]
        let interval = cell.interval.map { "\(column.label($0.lower)) to \(column.label($0.upper))" }
        return [DataTable.Cell(cell.value), .text(interval ?? "-"), DataTable.Cell(cell.rank)]
      }
      for (place, cell) in row.cells.enumerated() where cell.isBest {
        marks[labels.count + 1 + 3 * place].insert(number)
      }
      table.append(labelCells(of: row) + [.integer(row.clusters)] + cells)
    }
    table.marked = marks
    return table
  }

  /// The same with every number in full and in base units.
  package var programs: DataTable {
    let columns = league.measures.flatMap { measure in
      [
        measure.name, "\(measure.name)_low", "\(measure.name)_high", "\(measure.name)_rank", "\(measure.name)_is_best",
      ].map { DataTable.Column.number($0, title: $0, digits: 6) }
    }
    var table = DataTable(columns: labels + [.number("recordings", title: "recordings", digits: 0)] + columns)
    for row in league.rows {
      let cells = row.cells.flatMap { cell in
        [cell.value, cell.interval?.lower, cell.interval?.upper, cell.rank].map { DataTable.Cell($0) }
          + [.integer(cell.isBest ? 1 : 0)]
      }
      table.append(labelCells(of: row) + [.integer(row.clusters)] + cells)
    }
    return table
  }

  private var labels: [DataTable.Column] {
    (hasViewers ? [.text("viewer")] : []) + [.text(league.label.rawValue), .text("configuration")]
  }

  private func labelCells(of row: League.Row) -> [DataTable.Cell] {
    (hasViewers ? [.text(configurations[row.configuration].viewer)] : [])
      + [.text(row.group ?? Self.all), .text(names[row.configuration])]
  }

  private func rank(of measure: Measure) -> DataTable.Column {
    .number("\(measure.name)_rank", title: "rank", digits: 1)
  }
}
