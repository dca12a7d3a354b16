import ABRInput
import ABRPlayback
import ABRTestSupport
import Testing

@testable import ABRPolicies

/// Facts from Media3 1.11.0: its unit tests of the selection and of the percentile.
@Suite struct Media3SelectionTests {
  /// A selection that has measured a throughput, in kbit/s.
  private static func bench(_ estimates: [Double], fraction: Double = 1) throws -> RuleBench<Media3Selection> {
    var options = Media3Selection.Options()
    (options.fraction, options.estimate) = (fraction, estimates[0] * 1000)
    var bench = try RuleBench(Media3Selection(options), kbps: [500, 1000, 2000])
    _ = bench.decide(level: 0)
    for estimate in estimates.dropFirst() { bench.download(kbps: estimate, seconds: 3, rendition: 0) }
    return bench
  }

  @Test(
    "the first format is the highest that a share of the estimate carries",
    arguments: [(1000.0, 1.0, 1), (2000, 0.5, 1), (999, 1, 0), (100, 1, 0)])
  func first(estimate: Double, fraction: Double, format: Int) throws {
    var options = Media3Selection.Options()
    (options.fraction, options.estimate) = (fraction, estimate * 1000)
    var bench = try RuleBench(Media3Selection(options), kbps: [500, 1000, 2000])
    #expect(bench.decide(level: 0, last: 2).rendition == format)
  }

  @Test(
    "up needs 10 s in the buffer, and with 25 s nothing goes down",
    arguments: [
      ([1000.0, 2000], 9.999, 1, 1), ([1000, 2000], 10, 1, 2), ([1000, 500], 25, 1, 1), ([1000, 500], 24.999, 1, 0),
      ([1000, 500], 24.999, 2, 0), ([1000, 1000], 3, 1, 1),
    ])
  func levels(estimates: [Double], level: Double, last: Int, format: Int) throws {
    var bench = try Self.bench(estimates)
    #expect(bench.decide(level: level, last: last).rendition == format)
  }

  @Test(
    "after a seek the format selected last counts, whether its chunk has come or not", arguments: [(0.0, 2), (1, 1)])
  func seek(level: Double, format: Int) throws {
    var bench = try Self.bench([1000, 2000])
    #expect(bench.decide(level: 12, last: 1).rendition == 2)
    #expect(bench.decide(level: level, last: 1).rendition == format)
  }

  @Test("2 s or 512 KiB make an estimate, and the time to the first byte is no part of it")
  func enough() throws {
    var bench = try Self.bench([1000])
    bench.download(kbps: 2000, seconds: 1.9, latency: 5)
    #expect(bench.decide(level: 20, last: 1).rendition == 1)
    bench.download(kbps: 2000, seconds: 0.2, latency: 5)
    #expect(bench.decide(level: 20, last: 1).rendition == 2)
  }

  @Test("the rate divides what may be taken")
  func rate() throws {
    var bench = try Self.bench([2000])
    #expect(bench.decide(level: 20, last: 0, rate: 2).rendition == 1)
  }

  @Test("samples weigh by the root of their bytes, 2,000 together")
  func percentile() {
    var percentile = SlidingPercentile(maximumWeight: 2000)
    #expect(percentile.median == nil)
    for (bytes, seconds) in [(1e6, 1.0), (1e6, 2), (250e3, 1), (1e6, 4)] {
      percentile.add(8 * bytes / seconds, weight: bytes.squareRoot())
    }
    #expect(percentile.median == 2e6)
  }

  /// The definition, with everything sorted anew.
  private static func median(of samples: [(value: Double, weight: Double)], maximum: Double) -> Double? {
    var left = maximum
    var kept: [(value: Double, weight: Double)] = []
    for sample in samples.reversed() where left > 0 {
      kept.append((sample.value, min(sample.weight, left)))
      left -= sample.weight
    }
    let half = kept.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    return kept.sorted { $0.value < $1.value }.first {
      sum += $0.weight
      return sum >= half
    }?.value
  }

  @Test("the median is that of its definition", arguments: 0..<Seeds.rounds(of: 200))
  func medianProperty(seed: Int) {
    var random = SeededRandom(seed: seed, path: "percentile")
    var percentile = SlidingPercentile(maximumWeight: 2000)
    var samples: [(value: Double, weight: Double)] = []
    for _ in 0..<40 {
      // Whole numbers, so that sums have no rounding; at most 32 weigh 2,000.
      let sample = (value: Double(random.integer(below: 50)), weight: Double(63 + random.integer(below: 1500)))
      samples.append(sample)
      percentile.add(sample.value, weight: sample.weight)
      #expect(percentile.median == Self.median(of: samples, maximum: 2000), "seed \(seed)")
    }
  }
}
