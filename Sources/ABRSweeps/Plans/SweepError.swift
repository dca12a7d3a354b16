import ABRInput

/// What can be wrong with the files of a sweep.
package enum SweepError: Error, Sendable, Hashable {
  /// A file that cannot be read at all.
  case unreadable(file: String, reason: String)
  /// A file whose content is no plan, or not the result of its shard.
  ///
  /// `line`, and `column` in bytes, count from 1.
  case malformed(file: String, line: Int?, column: Int?, field: String, found: String, allowed: String)

  init(_ fault: InputFault, file: String) {
    self = .malformed(
      file: file, line: fault.line, column: fault.column, field: fault.field, found: fault.found,
      allowed: fault.allowed)
  }

  package init(_ fault: FileFault) { self = .unreadable(file: fault.path, reason: fault.reason) }
}

extension SweepError: CustomStringConvertible {
  /// One line for a person: file, line and column, field, what was found, what is allowed.
  package var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .malformed(let file, let line, let column, let field, let found, let allowed):
      FaultText.at(file, line: line, column: column, field: field, found: found, allowed: allowed)
    }
  }
}
