import ABRInput
import Testing

@testable import ABRNetwork

/// What logs of players and servers mean, format by format.
@Suite struct LogFormatsTests {
  static func read(
    _ format: any TraceFormat.Type, _ text: String, _ options: [String] = [], columns: String? = nil
  ) throws(TraceError) -> TraceContent {
    let options = try TraceOptions(parsing: options, columns: columns)
    return try format.read(TraceInput(bytes: Array(text.utf8), name: "t", file: "t", options: options))
  }

  /// Seconds and Mbit/s of each row of each trace.
  static func rows(_ content: TraceContent) -> [[[Double]]] {
    content.traces.map { $0.rows.map { [$0.duration, $0.bandwidth / 1e6] } }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var format: any TraceFormat.Type
    var text: String
    var options: [String] = []
    var rows: [[[Double]]]
    var names = ["t"]
    var testDescription: String { "\(format.name) \(options) \(text.prefix(30))" }
  }

  static let cases: [Case] = [
    // Sizes as transferred, waits in front, zones; the time between requests is cut out.
    Case(format: HARLog.self, text: LogSamples.har, rows: [[[0.5, 4], [1, 4]]]),
    Case(
      format: HARLog.self, text: LogSamples.har, options: ["gaps=outage"],
      rows: [[[0.5, 4], [1.05, 0], [1, 4]]]),
    Case(
      format: HARLog.self,
      text: LogSamples.har.replacing("\"_fromCache\": null", with: "\"_fromCache\": \"disk\""), rows: [[[0.5, 4]]]),
    Case(
      format: HARLog.self,
      text: LogSamples.har.replacing("\"_transferSize\": 250000, ", with: "")
        .replacing("{\"size\": 9}", with: "{\"size\": 200000, \"compression\": 75000}"), rows: [[[0.5, 2], [1, 4]]]),
    // Firefox: what was blocked or aborted before an answer has neither times nor bytes.
    Case(
      format: HARLog.self,
      text: LogSamples.har.replacing(
        "\"entries\": [",
        with: #""entries": [{"startedDateTime": "2024-05-01T09:59:59Z", "time": 0, "timings": {}, "#
          + #""request": {"method": "GET"}, "response": {"status": 0, "bodySize": -1, "content": {"size": 0}}}, "#),
      rows: [[[0.5, 4], [1, 4]]]),
    Case(
      format: HARLog.self,
      text: LogSamples.har.replacing("\"_fromCache\": null", with: "\"_fetchType\": \"Disk Cache\""),
      rows: [[[0.5, 4]]]),
    // A request needs no method to have been measured.
    Case(
      format: HARLog.self, text: LogSamples.har.replacing("\"method\": \"GET\"", with: "\"x\": 1"),
      rows: [[[0.5, 4], [1, 4]]]),
    Case(format: DashJSLog.self, text: LogSamples.dashJS, rows: [[[1, 2]]]),
    Case(
      format: DashJSLog.self,
      text: #"{"HttpList": [{"trequest": 1000, "tresponse": 1100, "_tfinish": 2100, "trace": [{"b": [125000]}]}]}"#,
      rows: [[[1, 1]]]),
    Case(format: HLSJSLog.self, text: LogSamples.hlsJS, rows: [[[1, 2], [0.5, 2]]]),
    // The same statistics twice, in the event and in its segment.
    Case(
      format: HLSJSLog.self,
      text: #"[{"stats": {"loaded": 125000, "loading": {"start": 1, "first": 0, "end": 1001}}, "frag": {"stats": "#
        + #"{"loaded": 125000, "loading": {"start": 1, "first": 0, "end": 1001}}}}]"#, rows: [[[1, 1]]]),
    Case(
      format: HLSJSLog.self, text: #"{"trequest": 1, "tfirst": 100, "tload": 600, "loaded": 125000}"#,
      rows: [[[0.5, 2]]]),
    Case(
      format: HLSJSLog.self,
      text: #"{"load": [{"type": "fragment", "time": 0, "latency": 50, "load": 500, "size": 125000, "bw": 1}]}"#,
      rows: [[[0.5, 2]]]),
    Case(format: AVPlayerLog.self, text: LogSamples.avPlayer, rows: [[[1, 8], [2, 2]]]),
    Case(
      format: AVPlayerLog.self,
      text: #"{"events": [{"playbackStartDate": "2024-05-01T10:00:00Z", "transferDuration": 2, "#
        + #""numberOfBytesTransferred": 500000}, {"playbackStartDate": "2024-05-01T10:00:01Z", "#
        + #""transferDuration": -1, "observedBitrate": 8000000, "numberOfBytesTransferred": 1000000}]}"#,
      rows: [[[2, 2], [1, 8]]]),
    Case(format: CMCDEvents.self, text: LogSamples.cmcd, rows: [[[1, 8], [0.5, 16]]]),
    Case(
      format: CMCDEvents.self,
      text: #"{"e":"rr","ts":1714557600000,"ttfb":50,"ttlb":1050,"br":2000,"d":4000,"sid":"a"}"#, rows: [[[1, 8]]]),
    // Of a CMCD session and of a client without one; a request under 1 MB is left out.
    Case(
      format: CloudFrontLog.self, text: LogSamples.cloudFront, rows: [[[1, 16]], [[0.5, 16]]],
      names: ["t#s1", "t#198.51.100.7"]),
    Case(format: AkamaiLog.self, text: LogSamples.akamai, rows: [[[0.8, 10], [0.5, 32]]]),
    Case(format: FastlyLog.self, text: LogSamples.fastly, rows: [[[1, 8], [0.5, 16]]]),
    Case(format: NginxJSONLog.self, text: LogSamples.nginxJSON, rows: [[[1, 8], [0.5, 32]]]),
    Case(
      format: NginxJSONLog.self,
      text: #"{"@timestamp":"2024-05-01T10:00:01+00:00","request_time":1.000,"bytes_sent":1000000}"#, rows: [[[1, 8]]]),
    Case(
      format: NginxJSONLog.self,
      text: #"{"time_local":"01/May/2024:10:00:01 +0000","remote_addr":"a","request_time":1,"bytes_sent":1000000}"#
        + "\n" + #"{"time_local":"01/May/2024:10:00:01 +0000","remote_addr":"b","request_time":1,"#
        + #""body_bytes_sent":1000000,"http_cmcd_session":"cid=\"x\",sid=\"s-1\""}"#, rows: [[[1, 8]], [[1, 8]]],
      names: ["t#a", "t#s-1"]),
    Case(format: NginxLog.self, text: LogSamples.nginx, rows: [[[1, 8], [0.5, 32]]]),
    Case(
      format: NginxLog.self, text: LogSamples.nginx, options: ["gaps=outage"],
      rows: [[[1, 8], [1.5, 0], [0.5, 32]]]),
    // CMCD in the query, in a header as nginx and as Apache escape it, and the same client without.
    Case(
      format: NginxLog.self,
      text: ["CMCD=br%3D1%2Csid%3D%22one%22&x=1 HTTP/1.1\" 200 1000000 \"-\" \"-\" 1.000"]
        .map { "h - - [01/May/2024:10:00:01 +0000] \"GET /s?\($0)\n" }.joined()
        + #"h - - [01/May/2024:10:00:05 +0000] "GET /s H" 200 1000000 "-" "-" "sid=\x22two\x22,sf=h" rt=1.000"# + "\n"
        + #"h - - [01/May/2024:10:00:09 +0000] "GET /s H" 200 1000000 "-" "-" "sid=\"three\"" 1.000"# + "\n"
        + #"h - - [01/May/2024:10:00:12 +0000] "GET /s H" 200 1000000 "-" "-" 1.000"#,
      rows: [[[1, 8]], [[1, 8]], [[1, 8]], [[1, 8]]], names: ["t#one", "t#two", "t#three", "t#h"]),
    // The name of a user may have blanks, and that of a server may stand in front.
    Case(
      format: NginxLog.self,
      text: ["a - - ", "b - john doe ", "www b - x ", "www c id - "].enumerated()
        .map { "\($1)[01/May/2024:10:00:0\(2 * $0) +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" 1.000\n" }.joined(),
      rows: [[[1, 8]], [[1, 8], [1, 8]], [[1, 8]]], names: ["t#a", "t#b", "t#c"]),
    // What the player measured until a request holds since the one before, also where segments are small.
    Case(
      format: NginxLog.self,
      text: [(1, 9000), (5, 2500), (7, 4000)].map {
        "h - - [01/May/2024:10:00:0\($0) +0000] \"GET /s?CMCD=mtp%3D\($1)%2Csid%3D%22a%22 H\" 200 9 \"-\" \"-\" 0.000\n"
      }.joined(), options: ["rate=mtp"], rows: [[[4, 2.5], [2, 4]]]),
    Case(
      format: AkamaiLog.self,
      text: #"{"reqTimeSec":"1","transferTimeMSec":"0","bytes":1,"cliIP":"a","cmcd":"mtp%3d1000,sid%3d%22x%22"}"# + "\n"
        + #"{"reqTimeSec":"3","transferTimeMSec":"0","bytes":1,"cliIP":"a","cmcd":"mtp%3d2000,sid%3d%22x%22"}"#,
      options: ["rate=mtp"], rows: [[[2, 2]]]),
    // What a player has measured holds whatever the sizes are.
    Case(
      format: AkamaiLog.self,
      text: #"{"reqTimeSec":"1","transferTimeMSec":"0","bytes":-1e300,"cliIP":"a","cmcd":"mtp%3d1000,sid%3d%22x%22"}"#
        + "\n"
        + #"{"reqTimeSec":"3","transferTimeMSec":"0","bytes":-9e307,"cliIP":"a","cmcd":"mtp%3d2000,sid%3d%22x%22"}"#,
      options: ["rate=mtp"], rows: [[[2, 2]]]),
    // Requests one after the other seem to run at once in whole seconds.
    Case(
      format: NginxLog.self,
      text: [0.4, 0.4, 0.2].map {
        "h - - [01/May/2024:10:00:01 +0000] \"G\" 200 1000000 \"-\" \"-\" \($0)00\n"
      }.joined(),
      rows: [[[0.4, 20], [0.4, 20], [0.2, 40]]]),
    Case(format: ApacheLog.self, text: LogSamples.apache, options: ["took=us"], rows: [[[1, 8], [0.5, 32]]]),
    Case(
      format: ApacheLog.self, text: "x:443 h - - [01/May/2024:10:00:00 +0000] \"GET / HTTP/1.1\" 200 1000000 2\n",
      options: ["took=s"], rows: [[[2, 4]]]),
    // Request length, then duration; what upstreams took is none.
    Case(format: NginxLog.self, text: LogSamples.ingress, rows: [[[2, 10], [1, 20], [4, 5]]], names: ["t"]),
    // Older: an address in brackets.
    Case(
      format: NginxLog.self,
      text:
        "h - [h] - - [01/May/2024:10:00:02 +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" 345 2.000 [a] b 1 2.000 200\n",
      rows: [[[2, 4]]]),
    // By form: three digits behind the point beside a length, and a number with its unit beside a counter.
    Case(
      format: NginxLog.self,
      text: "h - - [01/May/2024:10:00:02 +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" 345 2.000 1714557602.000\n",
      rows: [[[2, 4]]]),
    Case(
      format: ApacheLog.self,
      text:
        "h - - [01/May/2024:10:00:00 +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" 12 \"a@docker\" \"http://b\" 2000ms\n",
      rows: [[[2, 4]]]),
    Case(
      format: NginxLog.self,
      text: "h - - [01/May/2024:10:00:02 +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" rt=\"2.000\" urt=\"0.1, 0.2\" 9\n",
      rows: [[[2, 4]]]),
    Case(
      format: NginxLog.self,
      text:
        "h - - [01/May/2024:10:00:02 +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" request_time:2.000 upstream:0.004\n",
      rows: [[[2, 4]]]),
    // Of Cloudflare from the first byte on; seconds since 1970 and dates, too, and a session of CMCD.
    Case(format: RecordTrace.self, text: LogSamples.cloudflare, rows: [[[1, 8], [0.5, 32]]]),
    Case(
      format: RecordTrace.self,
      text: #"[{"ClientIP":"a","ClientRequestURI":"/?CMCD=sid%3D%22s%22","EdgeStartTimestamp":1714557600,"#
        + #""EdgeEndTimestamp":1714557602,"EdgeResponseBytes":2000000},"#
        + #"{"ClientIP":"b","EdgeStartTimestamp":1714557600,"EdgeEndTimestamp":1714557601,"EdgeResponseBytes":1e6}]"#,
      rows: [[[2, 8]], [[1, 8]]], names: ["t#s", "t#b"]),
    Case(
      format: RecordTrace.self,
      text: #"{"EdgeStartTimestamp":"2024-05-01T10:00:00Z","EdgeEndTimestamp":"2024-05-01T10:00:02Z","#
        + #""EdgeResponseBytes":2000000}"#, rows: [[[2, 8]]]),
    Case(
      format: RecordTrace.self,
      text: #"{"level":"info","ts":1714557602.5,"msg":"handled request","request":{"client_ip":"a","uri":"/"},"#
        + #""duration":2,"size":2000000,"status":200}"# + "\n" + #"{"level":"info","ts":1714557603,"msg":"reload"}"#,
      rows: [[[2, 8]]]),
    Case(
      format: RecordTrace.self,
      text: #"[{"httpRequest":{"latency":"2s","remoteIp":"a","responseSize":"2000000","requestUrl":"https://x/1"},"#
        + #""insertId":"x","timestamp":"2024-05-01T10:00:00.123456789Z"}]"#, rows: [[[2, 8]]]),
    Case(
      format: RecordTrace.self,
      text: #"{"ClientHost":"a","DownstreamContentSize":2000000,"Duration":2000000000,"#
        + #""StartUTC":"2024-05-01T10:00:00.1Z","RequestPath":"/1"}"#, rows: [[[2, 8]]]),
    Case(
      format: RecordTrace.self,
      text: #"{"start_time":"2024-05-01T10:00:00.100Z","duration":2000,"bytes_sent":2000000,"response_code":200}"#,
      rows: [[[2, 8]]]),
    // A session of a proxy on the client: no request under 50 kB.
    Case(
      format: RecordTrace.self,
      text: #"[{"times":{"start":"2024-05-01T10:00:00.000+02:00","responseBegin":"2024-05-01T10:00:00.052+02:00","#
        + #""end":"2024-05-01T10:00:02.052+02:00"},"durations":{"total":2052},"speeds":{"overall":609000},"#
        + #""response":{"sizes":{"headers":300,"body":1250000}}}]"#, rows: [[[2, 5]]]),
    Case(
      format: ApacheLog.self,
      text: "h - - [01/May/2024:10:00:00 +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" 345 2/2000000\n",
      rows: [[[2, 4]]]),
    Case(
      format: ApacheLog.self,
      text: "h - - [01/May/2024:10:00:00 +0000] \"GET /s H\" 200 1000000 \"-\" \"-\" **2/2000000**\n",
      rows: [[[2, 4]]]),
    // HAProxy, behind what a syslog writes: from 0.1 to 2.1 s. An aborted request has no first byte.
    Case(
      format: FormattedLog.self,
      text: "May  1 10:00:02 lb haproxy[14389]: 198.51.100.7:33317 [01/May/2024:10:00:00.655] in static/srv1 "
        + "10/0/20/70/2100 200 1000000 - - ---- 1/1/1/1/0 0/0 {x.example} {} \"GET /s?CMCD=sid%3D%22a%22 HTTP/1.1\"\n"
        + "May  1 10:00:09 lb haproxy[14389]: 198.51.100.7:33317 [01/May/2024:10:00:07.655] in static/<NOSRV> "
        + "10/-1/-1/-1/5 503 212 - - SC-- 1/1/1/1/0 0/0 \"GET /s HTTP/1.1\"\n",
      rows: [[[2, 4]]]),
    Case(format: FormattedLog.self, text: LogSamples.envoy, rows: [[[1, 8], [0.5, 32]]]),
    Case(
      format: FormattedLog.self,
      text: #"[2024-05-01T10:00:00.100Z] "GET /1 HTTP/2" 200 - via_upstream - "-" 0 2000000 2000 3 "198.51.100.7" "#
        + #""P/1 (x)" "8496" "x" "10.44.1.27:80" outbound|80||x.svc 10.44.1.23:3 10.0.45.184:80 10.44.1.23:4 - default"#,
      rows: [[[2, 8]]]),
    // Amazon S3 counts from the request on, and says when the first byte left; what has no duration sent nothing.
    Case(
      format: FormattedLog.self,
      text: (0...1).map {
        "79a5 bucket [01/May/2024:10:00:0\($0) +0000] 198.51.100.7 79a5 3E57 REST.GET.OBJECT v/1.m4s "
          + #""GET /bucket/v/1.m4s HTTP/1.1" 200 - 2000000 9000000 "#
          + ($0 == 0 ? "2050 50" : "- -") + #" "-" "P/1" - s9lz= SigV4 ECDHE-RSA AuthHeader x TLSv1.2 - -"# + "\n"
      }.joined(), rows: [[[2, 8]]]),
    // Traffic Server in the form of Squid, which names no host with HIER_.
    Case(
      format: FormattedLog.self,
      text: "1714557602.100   2000 198.51.100.7 TCP_HIT/200 2000000 GET http://x/1 - NONE/- video/mp4 -\n",
      rows: [[[2, 8]]]),
    // Squid, in milliseconds up to the end; a tunnel is no download.
    Case(
      format: FormattedLog.self,
      text: "1714557602.100   2000 198.51.100.7 TCP_MISS/200 2000000 GET http://x/1 - HIER_DIRECT/192.0.2.1 video/mp4\n"
        + "1714557682.100  80000 198.51.100.7 TCP_TUNNEL/200 9000000 CONNECT x:443 - HIER_DIRECT/192.0.2.1 -\n",
      rows: [[[2, 8]]]),
    Case(
      format: IISLog.self, text: LogSamples.iis, rows: [[[1, 16]], [[0.5, 16]]], names: ["t#s1", "t#198.51.100.7"]),
    Case(
      format: RecordTrace.self,
      text: #"{"date":"2024-05-01","time":"10:00:02","x-edge-location":"FRA56-P1","sc-bytes":"2000000","#
        + #""c-ip":"198.51.100.7","time-taken":"2.050","time-to-first-byte":"0.050"}"#, rows: [[[2, 8]]]),
    Case(
      format: RecordTrace.self,
      text: #"{"timeStamp":"2024-05-01T10:00:02+00:00","category":"ApplicationGatewayAccessLog","properties":{"#
        + #""clientIP":"198.51.100.7","sentBytes":2000000,"timeTaken":2.0,"serverResponseLatency":"0.012"}}"#,
      rows: [[[2, 8]]]),
    Case(
      format: RecordTrace.self,
      text: #"{"records":[{"time":"2024-05-01T10:00:02.1Z","category":"FrontDoorAccessLog","properties":{"clientIp":"#
        + #""198.51.100.7","responseBytes":"2000000","timeToFirstByte":"0.050","timeTaken":"2.050"}}]}"#,
      rows: [[[2, 8]]]),
    Case(
      format: DownloadTable.self, text: "end_ms,duration_ms,bytes,session\n1000,1000,125000,a\n3000,500,125000,b\n",
      rows: [[[1, 1]], [[0.5, 2]]], names: ["t#a", "t#b"]),
    Case(
      format: DownloadTable.self, text: "start,end,bytes\n2024-05-01T10:00:00Z,2024-05-01T10:00:01Z,125000\n",
      rows: [[[1, 1]]]),
  ]

  @Test("a log means what its format says", arguments: cases)
  func meaning(_ test: Case) throws {
    let content = try Self.read(test.format, test.text, test.options)
    let found = Self.rows(content)
    #expect(found.map(\.count) == test.rows.map(\.count), "\(found)")
    let pairs = zip(found.joined().joined(), test.rows.joined().joined())
    #expect(pairs.allSatisfy { abs($0 - $1) < 1e-6 * max(1, $1) }, "\(found)")
    #expect(content.traces.map(\.name) == test.names)
    #expect(content.traces.allSatisfy { content.coverage[$0.name] != nil })
    #expect(TraceFormats.detect(Array(test.text.utf8), fileName: "x")?.name == test.format.name)
  }

  @Test(
    "what cannot be read is named with its line, the field, what stands there and what to do",
    arguments: [
      (
        HARLog.self, LogSamples.har.replacing("2024-05-01T12", with: "noon"), [],
        "t:5:3: startedDateTime: found \"noon:00:01.500+02:00\", expected a date and time, or a number, the same in all "
          + "records"
      ),
      (
        HARLog.self, LogSamples.har.replacing(", \"receive\": 1000", with: ""), [],
        "t:5:3: timings.receive: missing, expected milliseconds from the first byte to the last"
      ),
      (
        HARLog.self, String(LogSamples.har.dropLast(3)), [],
        "t:7:1: log.entries[1]: found the end of the file, expected the closing bracket"
      ),
      (
        DashJSLog.self, LogSamples.dashJS.replacing("00:01.050Z", with: "00:00.000Z"), [],
        "t:1:2: _tfinish: found -0.05 s after tresponse, expected a later time"
      ),
      (
        HLSJSLog.self, LogSamples.hlsJS.replacing("1750", with: "1150"), [],
        "t:2:11: loading.end: found -100.0 ms after start, expected a later time"
      ),
      (
        HLSJSLog.self, #"{"latency": 1, "load": 2, "size": 3}"#, [],
        "t:1:1: time: missing, expected milliseconds at which the request began"
      ),
      (
        AVPlayerLog.self, LogSamples.avPlayer.replacing("8000000", with: "fast"), [],
        "t:3:49: c-observed-bitrate: found \"fast\", expected a decimal number"
      ),
      (
        AVPlayerLog.self, LogSamples.avPlayer.replacing("2024/05/01 10:00:05.500", with: "today now"), [],
        "t:4: date time: found \"today now\", expected a date and a time such as 21:02:31"
      ),
      (
        AVPlayerLog.self, #"[{"numberOfBytesTransferred": 5}]"#, [],
        "t:1:2: transferDuration: missing, expected seconds of transfer, or observedBitrate"
      ),
      (
        CMCDEvents.self, LogSamples.cmcd.replacing("ttlb=550", with: "ttlb=soon"), [],
        "t:3: ttlb: found \"soon\", expected a number"
      ),
      (
        CMCDEvents.self, LogSamples.cmcd.replacing("ts=1714557602000,", with: ""), [],
        "t:3: ts: missing, expected milliseconds: ts and ttlb in events rr"
      ),
      (
        CMCDEvents.self, LogSamples.cmcd + "hello\n", [],
        "t:5:1: e: found \"hello\", expected an event such as e=rr,ts=1700000000000,ttlb=420,…"
      ),
      (
        CloudFrontLog.self, LogSamples.cloudFront.replacing("sc-bytes", with: "bytes"), [],
        "t:3: #Fields: found none called sc-bytes, expected a column sc-bytes"
      ),
      (
        CloudFrontLog.self, LogSamples.cloudFront.replacing("\t0.500\t-", with: ""), [],
        "t:4: row: found 7 fields, expected 9, as #Fields names them"
      ),
      (
        // A name that stands twice is a column all the same; a row that is shorter for it was read beyond its end.
        CloudFrontLog.self, "#Fields: time time date sc-bytes time-taken\n10:00:01\t-\t2024-05-01\t9\n", [],
        "t:2: row: found 4 fields, expected 5, as #Fields names them"
      ),
      (
        // What a file names may be as long as the file.
        DownloadTable.self, "start_\(String(repeating: "x", count: 999)),duration_s,bytes\n", [],
        "t:1: header: found start_\(String(repeating: "x", count: 94))…, expected start_s or start_ms"
      ),
      (
        AkamaiLog.self, LogSamples.akamai.replacing("\"transferTimeMSec\":\"500\",", with: ""), [],
        "t:2:1: transferTimeMSec: missing, expected milliseconds: add Transfer time to the stream's data set"
      ),
      (
        AkamaiLog.self, LogSamples.akamai.replacing("\"2000000\"", with: "\"2 MB\""), [],
        "t:2:1: totalBytes: found \"2 MB\", expected a decimal number"
      ),
      (
        FastlyLog.self,
        #"{"timestamp":"2024-05-01T10:00:00+0000","client_ip":"a","fastly_server":"x","response_body_size":1}"#, [],
        "t:1:1: time_elapsed: missing, expected microseconds: add \"time_elapsed\": %{time.elapsed.usec}V to the log "
          + "format of the service"
      ),
      (
        NginxJSONLog.self, LogSamples.nginxJSON.replacing("\"msec\":\"1714557603.500\",", with: ""), [],
        "t:2:1: msec: missing, expected when the request ended: msec, time_iso8601 or time_local"
      ),
      (
        NginxLog.self, LogSamples.nginx.replacing("[01/May/2024:12", with: "[01/Mai/2024:12"), [],
        "t:2:19: time: found \"01/Mai/2024:12:00:03 +0200\", expected a time such as 10/Oct/2024:13:55:36 +0000"
      ),
      (
        NginxLog.self, LogSamples.nginx.replacing(" 0.500", with: " -"), [],
        "t:2: duration: missing, expected $request_time at the end of nginx's log_format, such as rt=$request_time"
      ),
      (
        NginxLog.self, LogSamples.nginx, ["rate=mtp"],
        "t: requests: found no session with mtp in two of them, expected mtp of CMCD, or --trace-option rate=time"
      ),
      (
        FastlyLog.self, #"{"time_elapsed":5}"#, [], "t:1:1: time_start: missing, expected a date and time"
      ),
      (
        NginxLog.self, LogSamples.nginx + "oops\n", [],
        "t:3:1: line: found \"oops\", expected client - user [time] \"request\" status bytes …, the combined log format; "
          + "delete lines of other formats"
      ),
      (
        NginxLog.self, LogSamples.nginx + "h - - [01/May/2024:10:00:09 +0000] \"GET /s H\" 200 1000000", [],
        "t:3: duration: missing, expected $request_time at the end of nginx's log_format, such as rt=$request_time; the file "
          + "ends inside of the line: delete it"
      ),
      (
        NginxLog.self, LogSamples.nginx + "198.51.100.7 - - [01/May", [],
        "t:3:1: line: found \"198.51.100.7 - - [01/May\", expected client - user [time] \"request\" status bytes …, the "
          + "combined log format; the file ends inside of the line: delete it"
      ),
      (
        ApacheLog.self, LogSamples.apache, [],
        "t:1:100: duration: found \"1000000\" without a unit, expected --trace-option took=us (Apache's %D), took=ms or "
          + "took=s with it"
      ),
      (
        // Apache's combinedio: bytes received and sent, and no duration.
        ApacheLog.self,
        "h - - [01/May/2024:10:00:00 +0000] \"GET /\" 200 2500000 \"-\" \"Player\" 345 2500321\n", [],
        "t:1: duration: missing, expected %D at the end of Apache's LogFormat"
      ),
      (
        // A ratio of compression has two digits.
        ApacheLog.self, "h - - [01/May/2024:10:00:00 +0000] \"GET /\" 200 2500000 \"-\" \"-\" \"3.21\"\n", [],
        "t:1:65: duration: found \"3.21\" without a unit"
      ),
      (
        NginxLog.self,
        "h - - [01/May/2024:10:00:00 +0000] \"GET /\" 200 2500000 \"-\" \"-\" 2.000 1.998\n", [],
        "t:1:64: duration: found \"2.000\" and \"1.998\" without a unit, expected --log-format "
          + "'$remote_addr - - [$time_local] \"-\" - $body_bytes_sent \"-\" \"-\" $request_time -' where the first is"
      ),
      (
        RecordTrace.self, LogSamples.cloudflare.replacing("1714557603550000000", with: "\"soon\""), [],
        "t:2: end: found \"soon\", expected a number or a date and time, the same in all rows"
      ),
      (
        RecordTrace.self, LogSamples.cloudflare.replacing("EdgeResponseBytes", with: "Bytes"), [],
        "t: rows: found no object with EdgeResponseBytes, expected paths of members, such as end@timestamp"
      ),
      (
        RecordTrace.self, "{}", [], "t:1: layout: found none that is known, expected JSON of Cloudflare Logpush, Caddy"
      ),
      (
        FormattedLog.self, LogSamples.envoy + "x\n", [],
        "t:3:1: line: found \"x\", expected the form of the first line; delete lines of other formats"
      ),
      (
        FormattedLog.self, "x\n", [],
        "t:1:1: line: found \"x\", expected the form of Envoy, Istio, Amazon S3, Squid, Apache Traffic Server or HAProxy, or --log-format"
      ),
      (
        IISLog.self, LogSamples.iis.replacing("sc-bytes", with: "sc-win32-status"), [],
        "t:3: #Fields: found none called sc-bytes, expected a column sc-bytes: add it to those of the log"
      ),
      (
        ApacheLog.self, "h - - [01/May/2024:10:00:00 +0000] \"GET /\" 200 5 \"-\" \"-\"\n", [],
        "t:1: duration: missing, expected %D at the end of Apache's LogFormat, or $request_time of nginx's log_format: "
          + "without request durations a log has no measurements"
      ),
      (
        DownloadTable.self, "start,end,bytes\n1,2,3\n", [],
        "t:2:1: start: found \"1\", expected a date and time; numbers need a unit in the header, such as start_s or "
          + "start_ms"
      ),
      (
        DownloadTable.self, "start_s,end_h,bytes\n1,2,3\n", [],
        "t:1: header: found end_h, expected end_s or end_ms"
      ),
      (
        DownloadTable.self, "start_s,end_s,bytes\n2,1,3\n", [],
        "t:2: end: found -1.0 s after start, expected a later time"
      ),
    ] as [(any TraceFormat.Type, String, [String], String)])
  func errors(format: any TraceFormat.Type, text: String, options: [String], message: String) {
    let error = #expect(throws: TraceError.self) { try Self.read(format, text, options) }
    #expect(error?.description.hasPrefix(message) ?? false, "\(error?.description ?? "")")
  }
}
