import ABRNetwork
import Testing

@testable import ABRPlayback

/// Which connection a request gets, and what flows that are given up leave in the path: over 1 MB/s with round trips of
/// 0.1 s.
@Suite struct ConnectionPoolTests {
  private static func network(_ settings: NetworkSettings) throws -> Network {
    var settings = settings
    settings.fixedLatency = 0.1
    let trace = try BandwidthTrace(name: "8M", rows: [.init(duration: 100, bandwidth: 8_000_000)])
    return Network(link: Link(trace), settings: settings, offset: 0, isShareStrict: false, parallelFlows: 0)
  }

  private static func send(_ bytes: Int, over network: inout Network, at now: Double) {
    _ = network.send(Flow(.side, item: 0, .other, bytes: bytes), at: now, mayBeSole: false)
  }

  /// Lets time pass, and tells when flows are complete.
  private static func advance(_ network: inout Network, from start: Double, to end: Double) -> [Double] {
    var times: [Double] = []
    var now = start
    while network.nextEvent(at: now) <= end {
      now = max(now, network.nextEvent(at: now))
      switch network.takeEvent(at: now) {
      case .answer(let index): network.begin(index, at: now)
      case .complete: times.append((now * 1e9).rounded() / 1e9)
      case nil: break
      }
    }
    return times
  }

  @Test(
    "seven requests at once: over HTTP/1.1 the last one waits for one of six connections, HTTP/3 is set up in one trip",
    arguments: [
      // Six share the link from 0.3 s to 0.9 s; the seventh then takes a round trip and 0.1 s.
      (NetworkSettings.Connections.h1, Array(repeating: 0.9, count: 6) + [1.1]),
      (.h2, Array(repeating: 1.0, count: 7)),
      (.h3, Array(repeating: 0.9, count: 7)),
    ])
  func sevenAtOnce(connections: NetworkSettings.Connections, ends: [Double]) throws {
    var network = try Self.network(NetworkSettings(connections: connections))
    for _ in 0..<7 { Self.send(100_000, over: &network, at: 0) }
    #expect(Self.advance(&network, from: 0, to: 10) == ends)
  }

  @Test(
    "a download that is given up closes its connection of HTTP/1.1 and no other",
    arguments: [(NetworkSettings.Connections.h1, 0.3), (.h2, 0.1), (.h3, 0.1)])
  func givenUp(connections: NetworkSettings.Connections, latency: Double) throws {
    var network = try Self.network(NetworkSettings(connections: connections))
    Self.send(1_000_000, over: &network, at: 0)
    #expect(Self.advance(&network, from: 0, to: 0.5).isEmpty)
    _ = network.remove(0, at: 0.5)
    Self.send(1000, over: &network, at: 0.5)
    #expect(abs(network.flows[0].latency - latency) < 1e-12)
    // One that was answered as a whole is kept.
    #expect(Self.advance(&network, from: 0.5, to: 2) == [((0.5 + latency + 0.001) * 1e9).rounded() / 1e9])
    Self.send(1000, over: &network, at: 2)
    #expect(network.flows[0].latency == 0.1)
  }

  @Test(
    "a request that is dropped before its connection is set up leaves that to the next",
    arguments: [
      NetworkSettings.Connections.h1, .h2,
    ])
  func droppedEarly(connections: NetworkSettings.Connections) throws {
    var network = try Self.network(NetworkSettings(connections: connections))
    Self.send(1000, over: &network, at: 0)
    _ = network.remove(0, at: 0.15)
    Self.send(1000, over: &network, at: 0.15)
    // Set up at 0.2 s, and answered 0.1 s later.
    #expect(abs(network.flows[0].latency - 0.15) < 1e-12)
  }

  @Test(
    "an idle connection loses half of its window in every time-out, down to the initial one",
    arguments: [(0.2, 115_840.0), (0.65, 28_960), (0.95, 14_480), (60, 14_480)])
  func idle(seconds: Double, window: Double) {
    // A time-out is a round trip of 0.1 s and 0.2 s.
    var pool = ConnectionPool(NetworkSettings(slowStart: .linux))
    var nameKnownFrom: Double?
    _ = pool.take(at: 0, roundTrip: 0.1, nameKnownFrom: &nameKnownFrom)
    var flow = Flow(.main, item: 0, .other, bytes: 1)
    flow.roundTrip = 0.1
    #expect(pool.window(of: flow, at: 0.3) == 14_480)
    flow.window = 115_840
    pool.release(flow, at: 10, isWhole: true)
    #expect(pool.window(of: flow, at: 10 + seconds) == window)
  }

  @Test(
    "a window grows in its last round, too: to twice of what it carried there",
    arguments: [(4000, 14_480.0), (10_000, 20_000.0), (14_480, 28_960.0), (18_480, 28_960.0), (34_480, 40_000.0)])
  func lastRound(bytes: Int, window: Double) throws {
    var network = try Self.network(NetworkSettings(setupRoundTrips: 0, slowStart: .linux))
    Self.send(bytes, over: &network, at: 0)
    let end = try #require(Self.advance(&network, from: 0, to: 0.5).first)
    // The next answer begins before a time-out of 0.3 s has passed.
    Self.send(1_000_000, over: &network, at: end)
    _ = Self.advance(&network, from: end, to: end + 0.1)
    #expect(network.flows[0].window == window)
  }

  @Test(
    "what is in the path of a download that is given up comes before anything else and is counted",
    arguments: [
      // Given up at 0.2 s with 100 kB of 500 kB. What is left in the path takes its time, and then 100 kB theirs; a
      // round trip has passed by 0.3 s.
      (0, 0.3, 0.4), (50_000, 0.3, 0.4), (300_000, 0.5, 0.6), (1_000_000, 0.6, 0.7),
    ])
  func pathQueue(bytes: Int, firstByte: Double, end: Double) throws {
    var network = try Self.network(NetworkSettings(setupRoundTrips: 0, pathQueue: bytes))
    Self.send(500_000, over: &network, at: 0)
    #expect(Self.advance(&network, from: 0, to: 0.2).isEmpty)
    #expect(network.received(network.remove(0, at: 0.2)) == 100_000)
    Self.send(100_000, over: &network, at: 0.2)
    var ahead = network
    #expect(Self.advance(&ahead, from: 0.2, to: firstByte + 0.01).isEmpty)
    #expect(abs(ahead.flows[0].firstByte - firstByte) < 1e-9)
    #expect(Self.advance(&network, from: 0.2, to: 1) == [end])
    #expect(network.takeDelivered(at: 1) == min(bytes, 400_000))
    #expect(network.isQuiet)
  }

  @Test(
    "a new connection over HTTP/1.1 waits for what is in the path once, and then for the rest of its set-up",
    arguments: [(0, 0.7), (50_000, 0.7), (200_000, 0.8), (300_000, 0.9)])
  func pathQueueBeforeSetUp(bytes: Int, firstByte: Double) throws {
    // Set up in 0.2 s, and given up at 0.4 s with 100 kB of 500 kB. What is left takes 0 to 0.3 s, of which the first
    // round trip of 0.1 s sees the part beyond itself.
    var network = try Self.network(NetworkSettings(connections: .h1, pathQueue: bytes))
    Self.send(500_000, over: &network, at: 0)
    #expect(Self.advance(&network, from: 0, to: 0.4).isEmpty)
    _ = network.remove(0, at: 0.4)
    Self.send(100_000, over: &network, at: 0.4)
    var silent = network
    #expect(Self.advance(&network, from: 0.4, to: 2) == [((firstByte + 0.1) * 1e9).rounded() / 1e9])
    // An outage of 5 s from then on puts off what is in the path, and with it the set-up.
    silent.setCapacity(0, at: 0.4)
    #expect(Self.advance(&silent, from: 0.4, to: 5.4).isEmpty)
    silent.setCapacity(1, at: 5.4)
    let late = bytes == 0 ? 5.5 : 5.4 + Double(bytes) / 1e6 + 0.2 + 0.1
    #expect(Self.advance(&silent, from: 5.4, to: 9) == [(late * 1e9).rounded() / 1e9])
  }

  @Test("a header comes before each answer, and is no part of what is received")
  func header() throws {
    // 1000 bytes take 1 ms.
    var network = try Self.network(NetworkSettings(setupRoundTrips: 0, responseHeader: 1000))
    Self.send(100_000, over: &network, at: 0)
    #expect(Self.advance(&network, from: 0, to: 0.151).isEmpty)
    network.settle(to: 0.151)
    #expect(network.received(network.flows[0]) == 50_000)
    #expect(Self.advance(&network, from: 0.151, to: 1) == [0.201])
  }
}
