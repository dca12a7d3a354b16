import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRunsTestSupport
import Testing

@testable import ABRParallel
@testable import ABRRuns
@testable import ABRTuning

@Suite("Searches for a setting")
struct TuningSearchTests {
  private static let grid = [("min", "2..20s by 2s"), ("max", "6..40s by 2s")]

  @Test("every metric that can become better is a goal", arguments: [false, true])
  func everyGoal(severalItems: Bool) throws {
    let metrics = MetricDefinition.metrics(severalItems: severalItems).filter { $0.direction != .neutral }
    let goals = try TuningGoals(goals: metrics.map(\.name), constraints: [])
    #expect(goals.goals.map(\.name) == metrics.map(\.name))
  }

  @Test("the exhaustive search finds what a plain loop over all settings finds")
  func exhaustive() throws {
    let bench = try TuningBench(Self.grid, traces: 12)
    var search = try bench.search(["rebuffer_ratio"], constraint: ["bytes_wasted_per_h<=130MB/h"], method: .exhaustive)
    let outcome = try search.run(play: bench.play)
    var best: (setting: TuningSetting, rebuffer: Double, waste: Double)?
    for setting in bench.space.settings {
      let sessions = try bench.play([setting], Array(bench.traces.indices), jobs: 2).compactMap { $0?.metrics }
      let pooled = PooledMetrics(sessions, of: MetricDefinition.metrics(severalItems: false)).values
      let (rebuffer, waste) = (try #require(pooled["rebuffer_ratio"]), try #require(pooled["bytes_wasted_per_h"]))
      guard waste <= 130e6 else { continue }
      if best.map({ (rebuffer, waste) < ($0.rebuffer, $0.waste) }) ?? true { best = (setting, rebuffer, waste) }
    }
    let expected = try #require(best)
    // A limit that is nearly reached is not promised.
    let found = try #require(outcome.bolder ?? outcome.best)
    #expect(found.setting == expected.setting)
    #expect(abs((found.values[0] ?? -1) - expected.rebuffer) <= 1e-12)
    #expect(outcome.played == bench.space.settings.count * 12 && outcome.played == outcome.exhaustive)
    #expect(!outcome.isPartial && outcome.evaluated.count == bench.space.settings.count)
  }

  @Test("a random search plays its sample and the current setting, over all traces")
  func random() throws {
    let bench = try TuningBench(Self.grid, traces: 20)
    var search = try bench.search(method: .random, samples: 30, seed: 3)
    let planned = search.plannedSessions
    let outcome = try search.run(play: bench.play)
    let sample = bench.space.randomSample(30, seed: 3)
    #expect(outcome.evaluated.map(\.setting) == sample && outcome.evaluated.allSatisfy { $0.traces == 20 })
    #expect(outcome.played == 30 * 20 && outcome.exhaustive == bench.space.settings.count * 20)
    #expect(outcome.current?.setting.values == [.duration(4), .duration(40)])
    #expect(planned == (30 + (sample.contains { $0.values == bench.space.current?.values } ? 0 : 1)) * 20)
    let best = try #require(outcome.best)
    #expect(outcome.evaluatedAndCurrent.contains(best))
    for one in outcome.front {
      for other in outcome.front {
        #expect(!Dominance.dominates(one.values.compactMap { $0 }, other.values.compactMap { $0 }))
      }
    }
    // What lies beside the answer is played to be shown, and not to be chosen.
    #expect(!outcome.neighbours.isEmpty && outcome.neighbours.allSatisfy { $0.evaluated.traces == 20 })
  }

  @Test("the current setting is on the front if no setting beats it, in the grid or not")
  func currentOnFront() throws {
    let bench = try TuningBench([("min", "20s,30s"), ("max", "60s,90s")], traces: 10)
    var search = try bench.search()
    let outcome = try search.run(play: bench.play)
    let current = try #require(outcome.current)
    #expect(current.isOnFront && !outcome.evaluated.contains(current) && outcome.front.contains(current))
  }

  @Test("a random sample of all settings or more is the exhaustive search", arguments: [0, 1])
  func randomOfAll(more: Int) throws {
    let bench = try TuningBench([("min", "2..20s by 6s"), ("max", "20s,30s")], traces: 10)
    var exhaustive = try bench.search()
    var random = try bench.search(method: .random, samples: bench.space.settings.count + more, seed: 7)
    let (one, other) = (try exhaustive.run(play: bench.play), try random.run(play: bench.play))
    #expect(one.evaluated == other.evaluated && one.best == other.best && one.neighbours == other.neighbours)
    #expect(one.played == other.played && exhaustive.plannedSessions == random.plannedSessions)
  }

  @Test("the answer does not depend on jobs, nor on how sessions are cut into batches")
  func determinism() throws {
    let bench = try TuningBench(Self.grid, traces: 60)
    let outcomes = try [1, 2, 5].map { jobs in
      var search = try bench.search(method: .random, samples: 40)
      return try search.run(play: { try bench.play($0, $1, jobs: jobs) })
    }
    #expect(Set(outcomes.map(\.evaluated)).count == 1 && Set(outcomes.map(\.neighbours.count)).count == 1)
  }

  @Test("a search counts the same sessions whether they are played now or were before")
  func counting() throws {
    let bench = try TuningBench(Self.grid, traces: 20, policy: "bola")
    var fresh = try bench.search()
    let one = try fresh.run(play: bench.play)
    var informed = try bench.search(earlier: fresh.outcomes)
    let other = try informed.run(play: { _, _ in
      Issue.record("nothing is left to play")
      return []
    })
    #expect(one.evaluated == other.evaluated && one.played == other.played && one.best == other.best)
  }

  @Test("where nothing meets the conditions the closest setting is named, and nothing is called best")
  func infeasible() throws {
    let bench = try TuningBench(Self.grid, traces: 10)
    var search = try bench.search(["rebuffer_ratio"], constraint: ["bytes_wasted_per_h<=1MB/h"])
    let outcome = try search.run(play: bench.play)
    #expect(outcome.best == nil && outcome.front.isEmpty)
    let closest = try #require(outcome.closest)
    let least = outcome.evaluated.compactMap { $0.values[1] }.min()
    #expect(closest.values[1] == least)
  }

  @Test(
    "where a measure is never 0 and has to be, the closest setting is the one with least of it",
    arguments: [true, false])
  func closestToZero(hasCurrent: Bool) throws {
    let bench = try TuningBench([("min", "4..20s by 4s"), ("max", hasCurrent ? "24s,40s" : "24s,39s")], traces: 20)
    var search = try bench.search(["mean_bitrate_bps"], constraint: ["bytes_wasted_per_h<=0"], method: .exhaustive)
    let outcome = try search.run(play: bench.play)
    let waste = outcome.evaluatedAndCurrent.compactMap { $0.values[1] }
    #expect(outcome.best == nil && Set(waste).count > 1)
    #expect(outcome.closest?.values[1] == waste.min())
  }

  @Test(
    "a condition is missed by the more the further a value is from it", arguments: [nil, 1e6, 3e6])
  func violations(reference: Double?) throws {
    let goals = try TuningGoals(
      goals: ["rebuffer_ratio"], constraints: ["mean_bitrate_bps>=4Mbit/s", "bytes_wasted_per_h<=0"])
    // Half of the bound is as far from it as it is large.
    let bitrates = [4.0, 3.9, 2.1, 2, 1.9, 1].map { $0 * 1e6 }
    let misses = bitrates.map { goals.violation(of: $0, over: goals.constraints[0], reference: reference) }
    #expect(misses[0] == 0 && zip(misses, misses.dropFirst()).allSatisfy { $0 < $1 }, "\(misses)")
    let waste = [0, 1, 2e6, 4e6].map { goals.violation(of: $0, over: goals.constraints[1], reference: reference) }
    #expect(waste[0] == 0 && zip(waste, waste.dropFirst()).allSatisfy { $0 < $1 }, "\(waste)")
  }

  @Test("a goal is constant only where the current setting has the same value")
  func constantBesideCurrent() throws {
    let bench = try TuningBench([("min", "36s,36.001s")], traces: 6)
    var search = try bench.search(["bytes_wasted_per_h"])
    let outcome = try search.run(play: bench.play)
    let current = try #require(outcome.current?.values[0])
    let values = outcome.evaluated.compactMap { $0.values[0] }
    #expect(Set(values).count == 1 && values[0] != current, "the bench no longer has what this is about")
    #expect(outcome.constantGoals.isEmpty)
    #expect(outcome.evaluatedAndCurrent.count == outcome.evaluated.count + 1)
  }

  @Test("a condition relative to the current setting needs one")
  func relativeConditions() throws {
    let bench = try TuningBench(Self.grid, traces: 10)
    var search = try bench.search(["bytes_wasted_per_h"], constraint: ["rebuffer_ratio<=+0pp"])
    let outcome = try search.run(play: bench.play)
    let (best, current) = (try #require(outcome.best), try #require(outcome.current))
    #expect((best.values[1] ?? 1) <= (current.values[1] ?? 0) && current.isFeasible)
    let space = try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: "bola+peak"), SpecTemplate(.buffer, parsing: "growth")],
      ranges: [(name: "peak", text: "1M,2M")])
    let goals = try TuningGoals(goals: ["rebuffer_ratio"], constraints: ["mean_bitrate_bps>=-2%"])
    #expect(throws: TuningError.self) {
      _ = try TuningSearch(space, for: goals, method: .exhaustive, traces: [0], traceCount: 1)
    }
  }

  @Test("a search that is stopped answers over the traces that all settings were played over")
  func stopped() throws {
    let bench = try TuningBench(Self.grid, traces: 12)
    for method in [SearchMethod.exhaustive, .random] {
      var search = try bench.search(["rebuffer_ratio"], method: method, samples: 12)
      let outcome = try search.run(play: { settings, traces in
        let sessions = try bench.play(settings, traces)
        return sessions.enumerated().map { $0 < sessions.count / 2 ? $1 : nil }
      })
      #expect(outcome.isPartial && outcome.traces == 6 && outcome.best?.traces == 6)
    }
    var nothing = try bench.search(["rebuffer_ratio"], method: .exhaustive)
    let outcome = try nothing.run(play: { settings, traces in
      Array(repeating: nil, count: settings.count * traces.count)
    })
    #expect(outcome.isPartial && outcome.traces == 0 && outcome.answer == nil)
  }

  @Test("what is used now is the answer where nothing in the ranges is better, on the grid or not")
  func currentIsBest() throws {
    // The current setting, 4/40 s, wastes less than any of these.
    let bench = try TuningBench([("min", "30s,35s"), ("max", "50s,60s")], traces: 12)
    var search = try bench.search(["bytes_wasted_per_h"])
    let outcome = try search.run(play: bench.play)
    #expect(outcome.best?.setting == outcome.current?.setting)
    #expect(outcome.evaluated.allSatisfy { ($0.values[0] ?? 0) >= (outcome.current?.values[0] ?? 1) })
    // Startup is the same for all of them: what is equal stays as it is.
    var equal = try bench.search(["startup_s_p50"])
    let tie = try equal.run(play: bench.play)
    #expect(tie.best?.setting == tie.current?.setting)
  }

  @Test("of equal settings the one that changes least comes first")
  func leastChange() throws {
    // The current setting is 4/40 s.
    let bench = try TuningBench([("min", "2s,3s,4s,5s"), ("max", "20s,40s,50s")])
    let search = try bench.search()
    let equal = search.settings.indices.map {
      TuningSearch.Judged(setting: $0, traces: 1, values: [], harms: [], violation: 0)
    }
    let order = search.ranking(equal.reversed()).map { search.settings[$0.setting].values.map(\.text) }
    let first = [["4s", "40s"], ["3s", "40s"], ["4s", "20s"], ["4s", "50s"], ["5s", "40s"], ["2s", "40s"]]
    #expect(Array(order.prefix(6)) == first)
    #expect(order.last == ["2s", "50s"])
  }

  @Test("no step beside the answer is better than the answer", arguments: 1...6)
  func beside(seed: Int) throws {
    let bench = try TuningBench([("min", "2..20s"), ("max", "24s,28s,40s")])
    var search = try bench.search(["rebuffer_ratio"], constraint: ["bytes_wasted_per_h<=+0%"], seed: seed)
    let outcome = try search.run(play: bench.play)
    let best = try #require(outcome.best)
    #expect(!outcome.neighbours.isEmpty)
    for neighbour in outcome.neighbours.map(\.evaluated) where neighbour.isFeasible {
      #expect((neighbour.values[0] ?? 0) >= (best.values[0] ?? 1) - 1e-12, "seed \(seed)")
    }
  }

  @Test("a step from a word is each other word of the list")
  func words() throws {
    let bench = try TuningBench([("basis", "watched,position"), ("max", "24s,28s,40s")], traces: 12)
    var search = try bench.search(["rebuffer_ratio"])
    let outcome = try search.run(play: bench.play)
    let best = try #require(outcome.best).setting.values
    let steps = outcome.neighbours.filter { $0.parameter == 0 }.map(\.evaluated.setting.values)
    #expect(steps.count == 1 && steps[0][0] != best[0] && steps[0][1] == best[1], "\(best) \(steps)")
  }

  @Test("a goal that never varies is named")
  func constantGoal() throws {
    let bench = try TuningBench([("min", "2s,4s"), ("max", "6s,8s")], traces: 6)
    var search = try bench.search(["startup_s_p50"])
    let outcome = try search.run(play: bench.play)
    #expect(outcome.constantGoals.map(\.name) == ["startup_s_p50"])
  }

  @Test("settings that another program asks for are told what the search itself would say")
  func askTell() throws {
    let bench = try TuningBench(Self.grid, traces: 12)
    var search = try bench.search(["rebuffer_ratio"], method: .askTell)
    var values: [Double?] = []
    for setting in bench.space.settings.prefix(5) {
      let told = try #require(try search.tell(setting, traces: 12, play: bench.play))
      values.append(told.values[0])
    }
    let between = try bench.space.setting([.duration(3.5), .duration(33.25)])
    #expect(between.place == nil)
    values.append(try search.tell(between, traces: 12, play: bench.play)?.values[0])
    let outcome = try search.told(answer: nil, play: bench.play)
    #expect(outcome.best?.values[0] == values.compactMap { $0 }.min() && outcome.evaluated.count == 6)
    let chosen = try search.told(answer: between, play: bench.play)
    #expect(chosen.best?.setting == between)
  }

  @Test("a parameter that changes nothing is named, and one that does is not")
  func idleParameter() throws {
    // Viewers leave after 40 s, before the target would be more than 40 s.
    let bench = try TuningBench([("min", "2s,8s"), ("max", "60s,70s,80s")], traces: 6)
    var search = try bench.search(["bytes_wasted_per_h"])
    let outcome = try search.run(play: bench.play)
    #expect(outcome.idleParameters == [1])
    // A value alone in its place is compared with none.
    let other = try TuningBench([("min", "2s,8s"), ("max", "6s,8s")], traces: 6)
    var second = try other.search(["bytes_wasted_per_h"])
    #expect(try second.run(play: other.play).idleParameters.isEmpty)
  }

  @Test("the front is in the order in which the answer is chosen, and of equal settings the nearest comes first")
  func frontOrder() throws {
    let bench = try TuningBench([("min", "2s,4s,8s"), ("max", "60s,70s,80s")], traces: 12)
    var search = try bench.search()
    let outcome = try search.run(play: bench.play)
    #expect(outcome.front.first == outcome.best && outcome.front.allSatisfy(\.isOnFront))
    #expect(outcome.front.count == outcome.evaluatedAndCurrent.count(where: \.isOnFront))
    for (one, next) in zip(outcome.front, outcome.front.dropFirst()) where one.values == next.values {
      let (a, b) = (one.setting.values, next.setting.values)
      #expect(a[0] != b[0] || (a[1].number ?? 0) < (b[1].number ?? 0), "\(a) \(b)")
    }
  }
}
