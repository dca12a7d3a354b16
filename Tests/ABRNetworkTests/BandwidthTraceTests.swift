import Testing

@testable import ABRNetwork

@Suite struct BandwidthTraceTests {
  @Test("duration and mean are weighted by time")
  func sums() throws {
    let trace = try BandwidthTrace(
      name: "t", rows: [.init(duration: 1, bandwidth: 4_000_000), .init(duration: 3, bandwidth: 0)])
    #expect(trace.duration == 4)
    #expect(trace.meanBandwidth == 1_000_000)
  }

  @Test(
    "a row that makes no sense is refused and named",
    arguments: [
      (
        BandwidthTrace.Row(duration: 0, bandwidth: 8),
        "row 2 duration_s: found 0.0, expected more than 0, at most 31536000.0"
      ),
      (.init(duration: -1, bandwidth: 8), "row 2 duration_s: found -1.0, expected more than 0, at most 31536000.0"),
      (.init(duration: .nan, bandwidth: 8), "row 2 duration_s: found nan, expected more than 0, at most 31536000.0"),
      (
        .init(duration: .infinity, bandwidth: 8),
        "row 2 duration_s: found inf, expected more than 0, at most 31536000.0"
      ),
      (.init(duration: 1, bandwidth: -1), "row 2 bandwidth_bps: found -1.0, expected 0 to 1000000000000000.0"),
      (.init(duration: 1, bandwidth: .nan), "row 2 bandwidth_bps: found nan, expected 0 to 1000000000000000.0"),
      (
        .init(duration: 1, bandwidth: 2e15),
        "row 2 bandwidth_bps: found 2000000000000000.0, expected 0 to 1000000000000000.0"
      ),
      (.init(duration: 1, bandwidth: 8, latency: -0.001), "row 2 latency_ms: found -1.0, expected 0 to 3600000.0"),
      (.init(duration: 1, bandwidth: 8, latency: .nan), "row 2 latency_ms: found nan, expected 0 to 3600000.0"),
    ])
  func refused(row: BandwidthTrace.Row, message: String) {
    let error = #expect(throws: TraceError.self) {
      try BandwidthTrace(name: "t", rows: [.init(duration: 1, bandwidth: 8_000_000), row])
    }
    #expect(error?.description == message)
  }

  @Test("no row at all, or less than a byte in all rows, is refused")
  func nothing() {
    #expect(
      #expect(throws: TraceError.self) { try BandwidthTrace(name: "t", rows: []) }
        == .invalid(field: "rows", found: "none", allowed: "at least one"))
    #expect(
      #expect(throws: TraceError.self) {
        try BandwidthTrace(name: "t", rows: [.init(duration: 1, bandwidth: 0), .init(duration: 1, bandwidth: 7)])
      } == .neverCarriesAByte(rows: 2, bits: 7))
  }
}
