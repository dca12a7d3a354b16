/// One command, as data: its name, what it does, its options and the commands below it.
struct CommandSpec: Sendable {
  /// A command line that can be copied, and what it does.
  struct Example: Sendable {
    var line: String
    var meaning: String
  }

  var name: String
  /// One line for the list of commands.
  var summary: String
  /// The heading under which the list of commands shows it.
  var group: String = "Commands"
  /// More about it, for its own help.
  var discussion: String = ""
  var examples: [Example] = []
  var options: [OptionSpec] = []
  var subcommands: [CommandSpec] = []

  /// The command that a path of names leads to.
  func command(at path: some Sequence<String>) -> CommandSpec? {
    var current = self
    for name in path {
      guard let next = current.subcommands.first(where: { $0.name == name }) else { return nil }
      current = next
    }
    return current
  }

  /// An option of this command by its long or short name.
  func option(_ name: String) -> OptionSpec? {
    options.first { $0.name == name || $0.short == name }
  }
}
