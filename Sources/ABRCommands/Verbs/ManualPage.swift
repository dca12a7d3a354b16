/// A page of the manual in the macros of `man` (man(7)).
enum ManualPage {
  /// The page of a command and those below it; the program's names its commands.
  static func text(of command: CommandSpec, path: [String]) -> String {
    let words = [ProgramSpec.program.name] + path
    var text =
      ".TH \(words.joined(separator: "-").uppercased()) 1 \"\" \"abrlab \(Version.current)\" \"abrlab manual\"\n"
    text += ".SH NAME\n\(escaped(words.joined(separator: "-"))) \\- \(escaped(command.summary))\n"
    if path.isEmpty {
      text += ".SH SYNOPSIS\n.B abrlab\n.I COMMAND\n[\\fIOPTIONS\\fR]\n.SH COMMANDS\n"
      for child in command.subcommands { text += ".TP\n.B \(child.name)\n\(escaped(child.summary))\n" }
      text += description(command)
      text +=
        ".SH SEE ALSO\n" + command.subcommands.map { ".BR abrlab-\(escaped($0.name)) (1)" }.joined(separator: ",\n")
      return text + "\n"
    }
    return text + body(command, words) + ".SH SEE ALSO\n.BR abrlab (1)\n"
  }

  private static func body(_ command: CommandSpec, _ words: [String]) -> String {
    var text = ".SH SYNOPSIS\n"
    for leaf in command.subcommands.isEmpty ? [command] : command.subcommands {
      let names = words + (command.subcommands.isEmpty ? [] : [leaf.name])
      let positionals = leaf.options.filter { $0.kind == .positional }.map { option in
        let name = "\\fI\(escaped(option.name))\\fR" + (option.isRepeatable ? "..." : "")
        return option.isRequired ? name : "[\(name)]"
      }
      text +=
        ".B \(names.joined(separator: " "))\n\((positionals + ["[\\fIOPTIONS\\fR]"]).joined(separator: " "))\n.br\n"
    }
    text += description(command) + options(command)
    for child in command.subcommands {
      text += ".SH \((words + [child.name]).joined(separator: " "))\n\(escaped(child.summary)).\n"
      text += description(child).replacing(".SH ", with: ".SS ") + options(child).replacing(".SH ", with: ".SS ")
    }
    return text
  }

  private static func description(_ command: CommandSpec) -> String {
    var text = ""
    if !command.discussion.isEmpty { text += ".SH DESCRIPTION\n\(escaped(command.discussion))\n" }
    if !command.examples.isEmpty { text += ".SH EXAMPLES\n" }
    for example in command.examples {
      text += ".PP\n\(escaped(example.meaning)):\n.PP\n.nf\n.RS\n\(escaped(example.line))\n.RE\n.fi\n"
    }
    return text
  }

  /// The options under the headings that help has.
  private static func options(_ command: CommandSpec) -> String {
    var groups: [String] = []
    for option in command.options where option.isShown && !groups.contains(option.group) { groups.append(option.group) }
    return groups.map { group in
      ".SH \(group.uppercased())\n" + command.options.filter { $0.group == group }.map(entry).joined()
    }.joined()
  }

  private static func entry(_ option: OptionSpec) -> String {
    let names = [option.short, option.name].compactMap(\.self).map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
    let value =
      option.kind == .option ? " \\fI\(escaped(option.valueName))\\fR" + (option.isRepeatable ? "..." : "") : ""
    return ".TP\n\(names)\(value)\n\(escaped(option.description))\n"
  }

  /// Text without what the macros take for their own: backslashes, dashes that are to be copied, dots and quotes that
  /// begin a line.
  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("-", with: "\\-").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }.joined(separator: "\n")
  }
}
