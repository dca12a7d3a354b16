/// The connections to the server under one scheme, and what a request pays for them.
///
/// ```
/// HTTP/1.1:  none ──first request──▶ set up from a time on: busy ⇄ idle      six at most; further requests wait
///                                                            └──given up──▶ none
/// HTTP/2, 3: none ──first request──▶ set up from a time on, for any number of requests at once
/// ```
struct ConnectionPool {
  /// How many connections a browser opens to one server over HTTP/1.1 (Chromium, Firefox).
  static let limit = 6

  private struct Connection {
    /// From when on requests find it set up.
    var readyFrom: Double
    var isBusy: Bool
    /// Congestion window after its last transfer; `nil` before the first, and without slow start.
    var window: Double?
    var lastUsed: Double
  }

  private let settings: NetworkSettings
  private let isSeparate: Bool
  /// Round trips of a set-up: over http at most that of TCP.
  private let setupRoundTrips: Double
  /// The one that all requests share.
  private var shared: Connection?
  /// Those that serve one request at a time.
  private var separate: [Connection?] = []

  init(_ settings: NetworkSettings, isSecure: Bool = true) {
    self.settings = settings
    isSeparate = settings.connections == .h1
    setupRoundTrips = isSecure ? settings.setupRoundTrips : min(1, settings.setupRoundTrips)
  }

  /// Whether a request that is made now, with nothing else on its way, leaves at once.
  @inline(__always)
  func isReady(at now: Double) -> Bool {
    let connection = isSeparate ? idle(at: now).flatMap { separate[$0] } : shared
    return connection.map { $0.readyFrom <= now } ?? false
  }

  /// The idle connection that is ready first; among those that are, the one used last.
  private func idle(at now: Double) -> Int? {
    var best: (index: Int, wait: Double, lastUsed: Double)?
    for (index, connection) in separate.enumerated() {
      guard let connection, !connection.isBusy else { continue }
      let wait = max(0, connection.readyFrom - now)
      if let best, (best.wait, -best.lastUsed) <= (wait, -connection.lastUsed) { continue }
      best = (index, wait, connection.lastUsed)
    }
    return best?.index
  }

  /// Occupies a connection that ``isReady(at:)`` has promised.
  mutating func takeReady(at now: Double) -> Int? {
    guard isSeparate, let index = idle(at: now) else { return nil }
    separate[index]?.isBusy = true
    return index
  }

  /// Finds a connection for a request that is made now.
  ///
  /// - Parameter nameKnownFrom: when the name of the server is known; `nil` before the first lookup.
  /// - Returns: seconds to the first byte, set-up and name lookup included, infinite where all connections are busy;
  ///   and the connection that it occupies.
  @inline(__always)
  mutating func take(
    at now: Double, roundTrip: Double, nameKnownFrom: inout Double?
  ) -> (latency: Double, connection: Int?) {
    if isSeparate { return takeSeparate(at: now, roundTrip: roundTrip, nameKnownFrom: &nameKnownFrom) }
    // It may wait for the set-up that an earlier request has begun.
    if let readyFrom = shared?.readyFrom {
      return (readyFrom > now ? roundTrip + (readyFrom - now) : roundTrip, nil)
    }
    let latency = setUp(at: now, roundTrip: roundTrip, nameKnownFrom: &nameKnownFrom)
    if settings.reusesConnections {
      shared = Connection(readyFrom: now + (latency - roundTrip), isBusy: false, window: nil, lastUsed: now)
    }
    return (latency, nil)
  }

  private mutating func takeSeparate(
    at now: Double, roundTrip: Double, nameKnownFrom: inout Double?
  ) -> (latency: Double, connection: Int?) {
    if settings.reusesConnections, let index = idle(at: now), let readyFrom = separate[index]?.readyFrom {
      separate[index]?.isBusy = true
      return (readyFrom > now ? roundTrip + (readyFrom - now) : roundTrip, index)
    }
    let free = separate.firstIndex { $0 == nil }
    guard free != nil || separate.count < Self.limit else { return (.infinity, nil) }
    let latency = setUp(at: now, roundTrip: roundTrip, nameKnownFrom: &nameKnownFrom)
    let new = Connection(readyFrom: now + (latency - roundTrip), isBusy: true, window: nil, lastUsed: now)
    if let free { separate[free] = new } else { separate.append(new) }
    return (latency, free ?? separate.count - 1)
  }

  /// Seconds to the first byte over a new connection.
  private func setUp(at now: Double, roundTrip: Double, nameKnownFrom: inout Double?) -> Double {
    var latency = roundTrip * (1 + setupRoundTrips)
    let known = nameKnownFrom ?? now + settings.dnsLookupTime
    nameKnownFrom = known
    if now < known { latency += known - now }
    return latency
  }

  /// A request is over.
  ///
  /// - Parameter isWhole: whether all of its answer has come. An answer over HTTP/1.1 can be stopped only with its
  ///   connection; a stream of HTTP/2 or 3 by itself.
  @inline(__always)
  mutating func release(_ flow: Flow, at now: Double, isWhole: Bool) {
    guard isSeparate || flow.window != nil else { return }
    if !isSeparate {
      shared?.window = flow.window
      shared?.lastUsed = now
    } else if let index = flow.connection {
      // A request that has not left is dropped, and the connection kept.
      let hasLeft = separate[index].map { $0.readyFrom <= now } ?? true
      if !settings.reusesConnections || !isWhole && hasLeft {
        separate[index] = nil
      } else {
        separate[index]?.isBusy = false
        separate[index]?.lastUsed = now
        if isWhole { separate[index]?.window = flow.window }
      }
    }
  }

  // MARK: Slow start

  /// The congestion window with which an answer begins; `nil` without slow start.
  ///
  /// On a connection that was used before it is what that use has left, halved for every retransmission time-out since
  /// (RFC 2861), down to the initial one.
  func window(of flow: Flow, at now: Double) -> Double? {
    guard case .on(let initialWindow, let idle) = settings.slowStart else { return nil }
    let connection = isSeparate ? flow.connection.flatMap { separate[$0] } : shared
    guard let connection, let window = connection.window else { return initialWindow }
    let timeouts = ((now - connection.lastUsed) / (idle + flow.roundTrip)).rounded(.down)
    var left = window
    var halvings = timeouts
    while halvings > 0, left > initialWindow {
      left /= 2
      halvings -= 1
    }
    return max(initialWindow, left)
  }
}
