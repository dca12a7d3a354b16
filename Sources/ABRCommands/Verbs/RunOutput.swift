import ABRComparison
import ABRReports
import ABRRuns

/// A run in the forms in which it can be printed or exported.
struct RunOutput {
  private let result: ExperimentResult
  private let perSession: Bool
  private let sort: String?
  private let metrics: [String]

  /// - Parameters:
  ///   - perSession: whether JSON for standard output lists every session, and CSV is a row a session.
  ///   - sort: the column by whose values tables list configurations; `nil` for the order of the run.
  ///   - metrics: what has a column beside the usual ones.
  init(_ result: ExperimentResult, perSession: Bool, sort: String? = nil, metrics: [String] = []) {
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
    switch format {
    case "json":
      let withSessions = perSession || isSaved
      let record = RunRecord(result, version: Version.current, withSessions: withSessions)
      try record.json(perSession: withSessions).write(to: sink)
    case "csv" where perSession: try RunTable.writeSessions(of: result, to: sink)
    case "csv": try sink(sorted(RunTable.pooled(of: result)).text(as: .csv))
    case "md": try sink(summary.text(as: .md) + verdict(width: .max))
    default: try sink(summary.text(as: .table, width: width) + verdict(width: width))
    }
  }

  private var summary: DataTable { sorted(RunTable.summary(of: result, with: metrics)) }

  private func sorted(_ table: DataTable) -> DataTable {
    guard let sort else { return table }
    return table.sorted(by: sort, Measure.named(sort)?.direction)
  }

  /// Whether `--sort` orders the form; documents and lists of sessions have the order of the run.
  static func isSorted(_ format: String, perSession: Bool) -> Bool {
    ["table", "md"].contains(format) || format == "csv" && !perSession
  }

  /// What the table says, under it; nothing of an interrupted run.
  private func verdict(width: Int) -> String {
    let sentences = result.isPartial ? [] : ViewerVerdicts.sentences(on: result)
    return (sentences.isEmpty ? "" : "\n")
      + sentences.map { DataTable.paragraph($0, indent: 0, width: width) }.joined()
  }
}
