import Testing

@testable import ABRNetwork

@Suite struct PensieveTraceTests {
  private func read(_ text: String) throws(TraceError) -> BandwidthTrace {
    try PensieveTrace.read(Array(text.utf8), name: "t", file: "t.log")
  }

  @Test("a line's bandwidth holds since the line before it, and the first line's is not used")
  func meaning() throws {
    let trace = try read("0\t9\n0.5\t2\n2.5\t0.25\n")
    #expect(trace.rows == [.init(duration: 0.5, bandwidth: 2_000_000), .init(duration: 2, bandwidth: 250_000)])
  }

  @Test("times are counted from the first line's")
  func rebased() throws {
    #expect(try read("870 9\n870.5 2\n872.5 0.25\n").rows == read("0 9\n0.5 2\n2.5 0.25\n").rows)
  }

  @Test(
    "a tab, spaces and CRLF separate alike",
    arguments: [
      "0 1\n\n1 2\n", "# drive of May\n0 1\n# tunnel\n1 2\n", "\n0 1\n1 2\n", "0 1\n1 2\n", "0\t1\r\n1\t2\r\n",
      " 0  1 \n 1 \t 2", "0 1\n1 2\n\n", "0.0 1e0\n1.0 2.0",
    ])
  func separators(text: String) throws {
    #expect(TraceFormats.detect(Array(text.utf8), fileName: "t") == PensieveTrace.self)
    #expect(try read(text).rows == [.init(duration: 1, bandwidth: 2_000_000)])
  }

  @Test(
    "two columns that a comment names are a table: their units may be others", arguments: ["# ms kbit/s", "#t\trate"])
  func named(title: String) {
    #expect(TraceFormats.detect(Array("\(title)\n0\t1\n1\t2\n".utf8), fileName: "t") == nil)
  }

  @Test(
    "a wrong line is named with its number, field, value and what is allowed",
    arguments: [
      (
        "",
        "t.log:1: rows: found none with a duration in 0 lines, expected at least one: where rows have time stamps, two"
      ),
      (
        "0 1\n",
        "t.log:1: rows: found none with a duration in 1 line, expected at least one: where rows have time stamps, two"
      ),
      ("0 1\n1\n", "t.log:2:1: line: found \"1\", expected two numbers, time_s and Mbit/s"),
      ("0 1\n1 2 3\n", "t.log:2:1: line: found \"1 2 3\", expected two numbers, time_s and Mbit/s"),
      ("0 1\n1,2\n", "t.log:2:1: line: found \"1,2\", expected two numbers, time_s and Mbit/s"),
      ("0 1\n1 nan\n", "t.log:2:1: line: found \"1 nan\", expected two numbers, time_s and Mbit/s"),
      (
        "0 1\n2 1\n1 1\n",
        "t.log:3: time_s: found 1.0, expected more than the 2.0 before it, or --trace-option clock=drop or clock=split"
      ),
      (
        "0 1\n2 1\n2 1\n",
        "t.log:3: time_s: found 2.0, expected more than the 2.0 before it, or --trace-option clock=drop or clock=split"
      ),
      ("-1 1\n2 1\n", "t.log:1:1: time_s: found \"-1\", expected 0 or more"),
      ("0 1\n1e999 1\n", "t.log:2:1: time_s: found \"1e999\", expected a smaller number"),
      ("0 1\n1 -1\n", "t.log:2:3: Mbit/s: found \"-1\", expected 0 or more"),
      ("0 1\n1 1e12\n", "t.log:2: row 1 bandwidth_bps: found 1e+18, expected 0 to 1000000000000000.0"),
      ("0 1\n1e9 1\n", "t.log:2: row 1 duration_s: found 1000000000.0, expected more than 0, at most 31536000.0"),
      ("0 1\n1 0\n", "t.log: bandwidth_bps: found 0 in all 1 rows, expected at least one row that carries a byte"),
    ])
  func errors(text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try read(text) }
    #expect(error?.description == message)
  }
}
