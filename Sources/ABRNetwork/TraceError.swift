import ABRInput

/// What can be wrong with a trace or the file it is read from.
public enum TraceError: Error, Sendable, Hashable {
  /// A value outside what is allowed; `field` is the path inside the trace, such as `row 3 bandwidth_bps`.
  case invalid(field: String, found: String, allowed: String)
  /// A trace whose rows carry less than a byte together, in bits: a download over it would never end.
  case neverCarriesAByte(rows: Int, bits: Double = 0)
  /// A file that cannot be read at all.
  case unreadable(file: String, reason: String)
  /// A file whose content is not what its format demands; `line` and
  /// `column`, in bytes, count from 1 and are `nil` where they do not help.
  case malformed(
    file: String, line: Int?, column: Int? = nil, field: String, found: String, allowed: String)
  /// A file that no trace format recognises.
  case unrecognised(file: String, known: [String])
  /// A file that is no trace but something else that is known, such as a manifest.
  case foreign(file: String, what: String, fix: String)
  /// A file that holds several traces where one is wanted.
  case several(file: String, names: [String])
  /// A trace whose numbers cannot be those of a network, so that another unit must be meant.
  case implausible(file: String, format: String, found: String, fix: String)
}

extension TraceError: CustomStringConvertible {
  /// One line for a person: file, line, field, what was found, what is allowed.
  public var description: String {
    switch self {
    case .invalid(let field, let found, let allowed): "\(field): \(FaultText.of(found: found, allowed: allowed))"
    case .neverCarriesAByte(let rows, let bits):
      "bandwidth_bps: \(FaultText.of(found: Self.found(bits, inAll: rows), allowed: Self.allowedCapacity))"
    case .unreadable(let file, let reason): "\(file): cannot be read: \(reason)"
    case .malformed(let file, let line, let column, let field, let found, let allowed):
      FaultText.at(file, line: line, column: column, field: field, found: found, allowed: allowed)
    case .unrecognised(let file, let known):
      "\(file): not a trace in any known format (\(known.joined(separator: ", ")))"
    case .foreign(let file, let what, let fix): "\(file): is \(what), not a trace: \(fix)"
    case .several(let file, let names):
      "\(file): holds \(names.count) traces "
        + "(\(FaultText.cut(names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : ""), to: 160))): "
        + "choose one with --trace-option series=\(FaultText.cut(names.first ?? "NAME", to: 40)), or write each to a file "
        + "of its own with abrlab trace import"
    case .implausible(let file, let format, let found, let fix):
      "\(file): found \(found) when read as \(format), not a plausible network; did you mean \(fix)? --trace-option "
        + "check=off reads it anyway"
    }
  }

  /// Whether a file is no trace at all, and not one with a fault: in a folder it may lie beside traces.
  package var isForeign: Bool {
    switch self {
    case .unrecognised, .foreign: true
    default: false
    }
  }

  /// The same error with the file named, for checks that know only the value.
  public func inFile(_ file: String, line: Int? = nil) -> TraceError {
    switch self {
    case .invalid(let field, let found, let allowed):
      .malformed(file: file, line: line, field: field, found: found, allowed: allowed)
    case .neverCarriesAByte(let rows, let bits):
      .malformed(
        file: file, line: line, field: "bandwidth_bps", found: Self.found(bits, inAll: rows),
        allowed: Self.allowedCapacity)
    default: self
    }
  }

  private static let allowedCapacity = "at least one row that carries a byte"

  private static func found(_ bits: Double, inAll rows: Int) -> String {
    bits > 0 ? "\(bits) bits, less than a byte, in all \(rows) rows" : "0 in all \(rows) rows"
  }
}
