/// A command of the program: its table of options, and what it does.
protocol Verb {
  /// Name, options and commands below it.
  static var spec: CommandSpec { get }

  /// Carries the command out.
  ///
  /// - Throws: ``UsageError`` for a wrong command line, and the errors of the modules for wrong input; ``ABRLab`` turns
  ///   them into text and exit code.
  static func run(_ arguments: ParsedArguments, context: Context) throws -> ExitCode
}
