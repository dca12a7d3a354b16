/// Width and height of a picture in pixels.
public struct PictureSize: Sendable, Hashable {
  /// Pixels from left to right.
  public var width: Int
  /// Pixels from top to bottom.
  public var height: Int

  /// Creates a size. ``Limits/validate()`` checks it.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Reads a size such as `1280x720`, or its lines: `720p` is that of 16:9, with an even width, as encoders have it.
  ///
  /// - Throws: `QuantityError` when the text is anything else or a side is not 1 to 100000 pixels.
  public init(parsing text: String) throws(QuantityError) {
    if text.hasSuffix("p"), let lines = Int(text.dropLast()), (1...50_000).contains(lines) {
      (width, height) = (2 * Int((Double(lines) * 8 / 9).rounded()), lines)
      return
    }
    (width, height) = try Quantity.resolution(text)
  }

  /// Pixels that a side may have.
  package static let sides = 1...100_000

  /// The largest number of pixels that a limit may name: a picture of 100000 × 100000.
  public static let largestPixels = sides.upperBound * sides.upperBound

  /// Pixels of the picture.
  public var pixels: Int { width * height }

  /// Whether both sides are 1 to 100000 pixels.
  var isValid: Bool { Self.sides.contains(width) && Self.sides.contains(height) }
}

/// The part of a screen on which a video is shown: a size in points and the pixels that a point has on a side.
public struct Viewport: Sendable, Hashable {
  /// Size in points.
  public var size: PictureSize
  /// Pixels on a side of a point: 1 on plain screens, 2 or 3 on dense ones.
  public var scale: Double

  /// Creates a viewport. ``Limits/validate()`` checks it.
  public init(size: PictureSize, scale: Double = 1) {
    self.size = size
    self.scale = scale
  }

  /// Reads a viewport such as `1280x720` or `640x360@2`.
  ///
  /// - Throws: `QuantityError` when the text is anything else.
  public init(parsing text: String) throws(QuantityError) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    size = try PictureSize(parsing: String(parts[0]))
    scale = 1
    if parts.count == 2 {
      scale = try Quantity.number(String(parts[1]))
      guard Self.scales.contains(scale) else {
        throw QuantityError(found: text, allowed: "a scale of 0.1 to 100 after @")
      }
    }
  }

  /// The scales that make sense.
  static let scales = 0.1...100.0
}
