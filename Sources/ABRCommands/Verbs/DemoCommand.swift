import ABRReports

/// `abrlab demo`: compares buffers for viewers who leave, over the traces and a video that come with the lab.
enum DemoCommand: Verb {
  static let buffers = ["10/30", "15/60", "30/90"]
  static let viewer = "leave(2min)"

  static let spec = CommandSpec(
    name: "demo",
    summary: "Compare buffers over recorded links, to see what the lab does",
    group: "Measure",
    options: [CommonOptions.format(RunCommand.formats), CommonOptions.pageExport])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let names = buffers.map { "\($0)=\($0)" }
    context.console.note(
      "abrlab run --policy auto --buffer \(buffers.joined(separator: " ")) --viewer '\(viewer)' "
        + "--name \(names.joined(separator: " "))")
    let options = [("--policy", ["auto"]), ("--buffer", buffers), ("--viewer", [viewer]), ("--name", names)]
    let run = options.reduce(arguments.renamed(to: ProgramSpec.command("run"))) {
      $0.setting($1.0, to: $1.1, place: $1.0)
    }
    return try RunCommand.run(run, context: context)
  }
}
