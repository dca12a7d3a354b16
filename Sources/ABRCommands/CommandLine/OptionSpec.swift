/// One option, flag or positional of a command, as data: the parser, the help and the completions all read it.
struct OptionSpec: Sendable, Hashable {
  /// How it takes values.
  enum Kind: Sendable, Hashable {
    case flag, option, positional
  }

  /// What its values are: completions offer what fits, the parser refuses a choice that is not listed.
  enum Values: Sendable, Hashable {
    /// Any text.
    case text
    /// A file or a folder.
    case path
    /// One of these words.
    case choice([String])
    /// Any text; these words are offered by completions.
    case suggestion([String])
  }

  var kind: Kind
  /// `--traces`, or `FILE` for a positional.
  var name: String
  /// `-c`.
  var short: String?
  /// The placeholder of a value in help: `PATH`.
  var valueName: String
  var values: Values
  var isRepeatable: Bool
  var isRequired: Bool
  var help: String
  /// What holds when the option is not given, for help only.
  var defaultText: String?
  /// The heading under which help lists it.
  var group: String
  /// What it was called before: errors name the new name to those who still write it.
  var formerName: String?

  /// An option that takes a value.
  static func option(
    _ name: String, short: String? = nil, _ valueName: String, values: Values = .text, isRepeatable: Bool = false,
    default defaultText: String? = nil, group: String = "Options", _ help: String
  ) -> OptionSpec {
    OptionSpec(
      kind: .option, name: name, short: short, valueName: valueName, values: values, isRepeatable: isRepeatable,
      isRequired: false, help: help, defaultText: defaultText, group: group)
  }

  /// An option that is given or not.
  static func flag(_ name: String, short: String? = nil, group: String = "Options", _ help: String) -> OptionSpec {
    OptionSpec(
      kind: .flag, name: name, short: short, valueName: "", values: .text, isRepeatable: false, isRequired: false,
      help: help, defaultText: nil, group: group)
  }

  /// Of every command.
  static let help = flag("--help", short: "-h", group: "Common options", "Print this help and stop")
  /// Of the program itself.
  static let version = flag("--version", group: "Common options", "Print the version and stop")

  /// The option with a name that it had before.
  func formerly(_ name: String) -> OptionSpec {
    var copy = self
    copy.formerName = name
    return copy
  }

  /// A value without a name in front.
  static func positional(
    _ name: String, values: Values = .path, isRepeatable: Bool = false, isRequired: Bool = true, _ help: String
  ) -> OptionSpec {
    OptionSpec(
      kind: .positional, name: name, short: nil, valueName: name, values: values, isRepeatable: isRepeatable,
      isRequired: isRequired, help: help, defaultText: nil, group: "Arguments")
  }

  /// Whether help, manual and completions name it: what only leads to a message of its own has no heading.
  var isShown: Bool { !group.isEmpty }

  /// The same option under another heading of the help.
  func grouped(_ group: String) -> OptionSpec {
    var copy = self
    copy.group = group
    return copy
  }

  /// All that help says about it: its text, the choices and the default.
  var description: String {
    var text = help
    if case .choice(let choices) = values { text += ": " + choices.joined(separator: ", ") }
    if let defaultText { text += " (default: \(defaultText))" }
    return text
  }
}
