import ABRReports
import ABRRuns

/// A run in the forms in which it can be printed or exported.
struct RunOutput {
  private let result: ExperimentResult
  private let perSession: Bool

  /// - Parameter perSession: whether JSON lists every session, and CSV is a row a session.
  init(_ result: ExperimentResult, perSession: Bool) {
    self.result = result
    self.perSession = perSession
  }

  /// The run as text.
  ///
  /// - Parameter format: `table`, `json`, `csv` or `md`.
  func text(as format: String, width: Int = .max) throws -> String {
    switch format {
    case "json":
      let record = RunRecord(result, version: Version.current, withSessions: perSession)
      return record.json(perSession: perSession).text()
    case "csv" where perSession: return RunTable.sessions(of: result).text(as: .csv)
    case "csv": return RunTable.pooled(of: result).text(as: .csv)
    case "md": return RunTable.summary(of: result).text(as: .md)
    default: return RunTable.summary(of: result).text(as: .table, width: width)
    }
  }
}
