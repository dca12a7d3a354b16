import ABRInput
import Testing

@testable import ABRNetwork

/// Access logs in the form that their server was told.
@Suite struct AccessLogFormTests {
  @Test(
    "a log of any server is read in the form that the server is told",
    arguments: [
      (
        #"%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-agent}i\" %D -"#,
        #"h - - [01/May/2024:10:00:00 +0000] "GET / H" 200 1000000 "-" "-" 2000000 345"#, 4.0
      ),
      (
        #"[%START_TIME(%s.%3f)%] "%REQ(:METHOD)%" %BYTES_SENT% %DURATION%"#, #"[1714557600.250] "GET" 1000000 250"#, 32
      ),
      (
        "'$remote_addr - $remote_user [$time_local] \"$request\" '\n'$status $body_bytes_sent $request_time $upstream_response_time'",
        #"h - - [01/May/2024:10:00:02 +0000] "GET / H" 200 1000000 2.000 0.100, 0.200"#, 4
      ),
      (
        #"$msec $request_time ms=$request_time_ms $remote_addr "$request" $bytes_sent"#,
        #"1714557602.250 0.250 ms=250 h "GET /?CMCD=sid%3D%22a%22 H" 1000000"#, 32
      ),
      (
        #"[%{%d/%b/%Y:%H:%M:%S}t.%{msec_frac}t] %{c}a took=%{ms}Tms "%r" %O"#,
        #"[01/May/2024:10:00:02.500] h took=500ms "GET / H" 1000000"#, 16
      ),
      // What is not needed may be empty.
      (
        #"$remote_addr [$time_local] "$request" $body_bytes_sent $http_via/$request_time"#,
        #"h [01/May/2024:10:00:02 +0000] "GET / H" 1000000 /2.000"#, 4
      ),
      // Of seconds, milliseconds and microseconds of one request the finest, also in one word.
      (
        #"%h %l %u %t \"%r\" %>s %b \"%{Referer}i\" \"%{User-Agent}i\" %T/%D"#,
        #"h - - [01/May/2024:10:00:00 +0000] "GET / H" 200 1000000 "-" "-" 0/500000"#, 16
      ),
      (
        #"%v:%p %a %l %u %t \"%r\" %>s %O \"%{Referer}i\" %T %{ms}T"#,
        #"www:443 h - - [01/May/2024:10:00:00 +0000] "GET / H" 200 1000000 "-" 0 500"#, 16
      ),
      // The directives of configuration files.
      (
        "log_format main '$remote_addr - $remote_user [$time_local] \"$request\" '\n                '$status $body_bytes_sent $request_time';",
        #"h - - [01/May/2024:10:00:02 +0000] "GET / H" 200 1000000 2.000"#, 4
      ),
      (
        "  log_format  timed  escape=json '$remote_addr [$time_iso8601] ${body_bytes_sent}B/${request_time}s';\n",
        #"h [2024-05-01T10:00:02+00:00] 1000000B/2.000s"#, 4
      ),
      (
        #"LogFormat "%h %l %u %t \"%r\" %>s %b \"%{User-Agent}i\" %D" timed"#,
        #"h - - [01/May/2024:10:00:00 +0000] "GET / H" 200 1000000 "-" 2000000"#, 4
      ),
    ])
  func forms(form: String, line: String, megabits: Double) throws {
    let options = try TraceOptions(parsing: [], logFormat: form)
    let input = TraceInput(bytes: Array((line + "\n").utf8), name: "t", file: "t", options: options)
    let trace = try FormattedLog.read(input).only(of: input)
    #expect(abs(trace.meanBandwidth / 1e6 - megabits) < 1e-6 * megabits)
    #expect(throws: TraceError.self) {
      try FormattedLog.read(TraceInput(bytes: Array("x y z\n".utf8), name: "t", file: "t", options: options))
    }
  }

  @Test(
    "Apache's times of another form may count from 1970, and be those of the end",
    arguments: [
      ("%{msec}t", "1714557600000", "1714557602000"), ("%{begin:usec}t", "1714557600000000", "1714557602000000"),
      ("%{end:sec}t", "1714557602", "1714557604"),
      ("%{%Y-%m-%dT%H:%M:%S%z}t", "2024-05-01T10:00:00+0000", "2024-05-01T10:00:02+0000"),
    ])
  func epochs(form: String, first: String, second: String) throws {
    let options = try TraceOptions(parsing: ["gaps=outage"], logFormat: "\(form) %a \"%r\" %b %D")
    let text = [first, second].map { "\($0) h \"GET / H\" 2500000 2000000\n" }.joined()
    let input = TraceInput(bytes: Array(text.utf8), name: "t", file: "t", options: options)
    let trace = try FormattedLog.read(input).only(of: input)
    #expect(abs(trace.meanBandwidth - 1e7) < 1 && abs(trace.duration - 4) < 1e-6)
  }

  @Test(
    "a form without a time, a size or a duration is refused with what is missing",
    arguments: [
      ("%h %t %b %I %O", "a duration"), ("%h %D %b", "a time"), ("%h %t %D", "the size of the response"),
      ("", "a duration"), ("$time_local $bytes_sent $request_time_ms", "a duration"),
      (#"LogFormat "%h %t %b" common"#, "a duration"),
      ("log_format main '$time_local $request_time';", "the size of the response"),
    ])
  func formFaults(form: String, missing: String) {
    let error = #expect(throws: TraceError.self) { try AccessLogForm(parsing: form) }
    #expect(
      error?.description.contains("without \(missing), expected the server's own") ?? false,
      "\(String(describing: error))")
  }

  @Test("a client that a log does not know has no name")
  func unknownClient() throws {
    let lines = ["-", "h"].map { "\($0) [01/May/2024:10:00:02 +0000] 1000000 2.000\n" }.joined()
    let options = try TraceOptions(
      parsing: [], logFormat: "$http_x_forwarded_for [$time_local] $bytes_sent $request_time")
    let content = try FormattedLog.read(TraceInput(bytes: Array(lines.utf8), name: "t", file: "t", options: options))
    #expect(content.traces.map(\.name) == ["t", "t#h"])
  }

  @Test("the form that a message suggests reads the log")
  func suggestedForm() throws {
    let line = "h - - [01/May/2024:10:00:00 +0000] \"GET /\" 200 2500000 \"-\" \"P 1\" 2000000 2500321\n"
    let error = #expect(throws: TraceError.self) { try LogFormatsTests.read(ApacheLog.self, line) }
    let form = try #require(error?.description.split(separator: "'").dropFirst().first.map(String.init))
    let options = try TraceOptions(parsing: [], logFormat: form)
    let content = try FormattedLog.read(TraceInput(bytes: Array(line.utf8), name: "t", file: "t", options: options))
    #expect(LogFormatsTests.rows(content) == [[[2, 10]]])
  }
}
