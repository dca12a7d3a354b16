import ABRInput

/// What can be wrong with a video or the file it is read from.
public enum VideoError: Error, Sendable, Hashable {
  /// A video without renditions.
  case emptyLadder
  /// A value outside what is allowed; `field` is the path inside the video.
  case invalid(field: String, found: String, allowed: String)
  /// A file that cannot be read at all.
  case unreadable(file: String, reason: String)
  /// A file whose content is not what its format demands; `line` and
  /// `column`, in bytes, count from 1 and are `nil` where they do not help.
  case malformed(
    file: String, line: Int?, column: Int? = nil, field: String, found: String, allowed: String)
  /// A file that no video format recognises.
  case unrecognised(file: String, known: [String])
}

extension VideoError: CustomStringConvertible {
  /// One line for a person: file, line, field, what was found, what is allowed.
  public var description: String {
    switch self {
    case .emptyLadder: "renditions: missing, expected at least one"
    case .invalid(let field, let found, let allowed): "\(field): \(FaultText.of(found: found, allowed: allowed))"
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .malformed(let file, let line, let column, let field, let found, let allowed):
      FaultText.at(file, line: line, column: column, field: field, found: found, allowed: allowed)
    case .unrecognised(let file, let known):
      "\(file): not a video in any known format (\(known.joined(separator: ", ")))"
    }
  }

  /// The same error with the file named, for checks that know only the value.
  public func inFile(_ file: String, line: Int? = nil) -> VideoError {
    switch self {
    case .emptyLadder:
      .malformed(file: file, line: line, field: "renditions", found: "none", allowed: "at least one")
    case .invalid(let field, let found, let allowed):
      .malformed(file: file, line: line, field: field, found: found, allowed: allowed)
    default: self
    }
  }
}
