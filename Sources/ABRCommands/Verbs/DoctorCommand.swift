/// `abrlab doctor`: what the program finds on this machine.
enum DoctorCommand: Verb {
  static let spec = CommandSpec(
    name: "doctor",
    summary: "Show versions, cores, memory nodes, libraries and data found",
    group: "Learn",
    examples: [.init(line: "abrlab doctor --format json", meaning: "the same for a bug report")],
    options: [CommonOptions.format(["text", "json"], default: "text")])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    let report = DoctorReport(context: context)
    let isJSON = arguments.string("--format") == "json"
    context.console.output.write(
      isJSON ? report.json.text() : report.text(context.console.outputTerminal))
    return .success
  }
}
