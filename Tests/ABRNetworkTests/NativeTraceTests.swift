import ABRInput
import Testing

@testable import ABRNetwork

@Suite struct NativeTraceTests {
  private func read(_ text: String) throws(TraceError) -> BandwidthTrace {
    try NativeTrace.read(Array(text.utf8), name: "t", file: "t.csv")
  }

  @Test("durations, bandwidths and latencies are read in seconds, bit/s and milliseconds")
  func values() throws {
    let trace = try read("duration_s,bandwidth_bps,latency_ms\n1.001,1727000,\n5,0,80\n2.5e-1,1e6,0\n")
    #expect(
      trace.rows == [
        .init(duration: 1.001, bandwidth: 1_727_000), .init(duration: 5, bandwidth: 0, latency: 0.08),
        .init(duration: 0.25, bandwidth: 1_000_000, latency: 0),
      ])
  }

  @Test("CRLF, a missing last line end, a byte order mark and empty lines at the end change nothing")
  func lineEnds() throws {
    let plain = try read("duration_s,bandwidth_bps,latency_ms\n1,2e6,\n3,4e6,5\n").rows
    #expect(try read("duration_s,bandwidth_bps,latency_ms\r\n1,2e6,\r\n3,4e6,5\r\n").rows == plain)
    #expect(try read("duration_s,bandwidth_bps,latency_ms\n1,2e6,\n3,4e6,5").rows == plain)
    #expect(try read("\u{feff}duration_s,bandwidth_bps,latency_ms\n1,2e6,\n3,4e6,5\n\n").rows == plain)
  }

  @Test(
    "a wrong line is named with its number, field, value and what is allowed",
    arguments: [
      ("", "t.csv:1: header: missing, expected duration_s,bandwidth_bps,latency_ms, or with ,network behind it"),
      (
        "1,2,3\n",
        "t.csv:1: header: found \"1,2,3\\x0a\", expected duration_s,bandwidth_bps,latency_ms, or with ,network behind it"
      ),
      ("H\n", "t.csv: rows: missing, expected at least one"),
      ("H\n1,2\n", "t.csv:2: row 1: found \"1,2\", expected three fields: duration_s,bandwidth_bps,latency_ms"),
      ("H\n1,8,\n\n1,8,\n", "t.csv:3: row 2: missing, expected three fields: duration_s,bandwidth_bps,latency_ms"),
      ("H\n1,8,\n1,8,1,1\n", "t.csv:3:5: row 2 latency_ms: found \"1,1\", expected a decimal number"),
      ("H\n1,nan,\n", "t.csv:2:3: row 1 bandwidth_bps: found \"nan\", expected a decimal number"),
      ("H\ninf,1,\n", "t.csv:2:1: row 1 duration_s: found \"inf\", expected a decimal number"),
      ("H\n-1,8,\n", "t.csv:2: row 1 duration_s: found -1.0, expected more than 0, at most 31536000.0"),
      ("H\n0,8,\n", "t.csv:2: row 1 duration_s: found 0.0, expected more than 0, at most 31536000.0"),
      ("H\n1,-8,\n", "t.csv:2: row 1 bandwidth_bps: found -8.0, expected 0 to 1000000000000000.0"),
      ("H\n1,1e999,\n", "t.csv:2: row 1 bandwidth_bps: found inf, expected 0 to 1000000000000000.0"),
      ("H\n1,8,-1\n", "t.csv:2: row 1 latency_ms: found -1.0, expected 0 to 3600000.0"),
      ("H\n1,8,x\n", "t.csv:2:5: row 1 latency_ms: found \"x\", expected a decimal number"),
      ("H\n1,0,\n2,0,\n", "t.csv: bandwidth_bps: found 0 in all 2 rows, expected at least one row that carries a byte"),
      (
        "H\n1,1,\n",
        "t.csv: bandwidth_bps: found 1.0 bits, less than a byte, in all 1 rows, expected at least one row that carries a byte"
      ),
    ])
  func errors(text: String, message: String) {
    let text = text.replacing("H\n", with: "duration_s,bandwidth_bps,latency_ms\n")
    let error = #expect(throws: TraceError.self) { try read(text) }
    #expect(error?.description == message)
  }

  @Test("what is written is read back to the last bit", arguments: 1...20)
  func roundTrip(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "round trip")
    let rows = (0..<200).map { _ in
      BandwidthTrace.Row(
        duration: random.uniform(in: 1e-6..<100),
        bandwidth: random.integer(below: 2) == 0 ? Double(random.integer(below: 1 << 40)) : random.uniform(in: 0..<1e9),
        latency: random.integer(below: 2) == 0 ? nil : random.uniform(in: 0..<2))
    }
    let trace = try BandwidthTrace(name: "t", rows: rows)
    let bytes = NativeTrace.write(trace)
    #expect(try NativeTrace.read(bytes, name: "t", file: "t") == trace, "seed \(seed)")
    #expect(NativeTrace.write(try NativeTrace.read(bytes, name: "t", file: "t")) == bytes)
  }

  @Test(
    "latencies are written in milliseconds without rounding",
    arguments: [
      (0.1, "100"), (0, "0"), (0.08, "80"), (1, "1000"), (0.0015, "1.5"), (1.2345678, "1234.5678"), (0.000_25, "0.25"),
      (1.25e-5, "1.25e-2"), (12, "12000"), (3600, "3600000"),
    ])
  func latencies(seconds: Double, text: String) throws {
    let trace = try BandwidthTrace(name: "t", rows: [.init(duration: 1, bandwidth: 8, latency: seconds)])
    let written = NativeTrace.write(trace)
    #expect(String(decoding: written, as: UTF8.self).hasSuffix("\n1,8,\(text)\n"))
    #expect(try NativeTrace.read(written, name: "t", file: "t").rows[0].latency == seconds)
  }

  @Test("a trace of link capacity says so in its header, when read and when written")
  func linkCapacity() throws {
    let text = "duration_s,link_bps,latency_ms\n1,1500000,\n0.5,0,100\n"
    let trace = try read(text)
    #expect(trace.measure == .linkCapacity)
    #expect(trace.rows[0].bandwidth == 1_500_000)
    #expect(String(decoding: NativeTrace.write(trace), as: UTF8.self) == text)
    #expect(TraceFormats.detect(Array(text.utf8), fileName: "t.csv")?.name == "native")
    #expect(try read("duration_s,bandwidth_bps,latency_ms\n1,1500000,\n").measure == .goodput)
    let error = #expect(throws: TraceError.self) { try read("duration_s,link_bps,latency_ms\n1,-8,\n") }
    #expect(error?.description == "t.csv:2: row 1 link_bps: found -8.0, expected 0 to 1000000000000000.0")
  }

  @Test("whole numbers are written without a point, a missing latency as nothing")
  func writes() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 1, bandwidth: 2_000_000), .init(duration: 0.5, bandwidth: 0, latency: 0.1)])
    #expect(
      String(decoding: NativeTrace.write(trace), as: UTF8.self)
        == "duration_s,bandwidth_bps,latency_ms\n1,2000000,\n0.5,0,100\n")
  }
}
