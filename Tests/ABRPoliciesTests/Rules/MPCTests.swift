import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

/// A plan and its value, found by trying every plan from the root: slow and obvious.
private func bruteForce(
  bandwidths: [Double], times: [[Double]], durations: [Double], level: Double, last: Int, ceiling: Double,
  prefersHigher: Bool, rebufferPenalty: Double = 4.3, switchPenalty: Double = 1
) -> (value: Double, plan: [Int]) {
  let steps = times.count
  let count = bandwidths.count
  var best = (value: -Double.infinity, plan: [Int]())
  var plan = Array(repeating: 0, count: steps)
  var number = 0
  var total = 1
  for _ in 0..<steps { total *= count }
  while number < total {
    var rest = number
    for step in (0..<steps).reversed() {
      plan[step] = rest % count
      rest /= count
    }
    var bits = 0.0
    var switched = 0.0
    var stalled = 0.0
    var buffer = level
    var before = last
    for step in 0..<steps {
      let time = times[step][plan[step]]
      stalled += max(0, time - buffer)
      buffer = min(max(buffer - time, 0) + durations[step], ceiling)
      bits += bandwidths[plan[step]]
      switched += abs(bandwidths[plan[step]] - bandwidths[before])
      before = plan[step]
    }
    let value = bits / 1e6 - rebufferPenalty * stalled - switchPenalty * (switched / 1e6)
    if value > best.value || (value == best.value && prefersHigher && plan[0] > best.plan[0]) {
      best = (value, plan)
    }
    number += 1
  }
  return best
}

@Suite struct MPCTests {
  private static let ladder: [Double] = [300, 750, 1200, 1850, 2850, 4300].map { $0 * 1000 }

  private func search(prefersHigher: Bool = false) -> PlanSearch {
    var search = PlanSearch(rebufferPenalty: 4.3, switchPenalty: 1, prefersHigher: prefersHigher)
    search.prepare(bandwidths: Self.ladder, horizon: 5)
    return search
  }

  // Worked examples computed from the definitions by an independent script: level, last rendition, prediction in Mbit/s
  // after the robust division, value and first step.
  @Test(
    "worked examples of a constant-bitrate ladder with segments of 4 s",
    arguments: [
      (8.0, 1, 2.0, 9.5, 2), (8, 1, 2.0 / 1.25, 8.15, 3), (4, 3, 1, 3.1, 1), (12, 2, 3, 16.95, 4),
      (0, 1, 0.5, -9.27, 0),
    ])
  func workedExamples(level: Double, last: Int, megabits: Double, value: Double, first: Int) {
    let times = Array(repeating: Self.ladder.map { $0 * 4 / (megabits * 1e6) }, count: 5)
    let brute = bruteForce(
      bandwidths: Self.ladder, times: times, durations: Array(repeating: 4, count: 5), level: level, last: last,
      ceiling: .infinity, prefersHigher: false)
    #expect(abs(brute.value - value) < 1e-9)
    #expect(brute.plan[0] == first)
    var search = search()
    for step in 0..<5 { search.setDuration(4, step) }
    search.setTimes(of: times.flatMap(PlanSearch.pairs), from: 0, steps: 5, secondsPerByte: 1)
    #expect(search.firstStep(steps: 5, level: level, last: last, ceiling: .infinity) == first)
  }

  @Test("branch and bound takes the first step of the best of all plans, ties included", arguments: [UInt64(1), 2, 3])
  func againstEveryPlan(seed: UInt64) {
    var state = seed
    func draw() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) * 0x1p-53
    }
    for round in 0..<60 {
      let prefersHigher = round % 2 == 1
      var search = search(prefersHigher: prefersHigher)
      let steps = 1 + Int(draw() * 4)
      let level = (draw() * 30).rounded()
      let last = Int(draw() * 6)
      let ceiling = round % 3 == 0 ? 20 : Double.infinity
      let rate = 1e6 * (0.3 + 5 * draw())
      // Every other round sizes are exactly the bandwidth: that is where plans tie.
      let times = (0..<steps).map { _ in Self.ladder.map { $0 * 4 / rate * (round % 4 < 2 ? 1 : 0.6 + 0.8 * draw()) } }
      for step in 0..<steps { search.setDuration(4, step) }
      search.setTimes(of: times.flatMap(PlanSearch.pairs), from: 0, steps: steps, secondsPerByte: 1)
      let brute = bruteForce(
        bandwidths: Self.ladder, times: times, durations: Array(repeating: 4, count: steps), level: level, last: last,
        ceiling: ceiling, prefersHigher: prefersHigher)
      let first = search.firstStep(steps: steps, level: level, last: last, ceiling: ceiling)
      #expect(first == brute.plan[0], "seed \(seed), round \(round): level \(level), last \(last), plan \(brute.plan)")
    }
  }

  @Test("any ladder, horizon, penalty and network: the first step of the best of all plans", arguments: 0..<400)
  func againstEveryPlanOfAnyKind(seed: UInt64) {
    var random = SpecGenerator(seed: seed)
    let count = 2 + Int(random.unit() * 9)
    let longest = count <= 4 ? 5 : count <= 7 ? 4 : 3
    let steps = 1 + Int(random.unit() * Double(longest))
    var bandwidths: [Double] = []
    // Round bandwidths now and then, and equal ones: that is where plans tie.
    let isRound = random.chance()
    for index in 0..<count {
      let rate = 100_000 * (1 + Double(index) * (isRound ? 5 : 10 * random.unit()))
      bandwidths.append(max((isRound ? rate : rate.rounded()), bandwidths.last ?? 0))
    }
    let penalty = random.pick([0, 0.1, 1, 4.3, 100, 1_000_000])
    let switchPenalty = random.pick([0, 0.5, 1, 1, 3])
    let throughput = random.pick([1, 20_000, 300_000, 2e6, 5e6, 1e15])
    let durations = (0..<steps).map { _ in random.pick([1, 2, 4, 4, 4.004, 10]) }
    let sizes = random.chance()
    let times = durations.map { duration in
      let factor = sizes ? 1 : 0.5 + random.unit()
      return bandwidths.map { $0 * duration * factor / throughput }
    }
    let level = random.chance() ? (random.unit() * 30).rounded() : random.unit() * 30
    let last = Int(random.unit() * Double(count))
    let ceiling = random.pick([Double.infinity, 20, 8])
    let prefersHigher = random.chance()

    var search = PlanSearch(
      rebufferPenalty: penalty, switchPenalty: switchPenalty, prefersHigher: prefersHigher)
    search.prepare(bandwidths: bandwidths, horizon: 5)
    for step in 0..<steps { search.setDuration(durations[step], step) }
    search.setTimes(of: times.flatMap(PlanSearch.pairs), from: 0, steps: steps, secondsPerByte: 1)
    let brute = bruteForce(
      bandwidths: bandwidths, times: times, durations: durations, level: level, last: last, ceiling: ceiling,
      prefersHigher: prefersHigher, rebufferPenalty: penalty, switchPenalty: switchPenalty)
    let first = search.firstStep(steps: steps, level: level, last: last, ceiling: ceiling)
    #expect(first == brute.plan[0], "seed \(seed): \(count) renditions, \(steps) steps, plan \(brute.plan)")
  }

  @Test(
    "a horizon that would take for ever with many renditions is an error",
    arguments: [(2, 8), (6, 8), (10, 8), (20, 7), (64, 5)])
  func longestHorizon(count: Int, longest: Int) throws {
    #expect(PlanSearch.longestHorizon(renditions: count) == longest)
    let ladder = try Ladder((1...count).map { Rendition(bandwidth: $0 * 100_000) })
    try PolicySpec(parsing: "mpc(horizon=\(longest))").policy().validate(for: ladder)
    guard longest < PlanSearch.longestHorizon else { return }
    #expect(throws: SpecError.self) {
      try PolicySpec(parsing: "mpc(horizon=\(longest + 1))").policy().validate(for: ladder)
    }
  }

  @Test("steps beyond the last row of sizes take that row")
  func shortRows() {
    let times = [Self.ladder.map { $0 * 4 / 2e6 }]
    var short = search()
    var long = search()
    for step in 0..<5 {
      short.setDuration(4, step)
      long.setDuration(4, step)
    }
    short.setTimes(of: times.flatMap(PlanSearch.pairs), from: 7, steps: 5, secondsPerByte: 1)
    long.setTimes(
      of: Array(repeating: times[0], count: 5).flatMap(PlanSearch.pairs), from: 0, steps: 5, secondsPerByte: 1)
    for level in [0.0, 4, 8, 20] {
      #expect(
        short.firstStep(steps: 5, level: level, last: 1, ceiling: .infinity)
          == long.firstStep(steps: 5, level: level, last: 1, ceiling: .infinity))
    }
  }

  @Test("the prediction is the harmonic mean over 1 + the largest recent error")
  func prediction() {
    var recent = RecentValues()
    for value in [2.0, 4, 1, 4, 2] { recent.add(value) }
    #expect(recent.harmonicMean == 2)
    recent.add(2)
    #expect(abs(recent.harmonicMean - 2) < 1e-15)
    #expect(recent.maximum == 4)
  }
}
