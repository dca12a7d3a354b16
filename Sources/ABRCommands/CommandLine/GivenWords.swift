/// What the words of a command line give: a command, values of its options, and words that it has no place for.
///
/// Options are written `--name value`, `--name=value`, `-n value` or `-nvalue`, and flags one behind the other as in
/// `-qv`. Whatever follows `--` is no option. An option that may be repeated takes all words up to the next option, but
/// leaves as many as the command still requires; written with `=` it takes that one value.
struct GivenWords {
  private let program: CommandSpec
  /// The names that lead to the command.
  private(set) var path: [String] = []
  /// The command.
  private(set) var command: CommandSpec
  /// The values of options and positionals by name, in the order in which they were given; `true` for each flag.
  private(set) var values: [String: [String]] = [:]
  /// Words that are no option, command or argument where they stand.
  private(set) var unexpected: [String] = []
  /// What is wrong with the first option that has no value, or one that it cannot have.
  private(set) var wrongValue: UsageError?
  private var words: ArraySlice<String>

  /// Sorts words.
  init(_ words: some Sequence<String>, of program: CommandSpec) {
    self.program = program
    command = program
    self.words = ArraySlice(words)
    var takesOptions = true
    while let word = self.words.popFirst() {
      if !takesOptions {
        addArgument(word)
      } else if word == "--" {
        takesOptions = false
      } else if Self.isOption(word) {
        addOption(word)
      } else if let child = command.subcommands.first(where: { $0.name == word }) {
        path.append(word)
        command = child
      } else {
        addArgument(word)
      }
    }
  }

  /// The command as it is typed: `abrlab run`.
  var line: String { ([program.name] + path).joined(separator: " ") }

  /// The options of the command and those that every command has, without positionals.
  var options: [OptionSpec] {
    (path.isEmpty ? [.version] : []) + command.options.filter { $0.kind != .positional } + [.help]
  }

  /// An error that points to the help of the command.
  func fault(_ message: String) -> UsageError { UsageError(message, hint: "\(line) --help") }

  /// How often an option was given that may be given once; `nil` where none was given twice.
  var repeated: (name: String, count: Int)? {
    let single = options.filter { $0.kind == .option && !$0.isRepeatable }
    return single.map { ($0.name, values[$0.name]?.count ?? 0) }.first { $0.1 > 1 }
  }

  /// What must be given and is not.
  var missing: [OptionSpec] { command.options.filter { $0.isRequired && values[$0.name] == nil } }

  /// Whether a word begins as options do; negative numbers and `-`, for standard input, are values.
  private static func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word.dropFirst().first.map { !("0"..."9").contains($0) } ?? false
  }

  private func option(_ name: Substring) -> OptionSpec? {
    options.first { $0.name == name || $0.short == String(name) }
  }

  private mutating func addOption(_ word: String) {
    let isLong = word.hasPrefix("--")
    let name = isLong ? word.prefix { $0 != "=" } : word.prefix(2)
    guard let option = option(name) else { return unexpected.append(word) }
    // Behind a long name `=` and the value; behind a short one the value, or more flags.
    let attached = word.dropFirst(name.count).isEmpty ? nil : word.dropFirst(name.count + (isLong ? 1 : 0))
    guard option.kind == .option else {
      if isLong, let attached { return refuse("\(name): found \(attached), expected no value") }
      values[option.name, default: []].append("true")
      if let attached { words = ["-\(attached)"] + words }
      return
    }
    let isName = attached == nil && words.first.map { self.option($0.prefix { $0 != "=" }) != nil } ?? false
    guard attached?.isEmpty != true, !isName, let value = attached.map(String.init) ?? words.popFirst() else {
      return refuse("\(name) needs a value: \(name) \(option.valueName)")
    }
    values[option.name, default: []].append(value)
    guard option.isRepeatable, attached == nil || !isLong else { return }
    while let next = words.first, next != "--", !Self.isOption(next), words.count > missing.count {
      values[option.name, default: []].append(words.removeFirst())
    }
    // It may end the values and nothing else.
    if words.first == "--" { words.removeFirst() }
  }

  private mutating func refuse(_ message: String) { wrongValue = wrongValue ?? fault(message) }

  private mutating func addArgument(_ word: String) {
    let place = command.options.first { $0.kind == .positional && ($0.isRepeatable || values[$0.name] == nil) }
    guard let place else { return unexpected.append(word) }
    values[place.name, default: []].append(word)
  }
}
