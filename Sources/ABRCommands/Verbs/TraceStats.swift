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
    ] + TraceCommand.readingOptions + [
      CommonOptions.format(TableFormat.allCases.map(\.rawValue)), CommonOptions.export,
    ] + ExperimentPlay.options)

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let output = try arguments.choice("--format", as: TableFormat.self) ?? .table
    let exports = try ExportFile.openAll(arguments, formats: TableFormat.allCases.map(\.rawValue))
    let files = try TraceReading(arguments, console: context.console).series(at: arguments.strings("PATH"))
    let table = TraceSummaryTable(files)
    for export in exports {
      guard let form = TableFormat(rawValue: export.format) else { continue }
      try export.write(text(table, as: form))
    }
    context.console.output.write(text(table, as: output, width: context.console.outputTerminal.width ?? .max))
    return .success
  }

  /// People see the columns that are looked at first, programs all of them.
  private static func text(_ table: TraceSummaryTable, as format: TableFormat, width: Int = .max) -> String {
    switch format {
    case .table, .md: table.overview.text(as: format, width: width)
    case .json, .csv: table.data.text(as: format)
    }
  }
}
