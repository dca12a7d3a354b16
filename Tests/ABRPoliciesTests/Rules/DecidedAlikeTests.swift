import ABRDeterminism
import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

/// Rules say for which maximum levels they would have decided alike; they are then asked with such levels.
@Suite struct DecidedAlikeTests {
  /// What happens to a rule, drawn from a seed.
  private struct Life {
    private var random: SeededRandom
    let setup: RuleSetup

    init(seed: Int) throws {
      random = SeededRandom(seed: seed, path: "a rule's life")
      let count = 1 + random.integer(below: 6)
      let ladder = try Ladder((0..<count).map { Rendition(bandwidth: 300_000 * (1 << $0)) })
      let duration = [1.0, 2, 6][random.integer(below: 3)]
      let sizes: [Int] = (0..<count).map { Int(Double(ladder[$0].bandwidth) * duration / 8) }
      let video = try Video(
        name: "v", ladder: ladder, segmentDuration: duration, sizes: [[Int]](repeating: sizes, count: 40))
      setup = RuleSetup(video: video, eligible: EligibleSet(all: ladder))
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform()
    }

    mutating func context(_ segment: Int, last: Int) -> RequestContext {
      let level = random.uniform() < 0.1 ? 0 : number(0...40)
      return RequestContext(
        segment: segment, segmentsLeft: 40 - segment, segmentDuration: setup.segmentDuration, level: level,
        maximumLevel: number(1...60), lastRendition: last, isPlaying: random.uniform() < 0.8,
        rate: [1, 1, 1.5][random.integer(below: 3)], time: Double(segment))
    }

    mutating func download(_ segment: Int, _ rendition: Int) -> Download {
      let bytes = setup.bandwidths[rendition] * setup.segmentDuration / 8
      return Download(
        segment: segment, rendition: rendition, segmentDuration: setup.segmentDuration, bytes: bytes,
        transferTime: bytes * 8 / number(100_000...9_000_000), latency: 0.05)
    }
  }

  /// Plays lives of a rule.
  ///
  /// - Returns: how many other levels were decided alike, of those that were said to be.
  private func live<R: Rule>(_ make: R, seeds: Range<Int>) throws -> Int {
    var compared = 0
    for seed in seeds {
      var life = try Life(seed: seed)
      var rule = make
      rule.prepare(for: life.setup)
      rule.downloaded(life.download(0, 0), level: life.setup.segmentDuration)
      var last = 0
      for segment in 1..<39 {
        let context = life.context(segment, last: last)
        let before = rule
        let decision = rule.decide(context)
        let levels = rule.levelsDecidedAlike(context, cutAfter: nil)
        for _ in 0..<6 {
          let (low, high) = (max(levels.lowerBound, 0.1), min(levels.upperBound, 200))
          guard low < high else { break }
          var (twin, other) = (before, context)
          other.maximumLevel = life.number(low...high)
          let answer = twin.decide(other)
          #expect(
            answer == decision,
            "seed \(seed), segment \(segment): \(other.maximumLevel) in \(levels), own \(context.maximumLevel)")
          #expect(twin.levelsDecidedAlike(other, cutAfter: nil) == levels, "seed \(seed), segment \(segment)")
          compared += 1
        }
        if decision.delay > 0.2 {
          let cut = decision.delay * life.number(0...0.95)
          let levels = rule.levelsDecidedAlike(context, cutAfter: cut)
          let (low, high) = (max(levels.lowerBound, 0.1), min(levels.upperBound, 200))
          for _ in 0..<6 where low < high {
            var (twin, other) = (before, context)
            other.maximumLevel = life.number(low...high)
            #expect(twin.decide(other).delay >= cut, "seed \(seed), segment \(segment): cut after \(cut)")
            #expect(twin.levelsDecidedAlike(other, cutAfter: cut) == levels, "seed \(seed), segment \(segment)")
            compared += 1
          }
        }
        last = decision.rendition
        rule.downloaded(life.download(segment, last), level: context.level + life.setup.segmentDuration)
      }
    }
    return compared
  }

  @Test(
    "BOLA, every way it oscillates and every horizon", arguments: [BOLA.Oscillation.minimised, .utility],
    BOLA.Horizon.allCases)
  func bola(oscillation: BOLA.Oscillation, horizon: BOLA.Horizon) throws {
    for abandons in [false, true] {
      let compared = try live(BOLA(oscillation, horizon: horizon, abandons: abandons), seeds: 0..<60)
      if !abandons { #expect(compared > 3000, "only \(compared)") }
    }
  }

  @Test("DYNAMIC, and rules that do not look at the maximum level")
  func others() throws {
    #expect(try live(Dynamic(), seeds: 0..<60) > 3000)
    #expect(try live(Throughput(), seeds: 0..<20) > 3000)
    #expect(try live(RateBased(), seeds: 0..<20) > 3000)
    #expect(try live(BBA0(), seeds: 0..<20) == 0)
  }
}
