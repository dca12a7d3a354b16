import ABRInput
import ABRPlayback
import Foundation
import Testing

@testable import ABRPolicies

@Suite struct ThroughputEstimatorTests {
  @Test("the dash.js example: 4 Mbit/s over 2 s, then 2 Mbit/s over 4 s, weighs 3 and 6 and reads 2286 kbit/s")
  func dashJS() {
    var estimator = ThroughputEstimator(.ewma(fast: 3, slow: 8, weight: 1.5))
    estimator.add(bits: 8_000_000, seconds: 2, latency: 0)
    #expect(abs(estimator.throughput - 4_000_000) < 1e-6)
    estimator.add(bits: 8_000_000, seconds: 4, latency: 0)
    // The fast average reads 2285.71 kbit/s, the slow one 2502.69: the smaller counts.
    #expect((estimator.throughput / 1000).rounded() == 2286)
    #expect(abs(estimator.throughput - 16_000_000 / 7) < 1e-6)
    #expect(abs(0.9 * (estimator.throughput / 1000).rounded() - 2057.4) < 1e-9)
  }

  // hls.js unit tests, half-lives of 9 and 5 s: 1 MB in 8, 4 and 1 s.
  @Test("the hls.js example with half-lives of 9 and 5 s")
  func hlsJS() {
    var estimator = ThroughputEstimator(.ewma(fast: 5, slow: 9))
    var estimates: [Double] = []
    for seconds in [8.0, 4, 1] {
      estimator.add(bits: 8_000_000, seconds: seconds, latency: 0)
      estimates.append(estimator.throughput)
    }
    for (found, expected) in zip(estimates, [1_000_000, 1_439_580.319, 2_208_342.324]) {
      #expect(abs(found - expected) < 0.001)
    }
  }

  @Test("small responses are no samples where that is said, and the latency counts in a sample where that is said")
  func samples() {
    func download(_ bytes: Double, samplesLatency: Bool = false) -> Download {
      Download(
        segment: 0, rendition: 0, segmentDuration: 4, bytes: bytes, transferTime: 1, latency: 1,
        samplesLatency: samplesLatency)
    }
    func throughput(_ method: ThroughputEstimator.Method, _ downloads: [Download]) -> [Double] {
      var estimator = ThroughputEstimator(method)
      for download in downloads { estimator.add(download) }
      return [estimator.throughput, estimator.latency]
    }
    // 8 Mbit/s, then a playlist that waits as long and carries 1 kB: the mean of the last one alone is 8 kbit/s.
    let one = ThroughputEstimator.Method.slidingMean(windows: [1])
    let downloads = [download(1_000_000), download(1000)]
    #expect(throughput(one, downloads) == [8000, 1])
    #expect(throughput(.sampling(one, smallest: 1001), downloads) == [8_000_000, 1])
    #expect(throughput(.sampling(one, smallest: 1000), downloads) == [8000, 1])
    // A second of waiting halves it.
    #expect(throughput(.sampling(one, countsLatency: true), [download(1_000_000)]) == [4_000_000, 0])
    #expect(
      throughput(.sampling(one, countsLatency: false), [download(1_000_000, samplesLatency: true)]) == [8_000_000, 1])
    #expect(throughput(.sampling(one), [download(1_000_000, samplesLatency: true)]) == [4_000_000, 0])
  }

  @Test(
    "a harmonic mean takes the newest samples, all when there are fewer",
    arguments: [
      // dash.js unit tests; policies of Yin et al., five samples.
      (last: 5, samples: [6.0, 2, 3], expected: 3.0), (5, [2, 4, 1, 4, 2], 2), (5, [99, 2, 4, 1, 4, 2], 2),
      (1, [5, 7], 7), (20, Array(repeating: 3, count: 40), 3),
    ] as [(last: Int, samples: [Double], expected: Double)])
  func harmonic(last: Int, samples: [Double], expected: Double) {
    var estimator = ThroughputEstimator(.harmonicMean(last: last))
    for sample in samples { estimator.add(bits: sample, seconds: 1, latency: 0) }
    #expect(abs(estimator.throughput - expected) < 1e-12)
  }

  @Test(
    "sliding means: the smallest throughput and the largest latency over the windows",
    arguments: [
      (windows: [4], samples: [6.0, 2, 3, 1], throughput: 3.0, latency: 3.0), ([3], [9, 6, 2, 1], 3, 3),
      ([1, 3], [9, 6, 2, 1], 1, 3), ([1, 3], [1, 2, 6, 9], 17.0 / 3, 9), ([20], [4, 8], 6, 6),
    ] as [(windows: [Int], samples: [Double], throughput: Double, latency: Double)])
  func sliding(windows: [Int], samples: [Double], throughput: Double, latency: Double) {
    var estimator = ThroughputEstimator(.slidingMean(windows: windows))
    for sample in samples { estimator.add(bits: sample, seconds: 1, latency: sample) }
    #expect(abs(estimator.throughput - throughput) < 1e-12)
    #expect(abs(estimator.latency - latency) < 1e-12)
  }

  @Test("the EWMA pair equals Sabre's formula, throughput and latency, over random downloads", arguments: 0..<20)
  func formula(seed: Int) {
    var random = SeededRandom(seed: seed, path: "ewma")
    let segment = random.uniform(in: 1..<10)
    let halfLives = [random.uniform(in: 1..<5), random.uniform(in: 5..<20)]
    var estimator = ThroughputEstimator(.ewma(fast: halfLives[0], slow: halfLives[1]))
    estimator.prepare(segmentDuration: segment)
    var throughputs = [0.0, 0]
    var latencies = [0.0, 0]
    var weight = 0.0
    for count in 1...200 {
      let bits = random.uniform(in: 1e5..<1e8)
      let seconds = random.uniform(in: 0.01..<20)
      let latency = random.uniform(in: 0..<0.5)
      estimator.add(bits: bits, seconds: seconds, latency: latency)
      weight += seconds
      var throughput = Double.infinity
      var slowest = 0.0
      for (index, halfLife) in halfLives.enumerated() {
        let kept = pow(0.5, seconds / halfLife)
        throughputs[index] = kept * throughputs[index] + (1 - kept) * bits / seconds
        throughput = min(throughput, throughputs[index] / (1 - pow(0.5, weight / halfLife)))
        let keptLatency = pow(0.5, 1 / (halfLife / segment))
        latencies[index] = keptLatency * latencies[index] + (1 - keptLatency) * latency
        slowest = max(slowest, latencies[index] / (1 - pow(0.5, Double(count) / (halfLife / segment))))
      }
      #expect(abs(estimator.throughput - throughput) <= 1e-12 * throughput, "seed \(seed), sample \(count)")
      #expect(abs(estimator.latency - slowest) <= 1e-12 * slowest, "seed \(seed), sample \(count)")
    }
  }

  @Test("one half to a power agrees with the C library to 1e-15", arguments: [1e-9, 0.1, 1, 10, 100, 1000])
  func decay(limit: Double) {
    var random = SeededRandom(seed: 1, path: "decay", "\(limit)")
    for _ in 0..<2000 {
      let x = SIMD2(random.uniform(in: 0..<limit), random.uniform(in: 0..<limit))
      let powers = Decay.half(toThe: x)
      for lane in 0..<2 {
        let expected = pow(0.5, x[lane])
        #expect(abs(powers[lane] - expected) <= 1e-15 * expected, "\(x[lane])")
      }
    }
  }

  @Test("whole powers of one half are exact")
  func wholePowers() {
    for exponent in 0...1000 {
      let power = Decay.half(toThe: SIMD2(Double(exponent), 1))
      #expect(power == SIMD2(Double(sign: .plus, exponent: -exponent, significand: 1), 0.5))
    }
  }

  @Test("a download of a year leaves nothing of what was before")
  func longDownload() {
    var estimator = ThroughputEstimator()
    estimator.add(bits: 1e9, seconds: 1, latency: 0)
    estimator.add(bits: 31_536_000_000, seconds: 31_536_000, latency: 0)
    #expect(abs(estimator.throughput - 1000) < 1e-9)
  }

  @Test("there is no estimate before a download, and one given up is none")
  func ready() {
    var estimator = ThroughputEstimator()
    #expect(!estimator.isReady)
    #expect(estimator.throughput == 0)
    #expect(estimator.latency == 0)
    var download = Download(
      segment: 0, rendition: 0, segmentDuration: 4, bytes: 1000, transferTime: 1, latency: 0.1, isAborted: true)
    estimator.add(download)
    #expect(!estimator.isReady)
    download.isAborted = false
    estimator.add(download)
    #expect(estimator.isReady)
    #expect(abs(estimator.throughput - 8000) < 1e-9)
    #expect(abs(estimator.latency - 0.1) < 1e-12)
  }

  @Test("latency inside a throughput sample is not counted a second time")
  func latencyInside() {
    var estimator = ThroughputEstimator(.harmonicMean())
    estimator.add(
      Download(
        segment: 0, rendition: 0, segmentDuration: 4, bytes: 1000, transferTime: 1, latency: 1, samplesLatency: true))
    #expect(estimator.throughput == 4000)
    #expect(estimator.latency == 0)
  }

  @Test(
    "an instantaneous link has a finite throughput",
    arguments: [ThroughputEstimator.Method.ewma(), .harmonicMean(), .slidingMean()])
  func instantaneous(method: ThroughputEstimator.Method) {
    var estimator = ThroughputEstimator(method)
    for _ in 0..<3 { estimator.add(bits: 8000, seconds: 0, latency: 0) }
    #expect(abs(estimator.throughput - 8_000_000) < 1)
  }
}
