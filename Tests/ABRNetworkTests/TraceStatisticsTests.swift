import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

@Suite struct TraceStatisticsTests {
  private func statistics(_ rows: [(duration: Double, bandwidth: Double)]) throws -> TraceStatistics {
    let rows = rows.map { BandwidthTrace.Row(duration: $0.duration, bandwidth: $0.bandwidth) }
    return TraceStatistics(try BandwidthTrace(name: "t", rows: rows))
  }

  @Test("every figure is weighted by time")
  func weighted() throws {
    let s = try statistics([(1, 4_000_000), (2, 0), (1, 50_000), (6, 1_000_000)])
    #expect(s.rowCount == 4)
    #expect(s.duration == 10)
    #expect(s.longestRow == 6)
    #expect(s.mean == 1_005_000)
    #expect(s.minimum == 0)
    #expect(s.maximum == 4_000_000)
    #expect(s.zeroShare == 0.2)
    #expect(s.longestLowStretch == 3)
    #expect([s.p5, s.p25, s.p50, s.p75, s.p95] == [0, 50_000, 1_000_000, 1_000_000, 4_000_000])
    // (2.995² + 2 · 1.005² + 0.955² + 6 · 0.005²) / 10
    #expect(abs(s.standardDeviation - 1_090_974.3) < 0.1)
  }

  @Test("a constant trace has no deviation and no correlation")
  func constant() throws {
    let s = try statistics([(5, 1_234_567.8), (0.3, 1_234_567.8), (4.7, 1_234_567.8)])
    #expect(s.standardDeviation < 1e-6)
    #expect(s.autocorrelation == nil)
    #expect([s.p5, s.p50, s.p95] == [1_234_567.8, 1_234_567.8, 1_234_567.8])
  }

  @Test("correlation is that of whole seconds with the next", arguments: 1...20)
  func correlation(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "correlation")
    let values = (0..<60).map { _ in Double(random.integer(below: 1_000_000)) }
    let first = values.dropLast()
    let second = values.dropFirst()
    let (a, b) = (first.reduce(0, +) / 59, second.reduce(0, +) / 59)
    let product = zip(first, second).reduce(0) { $0 + ($1.0 - a) * ($1.1 - b) }
    let squares = (first.reduce(0) { $0 + ($1 - a) * ($1 - a) }, second.reduce(0) { $0 + ($1 - b) * ($1 - b) })
    let expected = product / (squares.0 * squares.1).squareRoot()
    let plain = try #require(try statistics(values.map { (1, $0) }).autocorrelation)
    #expect(abs(plain - expected) < 1e-9, "seed \(seed)")
    // Cut into pieces, with half a second at the end that is no whole one.
    let cut = values.flatMap { [(duration: 0.3, bandwidth: $0), (duration: 0.7, bandwidth: $0)] } + [(0.5, 9e9)]
    #expect(abs(try #require(try statistics(cut).autocorrelation) - expected) < 1e-6, "seed \(seed)")
  }

  @Test("a trend correlates, an alternation anticorrelates")
  func signs() throws {
    #expect(try #require(try statistics((1...50).map { (1, Double($0) * 1000) }).autocorrelation) > 0.999)
    #expect(try #require(try statistics((1...50).map { (1, Double($0 % 2) * 1000 + 8) }).autocorrelation) < -0.999)
  }

  @Test("too short a trace has no correlation")
  func short() throws {
    #expect(try statistics([(1, 8000), (1, 9000)]).autocorrelation == nil)
    #expect(try statistics([(0.5, 8000), (0.4, 9000)]).autocorrelation == nil)
  }

  @Test("rows of a year cost no more than rows of a second")
  func longRows() throws {
    let rows = (0..<10_000).map { (duration: 31_536_000.0, bandwidth: Double($0 % 3 + 1) * 1e6) }
    let s = try statistics(rows)
    #expect(try #require(s.autocorrelation) > 0.999_999)
    #expect(s.duration == 315_360_000_000)
  }

  @Test(
    "recordings have the figures of the corpus's manifest",
    .enabled(if: SharedData.corpus != nil, "skipped: set ABRLAB_CORPUS to the folder of recorded traces"))
  func corpus() throws {
    let entries = try CorpusManifest.load(corpus: try #require(SharedData.corpus))
    // A few of each set: the manifest lists them set by set.
    for entry in stride(from: 0, to: entries.count, by: 17).map({ entries[$0] }) {
      let s = TraceStatistics(try TraceFile.load(entry.path).trace)
      let expected = entry.stats
      #expect(s.rowCount == expected.rows)
      let bits = [s.mean, s.standardDeviation, s.minimum, s.maximum, s.p5, s.p25, s.p50, s.p75, s.p95]
      let expectedBits = [
        expected.mean, expected.standardDeviation, expected.minimum, expected.maximum, expected.p5, expected.p25,
        expected.p50, expected.p75, expected.p95,
      ]
      #expect(zip(bits, expectedBits).allSatisfy { abs($0 - $1) <= 1 }, "\(entry.path): \(bits)")
      let seconds = [s.duration, s.longestRow, s.longestLowStretch, s.zeroShare * s.duration]
      let expectedSeconds = [
        expected.duration, expected.longestRow, expected.longestLowStretch, expected.zeroSeconds,
      ]
      #expect(zip(seconds, expectedSeconds).allSatisfy { abs($0 - $1) <= 0.002 }, "\(entry.path): \(seconds)")
      if let correlation = expected.autocorrelation {
        #expect(abs((s.autocorrelation ?? 9) - correlation) < 1e-3, "\(entry.path)")
      }
    }
  }
}
