/// A format that videos, ladders with the sizes of their segments, are read in.
///
/// A new format is one file that conforms to this protocol and one line in ``VideoFormats/all``.
public protocol VideoFormat: Sendable {
  /// The name to ask for it by, such as `native`: lower case, no spaces.
  static var name: String { get }
  /// What a file or folder holds, in one line.
  static var summary: String { get }

  /// Whether a file or folder is meant to be in this format. Whether it is well formed is for ``read(_:options:)`` to
  /// say.
  static func recognises(_ input: VideoInput) -> Bool

  /// Reads the videos of a file or folder, at least one.
  ///
  /// - Throws: ``VideoError`` naming file, line and field.
  /// - Complexity: O(size of the files).
  static func read(_ input: VideoInput, options: VideoOptions) throws(VideoError) -> [Video]
}

/// What to assume about videos where their files do not say.
public struct VideoOptions: Sendable, Hashable {
  /// Sizes for a ladder without any, unless its file names a model.
  public var sizeModel: SizeModel
  /// Seconds for a ladder without sizes whose file names neither a duration nor a number of segments.
  public var ladderDuration: Double
  /// Seconds of a segment of a manifest that does not list its segments.
  public var ladderSegmentDuration: Double
  /// Sizes of segments that do not lie beside their manifest.
  public var segmentSizes: SegmentSizeList?
  /// Bandwidths in bits per second of a Pensieve folder without a ladder, lowest first.
  public var folderBandwidths: [Int]
  /// Seconds of a segment of such a folder.
  public var folderSegmentDuration: Double

  /// Constant sizes, ten minutes in segments of six seconds, and Pensieve's own video, unless said otherwise.
  public init(
    sizeModel: SizeModel = .constant, ladderDuration: Double = 600, ladderSegmentDuration: Double = 6,
    segmentSizes: SegmentSizeList? = nil,
    folderBandwidths: [Int] = PensieveSizes.bandwidths,
    folderSegmentDuration: Double = PensieveSizes.segmentDuration
  ) {
    self.sizeModel = sizeModel
    self.ladderDuration = ladderDuration
    self.ladderSegmentDuration = ladderSegmentDuration
    self.segmentSizes = segmentSizes
    self.folderBandwidths = folderBandwidths
    self.folderSegmentDuration = folderSegmentDuration
  }
}

/// The formats that videos are read in.
public enum VideoFormats {
  /// Every format, the more specific ones first: a file is in the first one that recognises it.
  public static let all: [any VideoFormat.Type] = [
    PensieveSizes.self, HLSManifest.self, DASHManifest.self, MITTrace.self, SabreMovie.self, NativeVideo.self,
    LadderCollection.self,
  ]

  /// Their names, in the order of ``all``.
  public static var names: [String] { all.map { $0.name } }

  /// The format of a name, `nil` when there is none.
  public static func named(_ name: String) -> (any VideoFormat.Type)? { all.first { $0.name == name } }

  /// The format that a file or folder is in, judged by its content; `nil` when no format recognises it.
  public static func detect(_ input: VideoInput) -> (any VideoFormat.Type)? { all.first { $0.recognises(input) } }
}
