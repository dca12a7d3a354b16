/// How many settings a search plays over how many traces, rung by rung.
///
/// Successive halving (K. Jamieson and A. Talwalkar, "Non-stochastic Best Arm Identification and Hyperparameter Optimization", AISTATS
/// 2016): all settings over a few traces, the better part of them over twice as many, and so on up to all traces. Each rung adds traces
/// to those of the one before; nothing is played twice.
public struct HalvingPlan: Sendable, Hashable {
  /// One rung.
  public struct Rung: Sendable, Hashable {
    /// Settings that are played in it.
    public let settings: Int
    /// Traces over which each of them has been played after it.
    public let traces: Int
  }

  /// Traces of the first rung at least: fewer tell settings apart too badly (12 of 400 lost a quarter of the front at worst).
  public static let firstTraces = 25
  /// Settings of the last rung at least, where the budget allows: fewer make a coarse front.
  public static let lastSettings = 48

  /// The rungs in order; the last one has all traces.
  public let rungs: [Rung]

  /// Plans a search.
  ///
  /// The number of settings is divided by 2 from rung to rung, down to ``lastSettings``. Where that costs more than the budget, they are
  /// divided by more, and then fewer are left at the end; where nothing fits, the cheapest plan is taken, and
  /// ``sessions`` says what it costs.
  ///
  /// - Parameters:
  ///   - settings: number of settings, at least 1.
  ///   - traces: number of traces, at least 1.
  ///   - budget: share of all settings × traces that may be played, over 0 and at most 1.
  ///   - aside: how many settings are played over all traces besides.
  public init(settings: Int, traces: Int, budget: Double, aside: Int = 0) {
    precondition(settings > 0 && traces > 0 && budget > 0, "a search of \(settings) settings over \(traces) traces")
    let limit = budget * Double(settings) * Double(traces) - Double(aside * traces)
    var cheapest: [Rung]?
    for last in [Self.lastSettings, 40, 32, 24] {
      for divisor in [2.0, 2.5, 3, 4] {
        let rungs = Self.rungs(settings, traces, divisor: divisor, last: last)
        let cost = Self.cost(of: rungs)
        if Double(cost) <= limit {
          self.rungs = rungs
          return
        }
        if cheapest.map({ cost < Self.cost(of: $0) }) ?? true { cheapest = rungs }
      }
    }
    rungs = cheapest ?? []
  }

  /// A plan that plays every setting over all traces.
  public init(exhaustiveOf settings: Int, traces: Int) { rungs = [Rung(settings: settings, traces: traces)] }

  /// Settings × traces that are played.
  public var sessions: Int { Self.cost(of: rungs) }

  private static func cost(of rungs: [Rung]) -> Int {
    zip(rungs, [0] + rungs.map(\.traces)).reduce(0) { $0 + $1.0.settings * ($1.0.traces - $1.1) }
  }

  private static func rungs(_ settings: Int, _ traces: Int, divisor: Double, last: Int) -> [Rung] {
    // Twice as many from rung to rung; the last step may be a little less or more.
    var counts = traces < 2 * firstTraces ? [traces] : [max(firstTraces, (traces + 15) / 16)]
    while let last = counts.last, 3 * last <= traces { counts.append(2 * last) }
    counts = counts.filter { $0 < traces } + [traces]
    var rungs: [Rung] = []
    var left = Double(settings)
    for count in counts {
      let kept = min(settings, max(last, Int(left.rounded(.up))))
      rungs.append(Rung(settings: kept, traces: count))
      left /= divisor
    }
    // A rung that cuts nothing is one with the rung before it.
    return rungs.enumerated().compactMap { index, rung in
      index + 1 < rungs.count && rungs[index + 1].settings == rung.settings ? nil : rung
    }
  }
}
