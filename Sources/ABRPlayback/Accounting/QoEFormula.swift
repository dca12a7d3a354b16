import ABRMedia
import Glibc

/// A formula that makes one number of a session: the quality of what was shown, less what stalls, changes and startup
/// cost. It is linear in sums that every session has, so that any weights can be had of any session.
///
/// ```swift
/// let score = QoEFormula.pensieveLinear.value(in: metrics)
/// ```
public struct QoEFormula: Sendable, Hashable {
  /// What the quality of a segment is.
  public enum Quality: Sendable, Hashable {
    /// Declared bandwidth in Mbit/s.
    case bitrate
    /// ln(bandwidth / lowest bandwidth of the ladder).
    case logarithm
    /// The steps of Pensieve's `QoE_hd`, see ``QoEFormula/hdQuality(ofBandwidth:)``.
    case hd
    /// A measured score.
    case score(QualityScores.Metric)

    /// The word that a spec has for it.
    public var name: String {
      switch self {
      case .bitrate: "bitrate"
      case .logarithm: "log"
      case .hd: "hd"
      case .score(let metric): metric.rawValue
      }
    }

    /// Every quality.
    public static let all: [Quality] =
      [.bitrate, .logarithm, .hd] + QualityScores.Metric.allCases.map(Quality.score)
  }

  /// What a segment's quality is.
  public var quality: Quality
  /// What a segment's quality is multiplied by.
  public var weight = 1.0
  /// Cost of a stalled second.
  public var stall = 0.0
  /// Gain of a rise of the quality by 1 from a segment to the next; negative where changes cost.
  public var rise = 0.0
  /// Cost of a fall by 1.
  public var fall = 0.0
  /// Cost of a second of startup.
  public var startup = 0.0

  /// A formula in which only the quality counts.
  ///
  /// - Parameter quality: what a segment's quality is.
  public init(_ quality: Quality) { self.quality = quality }

  /// A formula in which rises and falls cost alike.
  ///
  /// - Parameters:
  ///   - quality: what a segment's quality is.
  ///   - stall: cost of a stalled second.
  ///   - change: cost of a change of the quality by 1.
  ///   - startup: cost of a second of startup.
  public init(_ quality: Quality, stall: Double, change: Double = 1, startup: Double = 0) {
    self.quality = quality
    (self.stall, rise, fall, self.startup) = (stall, -change, change, startup)
  }

  /// The number of a session; `nil` where what it showed has no such score.
  ///
  /// - Parameter session: what it cost and brought.
  public func value(in session: SessionMetrics) -> Double? {
    let (sum, rises, falls): (Double, Double, Double)
    switch quality {
    // Bitrates rise and fall alike: only the sum of both is kept.
    case .bitrate: (sum, rises, falls) = (session.linearQuality, 0, session.switchMagnitude / 1e6)
    case .logarithm: (sum, rises, falls) = (session.logQuality, 0, session.switchLogMagnitude)
    case .hd: (sum, rises, falls) = (session.hdQuality, 0, session.switchHDMagnitude)
    case .score(let metric):
      guard let shown = session.quality.first(where: { $0.metric == metric }) else { return nil }
      (sum, rises, falls) = (shown.segmentSum, shown.rise, shown.fall)
    }
    let value = weight * sum - stall * session.stalledTime - fall * falls + rise * rises
    return startup == 0 ? value : value - startup * session.startupTime
  }

  /// Whether rises and falls may have weights of their own.
  public var isAsymmetric: Bool { if case .score = quality { true } else { false } }

  /// Pensieve, SIGCOMM'17, table 1, `QoE_lin`: Mbit/s, 4.3 a stalled second, without startup.
  public static let pensieveLinear = QoEFormula(.bitrate, stall: 4.3)
  /// Pensieve, `QoE_log`: ln(R/R_min), 2.66 a stalled second.
  public static let pensieveLogarithmic = QoEFormula(.logarithm, stall: 2.66)
  /// Pensieve, `QoE_hd`: low values below HD, high ones from there on, 8 a stalled second.
  public static let pensieveHD = QoEFormula(.hd, stall: 8)
  /// Yin et al., SIGCOMM'15, §7, "balanced": q is the identity of kbit/s, λ = 1 and μ = μ_s = 3000; here Mbit/s, 3 for
  /// a second of stalling and of startup. Not checked against the paper: implementations of others have these weights
  /// under its name (`Yin2015QoE`, a Python translation of a published QoE toolbox, and two repeats of its figures).
  public static let mpc = QoEFormula(.bitrate, stall: 3, startup: 3)
  /// Puffer, Yan et al., NSDI'20, §4: SSIM in dB, λ = 1 and μ = 100, which its own algorithms have as `SSIM_DIFF_COEFF`
  /// and `REBUFFER_LENGTH_COEFF` (StanfordSNR/puffer 7488718, `src/abr/puffer.hh`; the default of `mpc.hh` is 20).
  public static let puffer = QoEFormula(.score(.ssimDecibels), stall: 100)
  /// Comyco, Huang et al., ACM MM'19, QoE_v: VMAF, with α = 0.8469, β = 28.7959, γ = 0.2979, δ = 1.0610. Its code
  /// (thu-media/Comyco fc34f06, `src/rl_test.py`) has these with more digits and takes 2.6616 off every segment, which
  /// is left out.
  public static let comyco: QoEFormula = {
    var formula = QoEFormula(.score(.vmaf))
    (formula.weight, formula.stall, formula.rise, formula.fall) = (0.8469, 28.7959, 0.2979, 1.0610)
    return formula
  }()

  /// The quality of a bandwidth by Pensieve's table for `QoE_hd` (SIGCOMM'17, table 1), which has the six bitrates of
  /// its ladder; between them a straight line, and beyond them the nearest.
  ///
  /// - Parameter bandwidth: bits per second.
  public static func hdQuality(ofBandwidth bandwidth: Double) -> Double {
    let table = [(0.3, 1.0), (0.75, 2.0), (1.2, 3.0), (1.85, 12.0), (2.85, 15.0), (4.3, 20.0)]
    let megabits = bandwidth / 1e6
    guard let above = table.firstIndex(where: { $0.0 >= megabits }) else { return 20 }
    guard above > 0 else { return 1 }
    let (low, high) = (table[above - 1], table[above])
    return low.1 + (high.1 - low.1) * (megabits - low.0) / (high.0 - low.0)
  }
}
