/// How many settings a search plays over how many traces, round by round.
///
/// Successive halving (K. Jamieson and A. Talwalkar, "Non-stochastic Best Arm Identification and Hyperparameter
/// Optimization", AISTATS 2016): all settings over a few traces, the better half over twice as many, and so on to all
/// traces. A round adds traces to those of the one before; nothing is played twice.
package struct HalvingPlan: Sendable, Hashable {
  /// One round.
  package struct Round: Sendable, Hashable {
    /// Settings that are played in it.
    package let settings: Int
    /// Traces over which each of them has been played after it.
    package let traces: Int
  }

  /// Traces of the first round at least: fewer tell settings apart too badly.
  package static let firstTraces = 25
  /// Settings of the last round at least: fewer make a coarse front, and may miss the answer beside it.
  package static let lastSettings = 48

  /// The rounds in order; the last one has all traces.
  package let rounds: [Round]

  /// Plans a search.
  ///
  /// - Parameters:
  ///   - settings: number of settings, at least 1.
  ///   - traces: number of traces, at least 1.
  package init(settings: Int, traces: Int) {
    precondition(settings > 0 && traces > 0, "a search of \(settings) settings over \(traces) traces")
    var rounds: [Round] = []
    var parts = 1
    while traces / (2 * parts) >= Self.firstTraces { parts *= 2 }
    var left = settings
    while parts > 1, left > Self.lastSettings {
      rounds.append(Round(settings: left, traces: (traces + parts - 1) / parts))
      left = max(Self.lastSettings, (left + 1) / 2)
      parts /= 2
    }
    self.rounds = rounds + [Round(settings: left, traces: traces)]
  }

  /// A plan that plays every setting over all traces.
  package init(exhaustiveOf settings: Int, traces: Int) { rounds = [Round(settings: settings, traces: traces)] }

  /// Settings × traces that are played.
  package var sessions: Int {
    zip(rounds, [0] + rounds.map(\.traces)).reduce(0) { $0 + $1.0.settings * ($1.0.traces - $1.1) }
  }
}
