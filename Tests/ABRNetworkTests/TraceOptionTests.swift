import ABRInput
import Testing

@testable import ABRNetwork

/// Every trap of a format is an option, or a refusal that names what is wrong.
@Suite struct TraceOptionTests {
  private static func read(
    _ format: any TraceFormat.Type, _ text: String, _ options: [String] = [], columns: String? = nil
  ) throws(TraceError) -> TraceContent {
    let options = try TraceOptions(parsing: options, columns: columns)
    return try format.read(TraceInput(bytes: Array(text.utf8), name: "t", file: "t", options: options))
  }

  /// Seconds and Mbit/s of each trace.
  private static func rows(_ content: TraceContent) -> [[[Double]]] {
    content.traces.map { $0.rows.map { [$0.duration, $0.bandwidth / 1e6] } }
  }

  @Test("a file means what its format and the options say", arguments: cases)
  func meaning(_ test: Case) throws {
    let found = Self.rows(try Self.read(test.format, test.text, test.options, columns: test.columns))
    #expect(found.map(\.count) == test.rows.map(\.count), "\(found)")
    let pairs = zip(found.joined().joined(), test.rows.joined().joined())
    #expect(pairs.allSatisfy { abs($0 - $1) < 1e-9 }, "\(found)")
  }

  @Test(
    "what cannot be read is named with its line, the field, what stands there and what to do",
    arguments: [
      (
        PensieveTrace.self as any TraceFormat.Type, "35 1\n36 1\n", ["first=stamp"],
        "t:1: time_s: found 35.0, expected at most three steps of 1.0 s where the first row lasts up to its stamp, or "
          + "--trace-option first=step"
      ),
      (
        NorwayLog.self, "1 2 3\n", [],
        "t:1:1: line: found \"1 2 3\", expected six columns: time, ms, latitude, longitude, bytes, ms since the line before"
      ),
      (NorwayLog.self, "1 2 3 4 5 0\n", [], "t:1: ms since the line before: found 0, expected more than 0"),
      (
        OboeTrace.self, "0 1\n5 2\n", [],
        "t:2: kbit/s: found 2.0, expected the 1.0 of the line before: a chunk has two lines"
      ),
      (OboeTrace.self, "0 1\n5 1\n6 1\n", [], "t:3: lines: found 3, expected an even number: a chunk has two lines"),
      (OboeTrace.self, "9 1\n5 1\n", [], "t:2: time_ms: found 5.0, expected more than the 9.0 before it"),
      (MahimahiTrace.self, "5\n4\n", [], "t:2: ms: found 4, expected the 5 of the line before, or more"),
      (MahimahiTrace.self, "0\n0\n", [], "t:2: ms: found 0, expected a last time of more than 0"),
      (MahimahiTrace.self, "5\n\n6\n", [], "t:2:1: ms: missing, expected a decimal number"),
      (
        NYUMetsTrace.self, "5,Mbits/sec\n5,MBytes\n", [],
        "t:2:3: unit: found \"MBytes\", expected Gbits/sec, Mbits/sec, Kbits/sec or bits/sec"
      ),
      (NYUMetsMultivariate.self, "1,2\n", [], "t:1: row: found 2 fields, expected eight"),
      (Lumos5GTable.self, "run_num,seq_num\n", [], "t:1: rows: missing, expected at least one"),
      (
        Lumos5GTable.self, "run_num,seq_num,Throughput\n1,2,3\n1,2,3\n", [],
        "t:3: time: found 0.0 s after the row before, expected a later time, or --trace-option clock=drop or clock=split"
      ),
      (GophersTable.self, "seq_num,throughput_mbps\n1\n", [], "t:2: row: found 1 field, expected 2, as in the header"),
      (
        StarlinkTable.self, "timestamp_start_dl,timestamp_end_dl,download\nnow,then,1\n", [],
        "t:2: timestamp_start_dl: found \"now\", expected a date and time"
      ),
      (
        LumosChunkLog.self, "chunk_size,app_throughput,delivery_time\n500,x,1\n", [],
        "t:2:5: app_throughput: found \"x\", expected a decimal number"
      ),
      (SBUTrace.self, "1,2\n3,4\n", [], "t:2: second: found 3.0, expected one more than the line before"),
      (
        GNetTrackLog.self, "Timestamp,DL_bitrate\n12:00,1\n", [],
        "t:2: Timestamp: found \"12:00\", expected a time such as 2018.01.27_13.58.29"
      ),
      (
        TwitchProfiles.self, "const A = [\n{speed: fast}]", [],
        "t:2:9: profile: found \"fast\", expected a number of 0 or more for speed"
      ),
      (TwitchProfiles.self, "const A = [\n{speed: 1}]", [], "t:2:11: profile: missing, expected speed and duration"),
      (
        GenetTrace.self, #"{"timestamps": [0, 1], "bandwidths": [1]}"#, [],
        "t: bandwidths: found 1, expected 2, as many as timestamps"
      ),
      (
        DevToolsProfile.self, #"[{"download": 1}, {"download": 2}]"#, [],
        "t:1: duration: missing, expected seconds, where there are several conditions"
      ),
      (
        DevToolsProfile.self, #"{"download": -1}"#, [],
        "t:1: download: found an unlimited rate (-1), expected bytes a second"
      ),
      (
        TrafficControlSchedule.self, "tc q rate 5Mbyte\n", [],
        "t:1:11: rate: found 5Mbyte, expected a rate of tc such as 5mbit; mbps counts bytes"
      ),
      (
        IperfReport.self,
        "[ ID] Interval  Transfer  Bitrate  Total Datagrams\n[  5]   0.00-1.00   sec  1 MBytes  9 Mbits/sec  80\n", [],
        "t:2: interval: found packets that were sent, expected those that arrived: iperf3 --reverse, or the server's report"
      ),
      (
        IperfReport.self, "[  5] 0.00-2.00 sec 1 MBytes 9 Mbits/sec\n[  5] 0.00-1.00 sec 1 MBytes 9 Mbits/sec\n", [],
        "t:2: interval: found 0.0 to 1.0 s after 2.0 s, expected one test in a file, with its intervals in order"
      ),
      (
        IperfReport.self, "[ ID] Interval\n", [],
        "t: rows: missing, expected a line for each second, as iperf -i 1 writes them"
      ),
      (
        TrafficControlSchedule.self, "sleep 1\n", [],
        "t:1:1: sleep: found no rate before it, expected a tc command with a rate first"
      ),
      (
        TrafficControlSchedule.self, "tc rate 1mbit\nwhile true\n", [],
        "t:2:1: command: found \"while\", expected tc or sleep, with loops and variables written out"
      ),
      (
        TableTrace.self, "1,2\n", [], "t: --columns: missing, expected what the columns are, such as time:s,rate:kbit/s"
      ),
    ])
  func errors(format: any TraceFormat.Type, text: String, options: [String], message: String) {
    let error = #expect(throws: TraceError.self) { try Self.read(format, text, options) }
    #expect(error?.description == message)
  }

  @Test(
    "a table is refused where its columns are not what was said",
    arguments: [
      (
        "time:s,rate:kbit/s", "1 2\nx 3\n",
        "t:2:1: time: found \"x\", expected a number or a date and time, the same in all rows"
      ),
      (
        "time,rate:kbit/s", "1 2\n2 3\n",
        "t:1:1: time: found \"1\", expected a date and time, or a number and its unit, such as time:s"
      ),
      ("time:s,rate:kbit/s", "1,2\n2\n", "t:2: row: found 1 field, expected at least 2"),
      (
        "time:s,rate:kbit/s", "1,2\n2",
        "t:2: row: found 1 field, expected at least 2; the file ends inside of the line: delete it"
      ),
      ("time:s@a,rate:kbit/s@x", "a,b\n1,2\n", "t:1: --columns: found x, expected a or b"),
      (
        "time:s@t,rate:kbit/s@r", "t,r,r\n0,1,2\n",
        "t:1: --columns: found r in several columns, expected the number of one: 2 or 3"
      ),
      ("start:s,end:s,bytes", "5,4,3\n", "t:1: end: found -1.0 s after start, expected a later time"),
      ("duration:s,bytes", "0,3\n", "t:1: duration: found 0.0, expected more than 0"),
      ("time:s,rate:kbit/s", "1 -2\n", "t:1:3: rate: found -2.0, expected 0 or more"),
      ("time@a+c,rate:kbit/s@b", "a,b\n1,2\n", "t:1: --columns: found a+c, expected a or b"),
      ("time@1+9,rate:kbit/s@2", "a,b\n1,2\n", "t:1: --columns: found 1+9, expected a or b"),
      (
        "time@-9223372036854775808+2,rate:kbit/s@2", "1,2\n",
        "t:1: --columns: found -9223372036854775808+2, expected 1 or 2"
      ),
      (
        "time@a+b,rate:kbit/s@c", "a,b,c\n1.5.2024,10:00:00,2\n",
        "t:2:1: time: found \"1.5.2024\", expected a date and time, or a number and its unit, such as time:s; dates with the "
          + "year first, such as 2024-02-29 10:00:00"
      ),
      (
        "time:s@t,rate:kbit/s@r", "#Fields: t r\n0 1\n#Fields: r t\n1 2\n",
        "t:4: #Fields: found other columns than above, expected a file for each set"
      ),
      (
        "time:s@t,rate:kbit/s@r", "#Fields: t x r\n0 \"a b 1\n",
        "t:2: row: found 4 fields, expected 3, as #Fields names them"
      ),
    ])
  func tables(columns: String, text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try Self.read(TableTrace.self, text, columns: columns) }
    #expect(error?.description == message)
  }

  @Test(
    "a column without a name is refused, in tables and in records",
    arguments: ["time:s@,rate:kbit/s", "end:iso@t,duration:s@d,bytes:kB@", "end:iso@t,duration:s@d,bytes:kB@||"])
  func nameless(columns: String) {
    let record = #"[{"t": "2024-05-01T10:00:00Z", "d": 2, "n": 250}]"#
    let error = #expect(throws: TraceError.self) { try Self.read(TableTrace.self, record, columns: columns) }
    #expect(error?.description.contains("expected the name of a column or its number behind @") == true)
  }

  private static let hole = "0 1\n1 8\n2 8\n3 8\n103 2\n104 8\n"

  @Test(
    "a hole between time stamps is told, and cut out, made an outage or a cut as gaps says",
    arguments: [
      ([], [[[1, 8], [1, 8], [1, 8], [100, 2], [1, 8]]]),
      (["gaps=close"], [[[1, 8], [1, 8], [1, 8], [1, 2], [1, 8]]]),
      (["gaps=outage"], [[[1, 8], [1, 8], [1, 8], [99, 0], [1, 2], [1, 8]]]),
      (["gaps=split"], [[[1, 8], [1, 8], [1, 8]], [[1, 2], [1, 8]]]),
      (["gaps=outage", "interval=starting"], [[[1, 1], [1, 8], [1, 8], [1, 8], [99, 0], [1, 2]]]),
      (["gaps=split", "interval=starting"], [[[1, 1], [1, 8], [1, 8], [1, 8]], [[1, 2]]]),
    ] as [([String], [[[Double]]])])
  func holes(options: [String], rows: [[[Double]]]) throws {
    for (format, columns) in [
      (PensieveTrace.self as any TraceFormat.Type, nil), (TableTrace.self, "time:s,rate:Mbit/s"),
    ] {
      let content = try Self.read(format, Self.hole, options, columns: columns)
      #expect(Self.rows(content) == rows, "\(format.name)")
      let says = content.notes.first ?? "nothing"
      let found = "1 row of 100.0 s where 1 s are usual: "
      switch options.first {
      case nil: #expect(says.hasPrefix(found + "the time counts as measured; was anything recorded meanwhile?"))
      case "gaps=close": #expect(says == found + "cut to that")
      default: #expect(content.notes.isEmpty)
      }
    }
    // Rows of a minute in a trace of minutes are no hole.
    #expect(try Self.read(PensieveTrace.self, "0 1\n60 8\n120 8\n300 8\n360 1\n").notes.isEmpty)
  }

  @Test(
    "an option that does nothing with the columns of a table is refused",
    arguments: [
      (
        "duration:s,rate:kbit/s", "gaps=outage",
        "of durations, where a row follows the other without a gap: check or series"
      ),
      (
        "start:s,end:s,rate:kbit/s", "interval=starting",
        "of stretches from start to end: check, clock, gaps or series"
      ),
      ("start:s,end:s,bytes", "clock=drop", "of downloads: check, gaps, series or smallest"),
      ("time:s,rate:kbit/s", "smallest=1kB", "of time stamps: check, clock, first, gaps, interval or series"),
    ])
  func inert(columns: String, option: String, message: String) {
    let error = #expect(throws: TraceError.self) {
      try Self.read(TableTrace.self, "1 2 3\n4 5 6\n", [option], columns: columns)
    }
    let name = option.prefix { $0 != "=" }
    #expect(error?.description == "t: --trace-option: found \(name), expected an option of a table \(message)")
  }

  @Test(
    "numbers and dates of spreadsheets are answered with the fix",
    arguments: [
      (
        "time:s,rate:kbit/s", "0;1,5\n1;2,5\n",
        "1:3: rate: found \"1,5\", expected a decimal number; with a point and no commas, such as 1.5"
      ),
      (
        "time:s,rate:kbit/s", "0\t1\n1,5\t2\n",
        "2:1: time: found \"1,5\", expected a number or a date and time, the same in all rows; with a point and no commas, such as 1.5"
      ),
      (
        "time,rate:kbit/s", "29.02.2024 10:00:00;5\n",
        "1:1: time: found \"29.02.2024 10:00:00\", expected a date and time, or a number and its unit, such as time:s; dates with the year first, such as 2024-02-29 10:00:00"
      ),
      (
        "time,rate:kbit/s", "2023-02-29 10:00:00,5\n",
        "1:1: time: found \"2023-02-29 10:00:00\", expected a date and time, or a number and its unit, such as time:s; a day that is in the calendar, with its time, such as 2024-02-29 10:00:00"
      ),
      ("time:s,rate:kbit/s", "0 1e400\n1 2\n", "1:3: rate: found \"1e400\", expected a smaller number"),
    ])
  func mends(columns: String, text: String, message: String) {
    let error = #expect(throws: TraceError.self) { try Self.read(TableTrace.self, text, columns: columns) }
    #expect(error?.description == "t:\(message)")
  }

  @Test(
    "a wrong option says what is allowed",
    arguments: [
      (["unit=Mb"], nil, "--trace-option unit: found Mb, expected bit/s, kbit/s"),
      (["unit"], nil, "--trace-option: found unit, expected NAME=VALUE with the name interval, first"),
      (["clock=x"], nil, "--trace-option clock: found x, expected refuse, drop or split"),
      (["bin=0s"], nil, "--trace-option bin: found 0s, expected a time such as 100ms"),
      (["unit=kbit/s", "unit=MB/s"], nil, "--trace-option: found unit twice, expected each name once"),
      ([], "time:s,rate", "--columns: found rate, expected a unit, such as rate:kbit/s"),
      ([], "duration,rate:kbit/s", "--columns: found duration, expected a unit: duration:s"),
      ([], "time:s", "--columns: found time:s, expected time,rate or time,bytes"),
      ([], "time:s,time:ms", "--columns: found time:s,time:ms, expected each of them once"),
      ([], "speed:kbit/s", "--columns: found speed:kbit/s, expected time, start"),
      (
        [], "start:s,duration:s,bytes,latency:ms",
        "--columns: found start:s,duration:s,bytes,latency:ms, expected latency only"
      ),
    ] as [([String], String?, String)])
  func wrong(words: [String], columns: String?, message: String) {
    let error = #expect(throws: TraceError.self) { try TraceOptions(parsing: words, columns: columns) }
    #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
  }

  @Test("time stamps of any epoch keep their differences")
  func stamps() {
    func nanoseconds(_ text: String) -> Int64? { CalendarTime.nanoseconds(Array(text.utf8), 0..<text.utf8.count) }
    #expect(nanoseconds("1970-01-01T00:00:00Z") == 0)
    #expect(nanoseconds("2000-03-01 00:00:00") == 951_868_800_000_000_000)
    #expect(nanoseconds("2018.01.27_13.58.29") == 1_517_061_509_000_000_000)
    #expect(nanoseconds("2024-04-19 16:23:00.001039872") == 1_713_543_780_001_039_872)
    #expect(nanoseconds("2024-04-19T16:23:00,5-01:30") == 1_713_549_180_500_000_000)
    #expect(nanoseconds("2024-02-29T00:00:00Z") == 1_709_164_800_000_000_000)
    #expect(nanoseconds("2000-02-29T00:00:00Z") != nil)
    #expect(nanoseconds("00:00:00") == 0 && nanoseconds("13:58:29.5") == 50_309_500_000_000)
    for text in ["2024-02-29 00:00:00 UTC", "2024-02-29 00:00:00 +0000", "2024-02-29T00:00:00 GMT"] {
      #expect(nanoseconds(text) == 1_709_164_800_000_000_000)
    }
    for wrong in [
      "2023-02-29 10:00:00", "2024-02-30 10:00:00", "2023-02-31T10:00:00Z", "2100-02-29 10:00:00",
      "2024-04-31 00:00:00",
      "2024-12-32 00:00:00", "2024-01-00 00:00:00",
    ] {
      #expect(nanoseconds(wrong) == nil, "\(wrong)")
    }
    func logged(_ text: String) -> Int64? { TimeStamps.commonLogNanoseconds(Array(text.utf8), 0..<text.utf8.count) }
    #expect(logged("29/Feb/2024:00:00:00 +0000") == 1_709_164_800_000_000_000)
    #expect(logged("29/Feb/2023:00:00:00 +0000") == nil && logged("31/Feb/2024:00:00:00 +0000") == nil)
    for wrong in [
      "2024-13-01 00:00:00", "2024-01-01", "2024-01-01 00:00:00.", "2024-01-01 00:00:00 CET", "24-01-01",
      "24:00:00", "13:58", "1:58:29", "13.58.29",
    ] {
      #expect(nanoseconds(wrong) == nil, "\(wrong)")
    }
  }
}
