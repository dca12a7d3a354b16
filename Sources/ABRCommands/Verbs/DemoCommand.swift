import ABRReports

/// `abrlab demo`: compares policies over the traces and a video that come with the lab.
enum DemoCommand: Verb {
  static let policies = ["auto", "throughput", "bba-0", "bola", "apsara-trend", "robust-mpc", "fixed:0"]

  static let spec = CommandSpec(
    name: "demo",
    summary: "Compare policies over recorded links, to see what the lab does",
    group: "Measure",
    options: [CommonOptions.format(RunCommand.formats), CommonOptions.pageExport])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    context.console.note("abrlab run --policy \(policies.joined(separator: " "))")
    return try RunCommand.run(
      arguments.renamed(to: ProgramSpec.command("run")).setting("--policy", to: policies, place: "--policy"),
      context: context)
  }
}
