import ABRInput

/// The formats that videos are read in.
public enum VideoFormats {
  /// Every format. The order decides nothing but that of lists in help and messages.
  public static let all: [any VideoFormat.Type] = [
    PensieveSizes.self, HLSManifest.self, DASHManifest.self, MITTrace.self, SabreMovie.self, NativeVideo.self,
    LadderCollection.self,
  ]

  /// Their names, in the order of ``all``.
  public static var names: [String] { all.map { $0.name } }

  /// The format of a name, `nil` for an unknown one.
  public static func named(_ name: String) -> (any VideoFormat.Type)? { all.first { $0.name == name } }

  /// The format that a file or folder fits best; `nil` when it fits none.
  public static func detect(_ input: VideoInput) -> (any VideoFormat.Type)? { best(of: all, input) }

  /// The same among some formats.
  static func best(of formats: [any VideoFormat.Type], _ input: VideoInput) -> (any VideoFormat.Type)? {
    FormatMatch.best(of: formats, name: { $0.name }, match: { $0.match(input) })
  }
}
