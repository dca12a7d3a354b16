/// `abrlab policy`: the rules, limits and buffers there are.
enum PolicyCommand: Verb {
  static let spec = CommandSpec(
    name: "policy",
    summary: "List policies and explain their options",
    group: "Learn",
    subcommands: [
      CommandSpec(
        name: "list", summary: "List every rule, limit and buffer",
        options: [CommonOptions.format(["table", "json"])]),
      CommandSpec(
        name: "show", summary: "Explain one of them: idea, options, when it fails",
        examples: [.init(line: "abrlab policy show bola", meaning: "the options of BOLA")],
        options: [
          .positional("NAME", values: .text, "Name as in abrlab policy list"),
          CommonOptions.format(["text", "json"], default: "text"),
        ]),
    ])

  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode {
    throw UsageError("policy: the policies are not part of this build")
  }
}
