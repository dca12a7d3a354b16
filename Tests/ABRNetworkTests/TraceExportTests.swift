import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

@Suite struct TraceExportTests {
  private static func trace(
    seed: Int, latency: Bool, measure: BandwidthTrace.Measure = .goodput
  ) throws -> BandwidthTrace {
    var random = SeededRandom(seed: seed, path: "export", "")
    let rows = (0..<1 + random.integer(below: 30)).map { index in
      BandwidthTrace.Row(
        duration: Double(1 + random.integer(below: 5_000_000)) / 1e6,
        bandwidth: index > 0 && random.integer(below: 5) == 0 ? 0 : Double(1 + random.integer(below: 90_000_000)) / 3,
        latency: latency ? Double(random.integer(below: 300_000)) / 1e6 : nil)
    }
    return try BandwidthTrace(name: "t", rows: rows, measure: measure)
  }

  private static let formats = TraceFormats.writable.map { $0.name }

  @Test("what is written is found and read again as it was", arguments: formats, [false, true])
  func roundTrip(name: String, latency: Bool) throws {
    let format = try #require(TraceFormats.writable.first { $0.name == name })
    for seed in 0..<Seeds.rounds(of: 50) {
      let trace = try Self.trace(seed: seed, latency: latency)
      let export = try format.export(trace)
      #expect(TraceFormats.detect(export.bytes, fileName: "x")?.name == name, "seed \(seed)")
      let read = try format.read(export.bytes, name: "t", file: "t")
      if name == "mahimahi" {
        let sent = trace.meanBandwidth * trace.duration
        let carried = read.meanBandwidth * read.duration * read.measure.payloadFraction
        #expect(abs(sent - carried) <= 2 * 12_000, "seed \(seed)")
        #expect(abs(read.duration - trace.duration) <= 0.001, "seed \(seed)")
        continue
      }
      #expect(read.rows.count == trace.rows.count, "seed \(seed)")
      for (row, old) in zip(read.rows, trace.rows) {
        // Times of Pensieve are sums.
        #expect(
          abs(row.duration - old.duration) <= (name == "pensieve" ? 1e-12 * trace.duration : 1e-15), "seed \(seed)")
        #expect(abs(row.bandwidth - old.bandwidth) <= 1e-15 * old.bandwidth, "seed \(seed)")
        if latency, name != "pensieve" {
          #expect(abs((row.latency ?? -1) - (old.latency ?? 0)) <= 1e-15, "seed \(seed)")
        }
      }
    }
  }

  @Test(
    "what a format cannot say is told",
    arguments: [
      ("native", [] as [String]),
      ("sabre", ["the file does not say that its rates are link capacity"]),
      ("pensieve", ["latencies are not in the file", "the file does not say that its rates are link capacity"]),
      ("mahimahi", ["latencies are not in the file", "rates are packets of 1500 bytes in whole milliseconds"]),
      (
        "devtools",
        ["the file does not say that its rates are link capacity", "conditions hold for requests, not for packets"]
      ),
      ("tc", []),
    ])
  func losses(name: String, losses: [String]) throws {
    let format = try #require(TraceFormats.writable.first { $0.name == name })
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 0.001, bandwidth: 12e6, latency: 0.05)], measure: .linkCapacity)
    #expect(try format.export(trace).losses == losses)
    let bare = try BandwidthTrace(name: "t", rows: [.init(duration: 1, bandwidth: 1e6)])
    let needs = ["sabre", "devtools"].contains(name)
    #expect(try format.export(bare).losses.contains("rows without a latency are written with 0 ms") == needs)
  }

  @Test("a link is a link again where the format counts packets with their headers, and delays keep their digits")
  func trafficControl() throws {
    let rows = (1...300).map { BandwidthTrace.Row(duration: 1, bandwidth: 1e6, latency: Double($0) / 1000) }
    let trace = try BandwidthTrace(name: "t", rows: rows, measure: .linkCapacity)
    let read = try TrafficControlSchedule.read(TrafficControlSchedule.export(trace).bytes, name: "t", file: "t")
    #expect(read == trace)
  }

  @Test("packets of Mahimahi are written at the milliseconds at which they were read, also beside an outage")
  func packets() throws {
    let files: [[Int]] = [
      Array(1...1000) + Array(60_001...61_000), (1...70_000).map { 100 * $0 },
      (0..<500).flatMap { Array(repeating: 700 * $0 + 100, count: 7) },
    ]
    for file in files {
      let bytes = Array((file.map(String.init).joined(separator: "\n") + "\n").utf8)
      let trace = try MahimahiTrace.read(bytes, name: "t", file: "t")
      let written = String(decoding: try MahimahiTrace.export(trace).bytes, as: UTF8.self)
      let times = written.split(separator: "\n").compactMap { Int($0) }
      #expect(times.count == file.count)
      // A row is 100 ms, inside of which packets are spread evenly.
      #expect(zip(times, file).allSatisfy { ($0 + 99) / 100 == ($1 + 99) / 100 })
    }
  }

  @Test("a constant link is written as Mahimahi's own files are")
  func mahimahi() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 0.004, bandwidth: 12e6), .init(duration: 0.002, bandwidth: 0)],
      measure: .linkCapacity)
    #expect(String(decoding: try MahimahiTrace.export(trace).bytes, as: UTF8.self) == "1\n2\n3\n4\n6\n")
    let fast = try BandwidthTrace(name: "t", rows: [.init(duration: 1e6, bandwidth: 1e9)])
    #expect(throws: TraceError.self) { try MahimahiTrace.export(fast) }
  }

  @Test(
    "points move without rounding",
    arguments: [
      (0.0123, 3, "12.3"), (1.0, 3, "1000"), (1234.5, -3, "1.2345"), (5, -6, "0.000005"), (1e-7, 3, "1e-4"),
      (0, 3, "0"), (1e22, -3, "1e19"), (100, -3, "0.1"),
    ])
  func decimal(value: Double, power: Int, text: String) {
    #expect(DecimalText.of(value, timesTenTo: power) == text)
  }
}
