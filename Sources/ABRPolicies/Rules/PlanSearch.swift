/// Finds the first step of the best plan, exactly, by depth-first branch and bound.
///
/// A plan chooses a rendition for each of the next segments. Its value is Σ q − λ Σ |Δq| − μ × rebuffering, all in
/// Mbit/s. Sums of bandwidths and of switches are kept as whole bits per second and turned into a value at the leaf, in
/// one fixed expression, so that plans of equal worth compare equal whatever way they were reached.
///
/// The bound of a partial plan is its value so far plus the best that a relaxed future can add. Downloads of *t*
/// seconds together stall for at least *t* less the level less the media that arrives before the last of them, and
/// rebuffering is never negative; so for every price θ between 0 and μ a stall costs at least θ × that difference
/// (Lagrangian relaxation). With a price the steps no longer depend on the level, and the best of all futures follows
/// backwards step by step. The smallest of three bounds counts: the one without a price, and two with prices around the
/// one at which all renditions are worth the same, where the best plans lie.
///
/// The most promising continuation is tried first; what it finds cuts the others short. With six renditions and five
/// steps the bounds of some 70 partial plans are worked out, out of 9330.
struct PlanSearch: Sendable {
  /// The longest horizon: beyond it an exact search is no longer a matter of microseconds.
  static let longestHorizon = 8

  /// The most plans among which a search is let look, bounds or not: 64 renditions with a horizon of 5. Where switching
  /// costs nothing bounds are weak, and a decision among so many takes up to half a second.
  static let mostPlans = 2e9

  /// The longest horizon for a number of renditions.
  static func longestHorizon(renditions count: Int) -> Int {
    var horizon = 1
    var plans = Double(count)
    while horizon < longestHorizon, plans * Double(count) <= mostPlans {
      plans *= Double(count)
      horizon += 1
    }
    return horizon
  }

  /// Renditions whose bounds are worked out before the first of them is tried.
  private static let lanes = 16

  /// Two neighbouring renditions; the last pair of an odd ladder repeats its last rendition.
  typealias Pair = SIMD2<Double>

  /// A step in either of two renditions: how long the download takes, and the best relaxed future of the steps behind
  /// it, at each price.
  private struct Move {
    var time = Pair.zero
    var free = Pair.zero
    var cheap = Pair.zero
    var dear = Pair.zero
  }

  /// What a step has to do with the level, in wall seconds of media.
  private struct Media {
    /// What the step adds.
    var duration = 0.0
    /// What arrives from this step on, the last step's apart.
    var arriving = 0.0
  }

  /// Prices of a second of downloading, as shares of what a second is worth.
  private static let prices = Pair(0.7, 1.3)

  private let rebufferPenalty: Double
  private let switchPenalty: Double
  private let prefersHigher: Bool

  private var count = 0
  /// Pairs of renditions.
  private var width = 0
  /// Declared bandwidths in bits per second.
  private var bandwidths: [Double] = []
  /// The same in Mbit/s, and less what it costs to get there from each rendition: `[from][to]`.
  private var megabits: [Pair] = []
  private var gains: [Pair] = []
  /// `[step][rendition]`.
  private var moves: [Move] = []
  /// Futures of one step while they are worked out, prices side by side.
  private var row: [Pair] = []
  /// Media of each step.
  private var media: [Media] = []

  private var steps = 0
  private var ceiling = Double.infinity
  private var theta = Pair.zero
  /// Exceeds any rounding error of the bounds.
  private var slack = 0.0
  private var best = 0.0
  private var bestFirst = 0

  init(rebufferPenalty: Double, switchPenalty: Double, prefersHigher: Bool) {
    self.rebufferPenalty = rebufferPenalty
    self.switchPenalty = switchPenalty
    self.prefersHigher = prefersHigher
  }

  /// Takes a ladder over; bandwidths in bits per second, ascending.
  mutating func prepare(bandwidths: [Double], horizon: Int) {
    count = bandwidths.count
    self.bandwidths = bandwidths
    megabits = Self.pairs(bandwidths.map { $0 / 1e6 })
    width = megabits.count
    gains = bandwidths.flatMap { from in
      zip(megabits, Self.pairs(bandwidths.map { switchPenalty * abs($0 - from) / 1e6 })).map { $0 - $1 }
    }
    moves = Array(repeating: Move(), count: horizon * width)
    row = Array(repeating: .zero, count: 2 * width)
    media = Array(repeating: Media(), count: horizon)
  }

  /// Values of all renditions in pairs.
  static func pairs(_ values: [Double]) -> [Pair] {
    stride(from: 0, to: values.count, by: 2).map { Pair(values[$0], values[min($0 + 1, values.count - 1)]) }
  }

  /// Sets how long downloads take.
  ///
  /// - Parameters:
  ///   - sizes: bytes of all renditions in pairs, a row of them for each segment.
  ///   - first: row of the first step; steps beyond the last row take that one.
  ///   - steps: how many steps.
  ///   - secondsPerByte: reciprocal of the predicted throughput.
  @inline(__always)
  mutating func setTimes(of sizes: [Pair], from first: Int, steps: Int, secondsPerByte: Double) {
    let width = width
    let lastRow = sizes.count - width
    var moves = moves.mutableSpan
    var target = 0
    var source = min(first * width, lastRow)
    for _ in 0..<steps {
      for column in 0..<width { moves[target + column].time = sizes[source + column] * secondsPerByte }
      target += width
      source = min(source + width, lastRow)
    }
  }

  /// Sets how many wall seconds of media a step adds.
  @inline(__always)
  mutating func setDuration(_ seconds: Double, _ step: Int) { media[step].duration = seconds }

  /// The first step of the best plan.
  ///
  /// - Parameters:
  ///   - steps: segments to plan, at least 1.
  ///   - level: wall seconds of media in the buffer: media seconds over playback rate.
  ///   - last: rendition of the segment before.
  ///   - ceiling: level above which nothing would be requested; infinite for none.
  /// - Complexity: O(*steps* · *renditions*) for the bounds and, for real ladders, some dozens of partial plans.
  mutating func firstStep(steps: Int, level: Double, last: Int, ceiling: Double) -> Int {
    self.steps = steps
    self.ceiling = ceiling
    relax()
    best = -.infinity
    bestFirst = 0
    descend(from: Node(level: level, bits: 0, switched: 0, stalled: 0), step: 0, last: last, first: -1)
    return bestFirst
  }

  /// Works out the futures backwards.
  private mutating func relax() {
    // A second of downloading is worth what the highest rendition brings for its time.
    var longest = 0.0
    for step in 0..<steps { longest += moves[(step + 1) * width - 1].time.y }
    let quality = megabits[width - 1].y
    let worth = min(Double(steps) * quality / longest, rebufferPenalty)
    theta = (Self.prices * worth).capped(at: rebufferPenalty)
    slack = 1e-9 + 1e-12 * (rebufferPenalty * longest + Double(steps) * quality * (1 + switchPenalty))

    for rendition in 0..<2 * width { row[rendition] = .zero }
    var arriving = 0.0
    var step = steps - 1
    while step > 0 {
      media[step].arriving = arriving
      relax(step: step, left: Double(steps - step))
      step -= 1
      arriving += media[step].duration
    }
  }

  /// One step of ``relax()``: the gain of each rendition, then the best one to follow each. Switching costs in
  /// proportion to the distance, so one pass up and one down find it; without a price it is the top at once, or
  /// staying.
  @inline(__always)
  private mutating func relax(step: Int, left: Double) {
    let start = step * width
    var before = Pair(repeating: -.infinity)
    var height = megabits[0].x
    for column in 0..<width {
      let time = moves[start + column].time
      let quality = megabits[column]
      before = (row[2 * column] + quality.x - theta * time.x).larger(before - (quality.x - height) * switchPenalty)
      row[2 * column] = before
      before = (row[2 * column + 1] + quality.y - theta * time.y)
        .larger(before - (quality.y - quality.x) * switchPenalty)
      row[2 * column + 1] = before
      height = quality.y
    }
    let top = height
    var column = width - 1
    while column >= 0 {
      let quality = megabits[column]
      let high = row[2 * column + 1].larger(before - (height - quality.y) * switchPenalty)
      before = row[2 * column].larger(high - (quality.y - quality.x) * switchPenalty)
      height = quality.x
      row[2 * column + 1] = high
      row[2 * column] = before
      let free = left >= switchPenalty ? left * top - (top - quality) * switchPenalty : left * quality
      moves[start - width + column].free = free
      moves[start - width + column].cheap = Pair(before.x, high.x)
      moves[start - width + column].dear = Pair(before.y, high.y)
      column -= 1
    }
  }

  /// A partial plan. Levels are wall seconds of media.
  private struct Node {
    var level: Double
    var bits: Double
    var switched: Double
    var stalled: Double
  }

  /// Tries all plans that begin like a node, unless a bound says that none is worth as much as the best one so far.
  private mutating func descend(from node: Node, step: Int, last: Int, first: Int) {
    if step == steps - 1 {
      finish(node, step: step, last: last, first: first)
      return
    }
    let duration = media[step].duration
    let arriving = media[step + 1].arriving
    let worth = (node.bits - switchPenalty * node.switched) * 1e-6 - rebufferPenalty * node.stalled
    let (row, origin) = (step &* width, last &* width)
    var column = 0
    while column < width {
      let pairs = min(Self.lanes / 2, width - column)
      var bounds = InlineArray<16, Double>(repeating: 0)
      // Renditions, as bits, whose bounds promise enough.
      var open: UInt32 = 0
      var promising = 0
      var highest = -Double.infinity
      let least = best - slack
      for pair in 0..<pairs {
        let bound = self.bounds(
          of: node, worth: worth, duration: duration, arriving: arriving, move: moves[row &+ column &+ pair],
          gain: gains[origin &+ column &+ pair])
        bounds[2 * pair] = bound.x
        bounds[2 * pair + 1] = bound.y
        if bound.x >= least { open |= 1 &<< UInt32(2 * pair) }
        if bound.y >= least { open |= 2 &<< UInt32(2 * pair) }
        if bound.x > highest {
          highest = bound.x
          promising = 2 * pair
        }
        if bound.y > highest {
          highest = bound.y
          promising = 2 * pair + 1
        }
      }
      if highest >= least {
        enter(2 * column + promising, from: node, step: step, last: last, first: first)
        open &= ~(1 &<< UInt32(promising))
        if 2 * (column + pairs) > count { open &= ~(1 &<< UInt32(2 * pairs - 1)) }
        while open != 0 {
          let lane = open.trailingZeroBitCount
          open &= open - 1
          if bounds[lane] >= best - slack {
            enter(2 * column + lane, from: node, step: step, last: last, first: first)
          }
        }
      }
      column += pairs
    }
  }

  /// What plans that go on with either of two renditions are worth at most.
  @inline(__always)
  private func bounds(
    of node: Node, worth: Double, duration: Double, arriving: Double, move: Move, gain: Pair
  ) -> Pair {
    let short = move.time - node.level
    let stalled = short.positive
    let ahead = (stalled - short + duration).capped(at: ceiling) + arriving
    let most = move.free.smaller((move.cheap + ahead * theta.x).smaller(move.dear + ahead * theta.y))
    return (gain + worth) - stalled * rebufferPenalty + most
  }

  @inline(__always)
  private mutating func enter(_ rendition: Int, from node: Node, step: Int, last: Int, first: Int) {
    let time = moves[step * width + rendition / 2].time[rendition & 1]
    let child = Node(
      level: min(max(node.level - time, 0) + media[step].duration, ceiling), bits: node.bits + bandwidths[rendition],
      switched: node.switched + abs(bandwidths[rendition] - bandwidths[last]),
      stalled: node.stalled + max(0, time - node.level))
    descend(from: child, step: step + 1, last: rendition, first: first < 0 ? rendition : first)
  }

  /// Tries every last step.
  private mutating func finish(_ node: Node, step: Int, last: Int, first: Int) {
    for rendition in 0..<count {
      let time = moves[step * width + rendition / 2].time[rendition & 1]
      let bits = node.bits + bandwidths[rendition]
      let switched = node.switched + abs(bandwidths[rendition] - bandwidths[last])
      let stalled = node.stalled + max(0, time - node.level)
      // Two divisions only for what may count.
      guard (bits - switchPenalty * switched) * 1e-6 - rebufferPenalty * stalled >= best - slack else { continue }
      let value = bits / 1e6 - rebufferPenalty * stalled - switchPenalty * (switched / 1e6)
      guard value >= best else { continue }
      let first = first < 0 ? rendition : first
      if value > best || (prefersHigher ? first > bestFirst : first < bestFirst) { bestFirst = first }
      best = value
    }
  }
}

extension SIMD2<Double> {
  /// Lanes under 0 become 0.
  @inline(__always)
  fileprivate var positive: Self { replacing(with: 0, where: self .< 0) }

  @inline(__always)
  fileprivate func capped(at cap: Double) -> Self { smaller(Self(repeating: cap)) }

  /// The larger of two values in each lane.
  @inline(__always)
  fileprivate func larger(_ other: Self) -> Self { replacing(with: other, where: self .< other) }

  /// The smaller of two values in each lane.
  @inline(__always)
  fileprivate func smaller(_ other: Self) -> Self { replacing(with: other, where: other .< self) }
}
