import ABRNetwork
import ABRReports

/// `abrlab trace stats`: statistics of many traces, a row for each.
enum TraceStats {
  static let spec = CommandSpec(
    name: "stats",
    summary: "Summarise many traces, one row for each",
    examples: [.init(line: "abrlab trace stats Traces/recorded --format csv", meaning: "a table for a spreadsheet")],
    options: [
      .positional("PATH", isRepeatable: true, "Trace files or folders; - is standard input")
    ] + TraceCommand.readingOptions + TableExports.options + ExperimentPlay.options)

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let exports = try TableExports(arguments)
    let files = try TraceReading(arguments, console: context.console).series(at: arguments.strings("PATH"))
    let table = TraceSummaryTable(files)
    try exports.write(to: context.console) { text(table, as: $0, width: $1) }
    return .success
  }

  /// People see the columns that are looked at first, programs all of them.
  private static func text(_ table: TraceSummaryTable, as format: TableFormat, width: Int) -> String {
    switch format {
    case .table, .md: table.overview.text(as: format, width: width)
    case .json, .csv: table.data.text(as: format)
    }
  }
}
