/// What a request costs beside its bytes, and what of it the player measures.
public struct NetworkSettings: Sendable, Hashable {
  /// How a new or idle connection gains speed.
  public enum SlowStart: Sendable, Hashable {
    /// The link's capacity is available at once.
    case off
    /// The congestion window starts at `initialWindow` bytes on a new connection and after `idle` seconds without
    /// traffic, and doubles every round trip until it no longer limits (RFC 5681; initial window of 10 segments, RFC
    /// 6928).
    case on(initialWindow: Double, idle: Double)
  }

  /// When the trace goes on.
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
  /// Round trips that set the connection up before the first request: 2 for TCP and TLS 1.3, 0 for none.
  public var setupRoundTrips: Double
  /// Whether requests share a connection, as over HTTP/2 (RFC 9113) or a kept connection of HTTP/1.1. Where they do
  /// not, each pays ``setupRoundTrips`` and gains speed anew.
  public var reusesConnections: Bool
  /// Seconds of the name lookup before the first connection; later ones find the answer in the resolver's cache.
  public var dnsLookupTime: Double
  /// Whether the latency is part of a throughput sample.
  public var samplesLatency: Bool
  /// When the trace goes on.
  public var traceAdvances: TraceAdvance
  /// Share of the link's bytes that is payload, in (0, 1]. Pensieve: 0.95.
  public var payloadFraction: Double
  /// Start of fast transfers.
  public var slowStart: SlowStart
  /// Whether rules may abandon running downloads, and what follows.
  public var abandonment: Abandonment
  /// Seconds and bytes that both must pass between two questions to a rule that watches a download. Sabre: 50 ms, 12
  /// kbit.
  public var progressInterval: Double
  /// See ``progressInterval``.
  public var progressBytes: Double
  /// Bytes of playlists and initialisation data fetched before the first segment, counted as overhead; 0 for none.
  public var startupOverheadBytes: Int

  /// Creates settings; the defaults are those of the lab.
  public init(
    fixedLatency: Double? = nil, setupRoundTrips: Double = 2, reusesConnections: Bool = true,
    dnsLookupTime: Double = 0, samplesLatency: Bool = false, traceAdvances: TraceAdvance = .always,
    payloadFraction: Double = 1, slowStart: SlowStart = .off, abandonment: Abandonment = .remembered(hold: 10),
    progressInterval: Double = 0.05, progressBytes: Double = 1500, startupOverheadBytes: Int = 0
  ) {
    self.fixedLatency = fixedLatency
    self.setupRoundTrips = setupRoundTrips
    self.reusesConnections = reusesConnections
    self.dnsLookupTime = dnsLookupTime
    self.samplesLatency = samplesLatency
    self.traceAdvances = traceAdvances
    self.payloadFraction = payloadFraction
    self.slowStart = slowStart
    self.abandonment = abandonment
    self.progressInterval = progressInterval
    self.progressBytes = progressBytes
    self.startupOverheadBytes = startupOverheadBytes
  }
}
