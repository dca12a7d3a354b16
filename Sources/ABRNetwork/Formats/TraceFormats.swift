import ABRInput

/// The formats that traces are read in.
public enum TraceFormats {
  /// Every format. The order decides nothing but that of lists in help and messages.
  public static let all: [any TraceFormat.Type] = [
    NativeTrace.self, SabreTrace.self, HARLog.self, DashJSLog.self, HLSJSLog.self, AVPlayerLog.self, CMCDEvents.self,
    CloudFrontLog.self, IISLog.self, AkamaiLog.self, FastlyLog.self, NginxJSONLog.self, NginxLog.self, ApacheLog.self,
    FormattedLog.self, RecordTrace.self, IperfReport.self, DownloadTable.self, NorwayLog.self, OboeTrace.self,
    PensieveTrace.self,
    MahimahiTrace.self,
    GNetTrackLog.self, NYUMetsTrace.self, NYUMetsMultivariate.self, Lumos5GTable.self, GophersTable.self,
    StarlinkTable.self, LumosChunkLog.self, SBUTrace.self, TwitchProfiles.self, GenetTrace.self, DevToolsProfile.self,
    WebPageTestProfiles.self, TrafficControlSchedule.self, TableTrace.self,
  ]

  /// Their names, in the order of ``all``.
  public static var names: [String] { all.map { $0.name } }

  /// The format of a name, `nil` for an unknown one.
  public static func named(_ name: String) -> (any TraceFormat.Type)? { all.first { $0.name == name } }

  /// The format that a file's beginning fits best; `nil` when it fits none.
  public static func detect(_ bytes: [UInt8], fileName: String) -> (any TraceFormat.Type)? {
    detect(TraceHead(bytes, fileName: fileName))
  }

  /// The same for a beginning that was looked at already.
  static func detect(_ head: TraceHead) -> (any TraceFormat.Type)? {
    // Most files of a large run have the lab's own header, and asking every format takes longer than reading one.
    NativeTrace.match(head) == .signature ? NativeTrace.self : best(of: all, head)
  }

  /// The same among some formats.
  static func best(of formats: [any TraceFormat.Type], _ head: TraceHead) -> (any TraceFormat.Type)? {
    FormatMatch.best(of: formats, name: { $0.name }, match: { $0.match(head) })
  }
}
