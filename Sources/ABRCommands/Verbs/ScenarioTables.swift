import ABRReports
import ABRScenarios

/// What `abrlab scenario` shows to people.
enum ScenarioTables {
  /// A row for each scenario.
  static func list() throws -> DataTable {
    var table = DataTable(columns: [
      .text("id"), .text("title"), .text("stresses"), .number("variants", title: "variants", digits: 0),
      .number("expectations", title: "expectations", digits: 0),
    ])
    for scenario in try ScenarioLibrary.ids.compactMap({ try ScenarioLibrary.scenario($0) }) {
      table.append([
        .text(scenario.id), .text(scenario.title), .text(scenario.stresses), .integer(scenario.variants.count),
        .integer(scenario.expectations.count + scenario.variants.count { $0.setup == nil }),
      ])
    }
    return table
  }

  /// A row for each variant that was played.
  static func table(of result: ScenarioResult) -> DataTable {
    let metrics = result.scenario.metrics.compactMap(ScenarioMetric.named)
    let columns = zip(result.scenario.metrics, metrics).map { name, metric in
      switch metric.unit {
      case "B": DataTable.Column.number(name, title: title(ofBytes: name), scale: 1e-6, digits: 2)
      case "bit/s":
        DataTable.Column.number(name, title: name.replacing("_bps", with: "") + " Mbit/s", scale: 1e-6, digits: 2)
      default: DataTable.Column.number(name, title: name, digits: metric.unit == "share" ? 3 : 2)
      }
    }
    var table = DataTable(
      columns: [.text("variant"), .number("sessions", title: "sessions", digits: 0)] + columns)
    for row in result.rows {
      let sessions = row.sessions
      table.append(
        [.text(row.variant), .integer(sessions.count)]
          + metrics.map { metric in metric.value(over: sessions).map { .number($0) } ?? .missing })
    }
    return table
  }

  /// The heading of a metric in bytes.
  private static func title(ofBytes name: String) -> String {
    // The account holds what was fetched ahead and never played, not all that was fetched ahead.
    name == "bytes_preloaded" ? "preload waste MB" : name.replacing("bytes_", with: "") + " MB"
  }

  /// Title, table and expectations.
  static func text(of result: ScenarioResult, terminal: Terminal) -> String {
    let scenario = result.scenario
    var text = terminal.paint("\(scenario.id) \(scenario.title)", .strong) + "\n"
    text += TextWrap.wrap(scenario.summary, width: min(98, terminal.width ?? 98)) + "\n\n"
    text += table(of: result).text(as: .table, width: terminal.width ?? .max) + "\n"
    for verdict in result.verdicts {
      text += "\(verdict.holds ? "✓" : "✗") \(verdict.text)  (\(verdict.detail))\n"
    }
    return text
  }
}
