import ABRInput

/// Computes the segment sizes of a ladder that comes without any.
///
/// The mean rate of a rendition is its average bandwidth. Where only a bandwidth is declared, `constant` takes it for
/// the mean, and `vbr` takes it for the peak, as HLS defines it (RFC 8216 §4.3.4.2), and lays the mean two standard
/// deviations below: `bandwidth / (1 + 2 cov)`.
///
/// **constant**: every segment has the mean rate.
///
/// **vbr**: the rate of segment *n* at rendition *r* is proportional to exp(σ (√0.9 · scene(n) + √0.1 · noise(n, r)))
/// with σ² = ln(1 + cov²), so that without a cap its coefficient of variation is `cov`.
/// - *scene* is shared by all renditions, because complexity belongs to the content: normal numbers with a correlation
///   of exp(−t / 8 s) over *t* seconds, whatever the segment duration. Measured ladders show a correlation between
///   renditions of 0.9 and more.
/// - The rates are scaled so that their mean over time is the rendition's, and none exceeds the declared bandwidth:
///   Apple's authoring rule that measured peaks stay within `BANDWIDTH`. What is cut at the peaks is given to the other
///   segments.
/// - Bytes are rounded and the remainder is carried to the next segment, so that the sum is exact to a byte.
///
/// All of it is computed with exactly rounded operations from a stream keyed by the video's name: the same video has
/// the same sizes everywhere.
public enum SizeModel: Sendable, Hashable {
  /// Every segment has the mean rate.
  case constant
  /// Variable rates with this coefficient of variation.
  case vbr(cov: Double)

  /// The largest coefficient of variation; measured ladders lie between 0.07 and 0.5.
  public static let maximumVariation = 2.0

  /// Reads a spec such as `constant` or `vbr(cov=0.3)`.
  ///
  /// - Throws: ``VideoError/invalid(field:found:allowed:)`` with the field `size_model`.
  public init(spec: String) throws(VideoError) {
    if spec == "constant" {
      self = .constant
      return
    }
    guard spec.hasPrefix("vbr(cov="), spec.hasSuffix(")"), let cov = Double(spec.dropFirst(8).dropLast()),
      (0...Self.maximumVariation).contains(cov)
    else {
      throw VideoError.invalid(
        field: "size_model", found: spec, allowed: "constant, or vbr(cov=…) with 0 to \(Self.maximumVariation)")
    }
    self = .vbr(cov: cov)
  }

  /// The spec that ``init(spec:)`` reads.
  public var spec: String {
    switch self {
    case .constant: "constant"
    case .vbr(let cov): "vbr(cov=\(cov))"
    }
  }

  /// Makes a video of a ladder.
  ///
  /// - Parameters:
  ///   - name: the video's name, which also chooses the random numbers.
  ///   - ladder: the renditions.
  ///   - segmentDuration: seconds of every segment but the last.
  ///   - duration: seconds of the whole video; the last segment takes what is left.
  /// - Throws: ``VideoError/invalid(field:found:allowed:)`` when a duration or the number of segments is out of range.
  /// - Complexity: O(segments × renditions).
  public func video(
    name: String, ladder: Ladder, segmentDuration: Double, duration: Double
  ) throws(VideoError) -> Video {
    let durations = try Self.durations(of: duration, each: segmentDuration)
    let columns = ladder.renditions.indices.map {
      self.sizes(of: ladder[$0], index: $0, name: name, durations: durations)
    }
    let sizes = durations.indices.map { segment in columns.map { $0[segment] } }
    return try Video(
      name: name, ladder: ladder, segmentDurations: durations, sizes: sizes, sizeOrigin: .derived(spec))
  }

  /// The durations of the segments of a video that are equally long but for the last, which takes what is left.
  ///
  /// - Parameters:
  ///   - duration: seconds of the whole video.
  ///   - segmentDuration: seconds of a segment.
  /// - Throws: ``VideoError/invalid(field:found:allowed:)`` when one of them or the number of segments is out of range.
  static func durations(of duration: Double, each segmentDuration: Double) throws(VideoError) -> [Double] {
    guard segmentDuration > 0, segmentDuration <= Video.maximumSegmentDuration else {
      throw VideoError.invalid(
        field: "segment_duration_s", found: "\(segmentDuration)",
        allowed: "more than 0, at most \(Video.maximumSegmentDuration)")
    }
    let longest = segmentDuration * Double(Video.maximumSegmentCount)
    guard duration > 0, duration <= longest else {
      throw VideoError.invalid(
        field: "duration_s", found: "\(duration)",
        allowed: "more than 0, at most \(longest), which is \(Video.maximumSegmentCount) segments")
    }
    // A remainder below a microsecond is rounding, not a segment, where a segment is longer than that.
    let rounding = min(1e-6, segmentDuration / 2)
    let whole = (duration / segmentDuration + rounding / segmentDuration).rounded(.down)
    let rest = duration - whole * segmentDuration
    var durations = [Double](repeating: segmentDuration, count: Int(whole))
    if durations.isEmpty || rest > rounding { durations.append(rest) }
    return durations
  }

  /// The sizes of one rendition in bytes, a value for each of the durations.
  func sizes(of rendition: Rendition, index: Int, name: String, durations: [Double]) -> [Int] {
    let rates: [Double]
    switch self {
    case .constant:
      let mean = Double(rendition.averageBandwidth ?? rendition.bandwidth)
      rates = durations.map { _ in mean }
    case .vbr(let cov):
      let peak = Double(rendition.bandwidth)
      let mean = rendition.averageBandwidth.map(Double.init) ?? peak / (1 + 2 * cov)
      let complexity = Self.complexity(name: name, rendition: index, durations: durations, cov: cov)
      rates = Self.scaled(complexity, durations: durations, mean: mean, peak: max(peak, mean))
    }
    var carried = 0.0
    return zip(rates, durations).map { rate, duration in
      let exact = rate * duration / 8 + carried
      let bytes = max(1, exact.rounded())
      carried = max(exact - bytes, -0.5)
      return Int(bytes)
    }
  }

  /// How much more than usual each segment needs: positive numbers around 1.
  private static func complexity(name: String, rendition: Int, durations: [Double], cov: Double) -> [Double] {
    var scenes = SeededRandom(seed: 0, path: "vbr", name, "scene")
    var noise = SeededRandom(seed: 0, path: "vbr", name, "rendition \(rendition)")
    let sigma = ReproducibleMath.log(1 + cov * cov).squareRoot()
    var scene = scenes.normal()
    return durations.map { duration in
      let kept = ReproducibleMath.exp(-duration / 8)
      defer { scene = kept * scene + (1 - kept * kept).squareRoot() * scenes.normal() }
      let exponent = sigma * (0.9.squareRoot() * scene + 0.1.squareRoot() * noise.normal())
      return ReproducibleMath.exp(exponent)
    }
  }

  /// Scales rates to a mean over time without exceeding a peak.
  ///
  /// Segments at the peak are set aside and the others scaled to carry what is left, until no new one reaches the peak.
  /// - Complexity: O(*n*) a round; rounds are few, and at most *n*.
  private static func scaled(_ weights: [Double], durations: [Double], mean: Double, peak: Double) -> [Double] {
    var isCapped = weights.map { _ in false }
    var left = mean * durations.reduce(0, +)
    while true {
      var volume = 0.0
      for index in weights.indices where !isCapped[index] { volume += weights[index] * durations[index] }
      guard volume > 0 else { break }
      let scale = left / volume
      var hasChanged = false
      for index in weights.indices where !isCapped[index] && weights[index] * scale > peak {
        isCapped[index] = true
        left -= peak * durations[index]
        hasChanged = true
      }
      guard hasChanged else { return weights.indices.map { isCapped[$0] ? peak : weights[$0] * scale } }
    }
    return weights.map { _ in mean }
  }
}
