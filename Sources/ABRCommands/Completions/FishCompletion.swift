/// The completion script for fish.
enum FishCompletion {
  /// One `complete` line for each command and option.
  static func script(for program: CommandSpec) -> String {
    var text = "# fish completion for \(program.name)\ncomplete -c \(program.name) -f\n"
    for (path, command) in CompletionTable.commands(of: program) {
      let line = "complete -c \(program.name) -n \(quoted(condition(path, command)))"
      for child in command.subcommands { text += "\(line) -a \(child.name) -d \(quoted(child.summary))\n" }
      for option in command.options where option.isShown { text += "\(line)\(arguments(option))\n" }
      text += "\(line) -s h -l help -d 'Print help'\n"
    }
    return text
  }

  /// When the words so far lead to the command, and no further.
  private static func condition(_ path: [String], _ command: CommandSpec) -> String {
    let seen = path.map { "__fish_seen_subcommand_from \($0)" }
    let next = command.subcommands.map(\.name).joined(separator: " ")
    let notBelow = next.isEmpty ? [] : ["not __fish_seen_subcommand_from \(next)"]
    return (seen + notBelow).joined(separator: "; and ")
  }

  private static func arguments(_ option: OptionSpec) -> String {
    var text = ""
    if option.kind != .positional {
      if let short = option.short { text += " -s \(short.dropFirst())" }
      text += " -l \(option.name.dropFirst(2))"
    }
    if option.kind != .flag {
      switch option.values {
      case .choice(let words), .suggestion(let words): text += " -x -a \(quoted(words.joined(separator: " ")))"
      case .path: text += option.kind == .positional ? " -F" : " -r -F"
      case .text: text += " -x"
      }
      // A positional has no name to require a value for.
      if option.kind == .positional { text = text.replacing(" -x", with: "") }
    }
    return text + " -d \(quoted(option.help))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
