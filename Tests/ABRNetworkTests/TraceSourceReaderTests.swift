import ABRInput
import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

@Suite("Reading the traces of a run")
struct TraceSourceReaderTests {
  private static func native(_ rows: Int) -> String {
    "duration_s,bandwidth_bps,latency_ms\n"
      + (1...rows).map { "\($0 % 3 + 1),\($0 % 4 == 0 ? 0 : $0 * 8000),\($0 == 2 ? "" : "40")\n" }.joined()
  }

  @Test("what results tell of a trace is the same whether its rows are in memory or not")
  func figures() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.csv", Self.native(9))
    let trace = try TraceFile.load(path).trace
    for budget in [0, 9] {
      let (source, notes) = try TraceSourceReader(rowBudget: budget).read(path)
      #expect(source.file == path && source.name == trace.name && notes.isEmpty)
      #expect(source.duration == trace.duration && source.meanBandwidth == trace.meanBandwidth)
      #expect(source.longestSilence == trace.longestSilence && source.longestSilence == 3 && !source.hasLatencies)
      #expect(try source.trace() == trace)
    }
    let whole = try folder.write("b.csv", "duration_s,bandwidth_bps,latency_ms\n1,8000,5\n")
    #expect(try TraceSourceReader(rowBudget: 0).read(whole).source.hasLatencies)
  }

  @Test("copies of a recording have the same content in any form, and other recordings have another")
  func content() throws {
    let folder = try TemporaryFolder()
    func content(_ name: String, _ text: String) throws -> UInt64 {
      try TraceSourceReader(rowBudget: 0).read(folder.write(name, text)).source.content
    }
    let text = Self.native(9)
    let copy = try content("a.csv", text)
    for (index, form) in [
      text.replacing("\n", with: "\r\n"), text + "\n\n", text.replacing("40\n", with: "40.0\n"),
      String(text.dropLast()),
    ].enumerated() {
      #expect(try content("\(index).csv", form) == copy, "\(form)")
    }
    // In kilobits and milliseconds not every number has the same last bits.
    var random = SeededRandom(seed: 3, path: "copies of a recording")
    var other = BandwidthTrace.Row(duration: 1, bandwidth: 4_450_974, latency: 0.1)
    let recording =
      [other]
      + (0..<2000).map { _ in
        BandwidthTrace.Row(
          duration: (random.uniform(in: 0.2..<3) * 1e6).rounded() / 1e6,
          bandwidth: random.uniform(in: 0..<8e6).rounded(), latency: (random.uniform() * 1e6).rounded() / 1e6)
      }
    let original = try BandwidthTrace(name: "t", rows: recording)
    let sabre = try SabreTrace.read(SabreTrace.export(original).bytes, name: "t", file: "t.json")
    #expect(sabre.rows != original.rows && sabre.content == original.content)
    other.bandwidth += 1
    #expect(try BandwidthTrace(name: "t", rows: [other] + recording.dropFirst()).content != original.content)
    func source(_ rows: [BandwidthTrace.Row], _ measure: BandwidthTrace.Measure = .goodput) throws -> UInt64 {
      let trace = try BandwidthTrace(name: "t", rows: rows, measure: measure)
      return TraceSource(file: "t", family: "", sha256: "", trace: trace).content
    }
    var rows: [BandwidthTrace.Row] = []
    for duration in [1.0, 2] {
      for bandwidth in [8.0, 1e6, 2e6] {
        for latency in [nil, 0, 0.05] {
          for kind in [nil, NetworkClass.wifi, .cellular] {
            rows.append(.init(duration: duration, bandwidth: bandwidth, latency: latency, networkClass: kind))
          }
        }
      }
    }
    var seen: Set<UInt64> = []
    for first in rows {
      for second in rows {
        seen.formUnion([try source([first, second]), try source([first, second], .linkCapacity)])
      }
      seen.insert(try source([first]))
    }
    #expect(seen.count == 2 * rows.count * rows.count + rows.count)
  }

  @Test("rows stay in memory as far as the budget goes, and are read again beyond it")
  func budget() throws {
    let folder = try TemporaryFolder()
    let reader = TraceSourceReader(rowBudget: 25)
    // 10 and 10 fit, the third does not, and what is left takes one of 5.
    let sources = try [10, 10, 10, 5, 1].enumerated().map { index, rows in
      try reader.read(folder.write("\(index).csv", Self.native(rows))).source
    }
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(sources.map { (try? $0.trace())?.rows.count } == [10, 10, nil, 5, nil])
  }

  @Test("a file that changed or is gone since it was read is an error that names it")
  func changed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.csv", Self.native(9))
    let source = try TraceSourceReader(rowBudget: 0).read(path).source
    for text in [Self.native(10), "no trace at all", ""] {
      try folder.write("a.csv", text)
      let reason = "has changed since it was first read; run the command again, over copies if something writes to it"
      #expect(throws: TraceError.unreadable(file: path, reason: reason)) {
        try source.trace()
      }
    }
    try folder.write("a.csv", Self.native(9))
    #expect(try source.trace().rows.count == 9)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: TraceError.unreadable(file: path, reason: "no such file or directory")) { try source.trace() }
    // Nobody writes to the pipe: reading it would wait for ever, or end with nothing.
    try folder.makePipe("a.csv")
    #expect(throws: TraceError.unreadable(file: path, reason: "is not a regular file")) { try source.trace() }
  }

  @Test("what can be read only once keeps its rows")
  func pipe() throws {
    let folder = try TemporaryFolder()
    try folder.makePipe("p")
    let path = "\(folder.path)/p"
    // Open at both ends, so that writing need not wait for a reader.
    let writer = try #require(FileHandle(forUpdatingAtPath: path))
    let thread = Thread {
      try? writer.write(contentsOf: Data(Self.native(9).utf8))
      Thread.sleep(forTimeInterval: 0.2)
      try? writer.close()
    }
    thread.start()
    let source = try TraceSourceReader(rowBudget: 0).read(path).source
    #expect(try source.trace().rows.count == 9 && source.trace().rows.count == 9)
  }

  @Test("options and the format that was found hold when a file is read again")
  func options() throws {
    let folder = try TemporaryFolder()
    var options = TraceOptions()
    options.unit = .kilobit
    let path = try folder.write("a.txt", "0 1000\n1 2000\n2 3000\n3 500\n")
    let (format, first) = (PensieveTrace.self, try TraceFile.load(path, format: PensieveTrace.self, options: options))
    let reader = TraceSourceReader(format: format, options: options, rowBudget: 0)
    #expect(try reader.read(path).source.trace() == first.trace)
  }
}
