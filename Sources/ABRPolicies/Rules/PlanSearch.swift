/// Finds the first step of the best plan, exactly, by depth-first branch and bound.
///
/// A plan chooses a rendition for each of the next segments. Its value is Σ q − λ Σ |Δq| − μ × rebuffering, all in Mbit/s. Sums of
/// bandwidths and of switches are kept as whole bits per second and turned into a value at the leaf, in one fixed expression, so
/// that plans of equal worth compare equal whatever way they were reached.
///
/// The bound of a partial plan is its value so far plus the best that a relaxed future can add: one in which the buffer is, at
/// each step, as full as the fastest plan could make it. The search starts from the best plan that never switches.
struct PlanSearch: Sendable {
  /// The longest horizon: beyond it an exact search is no longer a matter of microseconds.
  static let longestHorizon = 8

  /// Values closer than this are compared by the exact expression; it exceeds any rounding error of the bounds.
  private static let slack = 1e-9

  private let rebufferPenalty: Double
  private let switchPenalty: Double
  private let prefersHigher: Bool
  private var count = 0
  /// Declared bandwidths in bits per second and in Mbit/s.
  private var bandwidths: [Double] = []
  private var megabits: [Double] = []
  /// Download time of each step and rendition.
  private var times: [Double] = []
  /// Media seconds of each step.
  private var durations: [Double] = []
  /// Best relaxed value of the steps from one on, given the rendition before: `[step][rendition]`.
  private var future: [Double] = []

  private var steps = 0
  private var rate = 1.0
  private var ceiling = Double.infinity
  private var best = 0.0
  private var bestFirst = -1

  init(rebufferPenalty: Double, switchPenalty: Double, prefersHigher: Bool) {
    self.rebufferPenalty = rebufferPenalty
    self.switchPenalty = switchPenalty
    self.prefersHigher = prefersHigher
  }

  /// Takes a ladder over; bandwidths in bits per second, ascending.
  mutating func prepare(bandwidths: [Double], horizon: Int) {
    count = bandwidths.count
    self.bandwidths = bandwidths
    megabits = bandwidths.map { $0 / 1e6 }
    times = Array(repeating: 0, count: horizon * count)
    durations = Array(repeating: 0, count: horizon)
    future = Array(repeating: 0, count: (horizon + 1) * count)
  }

  /// Sets how many seconds a step takes to download at a rendition.
  mutating func setTime(_ seconds: Double, _ step: Int, _ rendition: Int) { times[step * count + rendition] = seconds }

  /// Sets how many media seconds a step adds.
  mutating func setDuration(_ seconds: Double, _ step: Int) { durations[step] = seconds }

  /// The first step of the best plan.
  ///
  /// - Parameters:
  ///   - steps: segments to plan, at least 1.
  ///   - level: media seconds in the buffer.
  ///   - rate: media seconds played in a second.
  ///   - last: rendition of the segment before.
  ///   - ceiling: level above which nothing would be requested; infinite for none.
  mutating func firstStep(steps: Int, level: Double, rate: Double, last: Int, ceiling: Double) -> Int {
    self.steps = steps
    self.rate = rate
    self.ceiling = ceiling
    relax(level: level / rate)
    best = -.infinity
    for rendition in 0..<count { best = max(best, constantValue(of: rendition, level: level / rate, last: last)) }
    bestFirst = -1
    descend(Node(step: 0, level: level / rate, bits: 0, switched: 0, stalled: 0, last: last, first: -1))
    return bestFirst
  }

  /// A partial plan. Levels are wall seconds: media seconds over rate.
  private struct Node {
    var step: Int
    var level: Double
    var bits: Double
    var switched: Double
    var stalled: Double
    var last: Int
    var first: Int
  }

  private func value(bits: Double, switched: Double, stalled: Double) -> Double {
    bits / 1e6 - rebufferPenalty * stalled - switchPenalty * (switched / 1e6)
  }

  private func nextLevel(_ level: Double, after time: Double, step: Int) -> Double {
    min(max(level - time, 0) + durations[step] / rate, ceiling / rate)
  }

  /// Works out ``future`` backwards, with the highest level any plan can have at each step.
  private mutating func relax(level: Double) {
    var highest = InlineArray<9, Double>(repeating: 0)
    highest[0] = level
    for step in 0..<steps {
      var fastest = Double.infinity
      for rendition in 0..<count { fastest = min(fastest, times[step * count + rendition]) }
      highest[step + 1] = nextLevel(highest[step], after: fastest, step: step)
    }
    for rendition in 0..<count { future[steps * count + rendition] = 0 }
    var step = steps - 1
    while step > 0 {
      for last in 0..<count {
        var most = -Double.infinity
        for rendition in 0..<count {
          let stall = max(0, times[step * count + rendition] - highest[step])
          let gain =
            megabits[rendition] - switchPenalty * abs(megabits[rendition] - megabits[last])
            - rebufferPenalty * stall + future[(step + 1) * count + rendition]
          most = max(most, gain)
        }
        future[step * count + last] = most
      }
      step -= 1
    }
  }

  private func constantValue(of rendition: Int, level: Double, last: Int) -> Double {
    var level = level
    var stalled = 0.0
    var bits = 0.0
    for step in 0..<steps {
      let time = times[step * count + rendition]
      stalled += max(0, time - level)
      bits += bandwidths[rendition]
      level = nextLevel(level, after: time, step: step)
    }
    return value(bits: bits, switched: abs(bandwidths[rendition] - bandwidths[last]), stalled: stalled)
  }

  private mutating func descend(_ node: Node) {
    let isLeaf = node.step == steps - 1
    for rendition in 0..<count {
      let time = times[node.step * count + rendition]
      let bits = node.bits + bandwidths[rendition]
      let switched = node.switched + abs(bandwidths[rendition] - bandwidths[node.last])
      let stalled = node.stalled + max(0, time - node.level)
      let reached =
        bits * 1e-6 - rebufferPenalty * stalled - switchPenalty * (switched * 1e-6)
        + future[(node.step + 1) * count + rendition]
      guard reached >= best - Self.slack else { continue }
      let first = node.step == 0 ? rendition : node.first
      if isLeaf {
        accept(value(bits: bits, switched: switched, stalled: stalled), first: first)
      } else {
        descend(
          Node(
            step: node.step + 1, level: nextLevel(node.level, after: time, step: node.step), bits: bits,
            switched: switched, stalled: stalled, last: rendition, first: first))
      }
    }
  }

  private mutating func accept(_ value: Double, first: Int) {
    guard value >= best else { return }
    // The value of a plan without switches is known before the plan is met: the first to reach it is taken.
    if value > best || bestFirst < 0 || (prefersHigher ? first > bestFirst : first < bestFirst) { bestFirst = first }
    best = value
  }
}
