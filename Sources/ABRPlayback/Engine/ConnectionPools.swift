/// The connections to the server under https, and those under http, which are others.
struct ConnectionPools {
  private var secure: ConnectionPool
  private var plain: ConnectionPool
  /// From when on the device knows the server's name, for both; `nil` before the first lookup.
  private var nameKnownFrom: Double?

  init(_ settings: NetworkSettings) {
    secure = ConnectionPool(settings)
    plain = ConnectionPool(settings, isSecure: false)
  }

  /// Whether a request under https that is made now, with nothing else on its way, leaves at once.
  @inline(__always)
  func isReady(at now: Double) -> Bool { secure.isReady(at: now) }

  /// Occupies a connection that ``isReady(at:)`` has promised.
  mutating func takeReady(at now: Double) -> Int? { secure.takeReady(at: now) }

  /// Finds a connection for a request that is made now.
  ///
  /// - Returns: as ``ConnectionPool/take(at:roundTrip:nameKnownFrom:)``.
  @inline(__always)
  mutating func take(at now: Double, roundTrip: Double, isSecure: Bool) -> (latency: Double, connection: Int?) {
    isSecure
      ? secure.take(at: now, roundTrip: roundTrip, nameKnownFrom: &nameKnownFrom)
      : plain.take(at: now, roundTrip: roundTrip, nameKnownFrom: &nameKnownFrom)
  }

  /// A request is over; see ``ConnectionPool/release(_:at:isWhole:)``.
  @inline(__always)
  mutating func release(_ flow: Flow, at now: Double, isWhole: Bool) {
    if flow.isSecure {
      secure.release(flow, at: now, isWhole: isWhole)
    } else {
      plain.release(flow, at: now, isWhole: isWhole)
    }
  }

  /// The congestion window with which an answer begins; `nil` without slow start.
  func window(of flow: Flow, at now: Double) -> Double? {
    flow.isSecure ? secure.window(of: flow, at: now) : plain.window(of: flow, at: now)
  }
}
