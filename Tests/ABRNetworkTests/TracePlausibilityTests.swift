import ABRTestSupport
import Testing

@testable import ABRNetwork

/// Units that cannot be, and files that hold something else.
@Suite struct TracePlausibilityTests {
  private func load(
    _ text: String, _ options: [String] = [], format: (any TraceFormat.Type)? = nil, name: String = "t.txt"
  ) throws -> TraceFile {
    let folder = try TemporaryFolder()
    let path = try folder.write(name, text)
    return try TraceFile.load(path, format: format, options: try TraceOptions(parsing: options))
  }

  private func message(_ text: String, _ options: [String] = [], format: (any TraceFormat.Type)? = nil) throws -> String
  {
    do {
      return "read as \(try load(text, options, format: format).format.name)"
    } catch let error as TraceError {
      return error.description
    }
  }

  @Test(
    "numbers that no network has are refused with the likely fix",
    arguments: [
      (
        "0 1\n474 3000\n900 3100\n1400 3000\n2000 2900\n",
        "did you mean times in milliseconds: --columns time:ms,rate:kbit/s"
      ),
      ("0 1\n1 0.000005\n3 0.000005\n", "found a mean of 5 bit/s when read as pensieve"),
      ("0 1\n1 5e6\n2 5e6\n", "did you mean another unit, such as --trace-option unit=bit/s?"),
      ("0\t1\n1\t0.8\n2\t0.5\n3\t0.2\n4\t0", "did you mean the audience retention of a video"),
    ])
  func implausible(text: String, message: String) throws {
    #expect(try self.message(text).contains(message))
    #expect(try self.message(text, ["check=off"]) == "read as pensieve")
  }

  @Test(
    "a mean below that of any link is doubted where the file does not say its unit",
    arguments: [
      ("0 0.008\n1 0.008\n2 0.004\n", "6 kbit/s", "another unit, such as --trace-option unit=Gbit/s"),
      ("0 8\n1000 8\n2000 4\n3000 4\n", "6 kbit/s", "rates in Mbit/s: --columns time:ms,rate:Mbit/s"),
      ("1000\n2000\n4000\n5000\n", "9.6 kbit/s", "rates, not times of packets in ms"),
    ])
  func slow(text: String, mean: String, fix: String) throws {
    #expect(try load(text).notes == ["found a mean of \(mean); did you mean \(fix)?"])
  }

  @Test(
    "a log faster or slower than any link is refused with the unit that would fit, which reads it",
    arguments: [
      (345, "took=us", "57.97 Gbit/s", "durations in ms, which makes it 57.97 Mbit/s: --trace-option took=ms"),
      (345, "took=s", "57.97 kbit/s", "durations in ms, which makes it 57.97 Mbit/s: --trace-option took=ms"),
      (3_450_000, "took=ms", "5.797 kbit/s", "durations in us, which makes it 5.797 Mbit/s: --trace-option took=us"),
    ] as [(Int, String, String, String)])
  func logsOfNoLink(duration: Int, option: String, mean: String, fix: String) throws {
    let log = "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"-\" \(duration)\n"
    let message = try message(log, [option])
    #expect(message.contains("found a mean of \(mean) when read as apache") && message.contains(fix), "\(message)")
    let suggested = try #require(message.firstMatch(of: /--trace-option (took=[a-z]+)/)).1
    #expect(try self.message(log, [String(suggested)]) == "read as apache")
    #expect(try self.message(log, [option, "check=off"]) == "read as apache")
  }

  @Test("a log is refused for its unit although its fastest requests may come from a cache")
  func cached() throws {
    let log = [2, 1, 4].map { "h - - [01/May/2024:10:00:0\($0) +0000] \"GET / H\" 200 2500000 \"-\" \"-\" \($0)\n" }
      .joined()
    #expect(
      try message(log, ["took=ms"]).contains("durations in s, which makes it 6.667 Mbit/s: --trace-option took=s"))
    #expect(try message(log, ["took=s"]) == "read as apache")
  }

  @Test("a log faster than a home's link is doubted where the duration was found among other numbers")
  func fast() throws {
    let log = { (seconds: String) in
      "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"-\" \"-\" \"\(seconds)\"\n"
    }
    let doubt = "found a mean of 6.667 Gbit/s; did you mean another number as the duration: --log-format?"
    #expect(try load(log("0.003")).notes.contains(doubt))
    #expect(try !load(log("0.030")).notes.contains { $0.hasPrefix("found") })
  }

  @Test("one slow client of a log is no doubt of its unit, and columns are named with the unit that would fit")
  func slowClients() throws {
    let line = { (client: String, milliseconds: Int) in
      "\(client) - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"-\" \(milliseconds)\n"
    }
    let folder = try TemporaryFolder()
    let options = try TraceOptions(parsing: ["took=ms"])
    let mixed = try folder.write("mixed.log", line("a", 3_450_000) + line("b", 3450))
    #expect(try TraceFile.loadSeries(mixed, options: options).count == 2)
    let slow = try folder.write("slow.log", line("a", 3_450_000) + line("b", 4_450_000))
    #expect(throws: TraceError.self) { try TraceFile.loadSeries(slow, options: options) }

    let table = try folder.write("t.csv", "when,took,size\n1000,2000,250000\n4000,1000,250000\n")
    let layout = "end:s@when,duration:s@took,bytes@size"
    let error = #expect(throws: TraceError.self) {
      try TraceFile.load(table, options: TraceOptions(parsing: [], columns: layout))
    }
    let suggested = try #require(error?.description.firstMatch(of: /--columns ([^ ?]+)/)).1
    #expect(suggested == "end:s@when,duration:ms@took,bytes@size")
    let read = try TraceFile.load(table, options: TraceOptions(parsing: [], columns: String(suggested)))
    #expect(read.trace.rows.allSatisfy { $0.bandwidth >= 1e6 })
  }

  @Test("sizes of packets are no rates, and the suggested columns read them")
  func packets() throws {
    let steps = ["0.000000", "0.001211", "0.002422", "0.002475", "0.003686", "0.004898"]
    let lines = zip(steps, [1514, 1514, 66, 1514, 1514, 66]).map { "\($0)\t\($1)\n" }.joined()
    #expect(try message(lines).contains("did you mean sizes of packets: --columns time:s,bytes?"))
    // Full packets at even times.
    #expect(try message("0 1514\n0.01 1514\n0.02 1514\n0.03 1514\n").contains("did you mean sizes of packets"))
    #expect(try message(lines, ["unit=kbit/s"]) == "read as pensieve")
    let seconds = (0..<9).map { "\(1_700_000_000 + $0)\n" }.joined()
    #expect(try message(seconds).contains("did you mean rates, not times of packets in ms?"))
    let even = (0..<9).map { "\(Double($0) / 10) \(50 + $0)\n" }.joined()
    #expect(try message(even) == "read as pensieve")
  }

  @Test("what a file without units was taken for is noted, unless the user or the name of a collection says so")
  func assumptions() throws {
    let note = "no units in the file: read as time_s and Mbit/s; --trace-format pensieve if that is right"
    #expect(try load("0 1\n1 5\n").notes == [note])
    #expect(try load("0\n1\n2\n").notes.first?.contains("read as the ms at which packets of 1500 bytes pass") ?? false)
    #expect(try load("0 1\n1 5\n", ["unit=Mbit/s"]).notes.isEmpty)
    #expect(try load("0 1\n1 5\n", name: "norway_bus_1").notes.isEmpty)
  }

  @Test("doubtful units are told and the trace is read")
  func doubtful() throws {
    #expect(try load("0 1\n1 5000\n2 5000\n").notes.first?.contains("unit=kbit/s") ?? false)
    #expect(
      try load("duration_s,bandwidth_bps,latency_ms\n10,5.2,\n").notes.first?.contains("mean of 5.2 bit/s") ?? false)
    #expect(try load("0 1\n1 5\n", format: PensieveTrace.self).notes.isEmpty)
    let puffer = "trace0122GEEJ9nhJRf33xNPxeM-Bb9Pyt1mxK1atzX0KGBI=_8"
    #expect(try load("0 1\n1 2\n", name: puffer).notes.first?.contains("unit=MB/s") ?? false)
    #expect(try load("0 1\n1 2\n", ["unit=MB/s"], name: puffer).notes.isEmpty)
  }

  @Test(
    "time stamps in milliseconds and rates in kbit/s that pass for others are warned of with the fix",
    arguments: [
      (
        "0 1\n60 2\n120 3\n180 2\n240 3\n", [],
        "rows of 60 s and a mean of 2.5 Mbit/s; did you mean times in milliseconds: --columns time:ms,rate:Mbit/s?"
      ),
      (
        "0 1\n500 2\n1000 3\n1500 2\n2000 3\n", ["unit=MB/s"],
        "rows of 500 s and a mean of 20 Mbit/s; did you mean times in milliseconds: --columns time:ms,rate:MB/s?"
      ),
      (
        "0 1\n1 1500\n2 1500\n", [],
        "a mean of 1.5 Gbit/s; did you mean another unit, such as --trace-option unit=kbit/s?"
      ),
    ] as [(String, [String], String)])
  func doubts(text: String, options: [String], message: String) throws {
    #expect(try load(text, options).notes == ["found \(message)"])
  }

  @Test("what is said of units is believed, and a few slow rows are no doubt")
  func believed() throws {
    #expect(try load("0 1\n1 1500\n2 1500\n", ["unit=Mbit/s"]).notes.isEmpty)
    #expect(try load("0 1\n100 2\n200 3\n", format: PensieveTrace.self).notes.isEmpty)
    let native = "duration_s,bandwidth_bps,latency_ms\n" + String(repeating: "300,2000000,\n", count: 5)
    #expect(try load(native).notes.isEmpty)
    let folder = try TemporaryFolder()
    let path = try folder.write("t.csv", "0 1000\n100 2000\n200 3000\n300 2000\n400 3000\n")
    let table = try TraceFile.load(path, options: TraceOptions(parsing: [], columns: "time:s,rate:kbit/s"))
    #expect(table.notes.first?.contains("time:ms,… in place of time:s,…") ?? false)
  }

  @Test("a text in UTF-16 is named, whatever it was to be read as")
  func wide() throws {
    let folder = try TemporaryFolder()
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      let path = try folder.write("w.csv", Array(try #require("time,rate\n0,1\n1,2\n".data(using: encoding))))
      for columns in [nil, "time:s,rate:Mbit/s"] {
        let error = #expect(throws: TraceError.self) {
          try TraceFile.load(path, options: TraceOptions(parsing: [], columns: columns))
        }
        #expect(error?.description.hasPrefix("\(path): is a text in UTF-16, not a trace: save it as UTF-8") ?? false)
      }
    }
  }

  @Test(
    "files of other kinds are named with the way out",
    arguments: [
      ("#EXTM3U\n#EXT-X-VERSION:3\n", "is an HLS playlist, not a trace"),
      ("<?xml version=\"1.0\"?>\n<MPD></MPD>\n", "is a DASH manifest"),
      ("D/EventLogger: state [eventTime=0.1]\n", "is a log of Media3's EventLogger"),
      ("10\n5\n7\n", "is a list of numbers"),
      (
        "10:13:20 PM     IFACE   rxpck/s   txpck/s    rxkB/s\n",
        "is a report of sar for people, not a trace: take its table"
      ),
      ("\"dstat CSV\"\n\"net/total\"\n\"recv\"\n", "is a report of dstat"),
      ("  Time   eth0\nHH:MM:SS   KB/s in  KB/s out\n", "is a report of ifstat"),
      ("==\n| IO Statistics  |\n", "is a report of tshark's statistics"),
      ("64 bytes: icmp_seq=1 time=1 ms\n", "is a report of ping"),
      (
        #"{"data": {"resultType": "matrix", "result": [{"values": [[1, "2"]]}]}}"#,
        "is a result of a query of Prometheus, not a trace: take one series: jq -r '.data.result[0].values[] | \"\\(.[0]) \\(.[1])\"'"
      ),
      (#"{"data": {"resultType": "streams", "result": [{"values": [["1", "x"]]}]}}"#, "is a result of a query of Loki"),
      (#"{"labels": {}, "line": "GET /", "timestamp": "2024"}"#, "read: jq -r .line FILE > access.log"),
      (#"{"metrics": {"http_req_duration": {"avg": 2333}}}"#, "is the summary of a load test"),
      (
        "000] \"GET /1 H\" 200 1 2.0\nh - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 9 \"-\" \"-\" 1.000\n",
        "is an access log with a first line of another form, not a trace: delete that line: tail -n +2"
      ),
      ("# base timestamp: 1\n100 # 1500\n", "is a log of mm-link"),
      ("2023/11/14 22:13:22.000\tINFO\thttp.log.access\thandled request\t{}\n", "is a log of Caddy for people"),
      (
        "Nov 14 22:13:22 lb haproxy[1]: 192.0.2.7:3 [14/Nov/2023:22:13:20.000] in out/srv1 0/0/2000 9 -- 0/0/0/0/0 0/0\n",
        "is a log of connections of HAProxy"
      ),
      (
        "time,mbps\n0,1\n1,2\n",
        "is a table, not a trace: name its columns, such as --columns time:s@time,rate:Mbit/s@mbps"
      ),
      (
        "1700000000.123\t203.0.113.20\t0.012\t200\t1480000\tGET\n",
        "is a real-time log of CloudFront, whose columns were chosen, not a trace: give the numbers"
      ),
      ("PK\u{3}\u{4}abc", "is an archive"), ("size 4000\nbitrates 1 2\n", "is a video of MIT's trace.dat"),
      (#"[{"min_bw": [0, 1]}]"#, "is a configuration of Genet's generator"),
      ("hello\n", "not a trace in any known format"),
    ])
  func foreign(text: String, message: String) throws {
    #expect(try self.message(text).contains(message))
  }

  @Test("an option that the format has no use for is refused")
  func unused() throws {
    let found = try message("1\n2\n", ["unit=kbit/s"])
    #expect(
      found.hasSuffix("--trace-option: found unit, expected an option of format mahimahi: bin, check or series")
    )
  }

  @Test("a file of several traces asks which one, and gives that one")
  func series() throws {
    let text = "seq_num,A_throughput_mbps,B_throughput_mbps\n0,1,2\n1,3,4\n"
    #expect(try message(text).contains("holds 2 traces (A, B): choose one with --trace-option series=A"))
    #expect(try load(text, ["series=B"]).trace.name == "t.txt#B")
    #expect(try message(text, ["series=C"]).contains("series: found C, expected A or B"))
  }
}
