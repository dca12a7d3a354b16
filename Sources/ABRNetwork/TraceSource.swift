/// A trace of a run and where it came from.
public struct TraceSource: Sendable {
  /// The file, as the user named it or found below a folder the user named.
  public let file: String
  /// Name of the folder that holds the file: traces of one kind lie together.
  public let family: String
  /// SHA-256 of the file's bytes, in hexadecimal.
  public let sha256: String
  /// The trace.
  public let trace: BandwidthTrace

  /// Describes a trace.
  public init(file: String, family: String, sha256: String, trace: BandwidthTrace) {
    self.file = file
    self.family = family
    self.sha256 = sha256
    self.trace = trace
  }
}
