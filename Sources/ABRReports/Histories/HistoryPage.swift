import ABRComparison
import ABRInput
import ABRRuns
import ABRStatistics

/// The builds of a history in tables, in pictures and for other tools.
package struct HistoryPage {
  private let history: BuildHistory
  private let series: [(name: String, entries: [BuildHistory.Entry?])]
  private let moves: [BuildHistory.Move]

  /// Lays a history out.
  package init(_ history: BuildHistory) {
    self.history = history
    series = history.series
    moves = history.moves
  }

  /// A row for each build and metric, the latest first.
  package var table: DataTable {
    var table = DataTable(
      columns: ["commit", "date", "metric", "result", "value", Self.intervalTitle, "change"].map { .text($0) })
    for index in history.builds.indices.reversed() {
      let build = history.builds[index]
      for (name, entries) in series {
        guard let entry = entries[index] else { continue }
        let before = history.before(index, in: entries).flatMap { entries[$0] }
        let text = Self.text(entry)
        let change = before.flatMap { before in entry.value.flatMap { value in before.value.map { value - $0 } } }
        let moved = moves.first { $0.build == index && $0.entry == entry }.map { ", \($0.verb)" } ?? ""
        table.append([
          .text(build.shortCommit), .text(build.date), .text(name), .text(entry.status), .text(text.value(entry.value)),
          .text(Self.interval(entry)),
          .text(change.map { $0 == 0 ? "none" : text.difference($0) + moved } ?? otherInputs(of: index) ?? "-"),
        ])
      }
    }
    return table
  }

  /// What of the inputs of a build is another than in the build before: `other traces`; `nil` for nothing.
  private func otherInputs(of build: Int) -> String? {
    let names = history.otherInputs(of: build)
    return names.isEmpty ? nil : "other \(names.joined(separator: " and "))"
  }

  /// Every number in base units, and of each build what of its inputs is another than in the build before.
  package var json: JSONValue {
    [
      "schema": 1,
      "builds": .array(
        history.builds.enumerated().map { index, build in
          let others = history.otherInputs(of: index).map { JSONValue.string($0) }
          return .object(build.members.merging(others.isEmpty ? [:] : ["other_inputs": .array(others)]) { $1 })
        }),
    ]
  }

  /// The last build for github-action-benchmark (`customSmallerIsBetter` or `customBiggerIsBetter`), which takes the
  /// metrics of one direction.
  ///
  /// It compares values of one name: once traces or videos have changed, names have their digests.
  ///
  /// - Parameter direction: that of the metrics.
  package func benchmark(_ direction: Direction) -> JSONValue {
    let changed = Set(history.builds.indices.flatMap(history.otherInputs))
    let digests = BuildHistory.inputNames.filter { changed.contains($0.title) }.compactMap { title, key in
      history.builds.last?.inputs[key].map { "\(title) \($0.prefix(8))" }
    }
    let suffix = digests.isEmpty ? "" : " (\(digests.joined(separator: ", ")))"
    return .array(
      series.compactMap { name, entries in
        guard let entry = entries.last ?? nil, let value = entry.value,
          Measure.named(entry.metric)?.direction == direction
        else { return nil }
        let unit = Self.unit(entry)
        // Lines of earlier versions have an end that is cut off at zero.
        let range = entry.low.flatMap { low in entry.high.map { max($0 - value, value - low) * unit.scale } }
        return .object(
          [
            "name": .string(name + suffix), "unit": .string(unit.title.isEmpty ? unit.name : unit.title),
            "value": .number(value * unit.scale),
            "range": range.map { .string("± \(DecimalPrinter.significant($0, digits: 3))") } ?? .null,
          ].filter { $0.value != .null })
      })
  }

  /// The page: a picture for each metric over the builds, and where it moved.
  package var report: Report {
    let last = history.builds.last
    let failed = last?.entries.filter { $0.status == "fail" } ?? []
    let recent = moves.prefix { $0.build == history.builds.count - 1 }
    let counts = ["got worse", "got better", "moved"].compactMap { verb -> String? in
      let names = recent.filter { $0.verb == verb }.map { history.name(of: $0.entry) }
      return names.isEmpty ? nil : "\(Counted.named(names, "gated metric")) \(verb)"
    }
    let others = last == nil ? nil : otherInputs(of: history.builds.count - 1)
    let finding =
      counts.isEmpty ? others?.capitalised ?? "No gated metric moved" : counts.joined(separator: ", ")
    let title = "\(finding) in the last build" + Self.failures(failed.map(history.name))
    // What fails, then what the heading names beside it.
    func rank(_ entries: [BuildHistory.Entry?]) -> Int {
      let entry = entries.last ?? nil
      let move = recent.firstIndex { $0.entry == entry } ?? recent.count
      return entry?.status == "fail" ? move - recent.count - 1 : move
    }
    let ordered = series.enumerated().sorted {
      (rank($0.element.entries), $0.offset) < (rank($1.element.entries), $1.offset)
    }.map(\.element)
    return Report(
      [], sections: [.init(title: "Builds", table: table)],
      pictures: .init(
        id: "builds", title: "How did each gated metric go?", text: "", charts: ordered.enumerated().map(chart)),
      answer: .init(
        title: title,
        isGood: !failed.isEmpty || recent.contains { $0.isBetter == false }
          ? false : recent.isEmpty && others == nil ? true : nil,
        sentences: breaks.prefix(3).map(sentence(onOtherInputsOf:)) + moves.prefix(3).map(sentence)
          + (moves.count > 3 ? ["\(Counted.text(moves.count - 3, "more move")) in the table of builds."] : []),
        numbers: ordered.compactMap { $0.entries.last ?? nil }.prefix(3).map(number),
        played: "\(Counted.text(history.builds.count, "build")) up to \(last?.shortCommit ?? "none")", summary: "",
        warnings: []))
  }

  /// The gates that fail, for the end of the heading: one or two by name, of more the first.
  private static func failures(_ names: [String]) -> String {
    guard let first = names.first else { return "" }
    let named = names.count > 2 ? "\(first) and \(names.count - 1) more" : names.joined(separator: " and ")
    return "; \(Counted.text(names.count, "gate")) \(names.count == 1 ? "fails" : "fail"): \(named)"
  }

  /// The builds whose traces, videos or baseline are others than those of the build before, the latest first.
  private var breaks: [Int] { history.builds.indices.reversed().filter { !history.otherInputs(of: $0).isEmpty } }

  private func sentence(onOtherInputsOf build: Int) -> String {
    let text = otherInputs(of: build)?.capitalised ?? ""
    return "\(text) at \(history.builds[build].shortCommit): not compared with the builds before."
  }

  private func sentence(_ move: BuildHistory.Move) -> String {
    let (text, build) = (Self.text(move.entry), history.builds[move.build])
    return "\(history.name(of: move.entry)) \(move.verb) at "
      + "\(build.shortCommit): \(text.change(from: move.before.value, to: move.entry.value))."
  }

  private func number(_ entry: BuildHistory.Entry) -> Report.Number {
    .init(
      label: history.name(of: entry), value: Self.text(entry).value(entry.value),
      note: "\(entry.status); baseline \(Self.text(entry).value(entry.reference))")
  }

  /// A metric over the builds.
  private func chart(_ index: Int, _ series: (name: String, entries: [BuildHistory.Entry?])) -> Chart {
    let id = "history-\(index + 1)"
    let moves = Set(moves.filter { series.entries[$0.build] == $0.entry }.map(\.build))
    let unit = series.entries.lazy.compactMap(\.self).first.map(Self.unit) ?? "score"
    // A new baseline does not change a build's own values, so the line continues.
    let ends = history.builds.indices.filter { !history.otherMedia(of: $0).isEmpty }
    let rows = zip(history.builds, series.entries).enumerated().compactMap { place, pair -> [JSONValue]? in
      guard let entry = pair.1 else { return nil }
      // No value is beyond its range, whatever the interval of a difference.
      let range = Measure.named(entry.metric)?.unit.range
      let band = [entry.low, entry.high].map { end in
        end.map { end in range.map { min(max(end, $0.lowerBound), $0.upperBound) } ?? end }
      }
      let numbers = ([entry.value] + band).map { ReportData.short($0.map { $0 * unit.scale }) }
      return [.integer(place), .string(pair.0.shortCommit), .string(entry.status), .bool(moves.contains(place))]
        + numbers + [.integer(ends.count { $0 <= place })]
    }
    let x: JSONValue = [
      "field": "build", "type": "ordinal", "title": "build",
      "axis": [
        "labelExpr": .string(
          "[\(history.builds.map { JSONValue.literal($0.shortCommit) }.joined(separator: ","))][datum.value]"),
        "labelAngle": -45,
      ],
    ]
    func y(_ field: String) -> JSONValue {
      [
        "field": .string(field), "type": "quantitative", "title": .string(unit.title.isEmpty ? unit.name : unit.title),
        // Of one value an axis without a format has no digits.
        "scale": ["zero": false], "axis": ["format": ".4~g"],
      ]
    }
    let part: JSONValue = ["field": "part", "type": "nominal"]
    let tooltip: JSONValue = .array(
      ["commit", "status", "value", "low", "high"].map { ["field": .string($0)] })
    var table = DataTable(columns: ["commit", "value", Self.intervalTitle].map { .text($0) })
    for (build, entry) in zip(history.builds, series.entries) {
      guard let entry else { continue }
      table.append([
        .text(build.shortCommit), .text(Self.text(entry).value(entry.value)),
        .text(Self.interval(entry)),
      ])
    }
    return Chart(
      id: id, title: series.name,
      // The first one explains all.
      text: index > 0
        ? ""
        : "The band is the baseline's value with the 95 % interval of the paired difference to it, and a line where no "
          + "trace differs; a full point is a build in which the metric moved."
          + (ends.isEmpty ? "" : " Lines and bands end where traces or videos change."),
      spec: [
        "description": .string("\(series.name) over \(Counted.text(history.builds.count, "build"))"),
        "width": "container", "height": 200,
        "layer": [
          [
            "transform": [["filter": "isValid(datum.low)"]],
            "mark": ["type": "area", "color": Chart.Ink.capacity, "opacity": 1],
            "encoding": ["x": x, "y": y("low"), "y2": ["field": "high"], "detail": part],
          ],
          [
            "mark": ["type": "line", "color": Chart.Ink.accent], "encoding": ["x": x, "y": y("value"), "detail": part],
          ],
          [
            "mark": ["type": "point", "size": 70, "color": Chart.Ink.accent, "opacity": 1],
            "encoding": [
              "x": x, "y": y("value"), "tooltip": tooltip,
              "fill": [
                "condition": ["test": "datum.moved", "value": Chart.Ink.accent], "value": "var(--paper)",
              ],
            ],
          ],
        ],
      ],
      datasets: [id: ReportData.columns(["build", "commit", "status", "moved", "value", "low", "high", "part"], rows)],
      table: PartTable(table))
  }

  private static let intervalTitle = "difference to baseline, 95 %"

  private static func interval(_ entry: BuildHistory.Entry) -> String {
    guard let reference = entry.reference, let low = entry.low, let high = entry.high else { return "-" }
    return text(entry).range(ConfidenceInterval(lower: low - reference, upper: high - reference))
  }

  private static func unit(_ entry: BuildHistory.Entry) -> MeasureUnit {
    Measure.named(entry.metric)?.unit ?? "score"
  }

  private static func text(_ entry: BuildHistory.Entry) -> MeasureText {
    Measure.named(entry.metric).map { MeasureText($0) } ?? MeasureText(unit: unit(entry))
  }
}
