/// How good each segment looks at each rendition, by one measure.
///
/// No metric of a run uses it; it is read, kept and shown.
public struct QualityScores: Sendable, Hashable {
  /// A measure.
  public enum Metric: String, Sendable, Hashable, CaseIterable {
    /// Netflix' fusion of several measures, 0 to 100.
    case vmaf
    /// Structural similarity, -1 to 1.
    case ssim

    /// What values may be.
    public var range: ClosedRange<Double> {
      switch self {
      case .vmaf: 0...100
      case .ssim: -1...1
      }
    }
  }

  /// The measure.
  public let metric: Metric
  /// Values in the order of ``Video/sizes``.
  public let values: [Double]

  /// Describes scores.
  ///
  /// - Parameters:
  ///   - metric: the measure.
  ///   - values: values in the order of ``Video/sizes``.
  public init(_ metric: Metric, values: [Double]) {
    self.metric = metric
    self.values = values
  }
}
