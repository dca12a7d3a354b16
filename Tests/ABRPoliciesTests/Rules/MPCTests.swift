import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

/// A plan and its value, found by trying every plan from the root: slow and obvious.
private func bruteForce(
  bandwidths: [Double], times: [[Double]], durations: [Double], level: Double, last: Int, ceiling: Double,
  prefersHigher: Bool
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
    let value = bits / 1e6 - 4.3 * stalled - switched / 1e6
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

  // Worked examples computed from the definitions by an independent script: level, last rendition, prediction in Mbit/s after
  // the robust division, value and first step.
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
    for step in 0..<5 {
      search.setDuration(4, step)
      for rendition in Self.ladder.indices { search.setTime(times[step][rendition], step, rendition) }
    }
    #expect(search.firstStep(steps: 5, level: level, rate: 1, last: last, ceiling: .infinity) == first)
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
      for step in 0..<steps {
        search.setDuration(4, step)
        for rendition in Self.ladder.indices { search.setTime(times[step][rendition], step, rendition) }
      }
      let brute = bruteForce(
        bandwidths: Self.ladder, times: times, durations: Array(repeating: 4, count: steps), level: level, last: last,
        ceiling: ceiling, prefersHigher: prefersHigher)
      let first = search.firstStep(steps: steps, level: level, rate: 1, last: last, ceiling: ceiling)
      #expect(first == brute.plan[0], "seed \(seed), round \(round): level \(level), last \(last), plan \(brute.plan)")
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
