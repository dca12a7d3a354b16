import ABRInput
import ABRPlayers
import ABRPolicies
import ABRReports
import ABRSessions

/// The values of a command line, and of a configuration file below it, read by option name and turned into types.
struct ParsedArguments: Sendable {
  /// The texts of one option and where they were given.
  typealias Given = GivenSettings.Value

  /// The words of the command, such as `["trace", "stats"]`.
  let path: [String]
  /// What may be given.
  let command: CommandSpec
  private var given: [String: Given]

  init(path: [String], command: CommandSpec, values: [String: [String]]) {
    self.path = path
    self.command = command
    given = Dictionary(uniqueKeysWithValues: values.map { ($0.key, Given(texts: $0.value, place: $0.key)) })
  }

  /// These arguments with values from elsewhere for the options that were not given.
  func filled(with others: [String: Given]) -> ParsedArguments {
    var copy = self
    copy.given.merge(others) { own, _ in own }
    return copy
  }

  /// The same values for another command, of those options that it has.
  func renamed(to command: CommandSpec) -> ParsedArguments {
    var copy = ParsedArguments(path: [command.name], command: command, values: [:])
    copy.given = given.filter { command.option($0.key) != nil }
    return copy
  }

  /// These arguments with other values of one option, of which each may have a place of its own.
  func setting(_ name: String, to texts: [String], place: String, places: [String] = []) -> ParsedArguments {
    var copy = self
    copy.given[name] = Given(texts: texts, place: place, places: places)
    return copy
  }

  /// Whether an option, flag or positional was given.
  func has(_ name: String) -> Bool { !strings(name).isEmpty }

  /// How often a flag was given.
  func count(_ name: String) -> Int { strings(name).count }

  /// All values of an option, in the order they were given.
  func strings(_ name: String) -> [String] {
    precondition(command.option(name) != nil, "\(path.joined(separator: " ")) has no option \(name)")
    return given[name]?.texts ?? []
  }

  /// The value of an option, `nil` when it was not given.
  func string(_ name: String) -> String? { strings(name).first }

  /// The values of an option with their place; `nil` where it was not given, or the command has no such option.
  func given(_ name: String) -> Given? { given[name].flatMap { $0.texts.isEmpty ? nil : $0 } }

  /// The values of all options, by their names without hyphens.
  var settings: GivenSettings {
    GivenSettings(
      Dictionary(
        uniqueKeysWithValues: given.compactMap {
          $0.key.hasPrefix("--") ? (String($0.key.dropFirst(2)), $0.value) : nil
        }))
  }

  /// How errors call an option: its name, or the line of the configuration file that gives it.
  func place(_ name: String) -> String { given[name]?.place ?? name }

  /// What was given of some options on the command line, a configuration file apart.
  func words(of options: [OptionSpec]) -> [String] {
    options.filter { has($0.name) && place($0.name) == $0.name }.flatMap { option in
      (option.kind == .positional ? [] : [option.name]) + (option.kind == .flag ? [] : strings(option.name))
    }
  }

  /// The command line as it was given, without some options.
  func line(without left: [String]) -> String {
    let words = words(of: command.options.filter { !left.contains($0.name) })
    return (["abrlab"] + path + words).map(ShellWord.quoted).joined(separator: " ")
  }

  /// The value of an option as whole number.
  /// - Throws: ``UsageError`` when it is none or lies outside the range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    try convert(name) { text throws(QuantityError) in try Quantity.integer(text, in: range) }
  }

  /// The value of an option as seconds.
  /// - Throws: ``UsageError`` when it is no duration.
  func duration(_ name: String) throws(UsageError) -> Double? {
    try convert(name) { text throws(QuantityError) in try Quantity.duration(text) }
  }

  /// The value of an option as share of one, such as `25%`.
  /// - Throws: ``UsageError`` when it is none or over one.
  func share(_ name: String) throws(UsageError) -> Double? {
    try convert(name) { text throws(QuantityError) in try Quantity.share(text) }
  }

  /// A number of bytes, such as `20kB`.
  func bytes(_ name: String) throws(UsageError) -> Int? {
    try convert(name) { text throws(QuantityError) in try Quantity.bytes(text) }
  }

  /// The value of an option as number without a unit.
  /// - Throws: ``UsageError`` when it is none or lies outside the range.
  func number(_ name: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    try convert(name) { text throws(QuantityError) in
      let number = try? Quantity.number(text)
      guard let number, range.contains(number) else {
        throw QuantityError(found: text, allowed: "a number, \(range.lowerBound) to \(range.upperBound)")
      }
      return number
    }
  }

  /// The value of an option as a case of an enumeration whose raw values are the option's choices.
  /// - Throws: ``UsageError`` when it is none of them.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, as: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice? {
    guard let text = string(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Self.wrongChoice(place(name), found: text, allowed: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// The error for a value that is not allowed. Another name of a player is answered with the allowed one.
  static func wrongChoice(_ place: String, found: String, allowed: [String]) -> UsageError {
    if let player = try? KnownPlayer.named(found, spec: found), allowed.contains(player.name) {
      return UsageError("\(place): found \(found), expected \(player.name), which is the same player")
    }
    return UsageError("\(place): \(NearestName.message(found: found, kind: "value", allowed: allowed))")
  }

  private func convert<Value>(
    _ name: String, _ body: (String) throws(QuantityError) -> Value
  ) throws(UsageError) -> Value? {
    guard let text = string(name) else { return nil }
    do {
      return try body(text)
    } catch {
      throw UsageError("\(place(name)): \(error)")
    }
  }
}
