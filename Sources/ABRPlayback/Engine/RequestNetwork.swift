import ABRNetwork

/// The network for a player that makes its requests itself: each has a number, and only its bytes count.
///
/// It is `Network` with its connections, set-ups, slow start and what requests that are given up leave in the path.
/// Times are seconds since the session began, and never go back.
package struct RequestNetwork {
  /// What the network brings.
  package enum Event: Hashable {
    /// The first byte of a request has come.
    case began(Int)
    /// The last byte of a request has come.
    case complete(Int)
    /// A request is answered with an error of no bytes.
    case refused(Int)
    /// The link carries another share of its capacity from now on.
    case capacity(Double)
  }

  private var network: Network
  private var faults: FaultState
  private var clock = 0.0
  /// Requests that were answered while the link carried nothing: their first byte comes when it carries again.
  private var silenced: [Int] = []

  /// A network on which nothing is on its way.
  ///
  /// - Parameters:
  ///   - start: the link, and where its trace begins.
  ///   - settings: what a request costs.
  ///   - faults: outages, and times in which requests are answered with an error.
  package init(_ start: AnyPlayer.Start, settings: NetworkSettings, faults: FaultSettings = FaultSettings()) {
    self.faults = FaultState(faults, retry: RetrySettings())
    network = Network(
      link: start.link, settings: settings, offset: start.offset, isShareStrict: false, parallelFlows: 6)
    network.followStretches()
  }

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - request: its number.
  ///   - bytes: of the answer, at least 0.
  ///   - time: when it leaves.
  package mutating func send(_ request: Int, bytes: Int, at time: Double) {
    _ = network.send(
      Flow(.main, item: request, .other, bytes: bytes), at: advanced(to: time), mayBeSole: false)
  }

  /// Gives a request up.
  ///
  /// - Returns: bytes received; 0 if the request is not in flight.
  package mutating func abort(_ request: Int, at time: Double) -> Int {
    silenced.removeAll { $0 == request }
    guard let index = network.flows.firstIndex(where: { $0.item == request }) else { return 0 }
    return network.received(network.remove(index, at: advanced(to: time)))
  }

  /// Bytes of a request received so far; `nil` if it is not in flight.
  package mutating func received(_ request: Int, at time: Double) -> Int? {
    network.settle(to: advanced(to: time))
    return network.flows.first { $0.item == request }.map(network.received)
  }

  /// Whether a request is on its way.
  package var isBusy: Bool { !network.flows.isEmpty }

  /// When the network changes next; infinite where it does not.
  package mutating func nextEvent() -> Double {
    let next = min(network.nextEvent(at: clock), faults.capacityTime)
    guard !silenced.isEmpty else { return next }
    let turn = network.turnTime(at: clock)
    return network.isSilent ? min(next, turn) : clock
  }

  /// Takes the next event that is due.
  package mutating func takeEvent(at time: Double) -> Event? {
    let now = advanced(to: time)
    if !silenced.isEmpty, !isSilent(at: now) { return .began(silenced.removeFirst()) }
    switch network.takeEvent(at: now) {
    case .answer(let index):
      let (request, bytes) = (network.flows[index].item, network.flows[index].bytes)
      if faults.refuses(at: now) {
        _ = network.remove(index, at: now)
        return .refused(request)
      }
      network.begin(index, at: now)
      guard bytes > 0, isSilent(at: now) else { return .began(request) }
      silenced.append(request)
      return takeEvent(at: now)
    case .complete(let flow): return .complete(flow.item)
    case nil: break
    }
    // What arrives in the instant in which the capacity changes has arrived.
    guard faults.capacityTime <= now else { return nil }
    let share = faults.changeCapacity()
    network.setCapacity(share, at: now)
    return .capacity(share)
  }

  /// Bytes of requests that were given up and that came all the same, since this was last asked.
  package mutating func takeDelivered(at time: Double) -> Int { network.takeDelivered(at: advanced(to: time)) }

  /// Whether the link carries nothing.
  private mutating func isSilent(at now: Double) -> Bool {
    _ = network.turnTime(at: now)
    return network.isSilent
  }

  private mutating func advanced(to time: Double) -> Double {
    clock = max(clock, time)
    return clock
  }
}
