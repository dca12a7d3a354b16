import ABRNetwork

/// The link and the flows on it: who gets how many bytes until when.
///
/// ```
/// flow:        waiting ──first byte──▶ transferring ──last byte──▶ complete
///                         └──▶ slow start (trip by trip) ──▶ transferring
/// ```
///
/// Between two events every flow gets one share of the capacity, so that the next event is known in closed form. A flow
/// that is alone on the link, the most frequent case, has one event only, its last byte, which is worked out once
/// (``SoleFlow``).
struct Network {
  /// What the network brings at a moment.
  enum Event {
    /// The first byte of a flow is due, by its index.
    case answer(Int)
    /// The last byte of a flow has come; it is none of ``flows`` any more.
    case complete(CompleteFlow)
  }

  /// The next moment at which flows change.
  private enum Change {
    case unknown
    case none
    /// A first byte, or the end of a round trip, is due.
    case phase(at: Double)
    /// A flow, by its index, has brought what was left of it or of its window.
    case bytes(at: Double, flow: Int)
    /// The path is clear of what flows that were given up have left in it.
    case clear(at: Double)
  }

  let link: Link
  let settings: NetworkSettings
  let wirePerByte: Double
  /// Bytes on the wire before the first of each answer.
  let header: Double
  /// Whether preloads wait while others are served.
  private let isShareStrict: Bool
  /// Seconds to the first byte on a connection that stands; `nil` where it has to be asked for every request.
  let constantLatency: Double?

  var cursor: Link.Cursor
  /// Until when the bytes of flows have been counted.
  private(set) var clock = 0.0
  /// How far the trace lags behind the session: the time in which it stood still.
  private(set) var lag = 0.0
  /// Share of the capacity that the link carries; 0 in an outage.
  private(set) var capacity = 1.0
  /// All flows but the sole one.
  private(set) var flows: [Flow] = []
  /// The flow that is alone on the link; `nil` for none.
  var sole: SoleFlow? { hasSole ? lastSole : nil }
  private(set) var hasSole = false
  /// The flow that is alone, or was the last to be so: it is large, and not moved for as little as its end.
  private var lastSole: SoleFlow
  private var change = Change.none
  private var connections: ConnectionPools
  /// Bytes in the path that nobody wants any more; everything else waits behind them.
  private(set) var leftover = 0.0
  /// Such bytes that were delivered.
  private var delivered = 0.0
  /// Whether the link carries bytes now and until when; `nil` where nobody asks for silence.
  var stretch: LinkStretch?

  init(link: Link, settings: NetworkSettings, offset: Double, isShareStrict: Bool, parallelFlows: Int) {
    self.link = link
    self.settings = settings
    self.isShareStrict = isShareStrict
    wirePerByte = 1 / settings.payloadFraction
    header = settings.headerOnWire
    constantLatency = settings.fixedLatency ?? link.constantLatency
    connections = ConnectionPools(settings)
    cursor = link.cursor(atOffset: offset)
    lastSole = SoleFlow(
      Flow(.side, item: -1, .other, bytes: 0), arrival: .infinity, cursor: cursor,
      poll: ProgressPoll(time: 0, cursor: cursor))
    if parallelFlows > 0 { flows.reserveCapacity(parallelFlows + 2) }
  }

  /// Whether something is on its way for the item on the screen.
  @inline(__always)
  var hasMainFlow: Bool {
    hasSole ? lastSole.flow.purpose == .main : flows.contains { $0.purpose == .main }
  }

  /// Whether ``FastPath`` may make the next request: nothing is on its way, and it leaves at once.
  @inline(__always)
  func allowsFastPath(at now: Double) -> Bool { isQuiet && connections.isReady(at: now) }

  /// Whether nothing is on its way.
  var isQuiet: Bool { !hasSole && flows.isEmpty && leftover == 0 }

  /// Seconds that a round trip takes which begins at a time.
  @inline(__always)
  func roundTrip(at time: Double) -> Double {
    if let constantLatency { return constantLatency }
    var ahead = cursor
    return link.roundTrip(from: time - lag, cursor: &ahead)
  }

  /// Bytes on the wire of a whole answer.
  @inline(__always)
  func wireBytes(of flow: Flow) -> Double { Double(flow.bytes) * wirePerByte + header }

  // MARK: Shares

  private func isServed(_ flow: Flow, strictly: Bool) -> Bool {
    flow.isTransferring && (!strictly || flow.purpose != .preload)
  }

  /// Whether preloads get nothing now.
  private var isStrict: Bool {
    isShareStrict && flows.contains { $0.isTransferring && $0.purpose != .preload }
  }

  /// How many flows get bytes now; each gets as much as any other.
  @inline(__always)
  var servedCount: Int {
    let strictly = isStrict
    var served = 0
    for flow in flows where isServed(flow, strictly: strictly) { served += 1 }
    return served
  }

  /// Whether the trace stands still while no flow gets bytes.
  var isTraceHalted: Bool {
    switch settings.traceAdvances {
    case .always: false
    case .exceptLatency: flows.contains { !$0.hasBegun }
    case .duringTransfers: true
    }
  }

  /// Counts the bytes of all flows up to a time.
  @inline(__always)
  mutating func settle(to time: Double) {
    guard time > clock else { return }
    if leftover > 0 {
      deliver(to: time)
    } else if !flows.isEmpty {
      carry(to: time)
    } else if isTraceHalted {
      lag += time - clock
    }
    clock = time
  }

  private mutating func carry(to time: Double) {
    let strictly = isStrict
    let served = servedCount
    if served == 0 {
      if isTraceHalted { lag += time - clock }
    } else if capacity > 0 {
      let carried = link.carried(from: clock - lag, to: time - lag, cursor: &cursor) * capacity / Double(served)
      for index in flows.indices where isServed(flows[index], strictly: strictly) {
        flows[index].remaining = max(0, flows[index].remaining - carried)
        if case .slowStart(var trip) = flows[index].phase {
          trip.left = max(0, trip.left - carried)
          flows[index].phase = .slowStart(trip)
        }
      }
    }
  }

  // MARK: Events

  /// The next moment at which a flow changes; infinite when there is none.
  @inline(__always)
  mutating func nextEvent(at now: Double) -> Double {
    if hasSole { return lastSole.arrival }
    if case .unknown = change {
      settle(to: now)
      findChange()
    }
    switch change {
    case .phase(let time), .bytes(let time, _), .clear(let time): return time
    case .unknown, .none: return .infinity
    }
  }

  private mutating func findChange() {
    change = .none
    if leftover > 0 { return findClear() }
    if flows.isEmpty { return }
    let strictly = isStrict
    var phase = Double.infinity
    var served = 0
    var least = (bytes: Double.infinity, index: -1)
    for index in flows.indices {
      switch flows[index].phase {
      case .waiting: phase = min(phase, flows[index].firstByte)
      case .slowStart(let trip): phase = min(phase, trip.end)
      case .transferring: break
      }
      guard isServed(flows[index], strictly: strictly) else { continue }
      served += 1
      let bytes = flows[index].nextBytes
      if bytes < least.bytes { least = (bytes, index) }
    }
    if phase < .infinity { change = .phase(at: phase) }
    guard served > 0, capacity > 0 else { return }
    var ahead = cursor
    let bytes = least.bytes * (Double(served) / capacity)
    let arrival = link.arrival(of: bytes, from: clock - lag, cursor: &ahead) + lag
    if arrival <= phase, arrival < .infinity { change = .bytes(at: arrival, flow: least.index) }
  }

  /// Takes the sole flow, whose last byte has come.
  mutating func takeSole(at now: Double) -> CompleteFlow? {
    guard hasSole else { return nil }
    hasSole = false
    change = .none
    clock = now
    cursor = lastSole.cursor
    if case .duringTransfers = settings.traceAdvances { lag = now - lastSole.lastByte }
    connections.release(lastSole.flow, at: now, isWhole: true)
    return CompleteFlow(lastSole.flow)
  }

  /// Takes the next event that is due among several flows; `nil` when there is none.
  mutating func takeEvent(at now: Double) -> Event? {
    while nextEvent(at: now) <= now {
      settle(to: now)
      let due = change
      change = .unknown
      switch due {
      case .bytes(_, let index):
        if case .slowStart(var trip) = flows[index].phase, trip.left < flows[index].remaining {
          flows[index].remaining = max(0, flows[index].remaining - trip.left)
          trip.left = 0
          flows[index].phase = .slowStart(trip)
        } else {
          flows[index].remaining = 0
          if case .slowStart(let trip) = flows[index].phase { flows[index].window = trip.windowAfter }
          let flow = flows.remove(at: index)
          release(flow, at: now, isWhole: true)
          return .complete(CompleteFlow(flow))
        }
      case .clear: clear(at: now)
      case .phase:
        if let index = flows.lastIndex(where: { !$0.hasBegun && $0.firstByte <= now }) {
          return .answer(index)
        }
        endTrips(at: now)
      case .none, .unknown: return nil
      }
    }
    return nil
  }

  // MARK: What is given up

  private mutating func deliver(to time: Double) {
    guard capacity > 0 else { return }
    let carried = link.carried(from: clock - lag, to: time - lag, cursor: &cursor) * capacity
    delivered += min(leftover, carried)
    leftover = max(0, leftover - carried)
  }

  private mutating func findClear() {
    guard capacity > 0 else { return }
    var ahead = cursor
    let time = link.arrival(of: leftover / capacity, from: clock - lag, cursor: &ahead) + lag
    if time < .infinity { change = .clear(at: time) }
  }

  /// The path is clear. The answer of the first round trip of a set-up has waited for that, and the others follow.
  private mutating func clear(at now: Double) {
    delivered += leftover
    leftover = 0
    for index in flows.indices where !flows[index].hasBegun && flows[index].setUpBehindQueue > 0 {
      let firstByte = now + flows[index].setUpBehindQueue
      flows[index].latency = max(flows[index].latency, firstByte - flows[index].requestTime)
      flows[index].setUpBehindQueue = 0
    }
  }

  /// A flow is given up of which so many bytes are still to come: what is in the path arrives all the same.
  @inline(__always)
  private mutating func leave(_ remaining: Double) {
    guard settings.pathQueue > 0 else { return }
    leftover += min(remaining, max(0, Double(settings.pathQueue) * wirePerByte - leftover))
    change = .unknown
  }

  /// Whole bytes that came of flows after they were given up, up to now.
  mutating func takeDelivered(at now: Double) -> Int {
    settle(to: now)
    let bytes = Int(wholeBytes: delivered * settings.payloadFraction)
    delivered = 0
    return bytes
  }

  // MARK: Slow start

  private mutating func endTrips(at now: Double) {
    for index in flows.indices {
      guard case .slowStart(var trip) = flows[index].phase, trip.end <= now else { continue }
      if trip.left > 0 {
        // Beyond what the path carries it grows until the queue is full: here one that holds as much again.
        flows[index].window = trip.windowAfter
        flows[index].phase = .transferring
      } else {
        trip.window = trip.windowAfter
        flows[index].window = trip.window
        trip.left = trip.window
        trip.end += flows[index].roundTrip
        flows[index].phase = .slowStart(trip)
      }
    }
  }

  // MARK: Flows

  /// The first byte of a flow has come.
  mutating func begin(_ index: Int, at now: Double) {
    change = .unknown
    // It has waited for what is in the path.
    if settings.pathQueue > 0, flows[index].firstByte < now { flows[index].latency = now - flows[index].requestTime }
    flows[index].poll = ProgressPoll(time: now, cursor: cursor)
    flows[index].window = connections.window(of: flows[index], at: now)
    if let window = flows[index].window, flows[index].roundTrip > 0 {
      let trip = Flow.RoundTrip(end: now + flows[index].roundTrip, window: window, left: window)
      flows[index].phase = .slowStart(trip)
    } else {
      flows[index].phase = .transferring
    }
  }

  /// Puts a request on its way.
  ///
  /// - Parameters:
  ///   - delay: seconds until it leaves.
  ///   - isSecure: whether its address is https.
  ///   - mayBeSole: whether nothing can happen to it but its last byte, as long as no other flow comes.
  /// - Returns: the index of a flow that is answered in the same instant, because it has no latency.
  @inline(__always)
  mutating func send(
    _ request: Flow, at now: Double, after delay: Double = 0, isSecure: Bool = true, mayBeSole: Bool
  ) -> Int? {
    var flow = request
    flow.requestTime = now + delay
    flow.isSecure = isSecure
    flow.roundTrip = roundTrip(at: now)
    (flow.latency, flow.connection) = connections.take(at: now, roundTrip: flow.roundTrip, isSecure: isSecure)
    flow.remaining = wireBytes(of: flow)
    if mayBeSole, isQuiet, flow.latency > 0, case .off = settings.slowStart {
      settle(to: now)
      switch settings.traceAdvances {
      case .always: setSole(SoleFlow(flow, over: link, from: cursor))
      case .duringTransfers(let tick) where !flow.isWatched:
        setSole(SoleFlow(flow, over: link, from: cursor, lag: lag + flow.latency, tick: tick))
      case .duringTransfers, .exceptLatency: break
      }
      if hasSole { return nil }
    }
    demoteSoleFlowIfNeeded(at: now)
    settle(to: now)
    if leftover > 0 { flow.setUpBehindQueue = flow.latency - flow.roundTrip }
    flows.append(flow)
    change = .unknown
    return flow.latency == 0 && delay == 0 ? flows.count - 1 : nil
  }

  /// The connection of a request that the fast path has sent.
  mutating func takeConnection(at time: Double) -> Int? { connections.takeReady(at: time) }

  /// A request is over; the first that waits for its connection gets one, the item on the screen before others.
  @inline(__always)
  private mutating func release(_ flow: Flow, at now: Double, isWhole: Bool) {
    connections.release(flow, at: now, isWhole: isWhole)
    if case .h1 = settings.connections { sendWaiting(isSecure: flow.isSecure, at: now) }
  }

  private mutating func sendWaiting(isSecure: Bool, at now: Double) {
    func waits(_ flow: Flow) -> Bool { flow.latency == .infinity && flow.isSecure == isSecure }
    guard
      let index = flows.firstIndex(where: { waits($0) && $0.purpose == .main }) ?? flows.firstIndex(where: waits)
    else { return }
    flows[index].roundTrip = roundTrip(at: now)
    let (latency, connection) = connections.take(at: now, roundTrip: flows[index].roundTrip, isSecure: isSecure)
    flows[index].latency = max(0, now - flows[index].requestTime) + latency
    if leftover > 0 { flows[index].setUpBehindQueue = latency - flows[index].roundTrip }
    flows[index].connection = connection
  }

  /// Puts the sole flow among the others, from whose point of view it has always been there.
  @inline(__always)
  mutating func demoteSoleFlowIfNeeded(at now: Double) {
    if hasSole { demoteSoleFlow(at: now) }
  }

  private mutating func demoteSoleFlow(at now: Double) {
    guard let sole else { return }
    hasSole = false
    change = .unknown
    var flow = sole.flow
    if flow.firstByte <= now {
      clock = flow.firstByte
      if case .duringTransfers = settings.traceAdvances { lag += flow.latency }
      flow.phase = .transferring
      flow.poll = poll(of: sole, at: now)
    }
    flows.append(flow)
    settle(to: now)
  }

  /// How far the questions about the sole flow have come, those that the rule need not be asked included.
  private func poll(of sole: SoleFlow, at now: Double) -> ProgressPoll {
    var poll = sole.poll
    guard sole.flow.isWatched else { return poll }
    poll.catchUp(to: now, QuestionCadence(settings), latency: sole.flow.latency, over: link)
    return poll
  }

  /// Notes how far the questions about the sole flow have come.
  mutating func note(_ poll: ProgressPoll) { lastSole.poll = poll }

  /// Stops the sole flow where the last question about it was asked.
  mutating func stopAtQuestion() -> SoleFlow? {
    guard let sole else { return nil }
    hasSole = false
    clock = sole.poll.time
    cursor = sole.poll.cursor
    connections.release(sole.flow, at: clock, isWhole: false)
    leave(sole.flow.remaining - sole.poll.received)
    return sole
  }

  /// Takes over a flow that the fast path has begun.
  mutating func resume(_ flow: SoleFlow, at now: Double) {
    clock = now
    setSole(flow)
  }

  @inline(__always)
  private mutating func setSole(_ flow: SoleFlow) {
    lastSole = flow
    hasSole = true
  }

  /// The fast path has played up to a time, with nothing left on its way.
  mutating func skip(to time: Double, cursor: Link.Cursor) {
    clock = time
    self.cursor = cursor
  }

  /// Whole bytes of a flow that have arrived by ``clock``, without those of an earlier part of the transfer.
  func received(_ flow: Flow) -> Int {
    let wire = Double(flow.bytes) * wirePerByte - flow.remaining
    return min(flow.bytes, Int(wholeBytes: max(0, wire) * settings.payloadFraction))
  }

  /// Takes a flow away before its end.
  mutating func remove(_ index: Int, at now: Double) -> Flow {
    settle(to: now)
    change = .unknown
    let flow = flows.remove(at: index)
    release(flow, at: now, isWhole: false)
    if flow.hasBegun { leave(flow.remaining) }
    return flow
  }

  /// Changes a flow without touching its bytes.
  mutating func update(_ index: Int, at now: Double, _ body: (inout Flow) -> Void) {
    settle(to: now)
    change = .unknown
    body(&flows[index])
  }

  /// The link carries another share of its capacity from now on.
  mutating func setCapacity(_ share: Double, at now: Double) {
    settle(to: now)
    capacity = share
    change = .unknown
  }

  /// When so many more bytes of each flow than were counted will have come.
  func arrival(ofEach bytes: Double) -> Double {
    var ahead = cursor
    return link.arrival(of: bytes * Double(servedCount) / capacity, from: clock - lag, cursor: &ahead) + lag
  }

  /// Notes when the rule was asked about a flow.
  mutating func note(_ poll: ProgressPoll, about index: Int) { flows[index].poll = poll }
}
