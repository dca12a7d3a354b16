/// How many settings a search plays over how many traces, rung by rung.
///
/// Successive halving (K. Jamieson and A. Talwalkar, "Non-stochastic Best Arm Identification and Hyperparameter Optimization", AISTATS
/// 2016): all settings over a few traces, the better third of them over twice as many, and as many over all traces as the budget has
/// left. Each rung adds traces to those of the one before; nothing is played twice. More rungs in between cost more than they told: what few
/// traces let expect (``TraceRegression``) errs less than the settings of a last rung differ.
package struct HalvingPlan: Sendable, Hashable {
  /// One rung.
  package struct Rung: Sendable, Hashable {
    /// Settings that are played in it.
    package let settings: Int
    /// Traces over which each of them has been played after it.
    package let traces: Int
  }

  /// Traces of the first rung at least: fewer tell settings apart too badly (12 of 400 lost a quarter of the front at worst).
  package static let firstTraces = 15
  /// The first rung has one of so many traces. Of 16, 21, 27 and 32 on six sets of real sessions 27 lost least of the front: more traces leave fewer
  /// settings for the last rung, fewer let expect the wrong ones.
  static let firstShare = 27
  /// With fewer traces everything is played.
  package static let fewestTraces = 50
  /// Settings of the last rung at least, whatever the budget: fewer make a coarse front.
  package static let lastSettings = 24
  /// By what the number of settings is divided after the first rung.
  private static let divisor = 3

  /// The rungs in order; the last one has all traces.
  package let rungs: [Rung]

  /// Plans a search.
  ///
  /// - Parameters:
  ///   - settings: number of settings, at least 1.
  ///   - traces: number of traces, at least 1.
  ///   - budget: share of all settings × traces that may be played, over 0 and at most 1.
  ///   - pilots: how many of the settings are played over all traces before the first rung; those of the last rung include them.
  package init(settings: Int, traces: Int, budget: Double, pilots: Int = 0) {
    precondition(settings > 0 && traces > 0 && budget > 0, "a search of \(settings) settings over \(traces) traces")
    let whole = [Rung(settings: settings, traces: traces)]
    guard traces >= Self.fewestTraces else {
      rungs = whole
      return
    }
    let first = max(Self.firstTraces, (traces + Self.firstShare - 1) / Self.firstShare)
    var rungs = [Rung(settings: settings, traces: first)]
    if settings > Self.lastSettings * Self.divisor {
      rungs.append(Rung(settings: (settings + Self.divisor - 1) / Self.divisor, traces: 2 * first))
    }
    let limit = budget * Double(settings) * Double(traces) - Double(pilots * traces)
    // What was played already of a setting of the last rung.
    let before = rungs.last?.traces ?? 0
    let rest = limit - Double(Self.cost(of: rungs)) + Double(pilots * first)
    let last = pilots + max(Self.lastSettings, Int(max(0, rest) / Double(traces - before)))
    guard last < settings else {
      self.rungs = whole
      return
    }
    rungs.removeAll { $0.traces > first && $0.settings <= last }
    self.rungs = rungs + [Rung(settings: last, traces: traces)]
  }

  /// A plan that plays every setting over all traces.
  package init(exhaustiveOf settings: Int, traces: Int) { rungs = [Rung(settings: settings, traces: traces)] }

  /// Settings × traces that are played.
  package var sessions: Int { Self.cost(of: rungs) }

  private static func cost(of rungs: [Rung]) -> Int {
    zip(rungs, [0] + rungs.map(\.traces)).reduce(0) { $0 + $1.0.settings * ($1.0.traces - $1.1) }
  }
}
