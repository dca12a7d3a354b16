import ABRInput

/// The renditions of a video, in ascending order of bandwidth.
///
/// Indices are positions in this order: index 0 is the lowest bandwidth. ``firstListed`` remembers which one the source
/// listed first, because some players start there (Brightcove "Source Selection"; AVPlayer
/// `startsOnFirstEligibleVariant`).
public struct Ladder: Sendable, Hashable {
  /// The largest number of renditions a ladder may have. Eligible sets are 64-bit masks.
  public static let maximumCount = 64

  /// The largest bandwidth of a rendition in bits per second: 1 Tbit/s. Larger ones are a unit mistake.
  public static let maximumBandwidth = 1_000_000_000_000

  /// Renditions by ascending bandwidth; equal bandwidths keep the order of the source.
  public let renditions: [Rendition]
  /// Index of the rendition that the source listed first.
  public let firstListed: Int
  /// For each index, the position the rendition had in the source.
  public let sourceOrder: [Int]

  /// Whether rules choose by average bandwidths, of renditions that declare one.
  public private(set) var isRatedByAverage = false

  /// Bits per second of each rendition that rules choose by, ascending: as declared, or the averages of those that have
  /// one, no less than that of the rendition below.
  public var ratings: [Double] {
    var highest = 0
    return renditions.map { rendition in
      highest = max(highest, isRatedByAverage ? rendition.averageBandwidth ?? rendition.bandwidth : rendition.bandwidth)
      return Double(highest)
    }
  }

  /// The same ladder, of which rules choose by average bandwidths.
  public func ratedByAverage() -> Ladder {
    var ladder = self
    ladder.isRatedByAverage = true
    return ladder
  }

  /// Sorts and checks the renditions of a source.
  ///
  /// - Parameter listed: the renditions in the order of the source.
  /// - Throws: ``VideoError`` when there is none or more than ``maximumCount``, when a bandwidth, average bandwidth,
  ///   width or height is not positive or absurdly large, only one of width and height is given, or two renditions
  ///   agree in bandwidth, size and codecs.
  /// - Complexity: O(*n* log *n*).
  public init(_ listed: [Rendition]) throws(VideoError) {
    guard !listed.isEmpty else { throw VideoError.emptyLadder }
    guard listed.count <= Self.maximumCount else {
      throw VideoError.invalid(
        field: "renditions", found: "\(listed.count) renditions", allowed: "1 to \(Self.maximumCount)")
    }
    for (position, rendition) in listed.enumerated() {
      if let fault = Self.fault(in: rendition, at: position) {
        throw VideoError.invalid(field: fault.field, found: fault.found, allowed: fault.allowed)
      }
    }
    let order = listed.indices.sorted { (listed[$0].bandwidth, $0) < (listed[$1].bandwidth, $1) }
    renditions = order.map { listed[$0] }
    sourceOrder = order
    firstListed = order.firstIndex(of: 0) ?? 0
    for (lower, upper) in zip(renditions, renditions.dropFirst())
    where lower.bandwidth == upper.bandwidth && lower.pixels == upper.pixels && lower.codecs == upper.codecs {
      throw VideoError.invalid(
        field: "renditions", found: "two renditions of \(lower.bandwidth) bit/s with the same size and codecs",
        allowed: "renditions that differ in bandwidth, size or codecs")
    }
  }

  /// What is wrong with one rendition of a source, so that readers can name the line it stands on; `nil` when nothing
  /// is.
  static func fault(in rendition: Rendition, at position: Int) -> InputFault? {
    let name = "renditions[\(position)]"
    func fault(_ field: String, _ found: String, _ allowed: String) -> InputFault {
      InputFault(line: nil, field: field, found: found, allowed: allowed)
    }
    let rates = 1...maximumBandwidth
    if !rates.contains(rendition.bandwidth) {
      return fault("\(name).bandwidth_bps", "\(rendition.bandwidth)", "1 to \(maximumBandwidth)")
    }
    if let average = rendition.averageBandwidth, !rates.contains(average) {
      return fault("\(name).average_bandwidth_bps", "\(average)", "1 to \(maximumBandwidth)")
    }
    guard (rendition.width == nil) == (rendition.height == nil) else {
      return fault(name, "only one of width and height", "both or none")
    }
    if let width = rendition.width, let height = rendition.height {
      guard (1...100_000).contains(width), (1...100_000).contains(height) else {
        return fault(name, "\(width)x\(height)", "1 to 100000 pixels a side")
      }
    }
    return nil
  }

  /// Number of renditions, at least one.
  @inlinable public var count: Int { renditions.count }

  /// The rendition at an index.
  @inlinable public subscript(index: Int) -> Rendition { renditions[index] }
}
