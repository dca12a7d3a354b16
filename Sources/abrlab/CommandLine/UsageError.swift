/// A command line that cannot be carried out: exit code 64.
struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong: the option, what was found, what is allowed.
  var message: String
  /// A command that helps further, such as `abrlab run --help`.
  var hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  var description: String { message }
}
