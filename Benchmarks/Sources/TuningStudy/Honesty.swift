import ABRInput
import ABRNetwork
import ABRPlayback
import ABRRuns
import ABRStatistics
import ABRTuning
import StudySupport

/// Whether what is said about an answer on traces held out is true.
///
/// A search over half of the recordings answers. The truth is its gain over the current setting on the half held out,
/// all of it: corpora are drawn from that half with replacement, and each says an interval.
struct Honesty {
  /// Intervals of drawn corpora that held the gain on the half held out.
  var covered = 0
  /// Intervals of drawn corpora.
  var count = 0
  /// Gain on the traces of the search less gain on those held out, in the unit of the goal, for each search.
  var optimism: [Double] = []

  /// Corpora drawn for each search.
  static let draws = 10

  /// Judges one search.
  mutating func judge(
    _ referee: Referee, seed: Int, play: ([TuningSetting], [TraceSource]) throws -> Experiment
  ) throws {
    let traces = referee.traces
    let split = try TraceSplit(traces, heldOut: 0.5, seed: seed)
    var search = try TuningSearch(
      referee.space, for: referee.goals, method: .halving, traces: split.search, traceCount: traces.count,
      ofQueues: true,
      earlier: referee.outcomes)
    let outcome = try search.run(play: referee.play)
    let final = outcome.evaluated.filter { $0.traces == split.search.count }
    // The least first goal among those that waste no more than half of all settings do.
    let feasible = final.filter { ($0.values[1] ?? .infinity) <= referee.middleBound }
    guard let current = referee.space.current,
      let best = feasible.min(by: { ($0.values[0] ?? .infinity) < ($1.values[0] ?? .infinity) }),
      let metric = MetricDefinition.named(referee.goals.goals[0].name)
    else { return }
    let played = try Referee.sessions(of: play([current, best.setting], traces))
    let clusters = Dictionary(grouping: traces.indices) {
      TraceCluster.name(of: traces[$0].file, family: traces[$0].family)
    }
    func terms(_ names: [(name: String, traces: [Int])], _ side: Int) throws -> [PairedClusters.Term] {
      try names.flatMap { name, members in
        try members.map { trace in
          guard let session = played[2 * trace + side]?.queue, case .ratio(let ratio) = metric.pooling else {
            throw StudyFailure.interrupted
          }
          let (numerator, denominator) = ratio.parts(session)
          return .init(cluster: name, numerator: numerator, denominator: denominator)
        }
      }
    }
    func ratio(_ names: [(name: String, traces: [Int])]) throws -> LinearisedRatio {
      LinearisedRatio(try PairedClusters(reference: terms(names, 0), candidate: terms(names, 1)))
    }
    func recordings(_ members: [Int]) -> [(name: String, traces: [Int])] {
      let wanted = Set(members)
      return clusters.filter { wanted.contains($0.value[0]) }.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }
    let heldOut = recordings(split.heldOut)
    let truth = try ratio(heldOut).difference
    optimism.append(truth - (try ratio(recordings(split.search))).difference)
    var random = SeededRandom(seed: seed, path: "held-out corpora", metric.name)
    for _ in 0..<Self.draws {
      let drawn = heldOut.indices.map { place in
        let picked = heldOut[random.integer(below: heldOut.count)]
        return (name: "\(place)", traces: picked.traces)
      }
      count += 1
      if let interval = try ratio(drawn).interval(), interval.lower <= truth, truth <= interval.upper { covered += 1 }
    }
  }
}
