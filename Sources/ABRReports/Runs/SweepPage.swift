import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// A sweep in tables and as a page, made of its document: `sweep` and `report` show the same.
package struct SweepPage {
  private let document: JSONValue
  private let rows: [Row]
  private let names: [String]

  private struct Row {
    let configuration: Configuration
    let values: [String: Double]
    /// What is known of each metric that has intervals.
    let estimates: [String: JSONValue]
  }

  /// Lays a sweep out.
  ///
  /// - Parameter document: as ``SweepDocument`` writes it.
  package init(_ document: JSONValue) {
    self.document = document
    rows = document["policies"].elements.map { policy in
      guard case .object(let members) = policy, case .object(let pooled) = policy["pooled"] else {
        preconditionFailure("a sweep that its schema allows has configurations with their metrics")
      }
      return Row(
        configuration: Configuration(members.compactMapValues(\.string)), values: pooled.compactMapValues(\.number),
        estimates: Dictionary(
          policy["estimates"].elements.map { ($0["metric"].string ?? "", $0) }, uniquingKeysWith: { $1 }))
    }
    names = Configuration.namesWithViewers(of: rows.map(\.configuration))
  }

  /// A row for each configuration.
  ///
  /// - Parameter more: names of metrics that have a column beside the usual ones.
  package func summary(with more: [String] = []) -> DataTable {
    RunTable.summary(
      of: rows.map { ($0.configuration, $0.values) }, severalItems: rows.contains { $0.configuration.preload != nil },
      with: more)
  }

  /// The metrics that have intervals.
  private var metrics: [MetricDefinition] {
    (document["policies"].elements.first ?? .null)["estimates"].elements.compactMap {
      $0["metric"].string.flatMap(MetricDefinition.any(named:))
    }
  }

  /// A row for each metric and configuration: the value and the difference to the first configuration of the same
  /// viewer, with intervals over recordings: ``levelNote``.
  package var intervals: DataTable {
    var table = DataTable(
      columns: [
        "metric", "configuration", "value", "95 % interval", "difference", "interval (Holm)", "p (Holm)",
      ].map { .text($0) })
    for metric in metrics {
      let text = MeasureText(unitOf: metric)
      for (name, row) in zip(names, rows) {
        let estimate = row.estimates[metric.name] ?? .null
        let change = Self.interval(estimate["interval_holm"])
        table.append(
          [
            metric.name, name, text.value(row.values[metric.name]),
            Self.interval(estimate["interval"]).map { text.range($0.lower, $0.upper) } ?? "-",
            estimate["difference"].number.map { text.difference($0) } ?? "-", change.map { text.range($0) } ?? "-",
            MeasureText.pValue(estimate["p_value_holm"].number),
          ].map { .text($0) })
      }
    }
    return table
  }

  /// At which level the intervals are.
  package var levelNote: String {
    let tested = rows.map { $0.estimates.values.count { $0["p_value"].number != nil } }.max() ?? 0
    return "Intervals of values are of 95 %, for recordings like these; differences are to the first configuration"
      + (Set(rows.map(\.configuration.viewer)).count > 1 ? " of the same viewer" : "")
      + (tested == 0
        ? "."
        : ", and their interval and p "
          + (tested > 1 ? ComparisonTable.held(for: tested) + "." : "are of 95 %."))
  }

  /// The finding, and the sentences below it.
  package var sentences: [String] { document["sentences"].elements.compactMap(\.string) }

  private static func interval(_ value: JSONValue) -> ConfidenceInterval? {
    let ends = value.elements.compactMap(\.number)
    return ends.count == 2 ? ConfidenceInterval(lower: ends[0], upper: ends[1]) : nil
  }

  /// The page: a picture of each metric with its intervals, first of what the heading speaks of, and both tables.
  package var report: Report {
    func number(_ key: String) -> Int { document[key].number.flatMap { Int(exactly: $0) } ?? 0 }
    let (shards, done) = (number("shards"), number("shards_done"))
    let sessions = Int(exactly: rows.reduce(0) { $0 + ($1.values["sessions"] ?? 0) }) ?? 0
    let played = [
      Counted.text(number("recordings"), "recording"), Counted.text(sessions, "session"),
      document["digest"].string.map { "digest \($0.prefix(8))" } ?? "",
    ]
    let said = document["numbers"].elements.compactMap { $0["metric"].string }.uniqued()
    let pictured = said.compactMap { name in metrics.first { $0.name == name } }
    let finding = document["finding"].string ?? "\(Counted.text(sessions, "session")) of a sweep"
    return Report(
      [],
      sections: [
        .init(title: "All numbers", table: summary()),
        .init(title: "Intervals", text: levelNote, table: intervals),
      ],
      pictures: .init(
        id: "intervals", title: "How sure is each number?", text: "",
        charts: (pictured + metrics.filter { !said.contains($0.name) }).map(chart)),
      answer: .init(
        title: finding, isGood: nil, sentences: sentences.filter { $0 != "\(finding)." },
        numbers: document["numbers"].elements.map { number in
          func text(_ key: String) -> String { number[key].string ?? "" }
          return .init(label: text("label"), value: text("value"), note: text("note"))
        },
        played: played.filter { !$0.isEmpty }.joined(separator: " · "), summary: "",
        warnings: done < shards ? ["\(Counted.missing(shards - done, of: shards, "shard"))."] : []))
  }

  /// The configurations by a metric, each with its interval.
  private func chart(_ metric: MetricDefinition) -> Chart {
    let id = "interval-\(metric.name)"
    let text = MeasureText(unitOf: metric)
    var table = DataTable(columns: ["configuration", "value", "95 % interval"].map { .text($0) })
    let data = zip(names, rows).map { name, row -> [JSONValue] in
      let (value, interval) = (
        row.values[metric.name], Self.interval((row.estimates[metric.name] ?? .null)["interval"])
      )
      table.append([
        .text(name), .text(text.value(value)), .text(interval.map { text.range($0.lower, $0.upper) } ?? "-"),
      ])
      return [.string(name)]
        + [value, interval?.lower ?? value, interval?.upper ?? value].map {
          ReportData.short($0.map { $0 * metric.unit.scale })
        }
    }
    func x(_ field: String) -> JSONValue {
      [
        "field": .string(field), "type": "quantitative", "title": .string(metric.unit.title),
        "scale": ["zero": false, "nice": true], "axis": ["tickCount": 5],
      ]
    }
    let y: JSONValue = [
      "field": "configuration", "type": "nominal", "sort": nil, "title": nil, "axis": ["labelLimit": 150],
    ]
    let tooltip = ["configuration", "value", "low", "high"].map { JSONValue.object(["field": .string($0)]) }
    return Chart(
      id: id, title: metric.title, text: "Lines: 95 % confidence intervals of each value.",
      spec: [
        "description": .string("\(metric.title) of each configuration with 95 % intervals"), "width": "container",
        "height": .integer(28 * rows.count),
        "layer": [
          [
            "mark": ["type": "rule", "strokeWidth": 2, "color": Chart.Ink.accent],
            "encoding": ["x": x("low"), "x2": ["field": "high"], "y": y],
          ],
          [
            "mark": ["type": "point", "size": 80, "filled": true, "opacity": 1, "color": Chart.Ink.accent],
            "encoding": ["x": x("value"), "y": y, "tooltip": .array(tooltip)],
          ],
        ],
      ],
      datasets: [id: ReportData.columns(["configuration", "value", "low", "high"], data)], table: PartTable(table))
  }
}
