import ABRPolicies
import ABRReports
import ABRSessions

/// `abrlab viewer inspect`: how long the viewers of models watch.
enum ViewerInspect {
  static let spec = CommandSpec(
    name: "inspect",
    summary: "Show how long the viewers of models watch",
    examples: [
      .init(
        line: "abrlab viewer inspect 'feed(short-video)' 'feed(long-form)' 'feed(weibull,shape=0.7,scale=14s)'",
        meaning: "two models that come with the lab beside one of your own")
    ],
    options: [
      .positional(
        "MODEL", isRepeatable: true, "Viewer models: files of them, or what --viewer takes, such as feed(short-video)"),
      CommonOptions.format(TableFormat.allCases.map(\.rawValue)),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let specs = arguments.strings("MODEL")
    guard !specs.isEmpty else { throw UsageError.missing("MODEL", arguments) }
    let rows = try specs.map { spec in
      guard case .model(_, let viewer) = try SessionViewer(parsing: spec) else {
        throw UsageError("\(spec): found a viewer that draws no times, expected a model such as feed(short-video)")
      }
      return (spec, viewer.watch, Double?.none)
    }
    let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
    let table = WatchSummaryTable(rows)
    context.console.output.write(table.data.text(as: format, width: context.console.outputTerminal.width ?? .max))
    return .success
  }
}
