import ABRPolicies

/// The values of a command line, read by option name and turned into types.
struct ParsedArguments: Sendable {
  /// The words of the command, such as `["trace", "stats"]`.
  let path: [String]
  private let command: CommandSpec
  private let values: [String: [String]]

  init(path: [String], command: CommandSpec, values: [String: [String]]) {
    self.path = path
    self.command = command
    self.values = values
  }

  /// Whether an option, flag or positional was given.
  func has(_ name: String) -> Bool { !strings(name).isEmpty }

  /// How often a flag was given.
  func count(_ name: String) -> Int { strings(name).count }

  /// All values of an option, in the order they were given.
  func strings(_ name: String) -> [String] {
    precondition(command.option(name) != nil, "\(path.joined(separator: " ")) has no option \(name)")
    return values[name] ?? []
  }

  /// The value of an option, `nil` when it was not given.
  func string(_ name: String) -> String? { strings(name).first }

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

  /// The value of an option as number without a unit.
  /// - Throws: ``UsageError`` when it is none.
  func number(_ name: String) throws(UsageError) -> Double? {
    try convert(name) { text throws(QuantityError) in try Quantity.number(text) }
  }

  /// The value of an option as a case of an enumeration whose raw values are the option's choices.
  /// - Throws: ``UsageError`` when it is none of them.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, as: Choice.Type = Choice.self
  ) throws(UsageError) -> Choice? {
    guard let text = string(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw Self.wrongChoice(name, found: text, allowed: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// The error for a word that is none of the choices.
  static func wrongChoice(_ name: String, found: String, allowed: [String]) -> UsageError {
    let list = allowed.joined(separator: ", ")
    return UsageError("\(name): found \(found), allowed \(list)" + NearestName.hint(for: found, among: allowed))
  }

  /// The same arguments, with values for options that the command line leaves out.
  func withDefaults(_ defaults: [String: [String]]) -> ParsedArguments {
    ParsedArguments(
      path: path, command: command, values: values.merging(defaults) { given, other in given.isEmpty ? other : given })
  }

  private func convert<Value>(
    _ name: String, _ body: (String) throws(QuantityError) -> Value
  ) throws(UsageError) -> Value? {
    guard let text = string(name) else { return nil }
    do {
      return try body(text)
    } catch {
      throw UsageError("\(name): \(error)")
    }
  }
}
