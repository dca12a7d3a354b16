import Glibc

/// How good each segment looks at each rendition, by one measure. Metrics of runs are worked out from it.
public struct QualityScores: Sendable, Hashable {
  /// A measure.
  public enum Metric: String, Sendable, Hashable, CaseIterable {
    /// Netflix' fusion of several measures, 0 to 100, for a television at three picture heights.
    case vmaf
    /// VMAF's model for telephones.
    case vmafPhone = "vmaf_phone"
    /// Structural similarity, -1 to 1.
    case ssim
    /// Structural similarity in decibels, see ``QualityScores/decibels(ofSimilarity:)``.
    case ssimDecibels = "ssim_db"
    /// Peak signal-to-noise ratio of the luma in decibels.
    case psnr

    /// What values may be.
    public var range: ClosedRange<Double> {
      switch self {
      case .vmaf, .vmafPhone: 0...100
      case .ssim: -1...1
      case .ssimDecibels: 0...QualityScores.mostDecibels
      case .psnr: 0...120
      }
    }

    /// What people call it.
    public var title: String {
      switch self {
      case .vmaf: "VMAF"
      case .vmafPhone: "VMAF phone"
      case .ssim: "SSIM"
      case .ssimDecibels: "SSIM dB"
      case .psnr: "PSNR dB"
      }
    }

    /// The score below which pictures are less than good: for VMAF the middle between "fair" (60) and "good" (80) on
    /// the scale of its authors, for SSIM and PSNR the lower end of "good" in Zinner et al., QoMEX 2010, table II. That
    /// is not checked: the mapping in Advances in Multimedia 2016, 1730814, table 2, has the same 31 dB, and an SSIM of
    /// 0.85.
    public var lowestGood: Double {
      switch self {
      case .vmaf, .vmafPhone: 70
      case .ssim: 0.95
      // That of an SSIM of 0.95.
      case .ssimDecibels: 13
      case .psnr: 31
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

  /// The most that a structural similarity is in decibels, as in Puffer (`MAX_SSIM` of its `abr_algo.hh`).
  static let mostDecibels = 60.0

  /// A structural similarity as Puffer has it (Yan et al., NSDI'20): -10 log10(1 - SSIM), 0 to 60.
  ///
  /// - Parameter similarity: -1 to 1.
  public static func decibels(ofSimilarity similarity: Double) -> Double {
    similarity >= 1 ? mostDecibels : max(0, min(mostDecibels, -10 * log10(1 - similarity)))
  }
}

extension Video {
  /// The scores that sessions are judged by: those of the video, and SSIM in decibels where it has SSIM alone.
  /// - Complexity: O(*segments* × *renditions*) where there is SSIM.
  public var judgedScores: [QualityScores] {
    guard let ssim = scores.first(where: { $0.metric == .ssim }),
      !scores.contains(where: { $0.metric == .ssimDecibels })
    else { return scores }
    return scores + [QualityScores(.ssimDecibels, values: ssim.values.map(QualityScores.decibels))]
  }

  /// The measures of ``judgedScores``.
  public var judgedMetrics: Set<QualityScores.Metric> {
    var metrics = Set(scores.map(\.metric))
    if metrics.contains(.ssim) { metrics.insert(.ssimDecibels) }
    return metrics
  }
}
