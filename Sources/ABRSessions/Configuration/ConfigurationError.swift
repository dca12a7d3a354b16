import ABRInput

/// What can be wrong with a configuration file.
///
/// Lines, and columns in characters, count from 1. A column is `nil` where a key is missing: the line is that of its
/// table.
package enum ConfigurationError: Error, Sendable, Hashable {
  /// A file that cannot be read at all.
  case unreadable(file: String, reason: String)
  /// A file that a key names and that cannot be read at all.
  case unreadableInput(file: String, line: Int, column: Int?, key: String, path: String, reason: String)
  /// A file that is not TOML; the place is that of the first mistake.
  case syntax(file: String, line: Int, column: Int, reason: String)
  /// A value that the lab cannot use; `key` is its path, such as `run.buffer`.
  case invalid(file: String, line: Int, column: Int?, key: String, found: String, allowed: String)
  /// A value that is wrong in itself, such as a spec; the reason says what and where.
  case refused(file: String, line: Int, column: Int?, key: String, reason: String)
  /// A key that means nothing here; `suggestion` is the nearest one that does.
  case unknownKey(file: String, line: Int, column: Int?, key: String, allowed: [String], suggestion: String?)
}

extension ConfigurationError {
  /// Whether a file is missing or may not be read, and not its content wrong.
  package var isUnreadable: Bool {
    switch self {
    case .unreadable, .unreadableInput: true
    case .syntax, .invalid, .refused, .unknownKey: false
    }
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// One line for a person: file, line and column, key, what was found, what is allowed.
  package var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .unreadableInput(let file, let line, let column, let key, let path, let reason):
      FaultText.place(file, line: line, column: column) + "\(key): \(path): cannot be read: \(reason)"
    case .syntax(let file, let line, let column, let reason):
      "\(file):\(line):\(column): \(FaultText.cut(reason, to: FaultText.longest))"
    case .invalid(let file, let line, let column, let key, let found, let allowed):
      FaultText.at(file, line: line, column: column, field: key, found: found, allowed: allowed)
    case .unknownKey(let file, let line, let column, let key, let allowed, let suggestion):
      FaultText.place(file, line: line, column: column) + "\(FaultText.cut(key, to: 100)): unknown key"
        + (suggestion.map { "; did you mean \($0)?" }
          ?? ", expected \(FaultText.cut(FaultText.choice(allowed), to: 250))")
    case .refused(let file, let line, let column, let key, let reason):
      FaultText.place(file, line: line, column: column) + FaultText.cut("\(key): \(reason)", to: FaultText.longest)
    }
  }
}
