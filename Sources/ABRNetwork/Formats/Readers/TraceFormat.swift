import ABRInput

/// A format that traces are read in.
///
/// A new format is one file that conforms to this protocol and one name in ``TraceFormats/all``, at any place there.
public protocol TraceFormat: Sendable {
  /// The name to ask for it by, such as `native`: lower case, no spaces.
  static var name: String { get }
  /// What a file holds, in one line.
  static var summary: String { get }
  /// The options that its reader obeys; others are refused.
  static var options: Set<TraceOption> { get }

  /// How well a file's beginning fits this format; `nil` where it does not. ``read(_:)`` checks the whole file.
  static func match(_ head: TraceHead) -> FormatMatch?

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  static func read(_ input: TraceInput) throws(TraceError) -> TraceContent
}

extension TraceFormat {
  /// None.
  public static var options: Set<TraceOption> { [] }

  /// The one trace of a file, without options.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name that the trace is to have.
  ///   - file: the path, for errors.
  /// - Throws: ``TraceError`` naming file, line and field, or that the file holds several traces.
  /// - Complexity: O(*bytes*).
  public static func read(_ bytes: [UInt8], name: String, file: String) throws(TraceError) -> BandwidthTrace {
    let input = TraceInput(bytes: bytes, name: name, file: file)
    return try read(input).only(of: input)
  }
}
