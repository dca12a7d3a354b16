import ABRReports
import ABRSessions

/// `abrlab viewer fit`: distributions fitted to watch times.
enum ViewerFit {
  static let spec = CommandSpec(
    name: "fit",
    summary: "Fit distributions to watch times, and write the nearest as a viewer model",
    discussion: """
      Each is a straight line in a probability plot of the logarithm of time. "off by %" is the greatest difference between the shares \
      of viewers who have left. Where the nearest is off by more than a few percent, abrlab viewer import keeps the curve.
      """,
    examples: [
      .init(
        line: "abrlab viewer fit watch-times.csv --columns watched:s@watch_seconds -o audience.toml",
        meaning: "the nearest of three distributions")
    ],
    options: ViewerCommand.inputs + [
      .option(
        "--model", "NAME", values: .choice(names), default: "the nearest", "The distribution that is written"),
      ViewerCommand.output,
    ])

  private static let names = ["exponential", "weibull", "lognormal"]

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let times = try ViewerCommand.times(arguments, console: context.console)
    let fits = WatchFit.all(of: times.curve)
    guard let nearest = fits.first else {
      throw UsageError(
        "too few viewers leave to fit a distribution to them",
        hint: "abrlab viewer import keeps the curve as it is")
    }
    let rows = fits.map { (ViewerModelText.spec(of: $0.model), $0.model, Optional($0.distance)) }
    let table = WatchSummaryTable([("observed", .retention(times.curve), nil)] + rows)
    context.console.output.write(table.data.text(as: .table, width: context.console.outputTerminal.width ?? .max))
    guard arguments.has("--output") else { return .success }
    let wanted = arguments.string("--model")
    let chosen = fits.first { $0.model.name == wanted } ?? nearest
    try ViewerCommand.write(
      chosen.model, comment: "Fitted by abrlab to the watch times of \(ViewerCommand.owners(of: times)).", arguments,
      context: context)
    return .success
  }
}
