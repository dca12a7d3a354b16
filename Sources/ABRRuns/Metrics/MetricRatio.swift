import ABRPlayback

/// A metric that is one sum over another, in a session and over many: Σ numerators / Σ denominators (Puffer, NSDI'20
/// §4), so that long sessions count for more.
///
/// It is told once and works on sessions in memory and on saved ones, which have values of metrics and nothing else.
package struct MetricRatio: Sendable {
  /// What stands above the line.
  enum Numerator: Sendable {
    /// Metrics, added up.
    case sum([MetricDefinition])
    /// A quantity that results do not carry; of a saved session it is the value of the ratio times the denominator.
    case quantity(@Sendable (SessionMetrics) -> Double)
  }

  let numerator: Numerator
  /// Metrics, added up.
  let denominator: [MetricDefinition]

  /// Names of the metrics above the line; `nil` where it is the value of the ratio times the denominator.
  package var numeratorNames: [String]? {
    if case .sum(let metrics) = numerator { metrics.map(\.name) } else { nil }
  }

  /// Names of the metrics below the line.
  package var denominatorNames: [String] { denominator.map(\.name) }

  /// What a session adds.
  package func parts(_ session: SessionMetrics) -> (numerator: Double, denominator: Double) {
    let above =
      switch numerator {
      case .sum(let metrics): Self.sum(metrics, session)
      case .quantity(let quantity): quantity(session)
      }
    return (above, Self.sum(denominator, session))
  }

  /// What a session adds, as far as its record tells: a run, a comparison and a search agree to the last bit.
  ///
  /// - Parameter metric: the metric whose values are this ratio.
  func recordedParts(
    _ session: SessionMetrics, of metric: MetricDefinition
  ) -> (numerator: Double, denominator: Double) {
    guard case .quantity = numerator else { return parts(session) }
    let below = Self.sum(denominator, session)
    return ((metric.value(session) ?? 0) * below, below)
  }

  private static func sum(_ metrics: [MetricDefinition], _ session: SessionMetrics) -> Double {
    metrics.reduce(0) { $0 + ($1.value(session) ?? 0) }
  }
}

extension MetricDefinition {
  /// What a session adds above and below the line of a ratio, of a rate per hour watched, or of a share of sessions;
  /// `nil` for other metrics.
  package func parts(of session: SessionMetrics) -> (numerator: Double, denominator: Double)? { parts?(session) }

  /// The same for many sessions: what it is made of is looked up once.
  package var parts: ((SessionMetrics) -> (numerator: Double, denominator: Double))? {
    switch pooling {
    case .ratio(let ratio): return { ratio.parts($0) }
    case .perHour(let name):
      let (counted, played) = (Self.named(name), Self.played)
      return { (counted?.value($0) ?? 0, (played.value($0) ?? 0) * PooledMetrics.hoursPerSecond) }
    case .share(let kind): return { (kind.contains($0) ? 1 : 0, 1) }
    default: return nil
    }
  }
}
