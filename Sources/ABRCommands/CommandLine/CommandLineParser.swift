import ABRInput
import ABRPolicies
import CCommandLine

/// Parses words by a table of commands. CLI11 does the parsing; this file is the only one that talks to it.
struct CommandLineParser {
  /// What the words ask for.
  enum Request {
    /// A command with its values.
    case command(ParsedArguments)
    /// A text for standard output, and nothing else: help or version.
    case text(String)
  }

  /// The version of the library that parses, such as `2.1.2`.
  static var libraryVersion: String { unsafe String(cString: ccl_library_version()) }

  let program: CommandSpec
  let version: String

  /// Parses the words after the program's name.
  ///
  /// - Throws: ``UsageError`` with the nearest name for an unknown option, command or choice.
  func parse(_ given: [String]) throws(UsageError) -> Request {
    // `help run` is `run --help`.
    let words =
      given.first == "help"
      ? given.dropFirst() + (program.command(at: given.dropFirst()) == nil ? [] : ["--help"]) : given[...]
    // The handle is created and destroyed here, and no pointer or text of the C side outlives this function.
    guard let handle = unsafe ccl_program_create(program.name, program.summary, program.footer, version) else {
      throw UsageError("no memory for the command line")
    }
    defer { unsafe ccl_program_destroy(handle) }
    var options: [(path: String, name: String, option: OpaquePointer?)] = unsafe []
    unsafe describe(program, as: ccl_program_root(handle), path: [], in: handle, words: Set(words), options: &options)
    for word in words { unsafe ccl_argument_add(handle, word) }

    let outcome = unsafe ccl_parse(handle)
    let text = unsafe String(cString: ccl_text(handle))
    let pathText = unsafe String(cString: ccl_command_path(handle))
    let path = pathText.split(separator: " ").map(String.init)
    guard let command = program.command(at: path) else { throw UsageError("unknown command: \(pathText)") }

    switch outcome {
    case CCLOutcomeParsed:
      var values: [String: [String]] = [:]
      for unsafe(place, name, option) in unsafe options where place == pathText {
        for index in unsafe 0..<ccl_option_count(option) {
          guard let value = unsafe ccl_option_value(option, index) else { continue }
          unsafe values[name, default: []].append(String(cString: value))
        }
      }
      try checkChoices(values, of: command)
      return .command(ParsedArguments(path: path, command: command, values: values))
    case CCLOutcomeHelp, CCLOutcomeVersion:
      return .text(text.hasSuffix("\n") ? text : text + "\n")
    default:
      throw error(outcome, text: text, path: path, command: command)
    }
  }

  /// Tells the C side about a command, and about the options of those below it that are named.
  private func describe(
    _ spec: CommandSpec, as command: OpaquePointer?, path: [String], in handle: OpaquePointer, words: Set<String>,
    options: inout [(path: String, name: String, option: OpaquePointer?)]
  ) {
    for option in spec.options {
      let kind =
        switch option.kind {
        case .flag: CCLKindFlag
        case .option: CCLKindOption
        case .positional: CCLKindPositional
        }
      let added = unsafe ccl_option_add(
        handle, command, kind, [option.short, option.name].compactMap(\.self).joined(separator: ","),
        TextWrap.wrap(option.description, width: 68), option.group, option.valueName, option.isRepeatable ? 1 : 0,
        option.isRequired ? 1 : 0)
      unsafe options.append((path.joined(separator: " "), option.name, added))
    }
    for child in spec.subcommands {
      let added = unsafe ccl_command_add(handle, command, child.name, child.summary, child.group, child.footer)
      // Most of the time that the program needs to start would go into options of commands that nobody has named.
      guard words.contains(child.name) else { continue }
      unsafe describe(child, as: added, path: path + [child.name], in: handle, words: words, options: &options)
    }
  }

  private func checkChoices(_ values: [String: [String]], of command: CommandSpec) throws(UsageError) {
    for option in command.options {
      guard case .choice(let choices) = option.values else { continue }
      for value in values[option.name] ?? [] where !choices.contains(value) {
        throw ParsedArguments.wrongChoice(option.name, found: value, allowed: choices)
      }
    }
  }

  private func error(_ outcome: CCLOutcome, text: String, path: [String], command: CommandSpec) -> UsageError {
    let line = ([program.name] + path).joined(separator: " ")
    let hint = "\(line) --help"
    switch outcome {
    case CCLOutcomeUnexpected where text.hasPrefix("-") && text.count > 2:
      let name = String(text.prefix { $0 != "=" })
      if command.option(name) != nil {
        return UsageError("\(name) comes after the command: \(line) … \(name)", hint: hint)
      }
      if let renamed = command.options.first(where: { $0.formerName == name }) {
        return UsageError("\(name) is called \(renamed.name) now", hint: hint)
      }
      let known = command.options.flatMap { [$0.name, $0.short].compactMap(\.self) }.filter { $0.hasPrefix("-") }
      let suggestion = NearestName.hint(for: name, among: known + ["--help"] + (path.isEmpty ? ["--version"] : []))
      return UsageError("\(name): unknown option of '\(line)'\(suggestion)", hint: hint)
    case CCLOutcomeUnexpected where text.hasPrefix("-"):
      return UsageError("\(text): unknown option of '\(line)'", hint: hint)
    case CCLOutcomeUnexpected where !command.subcommands.isEmpty:
      let names = command.subcommands.map(\.name)
      let suggestion = NearestName.hint(for: text, among: names)
      let unknown = "\(text): unknown command of '\(line)'"
      return UsageError(
        unknown + (suggestion.isEmpty ? ", expected \(FaultText.choice(names))" : suggestion), hint: hint)
    case CCLOutcomeUnexpected:
      return UsageError("\(text): '\(line)' takes no further argument", hint: hint)
    case CCLOutcomeMissingValue:
      let value = command.option(text)?.valueName ?? "value"
      return UsageError("\(text) needs a value: \(text) \(value)", hint: hint)
    case CCLOutcomeMissingCommand:
      let names = command.subcommands.map(\.name).joined(separator: ", ")
      return UsageError("'\(line)' needs a command: \(names)", hint: hint)
    case CCLOutcomeMissingOption:
      // A positional is a letter or a word whose meaning only its description says.
      let positional = command.option(text).flatMap { $0.kind == .positional ? $0.description : nil }
      return UsageError(
        "'\(line)' needs \(text)" + (positional.map { ": \($0.prefix(1).lowercased() + $0.dropFirst())" } ?? ""),
        hint: hint)
    default:
      return UsageError(text.isEmpty ? "the command line cannot be read" : text, hint: hint)
    }
  }
}
