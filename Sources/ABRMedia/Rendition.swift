/// One rung of a ladder: a version of the media at one bitrate and, when known, one size.
public struct Rendition: Sendable, Hashable, Codable {
  /// Declared bitrate in bits per second, audio included: HLS `BANDWIDTH` (RFC 8216 §4.3.4.2), DASH `@bandwidth`.
  /// Limits and rules compare this value.
  public var bandwidth: Int
  /// Declared average bitrate in bits per second: HLS `AVERAGE-BANDWIDTH`; `nil` when not declared.
  public var averageBandwidth: Int?
  /// Width of the picture in pixels, `nil` when not declared.
  public var width: Int?
  /// Height of the picture in pixels, `nil` when not declared.
  public var height: Int?
  /// RFC 6381 codec string, `nil` when not declared.
  public var codecs: String?

  /// Creates a rendition. Values are checked by ``Ladder/init(_:)``, not here.
  public init(
    bandwidth: Int, averageBandwidth: Int? = nil, width: Int? = nil, height: Int? = nil, codecs: String? = nil
  ) {
    self.bandwidth = bandwidth
    self.averageBandwidth = averageBandwidth
    self.width = width
    self.height = height
    self.codecs = codecs
  }

  /// Pixels of one picture, `nil` unless width and height are declared.
  public var pixels: Int? {
    guard let width, let height else { return nil }
    return width * height
  }

  private enum CodingKeys: String, CodingKey {
    case bandwidth = "bandwidth_bps"
    case averageBandwidth = "average_bandwidth_bps"
    case width, height, codecs
  }
}
