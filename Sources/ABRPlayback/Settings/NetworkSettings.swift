/// What a request costs beside its bytes, and what of it the player measures.
public struct NetworkSettings: Sendable, Hashable {
  /// How a new or idle connection gains speed.
  public enum SlowStart: Sendable, Hashable {
    /// The link's capacity is available at once.
    case off
    /// The congestion window starts at `initialWindow` bytes on a new connection and doubles every round trip until it
    /// no longer limits (RFC 5681; initial window of 10 segments, RFC 6928). Without traffic it is halved, down to the
    /// initial one, in every retransmission time-out (RFC 2861), which is a round trip and `idle` seconds.
    case on(initialWindow: Double, idle: Double)

    /// As Linux does it: ten packets of 1448 bytes of payload (Ethernet, TCP timestamps), and time-outs of at least 200
    /// ms beyond the round trip (`TCP_RTO_MIN`).
    public static let linux = SlowStart.on(initialWindow: 14_480, idle: 0.2)
  }

  /// How requests share connections to the server.
  public enum Connections: String, Sendable, Hashable, CaseIterable {
    /// HTTP/1.1 (RFC 9112): one request at a time on each of at most six connections. A download that is given up
    /// closes its connection.
    case h1
    /// HTTP/2 (RFC 9113): all requests on one connection.
    case h2
    /// HTTP/3 (RFC 9114): the same, and a lost packet holds up no request but its own.
    case h3

    /// Round trips of a set-up: one of TCP and one of TLS 1.3 (RFC 8446), or one of QUIC for both (RFC 9001).
    public var setupRoundTrips: Double {
      switch self {
      case .h1, .h2: 2
      case .h3: 1
      }
    }
  }

  /// When the trace continues.
  public enum TraceAdvance: Sendable, Hashable {
    /// Always, as a network does.
    case always
    /// Not while a request travels and nothing is transferred (Pensieve).
    case exceptLatency
    /// Only while bytes arrive. The end of a transfer that is alone on the link is noticed a whole number of ticks of
    /// so many seconds after its request, half a tick rounded up (the simulator of MM'22, in milliseconds).
    case duringTransfers(tick: Double)
  }

  /// What follows a download that the rule has abandoned.
  public enum Abandonment: Sendable, Hashable {
    /// Rules are not asked whether to abandon.
    case off
    /// The next request is decided like any other, so that the rule may want the same rendition again (Sabre 09b03bb).
    case forgotten
    /// The next request gets at most the rendition for which the download was abandoned, and so does every other for
    /// `hold` seconds. dash.js 4.7 (`AbandonRequestsRule`, `abandonLoadTimeout`) waits 10 s before it switches up
    /// again.
    case remembered(hold: Double)
  }

  /// Seconds of every round trip, overriding the trace; `nil` takes the trace's.
  public var fixedLatency: Double?
  /// How requests share connections.
  public var connections: Connections
  /// Round trips that set a connection up before its first request: see ``Connections/setupRoundTrips``; 0 for none.
  public var setupRoundTrips: Double
  /// Whether a connection is kept for further requests. Where it is not, each pays ``setupRoundTrips`` and gains speed
  /// anew.
  public var reusesConnections: Bool
  /// Seconds of the name lookup before the first connection; later ones find the answer in the resolver's cache.
  public var dnsLookupTime: Double
  /// Whether the latency is part of a throughput sample.
  public var samplesLatency: Bool
  /// When the trace continues.
  public var traceAdvances: TraceAdvance
  /// Share of the link's bytes that is payload, in (0, 1]. Pensieve: 0.95.
  public var payloadFraction: Double
  /// Start of fast transfers.
  public var slowStart: SlowStart
  /// Payload that is still in the path of a download that is given up, in bytes: at most so much of it is delivered all
  /// the same, before anything else, and is wasted. 0 for none; up to 122 kB was measured behind a queue of 96 kB.
  public var pathQueue: Int
  /// Payload that comes before the first byte of each answer, counted as received nowhere: headers of HTTP. 325 bytes
  /// were measured with nginx.
  public var responseHeader: Int
  /// Whether rules may abandon running downloads, and what follows.
  public var abandonment: Abandonment
  /// Seconds and bytes that both must pass between two questions to a rule that watches a download. Sabre: 50 ms, 12
  /// kbit.
  public var progressInterval: Double
  /// See ``progressInterval``.
  public var progressBytes: Double
  /// Whether a rule that watches a download is asked once more when all of it has come: a segment that it then leaves
  /// is thrown away.
  public private(set) var asksAtArrival = false

  /// Asks a rule about a running download by time alone, and leaves it to the rule what follows one that it has
  /// abandoned, where it may abandon any.
  ///
  /// - Parameters:
  ///   - interval: seconds between two questions.
  ///   - asksAtArrival: see ``asksAtArrival``.
  public mutating func watchDownloads(every interval: Double, asksAtArrival: Bool = false) {
    (progressInterval, progressBytes) = (interval, 0)
    self.asksAtArrival = asksAtArrival
    if case .remembered = abandonment { abandonment = .forgotten }
  }

  /// ``responseHeader`` with the headers of packets.
  var headerOnWire: Double { Double(responseHeader) / payloadFraction }

  /// Whether ``FastPath`` knows how transfers go.
  var allowsFastPath: Bool { slowStart == .off && traceAdvances == .always }

  /// Creates settings; the defaults are those of the lab, and round trips of a set-up those of the connections.
  public init(
    fixedLatency: Double? = nil, connections: Connections = .h2, setupRoundTrips: Double? = nil,
    reusesConnections: Bool = true, dnsLookupTime: Double = 0, samplesLatency: Bool = false,
    traceAdvances: TraceAdvance = .always,
    payloadFraction: Double = 1, slowStart: SlowStart = .off, pathQueue: Int = 0, responseHeader: Int = 0,
    abandonment: Abandonment = .remembered(hold: 10),
    progressInterval: Double = 0.05, progressBytes: Double = 1500
  ) {
    self.fixedLatency = fixedLatency
    self.connections = connections
    self.setupRoundTrips = setupRoundTrips ?? connections.setupRoundTrips
    self.reusesConnections = reusesConnections
    self.dnsLookupTime = dnsLookupTime
    self.samplesLatency = samplesLatency
    self.traceAdvances = traceAdvances
    self.payloadFraction = payloadFraction
    self.slowStart = slowStart
    self.pathQueue = pathQueue
    self.responseHeader = responseHeader
    self.abandonment = abandonment
    self.progressInterval = progressInterval
    self.progressBytes = progressBytes
  }
}
