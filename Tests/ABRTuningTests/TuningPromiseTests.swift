import ABRComparison
import ABRRunsTestSupport
import Testing

@testable import ABRRuns
@testable import ABRStatistics
@testable import ABRTuning

@Suite("What a search promises")
struct TuningPromiseTests {
  private static let grid = [("min", "2..20s by 6s"), ("max", "10..40s by 10s")]
  private static let conditions = ["rebuffer_ratio<=+0.5pp", "mean_bitrate_bps>=-3%", "bytes_wasted_per_h<=300MB/h"]

  /// A condition of a setting worked out from its sessions, step by step as the page Tuning.md has it.
  private func slow(
    _ constraint: Gate, _ setting: TuningSetting, _ search: TuningSearch, _ bench: TuningBench, tolerance: Double
  ) throws -> (seen: Double, upper: Double) {
    func parts(_ setting: TuningSetting) throws -> [(Double, Double)] {
      try search.recordings.map { traces in
        let sessions = try bench.play([setting], traces).compactMap { $0?.metrics }
        switch constraint.measure.name {
        case "rebuffer_ratio":
          return (
            sessions.map(\.stalledTime).reduce(0, +), sessions.map { $0.stalledTime + $0.playingTime }.reduce(0, +)
          )
        case "mean_bitrate_bps":
          return (
            sessions.map(\.shownBits).reduce(0, +),
            sessions.map(\.playedMedia).reduce(0, +)
          )
        default:
          return (
            sessions.map { Double($0.ledger.wasted) }.reduce(0, +), sessions.map { $0.playedMedia / 3600 }.reduce(0, +)
          )
        }
      }
    }
    func moves(_ parts: [(Double, Double)]) -> (ratio: Double, moves: [Double]) {
      let (top, bottom) = (parts.map(\.0).reduce(0, +), parts.map(\.1).reduce(0, +))
      return (top / bottom, parts.map { ($0.0 - top / bottom * $0.1) / bottom })
    }
    let sign = constraint.measure.direction == .higher ? -1.0 : 1
    let own = moves(try parts(setting))
    var (seen, harm, weight) = (own.ratio, 0.0, 0.0)
    var old = (ratio: 0.0, moves: own.moves.map { _ in 0.0 })
    switch constraint.bound {
    case .limit(let limit): harm = sign * (own.ratio - limit)
    case .absolute(let amount):
      old = moves(try parts(try #require(bench.space.current)))
      seen = own.ratio - old.ratio
      (harm, weight) = (sign * seen - amount - (amount == 0 ? tolerance : 0), 1)
    case .relative(let share):
      old = moves(try parts(try #require(bench.space.current)))
      seen = own.ratio - old.ratio
      (harm, weight) = (sign * seen - share * old.ratio, 1 + sign * share)
    }
    var harms = zip(own.moves, old.moves).map { Double(own.moves.count) * sign * ($0 - weight * $1) + harm }
    let count = Double(harms.count)
    harms.append(max(0, harms.max() ?? 0))
    let mean = harms.reduce(0, +) / (count + 1)
    let deviation = (harms.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / count).squareRoot()
    let quantile = StudentT(degreesOfFreedom: count).quantile(at: search.confidence)
    return (seen, mean + quantile * deviation / (count + 1).squareRoot())
  }

  @Test("every bound is that of the plain formula", arguments: [1, 2])
  func oracle(videos: Int) throws {
    let bench = try TuningBench([("min", "2s,8s"), ("max", "10s,40s")], traces: 9, videos: videos)
    let constraints = Self.conditions + ["rebuffer_ratio<=+0pp"]
    var search = try bench.search(["bytes_wasted_per_h"], constraint: constraints, tolerance: 0.0005, confidence: 0.9)
    _ = try search.run(play: bench.play)
    let settings = bench.space.settings.indices.filter { $0 != search.currentIndex }
    for (setting, conditions) in zip(settings, search.conditions(of: settings)) {
      for condition in conditions {
        let sign = condition.constraint.measure.direction == .higher ? -1.0 : 1
        let (seen, upper) = try slow(
          condition.constraint, bench.space.settings[setting], search, bench, tolerance: 0.0005)
        let (found, bound) = (try #require(condition.seen), try #require(condition.bound))
        let allowed = try #require(condition.allowed)
        let scale = max(seen.magnitude, upper.magnitude, allowed.magnitude)
        #expect((found - seen).magnitude <= 1e-9 * scale, "\(condition)")
        #expect((sign * (bound - allowed) - upper).magnitude <= 1e-9 * scale, "\(condition)")
        #expect(condition.holds == (upper <= 0), "\(condition)")
      }
    }
  }

  @Test("where all conditions are relative the current setting is promised, and so is some answer", arguments: 1...8)
  func currentIsPromised(seed: Int) throws {
    let bench = try TuningBench(Self.grid, traces: 24)
    for constraints in [
      ["rebuffer_ratio<=+0pp"], ["mean_bitrate_bps>=-0%", "startup_s_p95<=+0s", "rebuffer_count<=+0"],
    ] {
      var search = try bench.search(["bytes_wasted_per_h"], constraint: constraints, seed: seed, heldOut: 0.3)
      let outcome = try search.run(play: bench.play)
      #expect(outcome.current?.isPromised == true, "seed \(seed)")
      let best = try #require(outcome.best)
      #expect(best.isPromised == true && best.isFeasible && outcome.promise?.holds == true, "seed \(seed)")
      #expect((best.values[0] ?? 1) <= (outcome.current?.values[0] ?? 0), "seed \(seed)")
    }
  }

  @Test("the answer is the best of what is promised, and no step from it is better and promised", arguments: 1...4)
  func answer(seed: Int) throws {
    let bench = try TuningBench([("min", "2..20s by 6s"), ("max", "10..40s")], traces: 20)
    var search = try bench.search(
      ["bytes_wasted_per_h"], constraint: ["rebuffer_ratio<=+0.5pp", "mean_bitrate_bps>=-3%"], seed: seed)
    let outcome = try search.run(play: bench.play)
    let best = try #require(outcome.best?.values[0])
    let promised = outcome.evaluatedAndCurrent.filter { $0.isPromised == true }
    #expect(promised.allSatisfy(\.isFeasible) && !promised.isEmpty)
    // Steps towards the bolder setting may find what is promised and worse.
    #expect(promised.compactMap { $0.values[0] }.min() == best, "seed \(seed)")
    for neighbour in outcome.neighbours.map(\.evaluated) where neighbour.isPromised == true {
      #expect((neighbour.values[0] ?? 0) >= best * (1 - 1e-12), "seed \(seed)")
    }
    let region = try #require(outcome.region)
    #expect(region.count == promised.count { ($0.values[0] ?? 1e99) <= best * (1 + TuningRegion.slack) + 1e-9 })
    for (values, value) in zip(region.values, try #require(outcome.best).setting.values) {
      #expect(values.contains(value))
    }
    if let bolder = outcome.bolder {
      #expect(bolder.isPromised == false && bolder.isFeasible && (bolder.values[0] ?? 1) < best, "seed \(seed)")
      #expect((0...1).contains(outcome.bolderMissRate ?? -1))
    }
  }

  @Test("a limit that is nearly reached is met here and promised nowhere: nothing is called best")
  func nothingPromised() throws {
    let bench = try TuningBench([("min", "8s"), ("max", "30s")], traces: 12)
    var probe = try bench.search(["rebuffer_ratio"], constraint: ["bytes_wasted_per_h<=900MB/h"])
    let waste = try #require(try probe.run(play: bench.play).evaluated[0].values[1])
    for (limit, isPromised) in [(waste * 1.001, false), (waste * 10, true)] {
      var search = try bench.search(["rebuffer_ratio"], constraint: ["bytes_wasted_per_h<=\(limit)"])
      let outcome = try search.run(play: bench.play)
      let setting = outcome.evaluated.first { $0.setting.place == [0, 0] }
      #expect(setting?.isFeasible == true && setting?.isPromised == isPromised)
      if !isPromised, outcome.current?.isFeasible == false {
        #expect(outcome.best == nil && outcome.bolder != nil && outcome.closest == nil)
        #expect(outcome.answer == outcome.bolder && outcome.promise?.holds == false)
      }
    }
  }

  @Test("a percentile is bounded by the first value that few enough sessions are beyond", arguments: ["<=9s", "<=+2s"])
  func percentiles(bound: String) throws {
    let bench = try TuningBench([("min", "2s"), ("max", "10s")], traces: 60)
    var search = try bench.search(["rebuffer_ratio"], constraint: ["startup_s_p50\(bound)"], confidence: 0.9)
    _ = try search.run(play: bench.play)
    let condition = search.conditions(of: [0])[0][0]
    let (seen, found) = (try #require(condition.seen), try #require(condition.bound))
    #expect(found >= seen && found.isFinite)
    #expect(condition.holds == (found <= (condition.allowed ?? 0)))
    // A limit a little above the bound is promised, one a little below is not.
    guard !bound.contains("+") else { return }
    for (limit, isPromised) in [(found + 1e-6, true), (found - 1e-6, false)] {
      var search = try bench.search(["rebuffer_ratio"], constraint: ["startup_s_p50<=\(limit)"], confidence: 0.9)
      _ = try search.run(play: bench.play)
      #expect(search.conditions(of: [0])[0][0].holds == isPromised)
    }
  }

  @Test("the tolerance is for shares that may not become worse at all, and for nothing else")
  func tolerance() throws {
    let goals = try TuningGoals(
      goals: ["rebuffer_ratio"],
      constraints: ["rebuffer_ratio<=+0pp", "rebuffer_ratio<=+0.1pp", "bytes_wasted_per_h<=+0", "rebuffer_ratio<=1pp"],
      tolerance: 0.0005)
    #expect(goals.constraints.map(goals.isTolerant) == [true, false, false, false])
    #expect(goals.excess(of: 0.0104, over: goals.constraints[0], reference: 0.01) == 0)
    #expect(goals.excess(of: 0.0106, over: goals.constraints[0], reference: 0.01) > 0)
    #expect(goals.excess(of: 0.0104, over: goals.constraints[3], reference: 0.01) > 0)
  }

  @Test("without conditions nothing is promised, and under 45 recordings more confidence is asked for")
  func plain() throws {
    let bench = try TuningBench([("min", "2s,8s"), ("max", "10s,40s")], traces: 6)
    var search = try bench.search(["bytes_wasted_per_h"])
    let outcome = try search.run(play: bench.play)
    #expect(outcome.promise == nil && outcome.bolder == nil && outcome.best?.isPromised == nil)
    #expect(search.confidence == 0.95 && TuningPromise.usualConfidence(recordings: 45) == 0.9)
  }
}
