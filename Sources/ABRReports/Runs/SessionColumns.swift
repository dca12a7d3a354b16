import ABRRuns

/// Every session of a run as columns: first what it was, then every metric under its exported name.
///
/// The rows are those of ``RunTable/writeSessions(of:to:)``: configuration by configuration, in each trace by trace.
package struct SessionColumns: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// Name with the unit: `startup_s`.
    package let name: String
    /// A value for each session.
    package let values: Values
    /// Whether the numbers are whole.
    package let isWhole: Bool
  }

  /// The values of a column.
  package enum Values: Sendable {
    /// Numbers, NaN where a session has none; whole ones are exact.
    case numbers([Double])
    /// Texts, each as the index of one of a few.
    case texts([Int32], of: [String])
  }

  /// The columns.
  package let columns: [Column]
  /// How many sessions there are.
  package let count: Int

  /// Lays out the sessions of a run.
  /// - Complexity: O(sessions × metrics).
  package init(of result: ExperimentResult) {
    let experiment = result.experiment
    let sessions = result.configurations.enumerated().flatMap { place, configuration in
      configuration.sessions.map { (configuration: place, session: $0) }
    }
    let configurations = result.configurations.map(\.configuration)
    var columns = RunTable.labelNames(of: configurations).map { name in
      let specs = configurations.map { $0[name] ?? "" }
      return Self.texts(name, sessions.map { specs[$0.configuration] })
    }
    columns.append(Self.texts("trace", sessions.map { experiment.traces[$0.session.trace].name }))
    columns.append(Self.texts("family", sessions.map { experiment.traces[$0.session.trace].family }))
    let contents = (0..<experiment.contentCount).map(experiment.contentName)
    columns.append(Self.texts("video", sessions.map { contents[$0.session.content] }))
    columns.append(Self.texts("outcome", sessions.map(\.session.metrics.outcome.rawValue)))
    for metric in experiment.metrics {
      let values = sessions.map { session -> Double in
        guard let value = metric.value(session.session.metrics), value.isFinite else { return .nan }
        return value
      }
      columns.append(Column(name: metric.name, values: .numbers(values), isWhole: metric.isWhole))
    }
    self.columns = columns
    count = sessions.count
  }

  /// A column of texts, in the order in which they come up first.
  private static func texts(_ name: String, _ values: [String]) -> Column {
    var places: [String: Int32] = [:]
    var names: [String] = []
    let codes = values.map { value -> Int32 in
      if let place = places[value] { return place }
      let place = Int32(names.count)
      places[value] = place
      names.append(value)
      return place
    }
    return Column(name: name, values: .texts(codes, of: names), isWhole: false)
  }

  /// A row for a table.
  func cell(_ row: Int, of column: Column) -> DataTable.Cell {
    switch column.values {
    case .texts(let codes, let names): .text(names[Int(codes[row])])
    case .numbers(let values) where values[row].isNaN: .missing
    case .numbers(let values): column.isWhole ? .integer(Int(values[row])) : .number(values[row])
    }
  }
}
