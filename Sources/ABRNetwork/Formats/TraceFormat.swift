/// A way to write traces in files.
///
/// A new format is one file that conforms to this protocol and one line in ``TraceFormats/all``.
public protocol TraceFormat: Sendable {
  /// The name to ask for it by, such as `native`: lower case, no spaces.
  static var name: String { get }
  /// What a file holds, in one line.
  static var summary: String { get }

  /// Whether a file is meant to be in this format, judged by its beginning. Whether all of it is well formed is for
  /// ``read(_:name:file:)`` to say.
  ///
  /// - Parameters:
  ///   - head: the first bytes of the file, at most ``TraceFormats/headLength``, without a byte order mark.
  ///   - fileName: the last component of its path.
  static func recognises(_ head: ArraySlice<UInt8>, fileName: String) -> Bool

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the name that the trace is to have.
  ///   - file: the path, for errors.
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  static func read(_ bytes: [UInt8], name: String, file: String) throws(TraceError) -> BandwidthTrace
}

/// The formats that traces are read in.
public enum TraceFormats {
  /// Every format, the more specific ones first: a file is in the first one that recognises it.
  public static let all: [any TraceFormat.Type] = [NativeTrace.self, SabreTrace.self, PensieveTrace.self]

  /// How many bytes of a file a format sees when it is asked whether it recognises it.
  public static let headLength = 4096

  /// Their names, in the order of ``all``.
  public static var names: [String] { all.map { $0.name } }

  /// The format of a name, `nil` when there is none.
  public static func named(_ name: String) -> (any TraceFormat.Type)? { all.first { $0.name == name } }

  /// The format that a file is in, judged by its content; `nil` when no format recognises it.
  public static func detect(_ bytes: [UInt8], fileName: String) -> (any TraceFormat.Type)? {
    let start = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    let head = bytes[start..<min(bytes.count, start + headLength)]
    return all.first { $0.recognises(head, fileName: fileName) }
  }
}
