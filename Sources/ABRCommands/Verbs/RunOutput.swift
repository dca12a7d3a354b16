import ABRComparison
import ABRInput
import ABRPolicies
import ABRReports
import ABRRuns

/// A run in the forms in which it can be printed or exported.
struct RunOutput {
  private let result: ExperimentResult
  private let perSession: Bool
  private let sort: String?
  private let metrics: [String]
  private let league: League.Label?
  private let showsLadder: Bool

  /// - Parameters:
  ///   - perSession: whether JSON for standard output lists every session, and CSV is a row a session.
  ///   - sort: the column by whose values tables list configurations; `nil` for the order of the run.
  ///   - metrics: what has a column beside the usual ones.
  ///   - showsLadder: whether tables have how long each rendition was shown below them.
  ///   - league: what sessions are grouped by, where a league stands in place of the table.
  init(
    _ result: ExperimentResult, perSession: Bool, sort: String? = nil, metrics: [String] = [],
    league: League.Label? = nil, showsLadder: Bool = false
  ) {
    self.showsLadder = showsLadder
    self.league = league
    self.metrics = metrics + (sort.map { [$0] } ?? [])
    self.result = result
    self.perSession = perSession
    self.sort = sort
  }

  /// Writes the run as text, piece by piece.
  ///
  /// - Parameters:
  ///   - format: `table`, `json`, `csv` or `md`.
  ///   - isSaved: whether it goes to a file: JSON then has every session, so that other commands can read it.
  ///   - sink: takes a piece.
  func write(as format: String, width: Int = .max, isSaved: Bool = false, to sink: (String) throws -> Void) rethrows {
    let note = part.map { ["md": "\n\($0)\n", "latex": "% \($0)\n"][format] ?? "" } ?? ""
    if let league, format != "json" || !isSaved {
      try sink(text(of: league, as: format, width: width) + note)
      return
    }
    switch format {
    case "json":
      let withSessions = perSession || isSaved
      let record = RunRecord(result, version: Version.current, withSessions: withSessions)
      try record.json(perSession: withSessions).write(to: sink)
    case "csv" where perSession: try RunTable.writeSessions(of: result, to: sink)
    case "csv": try sink(sorted(RunTable.pooled(of: result)).text(as: .csv))
    case "latex": try sink(summary.latex() + Self.legend("% ", best) + note)
    case "md":
      try sink(
        summary.text(as: .md) + Self.legend("\n", best) + verdict(as: .md, width: .max)
          + ladder(as: .md, width: .max) + note)
    default:
      try sink(
        summary.text(as: .table, width: width) + verdict(as: .table, width: width)
          + ladder(as: .table, width: width))
    }
  }

  /// What an interrupted run covers; `nil` of a complete one.
  var part: String? {
    guard result.isPartial else { return nil }
    let played = result.configurations.reduce(0) { $0 + $1.sessions.count }
    return "interrupted: the result covers \(played) of \(Counted.text(result.experiment.sessionCount, "session")), "
      + "those of the first traces"
  }

  /// The league by a label: of the metrics that were asked for, or of stalls, waste and bitrate, and of starts and
  /// failures where there are any.
  private func table(of label: League.Label, _ record: RunRecord) -> LeagueTable {
    let asked = result.experiment.formulas.map(\.known.metric) + metrics
    let failures = (["unstarted_share"] + MetricDefinition.failures).filter { name in
      result.configurations.contains { $0.pooled.values[name] ?? 0 > 0 }
    }
    let usual = failures + ["rebuffer_ratio", "bytes_wasted_per_h", "mean_bitrate_bps"]
    let names = asked.isEmpty ? usual : asked.uniqued()
    return LeagueTable(record, League(record, measures: names.compactMap(Measure.named), by: label))
  }

  /// The page, with sections on the league and on the ladder.
  var page: Report {
    let record = RunRecord(result, version: Version.current)
    let leagues = league.map { label in
      Report.Section(
        title: "League by \(label.rawValue)",
        text: "95 % intervals for traces like these. An asterisk: \(Self.significantlyBest).",
        table: table(of: label, record).people)
    }
    return Report(
      [.init(file: "this run", record: record)], sections: [leagues, RenditionTable(record).section].compactMap(\.self))
  }

  private func text(of label: League.Label, as format: String, width: Int) -> String {
    let table = table(of: label, RunRecord(result, version: Version.current))
    switch format {
    case "latex": return table.people.latex() + Self.legend("% ", Self.significantlyBest)
    case "csv", "json": return table.programs.text(as: format == "csv" ? .csv : .json)
    case "md":
      return table.people.text(as: .md) + Self.legend("\n", Self.significantlyBest) + ladder(as: .md, width: .max)
    default: return table.people.text(as: .table, width: width) + ladder(as: .table, width: width)
    }
  }

  /// How long each rendition was shown, where that was asked for.
  private func ladder(as format: TableFormat, width: Int) -> String {
    guard showsLadder else { return "" }
    let renditions = RenditionTable(RunRecord(result, version: Version.current, withSessions: false))
    guard !renditions.isEmpty else { return "" }
    return "\n" + renditions.table.text(as: format, width: width)
      + (renditions.sentence.map { "\n" + Self.paragraph($0, as: format, width: width) } ?? "")
  }

  /// What is marked in a summary, and in a league.
  private var best: String {
    "the best values of a column"
      + (Set(result.configurations.map(\.configuration.viewer)).count > 1 ? " for each viewer" : "")
  }
  private static let significantlyBest = "better than every other of the group with significance"

  /// What the table for a terminal marks; `nil` where it marks nothing.
  var asterisk: String? {
    guard result.configurations.count > 1 else { return nil }
    if league != nil { return "asterisk: \(Self.significantlyBest)" }
    return summary.hasMarks ? "asterisk: \(best)" : nil
  }

  /// What Markdown and LaTeX, there as a comment, say of the marks.
  private static func legend(_ start: String, _ marked: String) -> String {
    "\(start)Bold: \(marked).\n"
  }

  private var summary: DataTable { sorted(RunTable.summary(of: result, with: metrics)) }

  private func sorted(_ table: DataTable) -> DataTable {
    guard let sort else { return table }
    return table.sorted(by: sort, Measure.named(sort)?.direction)
  }

  /// Whether `--sort` orders the form; documents and lists of sessions have the order of the run.
  static func isSorted(_ format: String, perSession: Bool) -> Bool {
    ["table", "md", "latex"].contains(format) || format == "csv" && !perSession
  }

  /// What the table says, under it; nothing of an interrupted run.
  private func verdict(as format: TableFormat, width: Int) -> String {
    let sentences = result.isPartial ? [] : ViewerVerdicts.sentences(on: result)
    return (sentences.isEmpty ? "" : "\n")
      + sentences.map { Self.paragraph($0, as: format, width: width) }.joined()
  }

  /// A sentence with names from outside.
  private static func paragraph(_ sentence: String, as format: TableFormat, width: Int) -> String {
    DataTable.paragraph(format == .md ? EscapedText.markdown(sentence) : sentence, indent: 0, width: width)
  }
}
