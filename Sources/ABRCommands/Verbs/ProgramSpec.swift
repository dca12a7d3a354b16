/// The whole table of commands.
enum ProgramSpec {
  /// The commands in the order in which help lists them.
  static var verbs: [any Verb.Type] {
    [
      DemoCommand.self, RunCommand.self, ExplainCommand.self, CompareCommand.self, CheckCommand.self, TuneCommand.self,
      SweepCommand.self, BaselineCommand.self, HistoryCommand.self,
      ReportCommand.self, TraceCommand.self, VideoCommand.self, ViewerCommand.self, PlayerCommand.self,
      PolicyCommand.self,
      SchemaCommand.self, DoctorCommand.self, ManualCommand.self,
      CompletionsCommand.self,
    ]
  }

  /// The program with all its commands; the common options are added to every command that does something.
  static let program = CommandSpec(
    name: "abrlab",
    summary: "Adaptive-bitrate streaming laboratory: what a policy costs in startup, stalls and wasted bytes",
    discussion: """
      Results go to standard output, progress and warnings to standard error.
      Exit codes: 0 success, 1 failure, 2 a check, constraint or validation failed, 3 nothing could be judged, 4 the gated metrics only \
      improved, 5 input missing, empty or not comparable, 64 wrong command line, configuration or input file, 130 interrupted.
      """,
    examples: [
      .init(
        line: "abrlab run --policy auto bola", meaning: "compare two policies over the bundled recordings"),
      .init(line: "abrlab help run", meaning: "all options of a command"),
    ],
    subcommands: verbs.map { withCommonOptions($0.spec) })

  /// The verb that a path of names belongs to.
  static func verb(at path: [String]) -> (any Verb.Type)? {
    verbs.first { $0.spec.name == path.first }
  }

  /// The names of all commands.
  static var names: [String] {
    // The manual's own spec asks for them.
    verbs.filter { $0 != ManualCommand.self }.map { $0.spec.name } + ["manual"]
  }

  /// A command with all its options.
  static func command(_ name: String) -> CommandSpec {
    guard let command = program.command(at: [name]) else { preconditionFailure("there is no command \(name)") }
    return command
  }

  private static func withCommonOptions(_ spec: CommandSpec) -> CommandSpec {
    var spec = spec
    if spec.subcommands.isEmpty {
      spec.options += CommonOptions.all
    } else {
      spec.subcommands = spec.subcommands.map(withCommonOptions)
    }
    return spec
  }
}
