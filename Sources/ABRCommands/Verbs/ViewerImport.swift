import ABRReports
import ABRSessions

/// `abrlab viewer import`: a file of watch times as a viewer model.
enum ViewerImport {
  static let spec = CommandSpec(
    name: "import",
    summary: "Make a viewer model of watch times, events of sessions or a retention curve",
    discussion: """
      The model is the curve itself: viewers leave at the times at which they did; of more than 200 different times, to within \
      half a percent of the viewers. Between the points of a curve they leave evenly, and at once where a time is there twice. abrlab viewer fit makes a \
      distribution of a few numbers of it, which can be published where the curve cannot.
      """,
    examples: [
      .init(
        line: "abrlab viewer import watch-times.csv --columns watched:s@watch_seconds -o audience.toml",
        meaning: "a row for each viewer"),
      .init(
        line: "abrlab viewer import events.csv --columns session@sid,time@timestamp -o audience.toml",
        meaning: "events or heartbeats of sessions, with calendar times"),
      .init(
        line: "abrlab viewer import access.log.gz -o audience.toml",
        meaning: "a log of nginx, Apache, CloudFront, Akamai or Fastly, or CMCD events: sessions by their sid"),
    ],
    options: ViewerCommand.inputs + [ViewerCommand.output])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let times = try ViewerCommand.times(arguments, console: context.console)
    try ViewerCommand.write(
      .retention(times.curve), comment: "Watch times of \(ViewerCommand.owners(of: times)), imported by abrlab.",
      arguments, context: context)
    if arguments.has("--output") {
      let table = WatchSummaryTable([("imported", .retention(times.curve), nil)])
      context.console.output.write(table.data.text(as: .table, width: context.console.outputTerminal.width ?? .max))
    }
    return .success
  }
}
