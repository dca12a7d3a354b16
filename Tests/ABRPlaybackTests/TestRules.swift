import ABRMedia
import ABRNetwork
import ABRPlayback

/// Always the same rendition, or the highest one when there are fewer.
struct ConstantRule: Rule {
  var rendition: Int
  var choosesFirstRendition: Bool
  private var count = 1

  init(rendition: Int, fromTheFirst choosesFirstRendition: Bool = false) {
    self.rendition = rendition
    self.choosesFirstRendition = choosesFirstRendition
  }

  mutating func prepare(for setup: RuleSetup) { count = setup.count }
  mutating func decide(_ context: RequestContext) -> Decision { Decision(min(rendition, count - 1)) }
  mutating func downloaded(_ download: Download, level: Double) {}
}

/// Decides, waits and gives up at random: whatever a rule may do, the engine must cope with.
struct ErraticRule: Rule {
  var random: TestRandom
  var delays: Bool
  var abandons: Bool
  /// Whether it looks at a download, too, when all of it has come.
  var looksAtArrival: Bool
  private var count = 1

  init(random: TestRandom, delays: Bool, abandons: Bool) {
    var random = random
    looksAtArrival = abandons && random.chance(0.5)
    self.random = random
    self.delays = delays
    self.abandons = abandons
  }

  var watchesProgress: Bool { abandons }

  func adjust(_ network: inout NetworkSettings) {
    guard looksAtArrival else { return }
    let drawn = network
    network.watchDownloads(every: drawn.progressInterval, asksAtArrival: true)
    // How often it looks is drawn: by time alone it would look for ever where the network is silent for years.
    (network.progressInterval, network.progressBytes) = (drawn.progressInterval, drawn.progressBytes)
    network.abandonment = drawn.abandonment
  }

  mutating func prepare(for setup: RuleSetup) { count = setup.count }

  mutating func decide(_ context: RequestContext) -> Decision {
    let delay = delays && random.chance(0.2) ? random.number(0...6) : 0
    return Decision(random.integer(below: count), after: delay)
  }

  mutating func downloaded(_ download: Download, level: Double) {}

  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    random.chance(progress.received == progress.size ? 0.1 : 0.01) ? 0 : nil
  }
}

/// Always wants the highest rendition, and gives up for the lowest what comes at less than a rate.
struct HastyRule: Rule {
  /// Payload in bytes per second since the request.
  var rate: Double
  private var count = 1

  init(rate: Double) { self.rate = rate }

  var watchesProgress: Bool { true }

  mutating func prepare(for setup: RuleSetup) { count = setup.count }
  mutating func decide(_ context: RequestContext) -> Decision { Decision(count - 1) }
  mutating func downloaded(_ download: Download, level: Double) {}
  mutating func shouldAbandon(_ progress: DownloadProgress) -> Int? {
    progress.rendition > 0 && progress.elapsed > 0.3 && progress.received < rate * progress.elapsed ? 0 : nil
  }
}

/// A target that never changes.
struct ConstantTarget: ForwardTarget {
  var seconds: Double
  var interval: Double { .infinity }
  var maximum: Double { seconds }
  mutating func begin() -> Double { seconds }
  mutating func tick(position: Double, watched: Double) -> Double { seconds }
}

/// A target that jumps about at every tick.
struct ErraticTarget: ForwardTarget {
  var random: TestRandom
  var interval: Double
  var maximum: Double
  mutating func begin() -> Double { random.number(1...maximum) }
  mutating func tick(position: Double, watched: Double) -> Double { random.number(1...maximum) }
}

/// SplitMix64, so that a printed seed brings a failure back.
struct TestRandom: Sendable {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next() >> 11) * 0x1p-53)
  }

  mutating func integer(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func chance(_ share: Double) -> Bool { number(0...1) < share }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[integer(below: elements.count)] }
}

/// `count` segments of `duration` seconds at renditions of the given bitrates, every segment exactly its bitrate.
func constantVideo(bitrates: [Int], duration: Double, count: Int) throws -> Video {
  try Video(
    name: "constant", ladder: Ladder(bitrates.map { Rendition(bandwidth: $0) }), segmentDuration: duration,
    sizes: Array(repeating: bitrates.map { Int(Double($0) * duration / 8) }, count: count))
}
