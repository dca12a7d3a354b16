/// A format that traces are read in.
///
/// A new format is one file that conforms to this protocol and one line in ``TraceFormats/all``.
public protocol TraceFormat: Sendable {
  /// The name to ask for it by, such as `native`: lower case, no spaces.
  static var name: String { get }
  /// What a file holds, in one line.
  static var summary: String { get }
  /// The options that its reader obeys; others are refused.
  static var options: Set<TraceOption> { get }

  /// Whether a file is meant to be in this format, judged by its beginning. Whether all of it is well formed is for
  /// ``read(_:)`` to say.
  static func recognises(_ head: TraceHead) -> Bool

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

/// The formats that traces are read in.
public enum TraceFormats {
  /// Every format, the more specific ones first: a file is in the first one that recognises it.
  public static let all: [any TraceFormat.Type] = [
    NativeTrace.self, SabreTrace.self, HARLog.self, DashJSLog.self, HLSJSLog.self, AVPlayerLog.self, CMCDEvents.self,
    CloudFrontLog.self, AkamaiLog.self, FastlyLog.self, NginxJSONLog.self, NginxLog.self, ApacheLog.self,
    DownloadTable.self, NorwayLog.self, OboeTrace.self, PensieveTrace.self, MahimahiTrace.self,
    GNetTrackLog.self, NYUMetsTrace.self, NYUMetsMultivariate.self, Lumos5GTable.self, GophersTable.self,
    StarlinkTable.self, LumosChunkLog.self, SBUTrace.self, TwitchProfiles.self, GenetTrace.self, DevToolsProfile.self,
    TrafficControlSchedule.self, TableTrace.self,
  ]

  /// Their names, in the order of ``all``.
  public static var names: [String] { all.map { $0.name } }

  /// The format of a name, `nil` when there is none.
  public static func named(_ name: String) -> (any TraceFormat.Type)? { all.first { $0.name == name } }

  /// The format that a file is in, judged by its content; `nil` when no format recognises it.
  public static func detect(_ bytes: [UInt8], fileName: String) -> (any TraceFormat.Type)? {
    let head = TraceHead(bytes, fileName: fileName)
    return all.first { $0.recognises(head) }
  }
}
