import ABRInput
import ABRPlayers
import ABRPolicies
import ABRReports

/// Parses words by a table of commands.
struct CommandLineParser {
  /// What the words ask for.
  enum Request {
    /// A command with its values.
    case command(ParsedArguments)
    /// A text for standard output, and nothing else: help or version.
    case text(String)
  }

  let program: CommandSpec
  let version: String

  /// Parses the words after the program's name.
  ///
  /// - Throws: ``UsageError`` with the nearest name for an unknown option, command or choice.
  func parse(_ words: [String]) throws(UsageError) -> Request {
    // `help run` is `run --help`.
    let isHelp = words.first == "help"
    let asksForHelp = isHelp && program.command(at: words.dropFirst()) != nil
    let words = (isHelp ? words.dropFirst() : words[...]) + (asksForHelp ? ["--help"] : [])
    let given = GivenWords(words, of: program)
    if let wrong = given.wrongValue { throw wrong }
    if given.values["--version"] != nil { return .text("\(version)\n") }
    if given.values["--help"] != nil { return .text(HelpText.of(given)) }
    if let word = given.unexpected.first { throw unexpected(word, given, isHelp: isHelp) }
    if let (name, count) = given.repeated {
      if name == Self.configuration, given.path == ["run"] { throw severalConfigurations(given) }
      throw given.fault("\(name): given \(count) times, expected once")
    }
    guard given.command.subcommands.isEmpty else {
      let names = given.command.subcommands.map(\.name).joined(separator: ", ")
      throw given.fault("'\(given.line)' needs a command: \(names)")
    }
    guard given.missing.isEmpty else {
      let names = given.missing.map(\.name).joined(separator: ", ")
      // A positional is a letter or a word whose meaning only its description says.
      let meaning = given.missing.count == 1 ? given.missing[0].description : ""
      throw given.fault(
        "'\(given.line)' needs \(names)\(meaning.isEmpty ? "" : ": ")\(meaning.prefix(1).lowercased())\(meaning.dropFirst())"
          + taken(given))
    }
    try checkChoices(given.values, of: given.command)
    for option in given.command.options where InputPaths.outputs.contains(option.name) {
      for path in given.values[option.name] ?? [] { try OutputPath.check(path, of: option) }
    }
    return .command(ParsedArguments(path: given.path, command: given.command, values: given.values))
  }

  /// Which option may have taken the words that are missing.
  private func taken(_ given: GivenWords) -> String {
    let taker = given.command.options.first {
      $0.kind == .option && $0.isRepeatable && given.values[$0.name]?.isEmpty == false
    }
    guard let taker, let words = given.values[taker.name] else { return "" }
    let positionals = given.command.options.filter { $0.kind == .positional }.map(\.name).joined(separator: " ")
    return "; \(taker.name) took \(words.joined(separator: " ")): write \(positionals) before it"
  }

  private func checkChoices(_ values: [String: [String]], of command: CommandSpec) throws(UsageError) {
    for option in command.options {
      guard case .choice(let choices) = option.values else { continue }
      for value in values[option.name] ?? [] where !choices.contains(value) {
        throw ParsedArguments.wrongChoice(option.name, found: value, allowed: choices)
      }
    }
  }

  /// Which commands have an option: `abrlab check has --gate`; `nil` where none has.
  private func holders(of option: String) -> String? {
    let names = CompletionTable.commands(of: program).filter { $0.command.takes(option) }.map {
      ([program.name] + $0.path).joined(separator: " ")
    }
    guard let last = names.prefix(3).last else { return nil }
    let first = names.prefix(3).dropLast().joined(separator: ", ")
    return (first.isEmpty ? "\(last) has" : "\(first) and \(last) have") + " \(option)"
  }

  private static let configuration = "--player-config"

  /// The error for several configurations of a player.
  private func severalConfigurations(_ given: GivenWords) -> UsageError {
    let files = (given.values[Self.configuration] ?? []) + given.unexpected.filter { !$0.hasPrefix("-") }
    let player = given.values["--player"]?.first ?? "PLAYER"
    let players = files.map { "'\(KnownPlayer.spec(player, configuredBy: $0))'" }
    return UsageError(
      "\(Self.configuration): found \(files.count) files, expected one; name each among the options of a player",
      hint: "--player " + players.joined(separator: " "))
  }

  /// Full command lines of all commands with this name, such as `abrlab player fingerprint`; `nil` if there are none.
  private func lines(ofCommand name: String, isHelp: Bool) -> String? {
    let lines = CompletionTable.commands(of: program).filter { $0.path.last == name }.map {
      ([program.name] + (isHelp ? ["help"] : []) + $0.path).joined(separator: " ")
    }
    return lines.isEmpty ? nil : FaultText.choice(lines)
  }

  /// The error for a word that is no option, command or argument where it stands.
  ///
  /// - Parameter isHelp: whether the help of a command is asked for.
  private func unexpected(_ word: String, _ given: GivenWords, isHelp: Bool) -> UsageError {
    let (line, command) = (given.line, given.command)
    guard !word.hasPrefix("-") else {
      let name = String(word.prefix { $0 != "=" })
      if command.option(name) != nil { return given.fault("\(name) comes after the command: \(line) … \(name)") }
      if let renamed = command.options.first(where: { $0.formerName == name }) {
        return given.fault("\(name) is called \(renamed.name) now")
      }
      let words = RelatedOption.words(
        for: name, player: given.values["--player"]?.first, isSearch: command.takes("--vary"))
      if let words, command.takes(words) {
        return given.fault("\(name): unknown option of '\(line)'; write \(words)")
      }
      // --trace and --traces where the trace is an argument.
      let stem = name.drop { $0 == "-" }.uppercased()
      let arguments = command.options.filter { $0.kind == .positional }.map(\.name)
      // A and B begin many names.
      if let argument = arguments.first(where: {
        $0 == RelatedOption.arguments[name] || $0 == stem || $0.count > 1 && stem.hasPrefix($0)
      }) {
        return given.fault(
          "\(name): unknown option of '\(line)'; write \(argument) without an option: \(line) "
            + arguments.joined(separator: " "))
      }
      if let holders = holders(of: name) ?? words.flatMap(holders) {
        return given.fault("\(name): unknown option of '\(line)'; \(holders)")
      }
      let known = given.options.flatMap { [$0.name, $0.short].compactMap(\.self) }
      let suggestion = name.count > 2 ? NearestName.hint(for: name, among: known) : ""
      return given.fault("\(name): unknown option of '\(line)'\(suggestion)")
    }
    if given.values[Self.configuration] != nil, given.path == ["run"] { return severalConfigurations(given) }
    guard !command.subcommands.isEmpty else {
      let words = RelatedOption.option(forArgument: word).flatMap {
        command.takes($0) ? "; write \($0) '\(word)'" : nil
      }
      return given.fault("\(word): '\(line)' takes no further argument\(words ?? "")")
    }
    if let lines = lines(ofCommand: word, isHelp: isHelp) {
      return given.fault("\(word): unknown command of '\(line)'; write \(lines)")
    }
    let names = command.subcommands.map(\.name)
    let suggestion = NearestName.hint(for: word, among: names + ["help"])
    return given.fault(
      "\(word): unknown command of '\(line)'"
        + (suggestion.isEmpty ? ", expected \(FaultText.choice(names))" : suggestion))
  }
}
