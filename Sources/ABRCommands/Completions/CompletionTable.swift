/// What all completion scripts need of the table of commands.
enum CompletionTable {
  /// Every command with the names that lead to it, the program itself first with none.
  static func commands(of program: CommandSpec) -> [(path: [String], command: CommandSpec)] {
    func below(_ command: CommandSpec, _ path: [String]) -> [(path: [String], command: CommandSpec)] {
      [(path, command)] + command.subcommands.flatMap { below($0, path + [$0.name]) }
    }
    return below(program, [])
  }

  /// The command paths as text, such as `trace stats`.
  static func paths(of program: CommandSpec) -> [String] {
    commands(of: program).map { $0.path.joined(separator: " ") }.filter { !$0.isEmpty }
  }

  /// All names of options of a command, those that the parser adds by itself included.
  static func names(of command: CommandSpec) -> [String] {
    let named = command.options.filter { $0.kind != .positional && $0.isShown }
    return (named + [.help]).flatMap { [$0.short, $0.name].compactMap(\.self) }
  }
}
