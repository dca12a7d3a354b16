/// A command line that cannot be carried out: exit code 64, or that of the error of a file that it names.
struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong: the option, what was found, what is allowed.
  var message: String
  /// A command that helps further, such as `abrlab run --help`.
  var hint: String?
  /// What the program ends with.
  var code: ExitCode

  init(_ message: String, hint: String? = nil, code: ExitCode = .usage) {
    self.message = message
    self.hint = hint
    self.code = code
  }

  var description: String { message }

  /// What stands before a message about an option, `--export: `; nothing where none is to blame.
  static func prefix(_ place: String?) -> String { place.map { "\($0): " } ?? "" }
}
