import ABRInput

/// The moving state of a generated trace: regime, noise inside it, latency.
struct RegimeChain {
  private let profile: TraceProfile
  private let model: RegimeModel
  private let transition: [[Double]]
  private var random: SeededRandom
  private var regime = 0
  private var noise = 0.0
  private var latency: Double?
  /// Whether the present outage carries nothing at all.
  private var isSilent = false
  /// Steps for which a long outage lasts regardless of the chain.
  private var held = 0
  private var hasBegun = false

  init(profile: TraceProfile, random: SeededRandom) {
    self.profile = profile
    model = profile.model
    self.random = random
    var transition = model.regimes.transition
    if let long = profile.longOutages {
      // share · mean of the long ones + (1 − share) · mean of the others = the fitted mean.
      let longMean = (long.length.lowerBound + long.length.upperBound) / 2
      let others = (model.meanOutage - long.share * longMean) / (1 - long.share)
      let stay = 1 - model.step / others
      let leave = (1 - stay) / (1 - transition[0][0])
      transition[0] = transition[0].enumerated().map { $0.offset == 0 ? stay : $0.element * leave }
    }
    self.transition = transition
  }

  /// The ratio of bandwidth to mean, not scaled yet, and the latency in seconds, where it is known, of the step that
  /// begins at `time`.
  mutating func next(at time: Double) -> (ratio: Double, latency: Double?) {
    let isReassigned = profile.reassignment.map { time.truncatingRemainder(dividingBy: $0) == 0 } ?? false
    if !hasBegun || isReassigned {
      hasBegun = true
      noise = random.normal()
      latency = drawnLatency()
      enter(draw(model.regimes.occupancy), isNew: true)
    } else {
      let phi = model.phi
      noise = phi * noise + (1 - phi * phi).squareRoot() * random.normal()
      if held > 0 {
        held -= 1
      } else {
        let following = draw(transition[regime])
        enter(following, isNew: following != regime)
      }
    }
    return (ratio(), latency)
  }

  private mutating func enter(_ following: Int, isNew: Bool) {
    regime = following
    guard following == 0, isNew else { return }
    isSilent = random.uniform() < profile.zeroShare / model.regimes.occupancy[0]
    if let long = profile.longOutages, random.uniform() < long.share {
      let length = random.uniform(in: long.length.lowerBound..<long.length.upperBound)
      held = Int((length / model.step).rounded())
    }
  }

  private func ratio() -> Double {
    let regimes = model.regimes
    let value = regimes.mean[regime] + regimes.deviation[regime] * noise
    // Below 0 there is nothing: what would fall there is mirrored, so that only silent outages carry nothing.
    if regime == 0 { return isSilent ? 0 : min(abs(value), regimes.edges[1]) }
    let isLast = regime == regimes.edges.count - 1
    return min(max(value, regimes.edges[regime]), isLast ? .infinity : regimes.edges[regime + 1])
  }

  /// Whole milliseconds.
  private mutating func drawnLatency() -> Double? {
    guard let (low, high) = profile.latency.map({ ($0.lowerBound, $0.upperBound) }) else { return nil }
    guard low < high else { return low }
    return (random.uniform(in: low..<high) * 1000).rounded() / 1000
  }

  /// An index with a probability proportional to its weight.
  private mutating func draw(_ weights: [Double]) -> Int {
    var left = random.uniform() * weights.reduce(0, +)
    for (index, weight) in weights.enumerated() {
      left -= weight
      if left < 0 { return index }
    }
    return weights.count - 1
  }
}
