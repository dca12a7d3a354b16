import ABRMedia
import ABRNetwork
import Testing

@testable import ABRPlayback

/// What connections cost: round trips of each, and the name lookup before the first.
@Suite struct ConnectionTests {
  /// Segments of 250 kB over 4 Mbit/s: 0.5 s each, with round trips of 0.1 s.
  private static func player(_ network: NetworkSettings, segments: Int = 6) throws -> VideoPlayer<
    ConstantRule, ConstantTarget
  > {
    var network = network
    network.fixedLatency = 0.1
    return VideoPlayer(
      video: try constantVideo(bitrates: [1_000_000], duration: 2, count: segments),
      rule: ConstantRule(rendition: 0, fromTheFirst: true), target: ConstantTarget(seconds: 100),
      settings: PlayerSettings(network: network))
  }

  private static func latencies(_ events: [SessionEvent]) -> [Double] {
    events.compactMap { event in
      guard case .downloaded(_, _, _, let latency, _) = event.kind else { return nil }
      return (latency * 1e9).rounded() / 1e9
    }
  }

  /// Latencies of all requests in the plain lane and in that of events, and the metrics of the plain lane without a
  /// log.
  private static func play(
    _ network: NetworkSettings
  ) throws -> (plain: [Double], queue: [Double], silent: SessionMetrics, logged: SessionMetrics) {
    let player = try player(network)
    let link = try ConstantQueue.fastLink
    var (scratch, log, nothing) = (SessionScratch(), EventLog(), NoLog())
    let logged = player.play(over: link, scratch: &scratch, observer: &log)
    let silent = player.play(over: link, scratch: &scratch, observer: &nothing)
    var queueLog = EventLog()
    _ = try SessionPlayer(players: [AnyPlayer(player)], queue: ItemQueue(playlist: [QueueItem()]))
      .play(over: link, observer: &queueLog)
    return (latencies(log.events), latencies(queueLog.events), silent, logged)
  }

  @Test(
    "a connection for every request pays its round trips every time; a lookup is paid once",
    arguments: [
      (NetworkSettings(), [0.3, 0.1, 0.1, 0.1, 0.1, 0.1]),
      (NetworkSettings(reusesConnections: false), [0.3, 0.3, 0.3, 0.3, 0.3, 0.3]),
      (NetworkSettings(dnsLookupTime: 0.15), [0.45, 0.1, 0.1, 0.1, 0.1, 0.1]),
      (NetworkSettings(reusesConnections: false, dnsLookupTime: 0.15), [0.45, 0.3, 0.3, 0.3, 0.3, 0.3]),
      (NetworkSettings(setupRoundTrips: 0, reusesConnections: false), [0.1, 0.1, 0.1, 0.1, 0.1, 0.1]),
    ])
  func latencies(network: NetworkSettings, expected: [Double]) throws {
    let (plain, queue, silent, logged) = try Self.play(network)
    #expect(plain == expected)
    #expect(queue == expected)
    // Without a log the session takes the fast way where it may, and comes to the same.
    #expect(silent == logged)
  }

  @Test(
    "a request that is sent while the connection is set up waits for that, and for no set-up of its own",
    arguments: [(0.05, 0.25), (0.2, 0.1), (0.25, 0.1)])
  func setUpBegun(swipe: Double, latency: Double) throws {
    // The first request sets the connection up until 0.2 s.
    #expect(try Self.latencyAfterSwipe(at: swipe, NetworkSettings()) == latency)
  }

  @Test(
    "a request on a connection of its own waits for a name lookup that another has begun",
    arguments: [(0.05, 0.4), (0.15, 0.3), (0.2, 0.3)])
  func lookupBegun(swipe: Double, latency: Double) throws {
    // The first request looks the name up until 0.15 s; a connection takes 0.2 s then, and the answer 0.1 s.
    let network = NetworkSettings(reusesConnections: false, dnsLookupTime: 0.15)
    #expect(try Self.latencyAfterSwipe(at: swipe, network) == latency)
  }

  /// The latency of the first segment of an item to which the viewer goes before the first byte of the one before.
  private static func latencyAfterSwipe(at swipe: Double, _ network: NetworkSettings) throws -> Double? {
    let queue = try SessionPlayer(
      players: [AnyPlayer(try Self.player(network))], queue: ItemQueue(playlist: [QueueItem(), QueueItem()]),
      script: Script([.init(.time(swipe), .next), .init(.watched(3), .leave)]))
    var log = EventLog()
    _ = queue.play(over: try ConstantQueue.fastLink, observer: &log)
    return Self.latencies(log.events).first
  }

  @Test(
    "a window grows by round trips, whatever set-up and lookup took before them",
    arguments: [(0, 0), (2, 0), (2, 1), (0, 9)])
  func plainRoundTrips(setup: Double, lookup: Double) throws {
    // 250 kB over 50 Mbit/s and 0.1 s: windows of 14.6, 29.2, 58.4 and 116.8 kB leave 31,000 bytes to the fifth trip,
    // which take 4.96 ms.
    let network = NetworkSettings(
      setupRoundTrips: setup, dnsLookupTime: lookup, slowStart: .on(initialWindow: 14_600, idle: 1))
    let link = Link(try BandwidthTrace(name: "50M", rows: [.init(duration: 100, bandwidth: 50e6)]))
    var (scratch, log) = (SessionScratch(), EventLog())
    let metrics = try Self.player(network).play(over: link, scratch: &scratch, observer: &log)
    #expect(abs(Self.transferTimes(log.events)[0] - 0.40496) < 1e-9)
    #expect(abs(metrics.startupTime - (0.1 * (setup + 1) + lookup + 0.40496)) < 1e-9)
  }

  @Test("with a connection for every request each begins slowly")
  func slowStart() throws {
    let slow = NetworkSettings.SlowStart.on(initialWindow: 14_600, idle: 100)
    let shared = try Self.play(slow, reuses: true)
    let separate = try Self.play(slow, reuses: false)
    // The first segment comes alike; every later one takes as long as the first instead of less.
    #expect(shared[0] == separate[0])
    #expect(shared[1] < shared[0])
    #expect(separate.allSatisfy { abs($0 - separate[0]) < 1e-9 })
  }

  /// Transfer times of all segments.
  private static func play(_ slowStart: NetworkSettings.SlowStart, reuses: Bool) throws -> [Double] {
    let player = try player(NetworkSettings(setupRoundTrips: 0, reusesConnections: reuses, slowStart: slowStart))
    var (scratch, log) = (SessionScratch(), EventLog())
    _ = player.play(over: try ConstantQueue.fastLink, scratch: &scratch, observer: &log)
    return transferTimes(log.events)
  }

  private static func transferTimes(_ events: [SessionEvent]) -> [Double] {
    events.compactMap { event in
      guard case .downloaded(_, _, _, _, let transfer) = event.kind else { return nil }
      return transfer
    }
  }
}
