/// The completion script for zsh (`_arguments` of the completion system).
enum ZshCompletion {
  /// A script for a folder in `fpath`; every command is a function.
  static func script(for program: CommandSpec) -> String {
    var text = "#compdef \(program.name)\n\n"
    for (path, command) in CompletionTable.commands(of: program) {
      text += "\(function([program.name] + path))() {\n"
      text += command.subcommands.isEmpty ? leaf(command) : group(command, [program.name] + path)
      text += "}\n\n"
    }
    return text + "\(function([program.name])) \"$@\"\n"
  }

  private static func function(_ path: [String]) -> String { "_" + path.joined(separator: "_") }

  private static func group(_ command: CommandSpec, _ path: [String]) -> String {
    let commands = command.subcommands.map { "    \(quoted("\($0.name):\($0.summary)"))\n" }.joined()
    let cases = command.subcommands.map { "        \($0.name)) \(function(path + [$0.name])) ;;\n" }.joined()
    return """
        local -a commands=(
      \(commands.dropLast(1))
        )
        local context state line
        typeset -A opt_args
        _arguments -C '(-h --help)'{-h,--help}'[print help]' '1: :->command' '*:: :->rest'
        case $state in
          command) _describe command commands ;;
          rest)
            case $line[1] in
      \(cases.dropLast(1))
            esac
            ;;
        esac

      """
  }

  private static func leaf(_ command: CommandSpec) -> String {
    var lines = ["'(-h --help)'{-h,--help}'[print help]'"]
    for option in command.options where option.isShown { lines.append(argument(option)) }
    return "  _arguments -s \\\n" + lines.map { "    \($0)" }.joined(separator: " \\\n") + "\n"
  }

  private static func argument(_ option: OptionSpec) -> String {
    let action =
      switch option.values {
      case .choice(let words), .suggestion(let words): "(\(words.joined(separator: " ")))"
      case .path: "_files"
      case .text: " "
      }
    let value = "\(escaped(option.valueName)):\(action)"
    let help = "[\(escaped(option.help))]"
    switch option.kind {
    case .positional: return quoted("\(option.isRepeatable ? "*" : ""):\(value)")
    case .flag:
      guard let short = option.short else { return quoted("\(option.name)\(help)") }
      return "'(\(short) \(option.name))'{\(short),\(option.name)}\(quoted(help))"
    case .option:
      let tail = "\(help):\(value)"
      guard let short = option.short else { return quoted("\(option.isRepeatable ? "*" : "")\(option.name)=\(tail)") }
      let exclusion = option.isRepeatable ? "'*'" : "'(\(short) \(option.name))'"
      return "\(exclusion){\(short)+,\(option.name)=}\(quoted(tail))"
    }
  }

  /// Text without the characters that `_arguments` takes for its own.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing(":", with: "\\:").replacing("[", with: "\\[").replacing(
      "]", with: "\\]")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
