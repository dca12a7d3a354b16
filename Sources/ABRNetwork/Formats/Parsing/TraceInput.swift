import ABRInput

/// A file that is to be read as traces: its bytes, its names and how it is meant.
public struct TraceInput: Sendable {
  /// The content of the file.
  public let bytes: [UInt8]
  /// The name that a single trace is to have; of several each has this name, `#` and its own.
  public let name: String
  /// The path, for errors.
  public let file: String
  /// What the user states about it.
  public let options: TraceOptions

  /// Describes a file.
  public init(bytes: [UInt8], name: String, file: String, options: TraceOptions = TraceOptions()) {
    self.bytes = bytes
    self.name = name
    self.file = file
    self.options = options
  }

  /// The error of a line of the file, or of a place in it.
  package func malformed(
    _ line: Int?, _ field: String, _ found: String, _ allowed: String, at place: Int? = nil
  ) -> TraceError {
    .malformed(
      file: file, line: line, column: place.map { InputFault.column(of: $0, in: bytes) }, field: field, found: found,
      allowed: allowed)
  }

  /// The error of a place in the file.
  package func malformed(_ place: Range<Int>, _ line: Int, _ field: String, _ allowed: String) -> TraceError {
    malformed(line, field, InputFault.excerpt(bytes[place]), allowed, at: place.lowerBound)
  }

  /// The number in a place of the file.
  ///
  /// - Throws: ``TraceError`` naming the line and the field when no number stands there or it is out of range.
  package func number(
    _ place: Range<Int>, _ line: Int, _ field: String,
    in range: ClosedRange<Double> = 0...Double.greatestFiniteMagnitude
  ) throws(TraceError) -> Double {
    guard let value = DecimalParser.parse(bytes, place) else {
      throw malformed(place, line, field, "a decimal number" + FieldFix.text(of: bytes[place]))
    }
    guard range.contains(value) else {
      let allowed =
        range.upperBound == .greatestFiniteMagnitude
        ? value == .infinity ? "a smaller number" : "\(range.lowerBound == 0 ? "0" : "\(range.lowerBound)") or more"
        : "\(range.lowerBound) to \(range.upperBound)"
      let found = value.isFinite ? "\(value)" : InputFault.excerpt(bytes[place])
      throw malformed(line, field, found, allowed, at: place.lowerBound)
    }
    return value
  }
}
