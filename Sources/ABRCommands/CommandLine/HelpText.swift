/// What `--help` prints of a command: what it does, how it is called, its arguments, options and commands, and more
/// about it below.
enum HelpText {
  /// The column in which descriptions begin.
  private static let column = 32

  /// The help of the command that words name.
  static func of(_ given: GivenWords) -> String {
    let command = given.command
    let positionals = command.options.filter { $0.kind == .positional }
    let usage = positionals.map(usage) + (command.subcommands.isEmpty ? [] : ["COMMAND"]) + ["[OPTIONS]"]
    var parts = [command.summary, "Usage: \(given.line) \(usage.joined(separator: " "))"]
    parts += sections(positionals, heading: { _ in "Positionals" }) { row($0.name, $0) }
    parts += sections(given.options.filter(\.isShown), heading: \.group) { option in
      let names = [option.short, option.name].compactMap(\.self).joined(separator: ", ")
      return row(
        option.kind == .flag ? names : "\(names) \(option.valueName)\(option.isRepeatable ? "..." : "")", option)
    }
    parts += sections(command.subcommands, heading: \.group) { row($0.name, $0.summary) }
    if !command.discussion.isEmpty { parts.append(TextWrap.wrap(command.discussion, width: 100)) }
    if !command.examples.isEmpty {
      parts.append("Examples:" + command.examples.map { "\n  # \($0.meaning)\n  \($0.line)" }.joined())
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func usage(_ positional: OptionSpec) -> String {
    let name = positional.name + (positional.isRepeatable ? "..." : "")
    return positional.isRequired ? name : "[\(name)]"
  }

  /// Entries below their headings, in the order in which these come first.
  private static func sections<Entry>(
    _ entries: [Entry], heading: (Entry) -> String, row: (Entry) -> String
  ) -> [String] {
    var headings: [String] = []
    for entry in entries where !headings.contains(heading(entry)) { headings.append(heading(entry)) }
    return headings.map { title in
      "\(title):\n" + entries.filter { heading($0) == title }.map(row).joined(separator: "\n")
    }
  }

  private static func row(_ name: String, _ option: OptionSpec) -> String {
    row(name, TextWrap.wrap(option.description, width: 68))
  }

  private static func row(_ name: String, _ description: String) -> String {
    let indent = String(repeating: " ", count: column)
    let name = "  \(name)"
    let start = name.count < column ? name + indent.dropFirst(name.count) : "\(name)\n\(indent)"
    return start + description.replacing("\n", with: "\n\(indent)")
  }
}
