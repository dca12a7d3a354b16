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

  /// The formats that its files of `--export` may have.
  var exportFormats: [String] {
    guard let export = option(CommonOptions.export.name), case .choice(let formats)? = option("--format")?.values
    else { return [] }
    return formats + (export == CommonOptions.pageExport ? [PageExports.page] : [])
  }

  /// Whether it has the option that a text begins with: `--export junit=FILE` only where it writes that format.
  func takes(_ text: String) -> Bool {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let option = option(words[0]), option.isShown else { return false }
    return option.name != CommonOptions.export.name || words.count == 1
      || exportFormats.contains(String(words[1].prefix { $0 != "=" }))
  }
}
