import ABRInput
import ABRNetwork
import ABRReports

/// `abrlab trace inspect`: what is in single trace files.
enum TraceInspect {
  static let spec = CommandSpec(
    name: "inspect",
    summary: "Show what is in trace files",
    examples: [
      .init(
        line: "abrlab trace inspect Traces/recorded/lumos5g-4g/4g_trace_walking_50160_a.csv",
        meaning: "one trace at a glance")
    ],
    options: [
      .positional("FILE", isRepeatable: true, "Trace files or folders; - is standard input")
    ] + TraceCommand.readingOptions + [CommonOptions.format(["text", "json"], default: "text")]
      + ExperimentPlay.options)

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    // All files are read before the first is shown: a result is whole or not there.
    let files = try TraceReading(arguments, console: context.console).series(at: arguments.strings("FILE"))
    let table = TraceSummaryTable(files)
    if arguments.string("--format") == "json" {
      context.console.output.write(table.data.text(as: .json))
      return .success
    }
    let terminal = context.console.outputTerminal
    for (index, file) in files.enumerated() {
      if index > 0 { context.console.output.write("\n") }
      context.console.output.write(text(file, table.labels(of: index), terminal: terminal))
    }
    return .success
  }

  private static func text(_ file: TraceFile, _ labels: [(title: String, value: String)], terminal: Terminal) -> String
  {
    let width = labels.map(\.title.count).max() ?? 0
    let lines = labels.map { label in
      "  " + label.title + String(repeating: " ", count: width - label.title.count + 2) + EscapedText.line(label.value)
        + "\n"
    }
    let bars = Sparkline.text(file.trace, width: 72, terminal: terminal)
    let series = TraceContent.series(of: file.trace, in: TraceFile.name(of: file.path))
    let title = series == file.trace.name ? file.path : "\(file.path)#\(series)"
    return terminal.paint(EscapedText.line(title), .strong) + "\n" + lines.joined() + "  |\(bars)|\n"
  }
}
