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
  func everyGoal(isQueue: Bool) throws {
    let metrics = MetricDefinition.all(ofQueues: isQueue).filter { $0.direction != .neutral }
    let goals = try TuningGoals(goals: metrics.map(\.name), keeps: [], ofQueues: isQueue)
    #expect(goals.goals.map(\.name) == metrics.map(\.name))
  }

  @Test("the exhaustive search finds what a plain loop over all settings finds")
  func exhaustive() throws {
    let bench = try TuningBench(Self.grid, traces: 12)
    var search = try bench.search(["rebuffer_ratio"], keep: ["bytes_wasted_per_h<=130MB/h"], method: .exhaustive)
    let outcome = try search.run(play: bench.play)
    var best: (setting: TuningSetting, rebuffer: Double, waste: Double)?
    for setting in bench.space.settings {
      let sessions = try bench.play([setting], Array(bench.traces.indices), jobs: 2).compactMap { $0?.metrics }
      let pooled = PooledMetrics(sessions).values
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

  @Test("halving plays what its plan says, and answers with a setting that was played over all traces")
  func halving() throws {
    let bench = try TuningBench(Self.grid, traces: 100)
    var search = try bench.search(method: .halving)
    var steps: [TuningSearch.Step] = []
    let outcome = try search.run(play: bench.play, onStep: { steps.append($0) })
    let plan = HalvingPlan(settings: bench.space.settings.count, traces: 100)
    #expect(plan.rounds.count == 3 && outcome.rounds.map(\.traces) == plan.rounds.map(\.traces))
    #expect(outcome.rounds.map(\.settings) == plan.rounds.map(\.settings))
    #expect(outcome.rounds.map(\.kept) == plan.rounds.dropFirst().map(\.settings) + [HalvingPlan.lastSettings])
    #expect(steps.map(\.round) == outcome.rounds && steps.allSatisfy { $0.count == 3 })
    // Steps beside the answer come to what the rounds play.
    #expect((plan.sessions..<plan.sessions + 20 * 100).contains(outcome.played) && outcome.played < outcome.exhaustive)
    #expect(outcome.best?.traces == 100 && !outcome.isPartial)
    #expect(outcome.evaluated.count == bench.space.settings.count)
    #expect(outcome.front.allSatisfy { $0.traces == 100 } && !outcome.front.isEmpty)
    #expect(outcome.current?.setting.values == [.duration(4), .duration(40)])
    for one in outcome.front {
      for other in outcome.front {
        let (a, b) = (one.values.compactMap { $0 }, other.values.compactMap { $0 })
        #expect(!Dominance.dominates(a, b))
      }
    }
  }

  @Test("the best setting goes on, and as many as are wanted", arguments: [[], ["bytes_wasted_per_h<=130MB/h"]])
  func goingOn(keeps: [String]) throws {
    let bench = try TuningBench(Self.grid, traces: 10)
    for goals in [["rebuffer_ratio"], ["rebuffer_ratio", "bytes_wasted_per_h"]] {
      var search = try bench.search(goals, keep: keeps)
      _ = try search.run(play: bench.play)
      let judged = search.judged(Array(bench.space.settings.indices), over: 10)
      let best = search.ranking(judged)[0].setting
      for count in [1, 2, 7, judged.count] {
        let chosen = search.better(count, of: judged)
        #expect(chosen.count == count && Set(chosen).count == count && chosen.contains(best), "\(goals) \(count)")
      }
      // Nobody is passed over by one that is worse in everything that counts.
      let chosen = Set(search.better(40, of: judged))
      for one in judged where !chosen.contains(one.setting) {
        #expect(!judged.contains { chosen.contains($0.setting) && Dominance.dominates(one.harms, $0.harms) })
      }
    }
  }

  @Test("the answer does not depend on jobs, nor on how sessions are cut into batches")
  func determinism() throws {
    let bench = try TuningBench(Self.grid, traces: 60)
    let outcomes = try [1, 2, 5].map { jobs in
      var search = try bench.search(method: .halving)
      return try search.run(play: { try bench.play($0, $1, jobs: jobs) })
    }
    #expect(Set(outcomes.map(\.evaluated)).count == 1 && Set(outcomes.map(\.neighbours.count)).count == 1)
  }

  @Test("a search counts the same sessions whether they are played now or were before", arguments: 1...3)
  func counting(seed: Int) throws {
    let bench = try TuningBench(Self.grid, policy: "bola")
    var referee = try bench.search(method: .exhaustive)
    _ = try referee.run(play: bench.play)
    var fresh = try bench.search(method: .halving, seed: seed)
    var informed = try bench.search(method: .halving, seed: seed, earlier: referee.outcomes)
    let (one, other) = (try fresh.run(play: bench.play), try informed.run(play: bench.play))
    #expect(one.evaluated == other.evaluated && one.played == other.played && one.best == other.best)
    #expect(one.played < one.exhaustive * 4 / 5)
  }

  @Test("where nothing meets the conditions the closest setting is named, and nothing is called best")
  func infeasible() throws {
    let bench = try TuningBench(Self.grid, traces: 10)
    var search = try bench.search(["rebuffer_ratio"], keep: ["bytes_wasted_per_h<=1MB/h"])
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
    var search = try bench.search(["mean_bitrate_bps"], keep: ["bytes_wasted_per_h<=0"], method: .exhaustive)
    let outcome = try search.run(play: bench.play)
    let waste = outcome.evaluatedAndCurrent.compactMap { $0.values[1] }
    #expect(outcome.best == nil && Set(waste).count > 1)
    #expect(outcome.closest?.values[1] == waste.min())
  }

  @Test(
    "a condition is missed by the more the further a value is from it", arguments: [nil, 1e6, 3e6])
  func violations(reference: Double?) throws {
    let goals = try TuningGoals(
      goals: ["rebuffer_ratio"], keeps: ["mean_bitrate_bps>=4Mbit/s", "bytes_wasted_per_h<=0"], ofQueues: false)
    // Half of the bound is as far from it as it is large.
    let bitrates = [4.0, 3.9, 2.1, 2, 1.9, 1].map { $0 * 1e6 }
    let misses = bitrates.map { goals.violation(of: $0, over: goals.keeps[0], reference: reference) }
    #expect(misses[0] == 0 && zip(misses, misses.dropFirst()).allSatisfy { $0 < $1 }, "\(misses)")
    let waste = [0, 1, 2e6, 4e6].map { goals.violation(of: $0, over: goals.keeps[1], reference: reference) }
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
    var search = try bench.search(["bytes_wasted_per_h"], keep: ["rebuffer_ratio<=+0pp"])
    let outcome = try search.run(play: bench.play)
    let (best, current) = (try #require(outcome.best), try #require(outcome.current))
    #expect((best.values[1] ?? 1) <= (current.values[1] ?? 0) && current.isFeasible)
    let space = try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: "bola+peak"), SpecTemplate(.buffer, parsing: "growth")],
      ranges: [(name: "peak", text: "1M,2M")])
    let goals = try TuningGoals(goals: ["rebuffer_ratio"], keeps: ["mean_bitrate_bps>=-2%"], ofQueues: false)
    #expect(throws: TuningError.self) {
      _ = try TuningSearch(space, for: goals, method: .exhaustive, traces: [0], traceCount: 1, ofQueues: false)
    }
  }

  @Test("a search that is stopped in its first round answers over the traces that all settings were played over")
  func stoppedAtOnce() throws {
    let bench = try TuningBench(Self.grid, traces: 12)
    for method in [SearchMethod.exhaustive, .halving] {
      var search = try bench.search(["rebuffer_ratio"], method: method)
      let outcome = try search.run(play: { settings, traces in
        let sessions = try bench.play(settings, traces)
        return sessions.enumerated().map { $0 < sessions.count / 2 ? $1 : nil }
      })
      #expect(outcome.isPartial && outcome.rounds.map(\.traces) == [6] && outcome.best?.traces == 6)
    }
    var nothing = try bench.search(["rebuffer_ratio"], method: .exhaustive)
    let outcome = try nothing.run(play: { settings, traces in
      Array(repeating: nil, count: settings.count * traces.count)
    })
    #expect(outcome.isPartial && outcome.rounds.isEmpty && outcome.answer == nil)
  }

  @Test(
    "a search that is stopped later answers with the best of its last round over the traces that all of it was played over"
  )
  func stoppedLater() throws {
    let bench = try TuningBench(Self.grid, traces: 100)
    var whole = try bench.search(method: .halving)
    let expected = try whole.run(play: bench.play)
    for (batch, rounds) in [(2, [25]), (3, [25, 50])] {
      var search = try bench.search(method: .halving)
      var played = 0
      let outcome = try search.run(play: { settings, traces in
        played += 1
        let sessions = try bench.play(settings, traces)
        return played < batch ? sessions : Array(repeating: nil, count: sessions.count)
      })
      #expect(outcome.isPartial && outcome.rounds.map(\.traces) == rounds && outcome.neighbours.isEmpty)
      #expect(outcome.rounds.map(\.settings) == Array(expected.rounds.map(\.settings).prefix(rounds.count)))
      #expect(outcome.best?.traces == rounds.last && outcome.played < expected.played)
    }
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

  @Test("no step beside the answer is better than the answer", arguments: 1...6)
  func beside(seed: Int) throws {
    let bench = try TuningBench([("min", "2..20s"), ("max", "24s,28s,40s")])
    var search = try bench.search(["rebuffer_ratio"], keep: ["bytes_wasted_per_h<=+0%"], seed: seed)
    let outcome = try search.run(play: bench.play)
    let best = try #require(outcome.best)
    #expect(!outcome.neighbours.isEmpty)
    for neighbour in outcome.neighbours.map(\.evaluated) where neighbour.isFeasible {
      #expect((neighbour.values[0] ?? 0) >= (best.values[0] ?? 1) - 1e-12, "seed \(seed)")
    }
  }

  @Test("a goal that never varies is named")
  func constantGoal() throws {
    let bench = try TuningBench([("min", "2s,4s"), ("max", "6s,8s")], traces: 6)
    var search = try bench.search(["startup_s_p50"])
    let outcome = try search.run(play: bench.play)
    #expect(outcome.constantGoals.map(\.name) == ["startup_s_p50"])
  }

  @Test("between the values of a range without steps the search looks further, and never ends up worse")
  func refinement() throws {
    let stepped = try TuningBench(
      [("min", "2,6,10,14,18,22s".replacing(",", with: "s,")), ("max", "10..40s by 10s")], traces: 20)
    let continuous = try TuningBench([("min", "2..22s"), ("max", "10..40s by 10s")], traces: 20)
    func best(_ bench: TuningBench) throws -> TuningOutcome {
      var search = try bench.search(["rebuffer_ratio"], keep: ["bytes_wasted_per_h<=120MB/h"], method: .exhaustive)
      return try search.run(play: bench.play)
    }
    let (coarse, fine) = (try best(stepped), try best(continuous))
    #expect(coarse.refined == 0 && fine.refined > 0)
    #expect((fine.best?.values[0] ?? 1) <= (coarse.best?.values[0] ?? 0))
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
}
