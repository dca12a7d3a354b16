import ABRInput

/// What the members of a known kind of JSON are.
package struct RecordLayout: Sendable {
  /// What writes it.
  package let title: String
  /// Names that stand in the beginning of a file in quotes.
  package let keys: [String]
  /// Its members, as `--columns` has them.
  package let columns: TableLayout
  /// Whether its times are a server's.
  package let isOfServer: Bool
  /// Values of members that leave a record out.
  package let omitted: [String: String]
  /// Members of which the first alone says that a record counts what was sent and not what arrived.
  package let sent: (member: String, without: [String])?

  private init(
    _ title: String, _ keys: [String], _ columns: String, isOfServer: Bool = true, omitted: [String: String] = [:],
    sent: (member: String, without: [String])? = nil
  ) {
    guard let layout = try? TableLayout(parsing: columns) else { preconditionFailure("\(columns) is a layout") }
    self.title = title
    self.keys = keys
    self.columns = layout
    self.isOfServer = isOfServer
    self.omitted = omitted
    self.sent = sent
  }

  /// The known ones, in the order of lists.
  package static let all = [
    // Logpush, data set "HTTP requests": times in nanoseconds, seconds or RFC 3339, as the job says.
    RecordLayout(
      "Cloudflare Logpush", ["EdgeStartTimestamp"],
      "start:unix@EdgeStartTimestamp,end:unix@EdgeEndTimestamp,wait:ms@EdgeTimeToFirstByteMs,bytes@EdgeResponseBytes,"
        + "session@ClientIP"),
    // Logger http.log.access of Caddy 2: `ts` is when the response was written.
    RecordLayout(
      "Caddy", ["ts", "duration", "size", "request", "status"],
      "end:unix@ts,duration:s@duration,bytes@size,session@request.client_ip|request.remote_ip"),
    // LogEntry of Cloud Logging with an HttpRequest: latency until the response was sent.
    RecordLayout(
      "Google Cloud load balancers and CDN", ["httpRequest"],
      "start@timestamp,duration:s@httpRequest.latency,bytes@httpRequest.responseSize,session@httpRequest.remoteIp"),
    // Standard logs of version 2 as JSON: `date` and `time` of the end, in whole seconds.
    RecordLayout(
      "CloudFront", ["x-edge-location", "sc-bytes", "time-taken"],
      "end@date+time,duration:s@time-taken,wait:s@time-to-first-byte,bytes@sc-bytes,session@c-ip"),
    // Both in seconds, up to the last byte.
    RecordLayout(
      "Azure", ["ApplicationGatewayAccessLog"],
      "end@timeStamp|time,duration:s@properties.timeTaken,bytes@properties.sentBytes,session@properties.clientIP"),
    RecordLayout(
      "Azure", ["FrontDoorAccessLog"],
      "end@time,duration:s@properties.timeTaken,wait:s@properties.timeToFirstByte,bytes@properties.responseBytes,"
        + "session@properties.clientIp"),
    RecordLayout(
      "Traefik", ["DownstreamContentSize"],
      "start@StartUTC|StartLocal,duration:ns@Duration,bytes@DownstreamContentSize,session@ClientHost"),
    // The names of Istio's default, which Envoy's examples use, too.
    RecordLayout(
      "Envoy and Istio", ["start_time", "duration", "bytes_sent", "response_code"],
      "start@start_time,duration:ms@duration,bytes@bytes_sent,session@downstream_remote_address|x_forwarded_for"),
    RecordLayout(
      "Charles sessions", ["responseBegin"], "start@times.responseBegin,end@times.end,bytes@response.sizes.body",
      isOfServer: false),
    iperf("intervals", ["intervals", "streams", "bits_per_second"]),
    iperf("intervals", ["start", "test_start", "num_streams"]),
    iperf("data", ["event", "data", "test_start", "num_streams"]),
    // A client tests both ways; a file of M-Lab's archive has one.
    RecordLayout(
      "ndt7", ["AppInfo", "ElapsedTime", "NumBytes"], "time:us@AppInfo.ElapsedTime,total@AppInfo.NumBytes",
      isOfServer: false, omitted: ["Test": "upload"]),
    RecordLayout(
      "ndt7", ["Download", "ServerMeasurements", "TCPInfo"], "time:us@TCPInfo.ElapsedTime,total@TCPInfo.BytesAcked",
      isOfServer: false),
    // performance.getEntriesByType('resource'): 0 bytes from a cache or another origin without its consent.
    RecordLayout(
      "browsers' Resource Timing", ["initiatorType", "responseStart", "responseEnd", "transferSize"],
      "start:ms@responseStart,end:ms@responseEnd,bytes@transferSize", isOfServer: false),
    // --format=jsonl --progress=yes. The result repeats the last line.
    RecordLayout(
      "Ookla's speedtest", ["download", "elapsed", "progress"], "time:ms@download.elapsed,total@download.bytes",
      isOfServer: false, omitted: ["type": "result"]),
  ]

  /// iperf3 --json and --json-stream, whose intervals are members of `place`; of both ways what the client receives.
  ///
  /// Seconds of --omit are not of the test. Over UDP a sender has a count of packets, and only a receiver of lost ones.
  private static func iperf(_ place: String, _ keys: [String]) -> RecordLayout {
    let sums = ["sum_bidir_reverse", "sum"]
    let path = { (member: String) in sums.map { "\(place).\($0).\(member)" }.joined(separator: "|") }
    return RecordLayout(
      "iperf3", keys, "start:s@\(path("start")),end:s@\(path("end")),rate:bit/s@\(path("bits_per_second"))",
      isOfServer: false, omitted: ["\(place).sum.omitted": "true", "event": "end"],
      sent: ("\(place).sum.packets", sums.map { "\(place).\($0).lost_packets" }))
  }

  /// What writes them, each once.
  package static let titles = all.map(\.title).uniqued()

  /// The layout of a file by its beginning: of several the one of which most names are there.
  package static func of(_ head: TraceHead) -> RecordLayout? {
    guard head.isJSON else { return nil }
    return all.filter { layout in layout.keys.allSatisfy { head.contains("\"\($0)\"") } }
      .max { $0.keys.count < $1.keys.count }
  }
}
