import ABRComparison
import ABRInput
import ABRPolicies
import ABRRuns
import ABRTuning

/// A search in words and tables for people.
package enum TuningText {
  /// The whole result as text for a terminal, or as Markdown.
  package static func text(of result: TuningResult, as format: TableFormat = .table, width: Int = .max) -> String {
    var parts =
      result.recommendation.map { recommendation -> [String] in
        let text = recommendation.sentence
        return [
          format == .md
            ? "**\(EscapedText.markdown(text))**\n"
            : DataTable.paragraph(EscapedText.line(text), indent: 0, width: width)
        ]
      } ?? []
    parts.append(head(of: result, isMarkdown: format == .md, width: width))
    if let front = front(of: result) {
      parts.append(
        title("settings that nothing beats", format) + front.table.text(as: format, width: width)
          + (front.omitted > 0 ? "\(front.omitted) more in --export csv=FILE or json=FILE\n" : ""))
    }
    parts.append(
      title("answer", format) + answer(of: result).text(as: format, width: width)
        + promise(of: result, as: format, width: width))
    if !result.outcome.neighbours.isEmpty {
      parts.append(title("one step away", format) + sensitivity(of: result).text(as: format, width: width))
    }
    if let comparison = result.heldOut {
      parts.append(
        title(
          "held out: \(traces(of: comparison, result)), current (A) against \(result.answerName) (B)", format,
          width: width)
          + ComparisonTable.summary(of: comparison, hidesEmptyIntervals: true).text(as: format, width: width)
          + (format == .md ? "\n" : "") + level(of: comparison, width: width) + unchangedLine(of: comparison, result)
          + worstLines(of: comparison, result.goals.objectives, format, width: width))
    }
    if format == .md, !result.warnings.isEmpty {
      parts.append(title("warnings", format) + result.warnings.map { "- \(EscapedText.markdown($0))\n" }.joined())
    }
    for code in result.code { parts.append(self.code(code, isMarkdown: format == .md)) }
    return parts.joined(separator: "\n")
  }

  private static func traces(of comparison: RunComparison, _ result: TuningResult) -> String {
    Counted.text(comparison.traceCount, "trace")
      + (result.unit == "trace" ? "" : " in \(result.counted(comparison.clusterCount))")
  }

  /// What was searched, and for what.
  private static func head(of result: TuningResult, isMarkdown: Bool, width: Int = .max) -> String {
    labelled(facts(of: result), isMarkdown: isMarkdown, width: width)
  }

  /// What was searched, and for what, each with its label.
  static func facts(of result: TuningResult) -> [(term: String, text: String)] {
    let space = result.space
    let ranges = space.parameters.map { parameter in
      let values = parameter.range.values
      return values.count == 1
        ? "\(parameter.name) \(values[0].text)"
        : "\(parameter.name) \(values[0].text) to \(values[values.count - 1].text) in \(values.count)"
    }
    let excluded =
      space.excludedCount == 0
      ? ""
      : ", \(Counted.text(space.excludedCount, "combination")) left out"
        + (space.firstExclusion.map { " (\(space.excludedCount == 1 ? "" : "the first: ")\(brief($0)))" } ?? "")
    func recordings(_ count: Int) -> String { result.unit == "trace" ? "" : " (\(result.counted(count)))" }
    let lines: [(String, String)] = [
      (
        "space",
        ranges.joined(separator: " x ")
          + ": \(Counted.text(space.settings.count, "setting"))\(excluded)\(otherTarget(of: space))"
      ),
      (
        "traces",
        "\(result.split.search.count) for the search\(recordings(result.split.searchClusters)), "
          + "\(result.split.heldOut.count) held out\(recordings(result.split.heldOutClusters)), search seed \(result.seed)"
      ),
      ("goals", result.goals.goals.map(\.name).joined(separator: ", ")),
      ("constraints", result.goals.constraints.map(\.name).joined(separator: ", ")),
      ("played", played(result)),
    ]
    return (result.setup.facts + lines).filter { !$0.1.isEmpty }.map { ($0.0, $0.1) }
  }

  /// From where to where the target of the first setting grows, where the current one is constant and no setting of the
  /// space.
  private static func otherTarget(of space: SearchSpace) -> String {
    guard let current = space.current, let first = space.settings.first,
      let target = zip(space.parameters, current.values).first(where: { $0.isTarget($1) })?.1,
      case .growth(let growth)? = (try? BufferSpec(parsing: first.configuration.buffer))?.configuration.target
    else { return "" }
    let ends = [growth.minimum, growth.maximumTarget].map { ParameterValue.duration($0).text }
    return "; the first grows from \(ends[0]) to \(ends[1]), the current target is \(target.text)"
  }

  private static func labelled(_ lines: [(String, String)], isMarkdown: Bool, width: Int) -> String {
    lines.map { name, text in
      isMarkdown
        ? "- **\(name)**: \(EscapedText.markdown(text))\n"
        : name + String(repeating: " ", count: 13 - name.count)
          + DataTable.paragraph(EscapedText.line(text), indent: 13, width: width)
    }.joined()
  }

  /// What is promised of the answer, and which settings are as good.
  private static func promise(of result: TuningResult, as format: TableFormat, width: Int) -> String {
    let table = PromiseText.table(of: result).map { "\n" + $0.text(as: format, width: width) } ?? ""
    let lines = labelled(PromiseText.lines(of: result), isMarkdown: format == .md, width: width)
    return table + (lines.isEmpty ? "" : "\n" + lines)
  }

  /// At which level intervals, p-values and verdicts of the table are.
  private static func level(of comparison: RunComparison, width: Int) -> String {
    ComparisonTable.levelNote(on: comparison).map { DataTable.paragraph($0, indent: 0, width: width) } ?? ""
  }

  /// What was found and what is allowed, of a longer message.
  private static func brief(_ reason: String) -> String {
    let first = reason.prefix { $0 != ";" }
    guard let found = first.ranges(of: ": found ").last else { return String(first) }
    return String(first[found.lowerBound...].dropFirst(2))
  }

  private static func played(_ result: TuningResult) -> String {
    let outcome = result.outcome
    guard outcome.exhaustive > 0 else { return "" }
    let share = Decimals.text(Double(outcome.played) / Double(outcome.exhaustive) * 100, digits: 1)
    return "\(result.method.rawValue), \(outcome.played) of \(outcome.exhaustive) sessions (\(share) %)"
      + (outcome.isPartial ? ", stopped early" : "")
  }

  private static func title(_ text: String, _ format: TableFormat, width: Int = .max) -> String {
    format == .md
      ? "\n### \(text.capitalised)\n\n"
      : DataTable.paragraph(text, indent: 0, width: width)
  }

  // MARK: - Tables

  private static func columns(_ result: TuningResult, first: String) -> [DataTable.Column] {
    [.text(first)] + result.space.parameters.map { right($0.name) } + valueColumns(result)
  }

  /// What a setting gives, and whether it meets the conditions where there are any.
  private static func valueColumns(_ result: TuningResult) -> [DataTable.Column] {
    result.goals.objectives.map { right($0.name) } + (result.goals.constraints.isEmpty ? [] : [.text("constraints")])
  }

  private static func constraintCells(_ evaluated: TuningOutcome.Evaluated, _ result: TuningResult) -> [DataTable.Cell]
  {
    guard !result.goals.constraints.isEmpty else { return [] }
    return [.text(conditions(of: evaluated))]
  }

  /// What a setting does with the conditions, in tables and on the map.
  static func conditions(of evaluated: TuningOutcome.Evaluated) -> String {
    guard evaluated.isFeasible else { return "MISSED" }
    return evaluated.isPromised.map { $0 ? "promised" : notPromised } ?? "met"
  }

  /// That a setting meets the conditions on these recordings, and may miss them on others.
  static let notPromised = "not promised"

  private static func right(_ name: String) -> DataTable.Column {
    DataTable.Column(name: name, title: name, scale: 1, digits: 0, isText: false)
  }

  private static func row(
    _ name: String, _ evaluated: TuningOutcome.Evaluated, _ result: TuningResult, extra: Int = 0
  ) -> [DataTable.Cell] {
    [.text(name)] + evaluated.setting.values.map { .text($0.text) }
      + zip(evaluated.values, result.goals.objectives).map { .text(MeasureText($1).value($0, extra: extra)) }
      + constraintCells(evaluated, result)
  }

  /// The answer beside what is used now.
  static func answer(of result: TuningResult) -> DataTable {
    var table = DataTable(columns: columns(result, first: "setting"))
    if result.keepsCurrent, let answer = result.answer {
      table.append(row("\(result.answerName) = current", answer, result))
      if result.outcome.best != nil, let bolder = result.outcome.bolder { table.append(row("bolder", bolder, result)) }
      return table
    }
    if let best = result.outcome.best { table.append(row("best", best, result)) }
    if let bolder = result.outcome.bolder { table.append(row("bolder", bolder, result)) }
    if let closest = result.outcome.closest { table.append(row("closest", closest, result)) }
    if let current = result.outcome.current { table.append(row("current", current, result)) }
    return table
  }

  /// The settings of the front, by the first goal, those that people cannot tell apart once; at most ten, evenly
  /// chosen, the answer among them, and how many that leaves out. `nil` with one goal.
  static func front(of result: TuningResult) -> (table: DataTable, omitted: Int)? {
    guard result.goals.goals.count > 1, result.outcome.front.count > 1 else { return nil }
    func isAnswer(_ evaluated: TuningOutcome.Evaluated) -> Bool {
      evaluated.setting.values == result.answer?.setting.values
    }
    // Settings that give the same are one point of the front: the answer, or the one that ranks first.
    var sorted: [TuningOutcome.Evaluated] = []
    var known: [[String]: Int] = [:]
    for evaluated in result.outcome.front {
      let point = zip(evaluated.values, result.goals.objectives).map { MeasureText($1).value($0) }
      if let place = known[point] {
        if isAnswer(evaluated) { sorted[place] = evaluated }
      } else {
        known[point] = sorted.count
        sorted.append(evaluated)
      }
    }
    let most = 10
    var places =
      sorted.count <= most ? Array(sorted.indices) : (0..<most).map { $0 * (sorted.count - 1) / (most - 1) }
    if let answer = sorted.firstIndex(where: isAnswer), !places.contains(answer),
      let nearest = places.indices.dropFirst().dropLast().min(by: {
        abs(places[$0] - answer) < abs(places[$1] - answer)
      })
    {
      places[nearest] = answer
    }
    let extra = digits(for: places.map { sorted[$0].values }, result.goals.goals)
    var table = DataTable(columns: columns(result, first: "front"))
    for place in places {
      let current = sorted[place].setting.values == result.space.current?.values ? ", current" : ""
      table.append(row("\(place + 1) of \(sorted.count)\(current)", sorted[place], result, extra: extra))
    }
    return (table, sorted.count - places.count)
  }

  /// Digits beyond those of the units with which no setting of a front looks beaten by another; with most of them some
  /// may still.
  static func digits(for front: [[Double?]], _ goals: [Measure]) -> Int {
    func isRight(_ extra: Int) -> Bool {
      // As a person sees them, less being better.
      let seen = front.map { values in
        zip(values, goals).map { value, goal in
          let text = MeasureText(goal).value(value, extra: extra).prefix { $0 != " " && $0 != "/" }
          return (Double(text) ?? .infinity) * (goal.direction == .higher ? -1 : 1)
        }
      }
      return !seen.contains { one in
        seen.contains { other in one != other && zip(one, other).allSatisfy { $0 >= $1 } }
      }
    }
    return (0..<MeasureText.extraDigits).first(where: isRight) ?? MeasureText.extraDigits
  }

  /// What one step of the grid away from the answer changes.
  static func sensitivity(of result: TuningResult) -> DataTable {
    var table = DataTable(columns: [.text("step")] + valueColumns(result))
    guard let answer = result.answer else { return table }
    for neighbour in result.outcome.neighbours {
      let parameter = result.space.parameters[neighbour.parameter]
      let values = zip(zip(neighbour.evaluated.values, answer.values), result.goals.objectives).map { pair, measure in
        let (there, here) = pair
        return DataTable.Cell.text(MeasureText(measure).difference(there.flatMap { there in here.map { there - $0 } }))
      }
      table.append(
        [
          .text(
            "\(parameter.name) \(answer.setting.values[neighbour.parameter].text) -> "
              + neighbour.evaluated.setting.values[neighbour.parameter].text)
        ] + values + constraintCells(neighbour.evaluated, result))
    }
    return table
  }

  /// Every setting that was played, for programs: values in base units.
  package static func values(of result: TuningResult) -> DataTable {
    var table = DataTable(
      columns: [.text("player"), .text("policy"), .text("buffer"), .text("preload")]
        + result.space.parameters.map { right($0.name) } + result.goals.objectives.map { right($0.name) }
        + [right("traces"), .text("constraints"), .text("promised"), .text("front"), .text("answer")])
    for evaluated in result.outcome.evaluatedAndCurrent {
      let setting = evaluated.setting
      let configuration = setting.configuration
      table.append(
        [
          .text(configuration.player), .text(configuration.policy), .text(configuration.buffer),
          configuration.preload.map { .text($0) } ?? .missing,
        ]
          + setting.values.map { value in value.number.map { .number($0) } ?? .text(value.text) }
          + evaluated.values.map { $0.map { .number($0) } ?? .missing }
          + [
            .integer(evaluated.traces), .text(evaluated.isFeasible ? "met" : "missed"),
            evaluated.isPromised.map { .text($0 ? "yes" : "no") } ?? .missing,
            .text(evaluated.isOnFront ? "yes" : "no"),
            .text(setting.values == result.answer?.setting.values ? "yes" : "no"),
          ])
    }
    return table
  }

  // MARK: - Held out and code

  /// The measures in which no recording differs, in place of intervals that would claim to know it of all others.
  static func unchangedLine(of comparison: RunComparison, _ result: TuningResult) -> String {
    let unchanged = comparison.measures.filter { row in
      row.difference == 0 && (row.paired.map { $0.counts.better + $0.counts.worse == 0 } ?? (row.worseTraceCount == 0))
        && !row.hasInterval
    }
    guard !unchanged.isEmpty else { return "" }
    let count = comparison.clusterCount
    return "no difference in \(count) of \(result.counted(count)): "
      + unchanged.map(\.measure.name).joined(separator: ", ") + "\n"
  }

  /// The traces that get worse under the answer, for each measure that does anywhere.
  static func worstLines(
    of comparison: RunComparison, _ objectives: [Measure], _ format: TableFormat, width: Int = .max
  ) -> String {
    comparison.measures.filter { objectives.contains($0.measure) }.compactMap { row -> String? in
      guard !row.worstTraces.isEmpty else { return nil }
      let text = MeasureText(row.measure)
      let shown = row.worstTraces.prefix(3).map { "\($0.name) \(text.change(from: $0.reference, to: $0.candidate))" }
      let more = row.worseTraceCount - shown.count
      let line =
        "worse in \(row.measure.name): " + shown.joined(separator: ", ") + (more > 0 ? " (+\(more) more)" : "")
      return format == .md
        ? EscapedText.markdown(line) + "\n" : DataTable.paragraph(EscapedText.line(line), indent: 2, width: width)
    }.joined()
  }

  private static func code(_ code: PlayerCode, isMarkdown: Bool) -> String {
    let notes = code.notes.map { isMarkdown ? "- \($0)\n" : "note: \($0)\n" }.joined()
    return isMarkdown
      ? "\n### \(code.player.title)\n\n```\(code.player.language.rawValue)\n\(code.code)```\n\n\(notes)"
      : "for \(code.player.title)\n\n" + code.code + (notes.isEmpty ? "" : "\n" + notes)
  }
}
