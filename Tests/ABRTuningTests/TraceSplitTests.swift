import ABRInput
import ABRNetwork
import Testing

@testable import ABRStatistics
@testable import ABRTuning

@Suite("Splits of traces")
struct TraceSplitTests {
  /// Recordings of one to three windows in three families.
  private func traces(_ recordings: Int) throws -> [TraceSource] {
    try (0..<recordings).flatMap { recording in
      try (0...recording % 3).map { window in
        let family = ["a", "b", "c"][recording % 3]
        let rows = [BandwidthTrace.Row(duration: 10, bandwidth: Double((recording * 7919) % 1000 + 1) * 1000)]
        return TraceSource(
          file: "t/\(family)/r\(recording)_p0\(window).csv", family: family, sha256: "\(recording)-\(window)",
          trace: try BandwidthTrace(name: "r\(recording)_p0\(window).csv", rows: rows))
      }
    }
  }

  @Test("every trace is on one side, and a recording is never on both", arguments: 1...30)
  func sides(seed: Int) throws {
    let traces = try traces(40)
    let split = try TraceSplit(traces, heldOut: 0.5, seed: seed)
    #expect((split.search + split.heldOut).sorted() == Array(traces.indices))
    func clusters(_ side: [Int]) -> Set<String> {
      Set(side.map { TraceCluster.name(of: traces[$0].file, family: traces[$0].family) })
    }
    #expect(clusters(split.search).isDisjoint(with: clusters(split.heldOut)))
    #expect(clusters(split.search).count == split.searchClusters && split.searchClusters == 20)
    #expect(clusters(split.heldOut).count == split.heldOutClusters && split.heldOutClusters == 20)
    // Families of about 13 recordings are shared out evenly, to what the shuffling of neighbours allows.
    for family in ["a", "b", "c"] {
      let count = clusters(split.heldOut).count { $0.hasPrefix(family) }
      #expect((3...10).contains(count), "seed \(seed): \(count) of \(family)")
    }
  }

  @Test("a split depends on the seed and nothing else")
  func determinism() throws {
    let traces = try traces(30)
    let split = try TraceSplit(traces, heldOut: 0.5, seed: 3)
    #expect(try TraceSplit(traces, heldOut: 0.5, seed: 3) == split)
    #expect(try TraceSplit(traces, heldOut: 0.5, seed: 4) != split)
  }

  @Test("nothing is held out with a share of 0, and something always is with any other")
  func shares() throws {
    let traces = try traces(10)
    let whole = try TraceSplit(traces, heldOut: 0, seed: 1)
    #expect(whole.heldOut.isEmpty && whole.search.sorted() == Array(traces.indices))
    #expect(try TraceSplit(traces, heldOut: 0.001, seed: 1).heldOutClusters == 1)
    #expect(try TraceSplit(traces, heldOut: 0.999, seed: 1).searchClusters == 1)
    #expect(throws: TuningError.self) { try TraceSplit(try self.traces(1), heldOut: 0.5, seed: 1) }
  }

  @Test("every beginning of the order is spread over the whole", arguments: [25, 64, 100, 350, 400])
  func beginnings(count: Int) {
    for seed in 1...20 {
      var random = SeededRandom(seed: seed, path: "order")
      let order = StratifiedOrder.permutation(of: count, random: &random)
      #expect(order.sorted() == Array(0..<count))
      var length = 4
      while length <= count / 2 {
        // Of a quarter of the things there are about a quarter of the beginning.
        for quarter in 0..<4 {
          let inside = order.prefix(length).count { $0 * 4 / count == quarter }
          let slack = 1 + (length * StratifiedOrder.neighbours + count - 1) / count
          #expect(abs(inside - length / 4) <= slack, "seed \(seed): \(inside) of \(length) in quarter \(quarter)")
        }
        length *= 2
      }
    }
  }
}
