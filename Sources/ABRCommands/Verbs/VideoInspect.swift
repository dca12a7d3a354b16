import ABRMedia
import ABRReports

/// `abrlab video inspect`: what is in videos and manifests.
enum VideoInspect {
  static let spec = CommandSpec(
    name: "inspect",
    summary: "Show the renditions of videos and manifests",
    examples: [
      .init(line: "abrlab video inspect Traces/video/hls-authoring.json", meaning: "one video at a glance")
    ],
    options: VideoCommand.readingOptions + [CommonOptions.format(TableFormat.allCases.map(\.rawValue))])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let format = try arguments.choice("--format", as: TableFormat.self) ?? .table
    let table = VideoTable(try VideoCommand.videos(arguments, console: context.console))
    let console = context.console
    let width = console.outputTerminal.width ?? .max
    if format == .table {
      console.output.write(table.overview.text(as: .table, width: width) + "\n")
    }
    console.output.write(table.renditions.text(as: format, width: width))
    for line in table.notes { console.note(line) }
    return .success
  }
}
