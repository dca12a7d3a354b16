import ABRInput

/// What can be wrong with a file that says how viewers watch.
public enum ViewerError: Error, Sendable, Hashable {
  /// A file that cannot be read at all.
  case unreadable(file: String, reason: String)
  /// A file whose content is not what is needed; `line` and
  /// `column`, in bytes, count from 1 and are `nil` where they do not help.
  case malformed(
    file: String, line: Int?, column: Int? = nil, field: String, found: String, allowed: String)

  /// The error of a file whose content has a fault.
  package init(_ fault: InputFault, file: String) {
    self = .malformed(
      file: file, line: fault.line, column: fault.column, field: fault.field, found: fault.found, allowed: fault.allowed
    )
  }

  /// The bytes of a file.
  package static func bytes(of file: String) throws(ViewerError) -> [UInt8] {
    do {
      return try InputFile.read(file)
    } catch {
      throw .unreadable(file: error.path, reason: error.reason)
    }
  }
}

extension ViewerError: CustomStringConvertible {
  /// One line for a person: file, line, field, what was found, what is allowed.
  public var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .malformed(let file, let line, let column, let field, let found, let allowed):
      FaultText.at(file, line: line, column: column, field: field, found: found, allowed: allowed)
    }
  }
}
