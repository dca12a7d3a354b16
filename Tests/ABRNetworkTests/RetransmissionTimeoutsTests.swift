import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

@Suite struct RetransmissionTimeoutsTests {
  private static func draws(_ number: UInt64) -> SeededRandom { SeededRandom(seed: Int(number), path: "time-outs") }

  @Test("an hour has as many silences as its interval says, each as long as a time-out")
  func silences() throws {
    let steady = try BandwidthTrace(name: "t", rows: [.init(duration: 36_000, bandwidth: 8e6)])
    let rows = steady.interrupted(every: 120, random: Self.draws(1)).rows
    let silences = rows.filter { $0.bandwidth == 0 }.map(\.duration)
    #expect(silences.allSatisfy { (0.75..<1.8).contains($0) })
    // Some 297 are expected; the deviation is about the root of that.
    #expect((228...366).contains(silences.count))
    let mean = silences.reduce(0, +) / Double(silences.count)
    #expect((1.175...1.375).contains(mean))
  }

  @Test("none are asked for, and a trace without a byte, change nothing")
  func nothing() throws {
    let short = try BandwidthTrace(name: "t", rows: [.init(duration: 0.5, bandwidth: 8e6)])
    #expect(short.interrupted(every: nil, random: Self.draws(1)) == short)
    #expect(short.interrupted(every: 1e-9, random: Self.draws(1)) == short)
  }

  @Test("at every moment a trace carries what it did or nothing, whoever asks", arguments: Seeds.blocks(of: 200))
  func random(seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = SeededRandom(seed: Int(seed), path: "rows with time-outs")
      let rows = (0...random.integer(below: 12)).map { _ in
        BandwidthTrace.Row(duration: random.uniform(in: 0.01..<6), bandwidth: random.uniform(in: 1e5..<1e7))
      }
      let original = try BandwidthTrace(name: "t", rows: rows)
      let used = original.interrupted(every: random.uniform(in: 0.5..<20), random: Self.draws(seed))
      #expect(abs(used.duration - original.duration) < 1e-6, "seed \(seed)")
      var (start, index, end) = (0.0, 0, rows[0].duration)
      for row in used.rows {
        let time = start + row.duration / 2
        while time >= end, index < rows.count - 1 {
          index += 1
          end += rows[index].duration
        }
        #expect(row.bandwidth == 0 || row.bandwidth == rows[index].bandwidth, "seed \(seed), at \(time) s")
        start += row.duration
      }
    }
  }

  @Test("each trace has its own, the same whenever it is asked")
  func ofTheTrace() throws {
    let steady = try BandwidthTrace(name: "t", rows: [.init(duration: 600, bandwidth: 8e6, latency: 0.08)])
    let sender = Sender(timeoutInterval: 30)
    func used(_ sha256: String) -> BandwidthTrace {
      steady.used(by: sender, seed: 1, sha256: sha256)
    }
    #expect(used("a") == used("a"))
    #expect(used("a") != used("b"))
    #expect(used("a").meanBandwidth < steady.meanBandwidth)
  }
}
