import ABRInput
import ABRTestSupport
import Testing

@testable import ABRNetwork

/// Options that messages and notes suggest work in the state in which they are printed.
@Suite struct HintTests {
  /// Files that are refused or doubted, by what of them is.
  static let files: [String: String] = [
    "small requests": "start_s,end_s,bytes\n0,1,3000\n2,3.5,12345\n",
    "between units": "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 999600 \"-\" \"-\" 1.000\n",
    "a server's small requests": "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 687654 \"-\" \"-\" 1.000\n",
    "a number without a unit": "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"-\" 900000\n",
    "numbers without units": "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"P\" 900000 12\n",
    "seconds twice": "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"P\" 2.000 1.000\n",
    "seconds in quotes":
      "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"P\" \"2.000\" \"1.000\"\n",
    "a clock that restarts": "0 1\n1 2\n0 3\n1 2\n",
    "milliseconds": "0 1\n474 3000\n900 3100\n1400 3000\n2000 2900\n",
    "packets": "0.000001 1514\n0.001212 66\n0.003433 1514\n0.004848 1514\n",
    "no units": "0 1\n1 5\n2 3\n",
    "megabytes": "0 1\n1 0.000005\n3 0.000005\n",
    "bits": "0 1\n1 5e6\n2 5e6\n",
    "kilobits": "0 1\n1 5000\n2 5000\n",
    "several traces": "[DSL]\nbwIn=1500000\n[LTE]\nbwIn=12000000\n",
    "stretches that overlap": "run_num,seq_num,Throughput\n1,2,3\n1,2,3\n",
    "records": #"{"time":"2024-05-01T10:00:00Z","latency":"2s","size":250000}"# + "\n",
    "records with numbers in quotes":
      #"[{"time":"2024-05-01T10:00:00Z","p":{"timeTaken":"2.0","responseBytes":"250000"}}]"#,
    "milliseconds in records of Caddy":
      #"{"ts":1714557602.5,"request":{"client_ip":"h"},"duration":2000,"size":2500000,"status":200}"#,
    "a table with units": "timestamp_ms,network,downlink_kbps\n1000,LTE,10000\n2000,LTE,20000\n",
    "a table below comments": "# made by hand\n\ntime_ms\tbandwidth_bps\n0\t4000000\n1000\t8000000\n",
    "a table of dates": "Time;DL (Mbps)\n2024-05-01 10:00:00;10\n2024-05-01 10:00:01;20\n",
    "a table of both ways": "ts_ms,UL_mbps,DL_mbps\n0,1,8\n1000,1,4\n",
    "a log of Edgecast":
      "#Fields: timestamp time-taken c-ip sc-bytes c-user-agent\n1714557602 2000 h 250000 \"Mozilla/5.0 (X11; Linux)\"\n",
    "a table of packets": "frame.time_epoch\tframe.len\n1714557600.25\t1500\n1714557601.25\t250000\n",
    "a table of dates and times": "Date,Time,kbps\n2024-05-01,10:00:00,7000\n2024-05-01,10:00:02,2000\n",
    "two columns of milliseconds": "0 8\n1000 8\n2000 4\n3000 4\n",
    "a log of the W3C in seconds":
      "#Fields: date time sc-bytes time-taken\n2024-05-01 10:00:02 2500000 2\n2024-05-01 10:00:05 2500000 1\n",
    "a log of the W3C":
      "#Fields: date time sc-bytes time-taken\n2024-05-01 10:00:02 250000 2000\n",
    "a table since 1970": "when\tspeed Mbit/s\n1700000000000\t10\n1700000001000\t20\n",
    "an old archive": #"""
    {"log": {"creator": {}, "entries": [{"startedDateTime": "2014-05-01T10:00:00Z", "time": 2000, "request": {"method": "GET"},
     "response": {"bodySize": -1, "content": {"size": 250000}}, "timings": {"wait": 2000, "receive": 0}}]}}
    """#,
    "an archive without timings": #"""
    {"log": {"creator": {}, "entries": [{"startedDateTime": "2014-05-01T10:00:00Z", "time": 2000, "request": {"method": "GET"},
     "response": {"bodySize": -1, "content": {"size": 250000}}, "timings": {"wait": 2000}}]}}
    """#,
  ]

  @Test("an archive without sizes says so")
  func sizes() throws {
    let text = Self.files["an old archive"]?.replacing("250000", with: "0") ?? ""
    let error = #expect(throws: TraceError.self) {
      try HARLog.read(TraceInput(bytes: Array(text.utf8), name: "t", file: "t"))
    }
    #expect(error?.description.hasSuffix("export the archive with the content of responses") ?? false)
  }

  @Test("a table without a column of rates is refused with the names that it has")
  func tables() {
    let fix = { (text: String) in ForeignFile.named(TraceHead(Array(text.utf8), fileName: "x"))?.fix }
    let general = { (columns: String) in "name its columns and their units, such as --columns \(columns)" }
    let unknown = general("time:s@WHEN,rate:kbit/s@RATE")
    #expect(
      fix("time,downlink\n0,1\n1,2\n") == general("time:s@time,rate:kbit/s@RATE; found time, downlink"))
    #expect(
      fix("time,dl_kbps\n0,1\n1000,2\n") == general("time:s@WHEN,rate:kbit/s@dl_kbps; found time, dl_kbps"))
    #expect(
      fix("time,mbps\n23:59:58,1\n23:59:59,2\n") == "name its columns, such as --columns time@time,rate:Mbit/s@mbps")
    #expect(
      fix("time_s,dl_mbps\n0,1\n1,2\n") == "name its columns, such as --columns time:s@time_s,rate:Mbit/s@dl_mbps")
    #expect(
      fix("time_s,UL_mbps,DL_mbps\n0,1,2\n1,1,2\n")
        == "name its columns, such as --columns time:s@time_s,rate:Mbit/s@DL_mbps")
    #expect(
      fix("ts,tx_bytes,rx_bytes\n0,1,9\n1,2,50\n2,3,99\n")
        == "name its columns, such as --columns time:s@ts,total@rx_bytes")
    for (name, unit) in [
      ("bytes_per_second", "B/s"), ("Bits-per-sec", "bit/s"), ("dl_megabits_per_s", "Mbit/s"), ("KBytesPerSec", "kB/s"),
    ] {
      #expect(
        fix("t,\(name)\n0,1\n1,2\n") == "name its columns, such as --columns time:s@t,rate:\(unit)@\(name)")
    }
    for table in ["0,1\n1,2\n", "# s kbit/s ms\n6 8000 38\n12 4000 50\n"] { #expect(fix(table) == unknown) }
    // A rate without a unit, and times of which the unit is not to be seen.
    for table in ["time,speed_mb\n0,1\n1000,2\n", "time,size,took\n0,2500000,40\n9,1,1\n"] {
      #expect(fix(table)?.hasPrefix(unknown) ?? false, "\(fix(table) ?? "")")
    }
  }

  @Test(
    "suggested columns give the right rate",
    arguments: [
      "realtimeMs,totalLoadTimeMs,totalBytesLoaded,bitrateEstimate\n2000,2000,2500000,9\n7000,500,625000,9\n",
      "timestamp,session_id,segment_bytes,download_ms,rtt_ms\n1700000002,h,2500000,2000,20\n1700000009,h,1250000,1000,20\n",
      "start_time,bytes,duration_ms\n0,2500000,2000\n4,1250000,1000\n",
      "unit,dtime,fetch_time,bytes_total,bytes_sec\n1,2024-05-01 10:00:02,800000,1000000,9\n1,2024-05-01 10:00:09,80000,100000,9\n",
      "date,time,bytes,request_ip,time_taken\n2024-05-01,10:00:02,2500000,h,2\n2024-05-01,10:00:09,1250000,h,1\n",
      "\"time_micros\",\"c_ip\",\"cs_bytes\",\"sc_bytes\",\"time_taken_micros\"\n\"1700000000000000\",\"h\",\"345\",\"2500000\",\"2000000\"\n"
        + "\"1700000009000000\",\"h\",\"345\",\"1250000\",\"1000000\"\n",
      "start_s,end_s,size_kb\n0,2,2500\n6,7,1250\n",
      "ClientIP,EdgeStartTimestamp,EdgeEndTimestamp,EdgeResponseBytes\nh,2024-05-01T10:00:00Z,2024-05-01T10:00:02Z,2500000\n"
        + "h,2024-05-01T10:00:04Z,2024-05-01T10:00:05Z,1250000\n",
      "time,mbps\n23:59:57.5,10\n23:59:58,10\n",
      "duration_ms,bandwidth_kbps\n1000,10000\n2000,10000\n",
      "timestamp,ifHCInOctets,ifHCOutOctets\n1700000000,0,5\n1700000001,1250000,6\n1700000002,2500000,7\n",
      "#Fields: date time sc-bytes time-taken\n2024-05-01 10:00:02 2500000 2\n2024-05-01 10:00:05 1250000 1\n",
      "# hostname;timestamp;IFACE;rxkB/s;txkB/s\nh;2024-05-01 10:00:00 UTC;e;1220.703125;1\nh;2024-05-01 10:00:01 UTC;e;1220.703125;1\n",
    ])
  func values(table: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("t.csv", table)
    let fix = try #require(ForeignFile.named(TraceHead(Array(table.utf8), fileName: "x"))?.fix)
    let columns = try #require(Self.options(in: fix).first?.value)
    let file = try TraceFile.load(path, options: TraceOptions(parsing: [], columns: columns))
    #expect(abs(file.trace.meanBandwidth - 1e7) < 1, "\(columns)")
  }

  @Test(
    "files of other kinds are called by their name",
    arguments: [
      ("2024-05-01T10:00:02+00:00 h GET /1 200 250000 2.000\n", "an access log of an unknown form"),
      (
        "t,m\n1,\"h - - [01/May/2024:10:00:02 +0000] \"\"GET /1 HTTP/1.1\"\" 200 9 2.000\"\n",
        "a table with lines of an access log in its cells"
      ),
      ("10:00:00.000100 IP h.443 > c.5: Flags [.], seq 1:1449, ack 1, length 1448\n", "a list of packets by tcpdump"),
      ("time,rate\r0,1\r1,2\r", "a text without line feeds"),
      ("PK\u{3}\u{4}\r\r\r", "an archive"), ("PK\u{3}\u{4}\u{14}[Content_Types].xml PK\u{3}\u{4}xl/a", "a spreadsheet"),
      ("PK\u{3}\u{4}mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK", "a spreadsheet"),
      ("a.csv" + String(repeating: "\u{0}", count: 252) + "ustar  \u{0}\n0,1\n1,2\n", "an archive"),
      ("PAR1\u{15}\u{4}\u{15}\n", "a Parquet file"), ("SQLite format 3\u{0}\u{10}\r", "a database of SQLite"),
      (#"{"log":"GET / 200\n","stream":"stdout","time":"2024-05-01T10:00:00Z"}"#, "a log of Docker"),
      ("<?xml version=\"1.0\"?><plist/>", "XML of a layout that is not known"),
      ("<?xml version=\"1.0\"?><charles-session><transaction/>", "a session of Charles"), ("<html>", "a web page"),
    ])
  func otherKinds(text: String, what: String) {
    #expect(ForeignFile.named(TraceHead(Array(text.utf8), fileName: "x"))?.what == what)
  }

  @Test("an archive is refused as one, also where the lines of a file in it are those of a known format")
  func archives() throws {
    let log = "h - - [01/May/2024:10:00:00 +0000] \"GET / H\" 200 2500000 \"-\" \"-\" 1.000\n"
    let folder = try TemporaryFolder()
    let path = try folder.write("a.tar", "a.log" + String(repeating: "\u{0}", count: 252) + "ustar\n" + log + log)
    for options in [TraceOptions(), try TraceOptions(parsing: [], columns: "time:s,rate:kbit/s")] {
      let error = #expect(throws: TraceError.self) { try TraceFile.load(path, options: options) }
      #expect(error == .foreign(file: path, what: "an archive", fix: "unpack it first: tar -xf FILE"))
    }
  }

  @Test("what is not a web page but has one in it is not called so")
  func pageInside() {
    #expect(ForeignFile.named(TraceHead(Array("callback({\"text\": \"<html>\"})".utf8), fileName: "x")) == nil)
  }

  /// The options in a text, each with its value.
  private static func options(in text: String) -> [(name: String, value: String)] {
    text.matches(of: /--(trace-option|columns|trace-format|log-format) ('[^']*'|[^ ;?]+)/).map { match in
      (String(match.1), match.2.filter { $0 != "'" }.trimmingSuffix { ",):".contains($0) })
    }.filter { !$0.value.hasSuffix("=…") && ($0.name != "trace-option" || $0.value.contains("=")) }
  }

  private static func read(_ path: String, _ option: (name: String, value: String)?) throws -> [TraceFile] {
    let value = { (name: String) in option?.name == name ? option?.value : nil }
    let options = try TraceOptions(
      parsing: [value("trace-option")].compactMap(\.self), columns: value("columns"), logFormat: value("log-format"))
    let format = try value("trace-format").map { try #require(TraceFormats.named($0)) }
    return try TraceFile.loadSeries(path, format: format, options: options)
  }

  @Test("a suggested option reads the file", arguments: files.keys.sorted())
  func hints(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.txt", try #require(Self.files[name]))
    var texts: [String] = []
    do {
      // What a command needs that plays one trace.
      _ = try TraceFile.load(path)
      texts = try Self.read(path, nil).flatMap(\.notes)
    } catch let error as TraceError {
      texts = [error.description]
    }
    let hints = texts.flatMap { Self.options(in: $0) }
    #expect(!hints.isEmpty, "\(texts)")
    for hint in hints {
      #expect(throws: Never.self, "--\(hint.name) \(hint.value)") { try Self.read(path, hint) }
    }
  }
}

extension String {
  /// The text without what stands at its end.
  fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isLeftOut(last) { text.removeLast() }
    return text
  }
}
