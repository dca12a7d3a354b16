import ABRInput

/// A format that videos, ladders with the sizes of their segments, are read in.
///
/// A new format is one file that conforms to this protocol and one name in ``VideoFormats/all``, at any place there.
public protocol VideoFormat: Sendable {
  /// The name to ask for it by, such as `native`: lower case, no spaces.
  static var name: String { get }
  /// What a file or folder holds, in one line.
  static var summary: String { get }

  /// How well a file or folder fits this format; `nil` where it does not. ``read(_:options:)`` checks it as a whole.
  static func match(_ input: VideoInput) -> FormatMatch?

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
  /// Whether rules choose by AVERAGE-BANDWIDTH where a rendition declares it.
  public var ratesByAverage = false
  /// Number of the only period of a DASH manifest that is read, from 1; `nil` for all, one after the other.
  public var period: Int?
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
