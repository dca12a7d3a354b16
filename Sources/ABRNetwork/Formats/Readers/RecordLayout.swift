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
  /// A member whose `true` leaves a record out.
  package let omitted: String?

  private init(_ title: String, _ keys: [String], _ columns: String, isOfServer: Bool = true, omitted: String? = nil) {
    guard let layout = try? TableLayout(parsing: columns) else { preconditionFailure("\(columns) is a layout") }
    self.title = title
    self.keys = keys
    self.columns = layout
    self.isOfServer = isOfServer
    self.omitted = omitted
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
    // iperf3 --json and --json-stream. Seconds of --omit are not of the test.
    RecordLayout(
      "iperf3", ["intervals", "streams", "bits_per_second"],
      "start:s@sum.start,end:s@sum.end,rate:bit/s@sum.bits_per_second", isOfServer: false, omitted: "sum.omitted"),
    RecordLayout(
      "iperf3", ["start", "test_start", "num_streams"],
      "start:s@sum.start,end:s@sum.end,rate:bit/s@sum.bits_per_second", isOfServer: false, omitted: "sum.omitted"),
    RecordLayout(
      "ndt7", ["AppInfo", "ElapsedTime", "NumBytes"], "time:us@AppInfo.ElapsedTime,total@AppInfo.NumBytes",
      isOfServer: false),
  ]

  /// What writes them, each once.
  package static let titles = all.map(\.title).uniqued()

  /// The layout of a file by its beginning: of several the one of which most names are there.
  package static func of(_ head: TraceHead) -> RecordLayout? {
    guard head.isJSON else { return nil }
    return all.filter { layout in layout.keys.allSatisfy { head.contains("\"\($0)\"") } }
      .max { $0.keys.count < $1.keys.count }
  }
}
