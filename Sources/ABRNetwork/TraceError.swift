import ABRInput

/// What can be wrong with a trace or the file it is read from.
public enum TraceError: Error, Sendable, Hashable {
  /// A value outside what is allowed; `field` is the path inside the trace, such as `row 3 bandwidth_bps`.
  case invalid(field: String, found: String, allowed: String)
  /// A trace that never carries a byte: a download over it would never end.
  case neverCarriesAByte(rows: Int)
  /// A file that cannot be read at all.
  case unreadable(file: String, reason: String)
  /// A file whose content is not what its format demands; `line` is 1-based and `nil` when the format has no lines.
  case malformed(file: String, line: Int?, field: String, found: String, allowed: String)
  /// A file that no trace format recognises.
  case unrecognised(file: String, known: [String])
}

extension TraceError: CustomStringConvertible {
  /// One line for a person: file, line, field, what was found, what is allowed.
  public var description: String {
    switch self {
    case .invalid(let field, let found, let allowed): "\(field): \(FaultText.of(found: found, allowed: allowed))"
    case .neverCarriesAByte(let rows):
      "bandwidth_bps: found 0 in all \(rows) rows, expected at least one row that carries a byte"
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .malformed(let file, let line, let field, let found, let allowed):
      FaultText.at(file, line: line, field: field, found: found, allowed: allowed)
    case .unrecognised(let file, let known):
      "\(file): not a trace in any known format (\(known.joined(separator: ", ")))"
    }
  }

  /// The same error with the file named, for checks that know only the value.
  public func inFile(_ file: String, line: Int? = nil) -> TraceError {
    switch self {
    case .invalid(let field, let found, let allowed):
      .malformed(file: file, line: line, field: field, found: found, allowed: allowed)
    case .neverCarriesAByte(let rows):
      .malformed(
        file: file, line: line, field: "bandwidth_bps", found: "0 in all \(rows) rows",
        allowed: "at least one row that carries a byte")
    default: self
    }
  }
}
