import Testing

@testable import ABRNetwork

@Suite struct SabreTraceTests {
  private func read(_ text: String) throws(TraceError) -> BandwidthTrace {
    try SabreTrace.read(Array(text.utf8), name: "t", file: "t.json")
  }

  @Test("milliseconds and kilobits of 1000 bits are read, other keys passed over")
  func values() throws {
    let trace = try read(
      """
      [ {"duration_ms": 30000, "bandwidth_kbps": 5000, "latency_ms":  75},
        {"latency_ms": 0, "note": {"a": [1]}, "bandwidth_kbps": 0, "duration_ms": 1} ]
      """)
    #expect(
      trace.rows == [
        .init(duration: 30, bandwidth: 5_000_000, latency: 0.075), .init(duration: 0.001, bandwidth: 0, latency: 0),
      ])
  }

  @Test(
    "a wrong value is named with its line and path",
    arguments: [
      ("", "t.json:1:1: document: found the end of the file, expected a value"),
      ("{}", "t.json:1:1: document: found an object, expected an array"),
      ("[]", "t.json: rows: missing, expected at least one"),
      ("[\n1]", "t.json:2:1: [0]: found a number, expected an object"),
      (
        "[R,\n{\"duration_ms\": 1, \"bandwidth_kbps\": 1}]",
        "t.json:2:1: [1]: found no latency_ms, expected duration_ms, bandwidth_kbps and latency_ms"
      ),
      (
        "[R,\n\n{\"duration_ms\": 1,\n \"duration_ms\": 1}]",
        "t.json:4:17: [1].duration_ms: found the key twice, expected every key once"
      ),
      ("[{\"duration_ms\": \"1\"}]", "t.json:1:18: [0].duration_ms: found a string, expected a number"),
      ("[{\"duration_ms\": null}]", "t.json:1:18: [0].duration_ms: found null, expected a number"),
      ("[{\"duration_ms\": NaN}]", "t.json:1:18: [0].duration_ms: found \"NaN}]\", expected a value"),
      (
        "[R,\n{\"duration_ms\": 0, \"bandwidth_kbps\": 1, \"latency_ms\": 1}]",
        "t.json:2:1: row 2 duration_s: found 0.0, expected more than 0, at most 31536000.0"
      ),
      (
        "[{\"duration_ms\": 1e999, \"bandwidth_kbps\": 1, \"latency_ms\": 1}]",
        "t.json:1:2: row 1 duration_s: found inf, expected more than 0, at most 31536000.0"
      ),
      (
        "[{\"duration_ms\": 1, \"bandwidth_kbps\": -1, \"latency_ms\": 1}]",
        "t.json:1:2: row 1 bandwidth_bps: found -1000.0, expected 0 to 1000000000000000.0"
      ),
      ("[R]]", "t.json:1:66: document: found \"]\", expected the end of the file"),
      ("[R", "t.json:1:65: [0]: found the end of the file, expected the closing bracket"),
    ])
  func errors(text: String, message: String) {
    let row = "{\"duration_ms\": 1000, \"bandwidth_kbps\": 1000, \"latency_ms\": 50}"
    let error = #expect(throws: TraceError.self) { try read(text.replacing("R", with: row)) }
    #expect(error?.description == message)
  }
}
