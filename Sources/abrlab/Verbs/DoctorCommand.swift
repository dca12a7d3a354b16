/// `abrlab doctor`: what the program finds on this machine.
enum DoctorCommand: Verb {
  static let spec = CommandSpec(
    name: "doctor", summary: "Show versions, cores, memory nodes, libraries and data found", group: "Learn",
    options: [CommonOptions.format(["text", "json"], default: "text")])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    .success
  }
}
