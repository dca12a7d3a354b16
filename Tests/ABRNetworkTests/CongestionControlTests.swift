import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

@Suite struct CongestionControlTests {
  private func trace(_ rows: [BandwidthTrace.Row]) throws -> BandwidthTrace {
    try BandwidthTrace(name: "t", rows: rows)
  }

  @Test("a drain takes three round trips of every ten seconds")
  func drains() throws {
    let steady = try trace([.init(duration: 25, bandwidth: 8e6, latency: 0.08)])
    let used = steady.used(by: .bbr)
    // 0.24 s without a byte before 10 s and before 20 s.
    #expect(used.rows.map(\.bandwidth) == [8e6, 0, 8e6, 0, 8e6])
    let ends = used.rows.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1.duration) }.dropFirst()
    for (end, expected) in zip(ends, [9.76, 10, 19.76, 20, 25]) { #expect(abs(end - expected) < 1e-9) }
    #expect(abs(used.longestSilence - 0.24) < 1e-9)
    #expect(steady.used(by: .reno) == steady)
    // 24.52 Mbit of 25 s.
    #expect(abs(used.meanBandwidth - 8e6 * 24.52 / 25) < 1e-3)
  }

  @Test("a rise is used eight round trips late, a fall at once")
  func rises() throws {
    let steps = try trace([
      .init(duration: 2, bandwidth: 1e6, latency: 0.05), .init(duration: 2, bandwidth: 4e6, latency: 0.05),
      .init(duration: 2, bandwidth: 2e6, latency: 0.05),
    ])
    let used = steps.used(by: .bbr).rows
    #expect(used.map(\.bandwidth) == [1e6, 1e6, 4e6, 2e6])
    #expect(zip(used, [2, 0.4, 1.6, 2]).allSatisfy { abs($0.duration - $1) < 1e-9 })
  }

  @Test("without round trips nothing changes")
  func noRoundTrip() throws {
    let steps = try trace([.init(duration: 20, bandwidth: 1e6), .init(duration: 2, bandwidth: 4e6)])
    #expect(steps.used(by: .bbr).meanBandwidth == steps.meanBandwidth)
    let late = steps.used(by: .bbr, defaultLatency: 0.02)
    #expect(abs(late.rows[1].duration - 0.06) < 1e-9 && late.rows[1].bandwidth == 0)
  }

  @Test("random traces are what the definition says at every moment", arguments: Seeds.blocks(of: 200))
  func random(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = SeededRandom(seed: Int(seed), path: "congestion control")
      var rows: [BandwidthTrace.Row] = []
      for _ in 0...random.integer(below: 12) {
        rows.append(
          BandwidthTrace.Row(
            duration: random.uniform(in: 0.01..<6),
            bandwidth: random.uniform() < 0.1 ? 0 : random.uniform(in: 1e5..<1e7),
            latency: random.uniform() < 0.2 ? nil : random.uniform(in: 0..<0.3)))
      }
      guard let original = try? BandwidthTrace(name: "t", rows: rows) else { continue }
      let used = original.used(by: .bbr, defaultLatency: 0.1)
      #expect(abs(used.duration - original.duration) < 1e-6, "seed \(seed)")
      // A trace of which nothing would be left stays as it is.
      let moments = stride(from: 0.0005, to: original.duration, by: 0.001)
      if used == original, moments.allSatisfy({ Self.rate(at: $0, of: rows) == 0 }) { continue }
      var start = 0.0
      for row in used.rows {
        let time = start + row.duration / 2
        #expect(row.bandwidth == Self.rate(at: time, of: rows), "seed \(seed), at \(time) s")
        #expect(row.latency == rows[Self.row(at: time, of: rows).index].latency, "seed \(seed), at \(time) s")
        start += row.duration
      }
    }
  }

  private static func row(at time: Double, of rows: [BandwidthTrace.Row]) -> (index: Int, starts: [Double]) {
    var starts = [0.0]
    for row in rows.dropLast() { starts.append(starts[starts.count - 1] + row.duration) }
    return (starts.lastIndex { $0 <= time } ?? 0, starts)
  }

  /// The definition, at one moment.
  private static func rate(at time: Double, of rows: [BandwidthTrace.Row]) -> Double {
    let (index, starts) = row(at: time, of: rows)
    let trip = rows[index].latency ?? 0.1
    if time.truncatingRemainder(dividingBy: 10) > 10 - min(3 * trip, 5) { return 0 }
    var rate = rows[index].bandwidth
    for rise in rows.indices.dropFirst() where starts[rise] <= time && rows[rise].bandwidth > rows[rise - 1].bandwidth {
      if time < starts[rise] + 8 * (rows[rise].latency ?? 0.1) { rate = min(rate, rows[rise - 1].bandwidth) }
    }
    return rate
  }
}
