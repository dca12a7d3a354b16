import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

@Suite("Kinds of network in recordings")
struct NetworkClassTests {
  private static let header = "duration_s,bandwidth_bps,latency_ms,network\n"

  private func read(_ text: String) throws(TraceError) -> BandwidthTrace {
    try NativeTrace.read(Array(text.utf8), name: "t", file: "t.csv")
  }

  @Test("a fourth column of the lab's format names them, and is written again")
  func native() throws {
    let text = Self.header + "20,8000000,30,wifi\n40,2000000,,cellular\n1,3000000,,\n5,9000000,,ethernet\n"
    let trace = try read(text)
    #expect(trace.rows.map(\.networkClass) == [.wifi, .cellular, nil, .ethernet])
    #expect(trace.rows.map(\.latency) == [0.03, nil, nil, nil])
    #expect(String(decoding: NativeTrace.write(trace), as: UTF8.self) == text)
    for format in TraceFormats.writable where format != NativeTrace.self {
      #expect(try format.export(trace).losses.contains("classes of the network are not in the file"), "\(format)")
    }
  }

  @Test(
    "a wrong word is named with its place",
    arguments: [
      (
        "1,8,,lte\n",
        "t.csv:2:5: row 1 network: found \"lte\", expected wifi, cellular or ethernet, or nothing behind the comma"
      ),
      (
        "1,8,\n",
        "t.csv:2:5: row 1 network: found no fourth field, expected wifi, cellular or ethernet, or nothing behind the comma"
      ),
      (
        "1,8,,wifi,\n",
        "t.csv:2:5: row 1 network: found \"wifi,\", expected wifi, cellular or ethernet, or nothing behind the comma"
      ),
    ])
  func wrong(row: String, message: String) {
    let error = #expect(throws: TraceError.self) { try read(Self.header + row) }
    #expect(error?.description == message)
  }

  @Test("tables of logs name them in the words of browsers, Android and iOS")
  func tables() throws {
    let text = "t,rate,net\n0,8,WIFI\n10,2,LTE\n20,3,Unknown\n30,9,wiredEthernet\n"
    let content = try LogFormatsTests.read(
      TableTrace.self, text, ["interval=starting"], columns: "time:s@t,rate:Mbit/s@rate,network@net")
    #expect(content.traces[0].rows.map(\.networkClass) == [.wifi, .cellular, nil])
    let ending = try LogFormatsTests.read(
      TableTrace.self, text, ["interval=ending"], columns: "time:s@t,rate:Mbit/s@rate,network@net")
    #expect(ending.traces[0].rows.map(\.networkClass).suffix(3) == [.cellular, nil, .ethernet])
    let error = #expect(throws: TraceError.self) {
      try LogFormatsTests.read(TableTrace.self, "1,8,satellite\n", columns: "duration:s,rate:Mbit/s,network")
    }
    #expect("\(try #require(error))".contains("network: found \"satellite\", expected 2g, 3g, 4g"))
    for columns in ["start:s,end:s,bytes,network", "end:s,duration:s,bytes,network"] {
      #expect(throws: TraceError.self) { try TraceOptions(parsing: [], columns: columns) }
    }
  }

  @Test("the row before the first stamp, and the first one after the clock restarts, have their own")
  func stamps() throws {
    let columns = "time:s@t,rate:Mbit/s@rate,network@net"
    let first = try LogFormatsTests.read(
      TableTrace.self, "t,rate,net\n10,8,wifi\n11,2,lte\n12,2,lte\n", ["interval=ending", "first=step"],
      columns: columns)
    #expect(first.traces[0].rows.map(\.networkClass) == [.wifi, .cellular, .cellular])
    let split = try LogFormatsTests.read(
      TableTrace.self, "t,rate,net\n0,8,wifi\n1,8,wifi\n0,2,lte\n1,3,lte\n", ["interval=starting", "clock=split"],
      columns: columns)
    #expect(split.traces.map { $0.rows.map(\.networkClass) } == [[.wifi], [.cellular]])
  }

  @Test("cellular networks alone are expensive")
  func expensive() {
    #expect(NetworkClass.allCases.filter(\.isExpensive) == [.cellular])
  }

  @Test("a recording on one network has no change, and on another clock changes come at its times")
  func clocks() throws {
    func cursor(_ rows: String, units: Double = 1) throws -> Link.ClassCursor {
      let link = Link(Link(try read(Self.header + rows)), unitsPerSecond: units)
      return try #require(link.classCursor(from: Link.Cursor()))
    }
    #expect(try cursor("20,8,,wifi\n40,2,,wifi\n").nextChange == .infinity)
    #expect(try cursor("20,8,,wifi\n40,2,,cellular\n", units: 1000).nextChange == 20_000)
  }

  @Test("a record of JSON that does not say it is kept, and words of Android are read")
  func records() throws {
    let text =
      "[{\"d\":5,\"r\":8,\"n\":\"TRANSPORT_WIFI\"},{\"d\":5,\"r\":1,\"n\":null},{\"d\":5,\"r\":2,\"n\":\"slow-2g\"}]"
    let content = try LogFormatsTests.read(
      TableTrace.self, text, columns: "duration:s@d,rate:Mbit/s@r,network@n")
    #expect(content.traces[0].rows.map(\.networkClass) == [.wifi, nil, .cellular])
    #expect(content.traces[0].rows.map(\.bandwidth) == [8e6, 1e6, 2e6])
  }

  @Test("changes along a link are those of the rows, lap after lap, from any offset", arguments: 0..<200)
  func changes(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "network classes")
    func pick<Value>(_ values: [Value]) -> Value { values[random.integer(below: values.count)] }
    let rows = (0..<(1 + random.integer(below: 6))).map { _ in
      BandwidthTrace.Row(
        duration: pick([0.5, 1, 3]), bandwidth: 1e6, networkClass: pick([nil, .wifi, .cellular]))
    }
    let trace = try BandwidthTrace(name: "t", rows: rows)
    let link = Link(trace, end: pick([TraceEnd.wrap, .wrap, .hold]))
    let offset = pick([0, 0.25, 1.25, trace.duration - 0.25])
    guard var place = link.classCursor(from: link.cursor(atOffset: offset)) else {
      #expect(rows.allSatisfy { $0.networkClass == nil }, "seed \(seed)")
      return
    }
    // Row by row, in quarters of a second, which are exact.
    for quarter in 0..<80 {
      let time = Double(quarter) / 4
      while place.nextChange <= time { link.advance(&place) }
      var position = offset + time
      if link.lapDuration.isFinite { position.formTruncatingRemainder(dividingBy: trace.duration) }
      var (row, end) = (0, rows[0].duration)
      while end <= position, row + 1 < rows.count {
        row += 1
        end += rows[row].duration
      }
      #expect(link.networkClass(at: place) == rows[row].networkClass, "seed \(seed), \(time) s")
    }
  }
}
