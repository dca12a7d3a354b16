import ABRInput
import ABRNetwork

/// Says how much of the logs of players and servers became traces.
enum LogCoverageText {
  /// How many traces are told one by one.
  private static let shownCount = 4

  /// A line for each of the first traces of logs, and one for the others.
  static func lines(of files: [TraceFile]) -> [String] {
    var logs: [(name: String, coverage: LogCoverage)] = []
    for file in files {
      if let coverage = file.coverage { logs.append((file.trace.name, coverage)) }
    }
    let shown = logs.count <= shownCount ? logs.count : shownCount - 1
    var lines = logs.prefix(shown).map { "\($0.name): \(text($0.coverage))" }
    if shown < logs.count { lines.append("\(logs.count - shown) more traces of logs; --format json lists all") }
    return lines
  }

  /// What was kept of a log, for `index.json`.
  static func json(_ coverage: LogCoverage) -> JSONValue {
    .object([
      "requests": .integer(coverage.requests - coverage.requestsLeftOut),
      "requests_left_out": .integer(coverage.requestsLeftOut), "bytes": .integer(coverage.bytes),
      "measured_s": .number(coverage.measuredSeconds), "logged_s": .number(coverage.loggedSeconds),
      "measured_share": .number(coverage.measuredShare),
    ])
  }

  private static func text(_ coverage: LogCoverage) -> String {
    let kept = coverage.requests - coverage.requestsLeftOut
    let megabytes = DecimalPrinter.significant(Double(coverage.bytes) / 1e6, digits: 3)
    let (measured, logged) = (coverage.measuredSeconds, coverage.loggedSeconds)
    return "\(kept) of \(coverage.requests) requests with \(megabytes) MB measure "
      + "\(DecimalPrinter.fixed(measured, digits: 1)) s of \(DecimalPrinter.fixed(logged, digits: 1)) s "
      + "(\(coverage.percent) %)"
  }
}
