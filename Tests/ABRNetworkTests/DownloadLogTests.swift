import ABRInput
import Testing

@testable import ABRNetwork

/// The way from the requests of a log to traces.
@Suite struct DownloadLogTests {
  private static let columns = "start:s,end:s,bytes,session"

  private static func read(_ text: String, _ options: [String] = []) throws(TraceError) -> TraceContent {
    try LogFormatsTests.read(TableTrace.self, text, options, columns: columns)
  }

  @Test("requests that run at once share the link, and small ones beside a large one count")
  func concurrent() throws {
    let content = try Self.read("0 2 250000 a\n1 3 125000 a\n1 1.5 1250 a\n")
    #expect(LogFormatsTests.rows(content) == [[[1, 1], [0.5, 1.52], [0.5, 1.5], [1, 0.5]]])
    let coverage = try #require(content.coverage["t"])
    #expect(coverage.requests == 3 && coverage.requestsLeftOut == 0 && coverage.bytes == 376_250)
    #expect(coverage.measuredShare == 1)
  }

  @Test("bytes are kept whatever overlaps", arguments: 0..<20)
  func conservation(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "requests")
    var bytes = 0.0
    let text = (0..<50).map { _ in
      let (start, length) = (random.integer(below: 20_000), 1 + random.integer(below: 3000))
      let size = 50_000 + random.integer(below: 1_000_000)
      bytes += Double(size)
      return "\(start) \(start + length) \(size)\n"
    }.joined()
    let content = try LogFormatsTests.read(TableTrace.self, text, columns: "start:ms,end:ms,bytes")
    let carried = content.traces[0].rows.reduce(0) { $0 + $1.duration * $1.bandwidth / 8 }
    #expect(abs(carried / bytes - 1) < 1e-9, "seed \(seed)")
    #expect(Double(content.coverage["t"]?.bytes ?? 0) == bytes, "seed \(seed)")
  }

  @Test("what runs alone and is small is left out, and the option says what is small")
  func small() throws {
    let text = "0 1 125000 a\n10 10.001 1000 a\n11 11 0 a\n"
    let content = try Self.read(text)
    #expect(LogFormatsTests.rows(content) == [[[1, 1]]])
    #expect(content.notes.contains("1 request without bytes or a duration left out"))
    #expect(content.notes.contains { $0.hasPrefix("1 request left out: none of 50kB or more ran at the same time") })
    #expect(try LogFormatsTests.rows(Self.read(text, ["smallest=0"]))[0].count == 2)
    let error = #expect(throws: TraceError.self) { try Self.read(text, ["smallest=1MB"]) }
    #expect(
      error?.description
        == "t: requests: found 2 of at most 125kB, expected one of 1MB or more, or --trace-option smallest=125kB, with "
        + "which they measure round trips")
    let bare = #expect(throws: TraceError.self) { try Self.read(text, ["smallest=400"]) }
    #expect(
      bare?.description
        == "--trace-option smallest: found 400 without a unit, expected a size such as 50kB or 400kbit")
  }

  @Test("what came faster than any network is left out, and where most did the durations are doubted")
  func cached() throws {
    let text = "0 1 125000 a\n10 10.0001 2500000 a\n"
    let content = try Self.read(text)
    #expect(LogFormatsTests.rows(content) == [[[1, 1]]])
    #expect(
      content.notes.contains(
        "1 request of more than 10 Gbit/s left out: what a cache answers does not measure the network"))
    #expect(try LogFormatsTests.rows(Self.read(text + "20 20.0001 2500000 a\n"))[0].count == 3)
  }

  @Test("pauses of the player are cut out, idle time is what the option says, and a warning tells a small share")
  func idle() throws {
    let text = "0 1 125000 a\n1.4 2.4 125000 a\n22.4 23.4 125000 a\n"
    let closed = try Self.read(text)
    #expect(LogFormatsTests.rows(closed) == [[[1, 1], [1, 1], [1, 1]]])
    let coverage = try #require(closed.coverage["t"])
    #expect(coverage.measuredSeconds == 3 && coverage.loggedSeconds == 23.4 && coverage.percent == 13)
    #expect(closed.notes.contains { $0.hasPrefix("only 13 % of the time was measured, under 25 %") })
    let outage = try LogFormatsTests.rows(Self.read(text, ["gaps=outage"]))
    #expect(outage[0].map { $0[0].rounded() } == [1, 1, 20, 1])
    let split = try Self.read(text, ["gaps=split"])
    #expect(split.traces.map(\.name) == ["t#w1", "t#w2"] && split.coverage.count == 2)
  }

  @Test("each piece of a log that is split has figures of its own, and those of all are told")
  func pieces() throws {
    let content = try Self.read(
      "0 1 125000 a\n1.4 2.4 250000 a\n1.5 1.6 1000 a\n22.4 24.4 500000 a\n40 40.1 10 a\n", ["gaps=split"])
    let (first, second) = (try #require(content.coverage["t#w1"]), try #require(content.coverage["t#w2"]))
    #expect(first.requests == 3 && first.bytes == 376_000 && first.requestsLeftOut == 0)
    #expect(abs(first.measuredSeconds - 2) < 1e-9 && abs(first.loggedSeconds - 2.4) < 1e-9)
    #expect(second.requests == 1 && second.bytes == 500_000 && abs(second.loggedSeconds - 2) < 1e-9)
    #expect(content.notes.contains("2 traces of 5 requests: 10 % of the time was measured"))
  }

  @Test("each client is a trace, those who asked for little are none, and one is chosen by name")
  func sessions() throws {
    let text = "0 1 125000 a\n0 1 250000 b\n0 1 1000 c\n"
    let content = try Self.read(text)
    #expect(content.traces.map(\.name) == ["t#a", "t#b"])
    #expect(LogFormatsTests.rows(content) == [[[1, 1]], [[1, 2]]])
    #expect(content.notes.contains { $0.hasPrefix("1 of 3 clients or sessions have no request of 50kB or more") })
    let input = TraceInput(
      bytes: [], name: "t", file: "t", options: try TraceOptions(parsing: ["series=b"]))
    #expect(try content.only(of: input).name == "t#b")
    let several = #expect(throws: TraceError.self) {
      try content.only(of: TraceInput(bytes: [], name: "t", file: "t"))
    }
    #expect(several?.description.contains("a, b") ?? false, "\(several?.description ?? "")")
  }

  @Test("more sessions than names for files are refused, and so are names that are none")
  func hostile() {
    let many = (0...10_000).map { "0 1 99999 \($0)\n" }.joined()
    let error = #expect(throws: TraceError.self) { try Self.read(many) }
    #expect(error?.description.hasPrefix("t:10001: session: found more than 10000, expected at most 10000") ?? false)
    let long = #expect(throws: TraceError.self) { try Self.read("0 1 99999 \(String(repeating: "x", count: 129))\n") }
    #expect(long?.description.hasSuffix("expected a name of at most 128 bytes") ?? false)
  }

  @Test("a column of sessions stands only in a table of downloads")
  func layout() {
    for (columns, message) in [
      ("time:s,rate:kbit/s,session", "session only beside two of start, end and duration with bytes"),
      ("start:s,end:s,bytes,session:s", "session without s, or session@NAME"),
    ] {
      let error = #expect(throws: TraceError.self) { try TraceOptions(parsing: [], columns: columns) }
      #expect(error?.description.hasSuffix(message) ?? false, "\(error?.description ?? "")")
    }
  }
}
