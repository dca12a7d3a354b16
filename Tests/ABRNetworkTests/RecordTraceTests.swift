import ABRInput
import Testing

@testable import ABRNetwork

/// JSON with named members, of a known layout or with `--columns`.
@Suite struct RecordTraceTests {
  private static func read(
    _ format: any TraceFormat.Type, _ text: String, _ options: [String] = [], columns: String? = nil
  ) throws(TraceError) -> TraceContent {
    try LogFormatsTests.read(format, text, options, columns: columns)
  }

  @Test(
    "columns name the members of records, in lists and a record a line",
    arguments: [
      // Latencies with their unit, and records of another kind between them.
      (
        "end:iso@@timestamp,duration:s@http.latency,bytes@http.size",
        #"[{"@timestamp":"2024-05-01T10:00:02Z","http":{"latency":"2s","size":250000}},{"@timestamp":"2024-05-01T10:00:03Z"}]"#,
        [[2.0, 1]]
      ),
      (
        "time:ms@t,rate:kbit/s@bw", "{\"t\":0,\"bw\":1}\n{\"t\":1000,\"bw\":2000}\n{\"t\":3000,\"bw\":500}",
        [[1, 2], [2, 0.5]]
      ),
      (
        "duration:s,rate:Mbit/s", #"{"profile": [{"duration": 2, "rate": 1}, {"duration": 1, "rate": "3"}]}"#,
        [[2, 1], [1, 3]]
      ),
      ("start:unix@a,end:unix@b,rate:MB/s@r", #"[{"a":1714557600500,"b":1714557601500,"r":1}]"#, [[1, 8]]),
      ("start:s@a,duration:ms@d|took,wait:ms@w,bytes:kB@n", #"[{"a":1,"took":1500,"w":500,"n":125}]"#, [[1, 1]]),
      // An answer of Elasticsearch: the paths go through the list of its hits, or begin inside of them.
      (
        "end:unix@hits.hits._source.ts,duration:ms@hits.hits._source.took,bytes@hits.hits._source.size",
        #"{"took":5,"hits":{"total":{"value":2},"hits":[{"_id":"a","_source":{"ts":1714557602,"took":2000,"size":250000}},{"_id":"b","_source":{"ts":1714557604,"took":1000,"size":250000}}]}}"#,
        [[2, 1], [1, 2]]
      ),
      (
        "end:unix@_source.ts,duration:ms@_source.took,bytes@_source.size",
        #"{"hits":{"hits":[{"_source":{"ts":1714557602,"took":2000,"size":250000}},{"_source":{"ts":1714557604,"took":1000,"size":250000}}]}}"#,
        [[2, 1], [1, 2]]
      ),
      // Lists in lists, and parts whose sizes are added up.
      (
        "start:s@runs.rows.t,duration:s@runs.rows.d,bytes@runs.rows.parts.n",
        #"{"runs":[{"rows":[{"t":0,"d":1,"parts":[{"n":100000},{"n":25000}]}]},{"rows":[{"t":1,"d":1,"parts":[{"n":250000}]}]}]}"#,
        [[1, 1], [1, 2]]
      ),
      // A counter.
      (
        "time:s,total", "{\"time\":0,\"total\":1000}\n{\"time\":2,\"total\":251000}\n{\"time\":3,\"total\":251000}",
        [[2, 1], [1, 0]]
      ),
    ])
  func members(columns: String, text: String, rows: [[Double]]) throws {
    let content = try Self.read(TableTrace.self, text, columns: columns)
    let found = LogFormatsTests.rows(content)
    #expect(found.count == 1)
    #expect(zip(found.joined().joined(), rows.joined()).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
    #expect(found.joined().count == rows.count)
  }

  @Test("records without a member are counted, and the member is named")
  func partial() throws {
    let text = #"[{"time":0,"rate":1},{"time":1,"rate":2},{"time":2},{"time":3,"rate":null}]"#
    #expect(
      try Self.read(TableTrace.self, text, columns: "time:s,rate:kbit/s").notes == ["2 records without rate left out"])
  }

  @Test(
    "what records do not have is named",
    arguments: [
      ("time:s,rate:kbit/s", #"[{"a":1}]"#, "t: rows: found no object with time, expected paths of members"),
      (
        "time:s,rate:kbit/s", #"[{"time":0,"rate":"x"}]"#,
        "t:1: rate: found \"x\", expected a decimal number of 0 or more"
      ),
      (
        "time:unix,rate:kbit/s", #"[{"time":5,"rate":1}]"#,
        "t:1: time: found \"5.0\", expected a date and time, or a number and its unit, such as time:s for one that does not count from 1970"
      ),
      (
        "time:s,total", #"[{"time":0,"total":9},{"time":1,"total":8}]"#,
        "t:1: total: found less than in the row before, expected bytes since the beginning"
      ),
      (
        "time:s,rate:kbit/s", #"{"time":[0,1,2],"rate":[5,6,7]}"#,
        "t:1:1: time: found several values in one object, expected one in each object, with the others of its row"
      ),
      ("time:s,rate:kbit/s", #"[{"time":0"#, "t:1:11: [0].time: found the end of the file"),
    ])
  func faults(columns: String, text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try Self.read(TableTrace.self, text, columns: columns) }
    #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
  }

  private static let iperf = """
    {"start": {"version": "iperf 3.9", "test_start": {"num_streams": 1}}, "intervals": [
      {"streams": [{"start": 0, "end": 1, "bits_per_second": 1e6}], "sum": {"start": 0, "end": 1, "bits_per_second": 1e6, "omitted": true}},
      {"streams": [{"start": 1, "end": 2, "bits_per_second": 2e6}], "sum": {"start": 1, "end": 2, "bytes": 5, "bits_per_second": 2e6, "omitted": false}},
      {"streams": [], "sum": {"start": 2, "end": 3.5, "bits_per_second": 3e6, "omitted": false}}],
     "end": {"sum_sent": {"start": 0, "end": 2, "bits_per_second": 7e7}, "sum_received": {"start": 0, "end": 2, "bits_per_second": 7e7}}}
    """

  @Test("of iperf3 the rates of the test's intervals count, without the omitted ones")
  func iperf3() throws {
    #expect(TraceFormats.detect(Array(Self.iperf.utf8), fileName: "x")?.name == "json")
    #expect(LogFormatsTests.rows(try Self.read(RecordTrace.self, Self.iperf)) == [[[1, 2], [1.5, 3]]])
  }

  @Test(
    "of iperf3 what arrived counts, of each interval once",
    arguments: [
      // A receiver over UDP, whose end has a sum of its own.
      #"{"start": {"test_start": {"num_streams": 1}}, "intervals": [{"streams": [], "sum": {"start": 0, "end": 1, "#
        + #""bits_per_second": 2e6, "packets": 9, "lost_packets": 1}}], "end": {"sum": {"start": 0, "end": 1, "#
        + #""bits_per_second": 3e6, "packets": 9, "lost_packets": 1}}}"#,
      // Both ways.
      #"{"start": {"test_start": {"num_streams": 1}}, "intervals": [{"streams": [], "sum": {"start": 0, "end": 1, "#
        + #""bits_per_second": 5e6}, "sum_bidir_reverse": {"start": 0, "end": 1, "bits_per_second": 2e6}}]}"#,
      #"{"event": "start", "data": {"test_start": {"num_streams": 1}}}"# + "\n"
        + #"{"event": "interval", "data": {"sum": {"start": 0, "end": 1, "bits_per_second": 2e6}}}"# + "\n"
        + #"{"event": "end", "data": {"sum": {"start": 0, "end": 1, "bits_per_second": 3e6}}}"#,
    ])
  func received(text: String) throws {
    #expect(TraceFormats.detect(Array(text.utf8), fileName: "x")?.name == "json")
    #expect(LogFormatsTests.rows(try Self.read(RecordTrace.self, text)) == [[[1, 2]]])
  }

  @Test("what iperf3 sent over UDP is refused")
  func sent() {
    let text = Self.iperf.replacing(#""omitted": false"#, with: #""packets": 9"#)
    let error = #expect(throws: TraceError.self) { try Self.read(RecordTrace.self, text) }
    #expect(error?.description.contains("found packets that were sent, expected those that arrived") ?? false)
  }

  @Test("speed tests are read where they have parts, and are no conditions otherwise")
  func speedTests() throws {
    let parts = [(1000, 250_000), (2000, 500_000), (2500, 750_000)].map {
      #"{"type":"download","download":{"bandwidth":1,"bytes":\#($0.1),"elapsed":\#($0.0),"progress":0.5}}"#
    }.joined(separator: "\n")
    let other = #"{"type":"upload","upload":{"bytes":1,"elapsed":1,"progress":1}}"#
    let result = #"{"type":"result","ping":{"latency":1},"download":{"bytes":750000,"elapsed":2500},"upload":{}}"#
    for text in [parts, "\(parts)\n\(other)\n\(result)"] {
      #expect(TraceFormats.detect(Array(text.utf8), fileName: "x")?.name == "json")
      #expect(LogFormatsTests.rows(try Self.read(RecordTrace.self, text)) == [[[1, 2], [0.5, 4]]])
    }
    for text in [result, #"{"download": 11667000.5, "upload": 1.0, "ping": 23.1, "server": {"latency": 23.1}}"#] {
      let head = TraceHead(Array(text.utf8), fileName: "x")
      #expect(TraceFormats.detect(Array(text.utf8), fileName: "x") == nil)
      #expect(ForeignFile.named(head)?.what == "the result of a speed test")
    }
  }

  @Test("of M-Lab's archive what the client acknowledged counts")
  func archive() throws {
    let text = [(1_000_000, 250_000), (2_000_000, 500_000), (2_500_000, 750_000)].map {
      #"{"BBRInfo": {}, "TCPInfo": {"BytesAcked": \#($0.1), "ElapsedTime": \#($0.0)}}"#
    }.joined(separator: ", ")
    let file = #"{"Version": "v0.20", "Download": {"UUID": "u", "ServerMeasurements": [\#(text)]}}"#
    #expect(TraceFormats.detect(Array(file.utf8), fileName: "x")?.name == "json")
    #expect(LogFormatsTests.rows(try Self.read(RecordTrace.self, file)) == [[[1, 2], [0.5, 4]]])
  }

  @Test("a browser's list of resources has the times of their bytes; one without bytes came from a cache")
  func resourceTiming() throws {
    let entry = { (from: Double, to: Double, bytes: Int) in
      #"{"entryType":"resource","startTime":\#(from - 20),"duration":9,"initiatorType":"fetch","responseStart":\#(from),"#
        + #""responseEnd":\#(to),"transferSize":\#(bytes),"decodedBodySize":900000}"#
    }
    let text = "[\(entry(1000, 3000, 250_000)),\(entry(0, 3500, 0)),\(entry(3100, 4100, 250_000))]"
    #expect(TraceFormats.detect(Array(text.utf8), fileName: "x")?.name == "json")
    #expect(LogFormatsTests.rows(try Self.read(RecordTrace.self, text)) == [[[2, 1], [1, 2]]])
  }

  @Test("ndt7 counts bytes since its beginning, without the upload behind it")
  func ndt7() throws {
    let text =
      [(1_000_000, 250_000), (2_000_000, 500_000), (2_500_000, 750_000)].map {
        #"{"Key":"measurement","Value":{"AppInfo":{"NumBytes":\#($0.1),"ElapsedTime":\#($0.0)},"Test":"download"}}"#
      }.joined(separator: "\n")
      + "\n" + #"{"Key":"measurement","Value":{"AppInfo":{"NumBytes":9,"ElapsedTime":1000},"Test":"upload"}}"#
    #expect(TraceFormats.detect(Array(text.utf8), fileName: "x")?.name == "json")
    #expect(LogFormatsTests.rows(try Self.read(RecordTrace.self, text)) == [[[1, 2], [0.5, 4]]])
  }

  @Test("a condition whose rate is misspelt is not passed over")
  func misspelt() {
    let error = #expect(throws: TraceError.self) {
      try Self.read(
        DevToolsProfile.self,
        "[{\"download\": 50000, \"duration\": 5},\n{\"downlod\": 9, \"latency\": 100, \"duration\": 5}]")
    }
    #expect(error?.description.contains(":2: download: missing") ?? false, "\(String(describing: error))")
  }

  @Test(
    "conditions of tools are traces of their limits",
    arguments: [
      // Puppeteer: bytes a second, a trace for each name, none for no limit.
      (
        #"{"Slow 3G": {"download": 50000, "upload": 50000, "latency": 2000}, "Fast 3G": {"download": 180000, "latency": 562.5}, "Offline": {"download": -1, "latency": 0}}"#,
        ["t#Slow 3G", "t#Fast 3G"], [[60, 0.4, 2], [60, 1.44, 0.5625]]
      ),
      // Lighthouse: kilobits of 1024 bits.
      (
        #"{"throttling": {"rttMs": 150, "throughputKbps": 1638.4, "requestLatencyMs": 562.5, "downloadThroughputKbps": 1474.56, "cpuSlowdownMultiplier": 4}}"#,
        ["t"], [[60, 1.677_721_6, 0.15]]
      ),
      (
        #"[{"duration": 100, "availableBandwidth": 1000000, "latency": 0, "packetLoss": 0}, {"duration": 10, "availableBandwidth": 4000000, "latency": 65}]"#,
        ["t"], [[100, 1, 0], [10, 4, 0.065]]
      ),
      (
        #"[{"duration": 10, "serverIngress": 0, "serverEgress": 0, "serverLatency": 80, "clientIngress": 372, "clientEgress": 0, "clientLatency": 10}]"#,
        ["t"], [[10, 0.372, 0.09]]
      ),
    ])
  func conditions(text: String, names: [String], rows: [[Double]]) throws {
    #expect(TraceFormats.detect(Array(text.utf8), fileName: "x")?.name == "devtools")
    let content = try Self.read(DevToolsProfile.self, text)
    #expect(content.traces.map(\.name) == names)
    let found: [[Double]] = content.traces.flatMap(\.rows).map { [$0.duration, $0.bandwidth / 1e6, $0.latency ?? -1] }
    #expect(found.count == rows.count)
    #expect(zip(found.joined(), rows.joined()).allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
  }

  @Test("connections of WebPageTest are traces of their names")
  func webPageTest() throws {
    let text =
      "[Cable]\r\nlabel=\"Cable\"\r\nbwIn=5000000\r\nbwOut=1000000\r\nlatency=28\r\nplr=0\r\n\r\n[LTE]\nbwIn = 12000000\nlatency=70\nplr=1\n[Native]\nbwIn=0\n"
    #expect(TraceFormats.detect(Array(text.utf8), fileName: "x")?.name == "webpagetest")
    let content = try Self.read(WebPageTestProfiles.self, text)
    #expect(content.traces.map(\.name) == ["t#Cable", "t#LTE"])
    #expect(content.traces.map { [$0.rows[0].bandwidth, $0.rows[0].latency ?? 0] } == [[5e6, 0.028], [12e6, 0.07]])
    #expect(content.notes == ["LTE: packet loss is not simulated", "Native has no limit and is left out"])
    #expect(throws: TraceError.self) { try Self.read(WebPageTestProfiles.self, "[A]\nbwIn=fast\n") }
    #expect(throws: TraceError.self) { try Self.read(WebPageTestProfiles.self, "[A]\nlatency=1\n[B]\nbwIn=1\n") }
  }

  @Test(
    "the columns that a message suggests for JSON read the file",
    arguments: [
      #"{"ts":1714557602,"duration":2000,"size":250000}"#,
      #"{"ts":1714557602.5,"took_ms":2000,"resp":{"bytes":250000},"level":"info"}"#,
      #"[{"when":{"startDate":"2024-05-01T10:00:00Z"},"elapsed":"2s","size":"250000"}]"#,
      #"{"@timestamp":"2024-05-01T10:00:00Z","event":{"duration":2000000000},"http":{"response":{"bytes":250000}}}"#,
      // What the server behind took is not meant.
      #"{"time":"2024-05-01T10:00:02Z","p":{"serverResponseLatency":"0.012","timeTaken":2,"sentBytes":250000}}"#,
      "{\"time\":\"2024-05-01T10:00:00Z\",\"request_time\":2,\"bytes_sent\":250000}\n",
      // Kong and CDN77: a status is no size.
      #"{"request":{"size":"300"},"response":{"status":200,"size":"250000"},"latencies":{"request":2000},"started_at":1714557600000}"#,
      #"{"startTimeMs":1714557600000,"tcpRTTus":20000,"requestTimeMs":2000,"responseStatus":200,"responseBytes":250000}"#,
      #"{"time_start":"2024-05-01T10:00:00Z","time_end":"2024-05-01T10:00:02Z","status":200,"resp_bytes":250000}"#,
      #"[{"duration":2,"bandwidth":1000,"latency":20}]"#, #"[{"latency":20,"elapsed_ms":2000,"dl_mbps":1}]"#,
    ])
  func hints(text: String) throws {
    let head = TraceHead(Array(text.utf8), fileName: "x")
    let fix = RecordHint.fix(head)
    let columns = try #require(fix.split(separator: " ").last.map(String.init))
    #expect(LogFormatsTests.rows(try Self.read(TableTrace.self, text, columns: columns)) == [[[2, 1]]], "\(fix)")
  }

  @Test("JSON without times and sizes is refused with the members that it has")
  func unknown() throws {
    let named = try #require(ForeignFile.named(TraceHead(Array(#"{"a": {"b": 1}, "c": "x"}"#.utf8), fileName: "x")))
    #expect(named.what == "JSON of a layout that is not known")
    #expect(named.fix == "name its members, such as --columns end@WHEN,duration:ms@TOOK,bytes@SIZE; found a.b, c")
    let ffprobe = #"{"streams": [{"codec_type": "video"}], "format": {}}"#
    #expect(ForeignFile.named(TraceHead(Array(ffprobe.utf8), fileName: "x"))?.what == "what ffprobe says of a file")
  }
}
