import ABRMedia
import ABRPlayback
import ABRPolicies
import ABRStatistics

extension MetricDefinition {
  /// Metrics of the scores of what was shown, which only sessions of videos with scores have: see ``scores``.
  package static let ofQuality: [MetricDefinition] =
    QualityScores.Metric.allCases.flatMap(metrics(of:)) + QoEFormula.named.filter { $0.formula.scores != nil }.map(qoe)

  /// The metrics of formulas that were asked for.
  package static func metrics(of formulas: [QoEFormula]) -> [MetricDefinition] { formulas.map { qoe($0.known) } }

  /// The quality of experience of sessions by a formula.
  static func qoe(_ known: QoEFormula.Named) -> MetricDefinition {
    MetricDefinition(
      known.metric, unit: "score", .higher, .mean, absence: known.formula.scores == nil ? .never : .possible,
      scores: known.formula.scores, known.summary
    ) { known.formula.value(in: $0) }
    .shown(known.title, heading: known.title, digits: 2)
  }

  private static func metrics(of measure: QualityScores.Metric) -> [MetricDefinition] {
    let (name, title) = (measure.rawValue, measure.title)
    let digits = measure == .ssim ? 3 : 1
    func of(
      _ suffix: String, unit: MeasureUnit, _ direction: Direction, _ pooling: Pooling, absence: Absence = .never,
      _ summary: String, value: @escaping @Sendable (QualityMetrics) -> Double?
    ) -> MetricDefinition {
      MetricDefinition(
        "\(name)_\(suffix)", unit: unit, direction, pooling, absence: absence, scores: measure, summary
      ) { session in session.quality.first { $0.metric == measure }.flatMap(value) }
    }
    func ratio(
      _ suffix: String, unit: MeasureUnit = "share", _ direction: Direction, over scored: MetricDefinition,
      _ summary: String, value: @escaping @Sendable (QualityMetrics) -> Double
    ) -> MetricDefinition {
      MetricDefinition(
        ratio: "\(name)_\(suffix)", unit: unit, direction,
        .quantity { session in session.quality.first { $0.metric == measure }.map(value) ?? 0 }, over: [scored],
        scores: measure, summary)
    }
    let scored = MetricDefinition(
      "\(name)_s", unit: "s", .neutral, .sum, scores: measure, "media seconds shown that have \(title) scores"
    ) { session in session.quality.first { $0.metric == measure }?.seconds ?? 0 }
    let low = "\(measure.lowestGood)".replacing(/\.0$/, with: "")
    return [
      scored,
      ratio("mean", unit: "score", .higher, over: scored, "\(title) averaged over the media shown") { $0.integral }
        .shown("Mean \(title)", heading: title, digits: digits),
      of(
        "p5", unit: "score", .higher, .mean, absence: .possible,
        "\(title) that is not reached for 5 % of the media shown, the mean over sessions"
      ) { $0.seconds > 0 ? $0.lowPercentile : nil }
      .shown("Lowest 5 % of \(title)", heading: "\(title) p5", digits: digits),
      ratio("low_share", .lower, over: scored, "share of the media shown with \(title) below \(low)") {
        $0.lowSeconds
      }.shown("Share below \(title) \(low)", heading: "\(title) < \(low)", digits: 1),
      MetricDefinition(
        "\(name)_switch_magnitude", unit: "score", .lower, .sum, scores: measure,
        "sum of absolute differences of \(title) between segments shown one after the other"
      ) { session in session.quality.first { $0.metric == measure }.map { $0.rise + $0.fall } ?? 0 },
    ]
  }
}
