import ABRNetwork
import ABRParallel
import ABRRuns
import ABRStatistics
import ABRTuning
import StudySupport

/// Every setting over every trace of a family, which a search must come close to.
struct Referee {
  let space: SearchSpace
  let goals: TuningGoals
  let traces: [TraceSource]
  let outcomes: SettingOutcomes
  /// Harms of every setting, scaled to 0 … 1 over all settings.
  private let scaled: [[Double]]
  /// Harms of every setting in base units.
  private let harms: [[Double]]
  /// Volume of the whole front.
  private let volume: Double
  /// Conditions that fewer than one setting in so many meets are left out.
  private static let leastFeasible = 20
  /// Bounds on the second and third objective, each at three quantiles of all settings.
  private let bounds: [(second: Double, third: Double)]

  /// Plays what no exhaustive search has: steps beside a current setting that lies off the grid.
  let play: TuningSearch.Play

  /// Plays everything.
  init(
    _ space: SearchSpace, _ goals: TuningGoals, _ traces: [TraceSource],
    play: @escaping ([TuningSetting], [TraceSource]) throws -> Experiment
  ) throws {
    self.space = space
    self.play = { settings, indices in
      let experiment = try play(settings, indices.map { traces[$0] })
      return try ExperimentRunner(experiment, jobs: Topology.machine.defaultJobs).run()
    }
    self.goals = goals
    self.traces = traces
    var search = try TuningSearch(
      space, for: goals, method: .exhaustive, traces: Array(traces.indices), traceCount: traces.count, ofQueues: true)
    let outcome = try search.run(play: self.play)
    guard !outcome.isPartial else { throw StudyFailure.interrupted }
    outcomes = search.outcomes
    // Steps beside a current setting off the grid come after those of the grid.
    let harms = outcome.evaluated.prefix(space.settings.count).map { Self.harms($0.values, goals) }
    self.harms = harms
    let ranges = goals.goals.indices.map { index -> (low: Double, width: Double) in
      let values = harms.map { $0[index] }
      let low = values.min() ?? 0
      return (low, max((values.max() ?? 0) - low, 1e-300))
    }
    scaled = harms.map { zip($0, ranges).map { ($0 - $1.low) / $1.width } }
    volume = Hypervolume.volume(of: scaled, upTo: [1, 1, 1])
    func quantiles(_ index: Int) -> [Double] {
      let quantiles = Quantiles(of: harms.map { $0[index] - ranges[index].low })
      return [0.25, 0.5, 0.75].map { (quantiles.value(at: $0) ?? 0) + ranges[index].low }
    }
    let least = (harms.count + Self.leastFeasible - 1) / Self.leastFeasible
    bounds = quantiles(1).flatMap { second in quantiles(2).map { (second, $0) } }.filter { bound in
      harms.count { $0[1] <= bound.0 && $0[2] <= bound.1 } >= least
    }
  }

  private static func harms(_ values: [Double?], _ goals: TuningGoals) -> [Double] {
    zip(values, goals.objectives).map { value, measure in
      value.map { measure.direction == .higher ? -$0 : $0 } ?? .infinity
    }
  }

  /// How good a search was.
  struct Score {
    /// Share of the exhaustive sessions that it played.
    let played: Double
    /// Hypervolume of its settings over that of all settings.
    let hypervolume: Double
    /// First goal of its best feasible setting over that of the best of all, less 1; the worst of nine pairs of
    /// conditions.
    let regret: Double
  }

  /// Searches by halving, with the traces in an order of its own.
  func score(seed: Int) throws -> Score {
    let split = try TraceSplit(traces, heldOut: 0, seed: seed)
    var search = try TuningSearch(
      space, for: goals, method: .halving, traces: split.search, traceCount: traces.count, ofQueues: true,
      earlier: outcomes)
    let outcome = try search.run(play: play)
    let final = outcome.evaluated.filter { $0.traces == traces.count }
    let places = Dictionary(uniqueKeysWithValues: space.settings.enumerated().map { ($1.values, $0) })
    let found = final.compactMap { places[$0.setting.values] }
    let regrets = try bounds.compactMap { bound -> Double? in
      let feasible = harms.filter { $0[1] <= bound.second && $0[2] <= bound.third }
      guard let least = feasible.map({ $0[0] }).min() else { return nil }
      guard let reached = try answer(to: bound, split.search) else { return .infinity }
      return least == 0 ? (reached == 0 ? 0 : .infinity) : max(0, (reached - least) / abs(least))
    }
    return Score(
      played: Double(outcome.played) / Double(outcome.exhaustive),
      hypervolume: Hypervolume.volume(of: found.map { scaled[$0] }, upTo: [1, 1, 1]) / volume,
      regret: regrets.max() ?? 0)
  }

  /// The first goal of the setting that a search for it under two conditions answers with; `nil` where none meets them.
  private func answer(
    to bound: (second: Double, third: Double), _ order: [Int]
  ) throws -> Double? {
    let keeps = [(goals.objectives[1], bound.second), (goals.objectives[2], bound.third)].map { measure, harm in
      measure.direction == .higher ? "\(measure.name)>=\(-harm)" : "\(measure.name)<=\(harm)"
    }
    let wanted = try TuningGoals(goals: [goals.objectives[0].name], keeps: keeps, ofQueues: true)
    var search = try TuningSearch(
      space, for: wanted, method: .halving, traces: order, traceCount: traces.count, ofQueues: true,
      earlier: outcomes)
    let outcome = try search.run(play: play)
    return (outcome.bolder ?? outcome.best).map { Self.harms($0.values, wanted)[0] }
  }
}
