import ABRNetwork

/// Flows and their shares of the link.
extension QueueSession {
  /// Whether a flow gets bytes now: under strict sharing preloads wait while others are served.
  @inline(__always)
  private func isServed(_ flow: Flow, mainActive: Bool) -> Bool {
    flow.isTransferring && (!mainActive || flow.purpose != .preload)
  }

  @inline(__always)
  var mainActive: Bool {
    guard isShareStrict else { return false }
    for flow in flows where flow.isTransferring && flow.purpose != .preload { return true }
    return false
  }

  /// How many flows get bytes now; each gets as much as any other.
  @inline(__always)
  func servedCount(mainActive main: Bool) -> Int {
    var served = 0
    for flow in flows where isServed(flow, mainActive: main) { served += 1 }
    return served
  }

  /// Counts the bytes of all flows up to a time.
  @inline(__always)
  mutating func settle(to time: Double) {
    guard time > networkTime else { return }
    if !flows.isEmpty { carry(to: time) }
    networkTime = time
  }

  private mutating func carry(to time: Double) {
    let main = mainActive
    let served = servedCount(mainActive: main)
    if served > 0, factor > 0 {
      let carried = link.carried(from: networkTime, to: time, cursor: &cursor) * factor / Double(served)
      for index in flows.indices where isServed(flows[index], mainActive: main) {
        flows[index].remaining = max(0, flows[index].remaining - carried)
      }
    }
  }

  /// The next moment at which a flow or the link changes.
  @inline(__always)
  mutating func networkEvent() -> Double {
    updateFlowEvent()
    return isLinkPlain ? flowEvent : min(flowEvent, stretchTime, sideFlowTime)
  }

  @inline(__always)
  private mutating func updateFlowEvent() {
    guard flowsChanged else { return }
    settle(to: now)
    findFlowEvent()
    flowsChanged = false
  }

  private mutating func findFlowEvent() {
    flowEvent = .infinity
    completing = -1
    if flows.isEmpty { return }
    let main = mainActive
    var served = 0
    var least = -1
    for (index, flow) in flows.enumerated() {
      if !flow.isTransferring {
        flowEvent = min(flowEvent, flow.firstByte)
      } else if isServed(flow, mainActive: main) {
        served += 1
        if least < 0 || flow.remaining < flows[least].remaining { least = index }
      }
    }
    guard least >= 0, factor > 0 else { return }
    var ahead = cursor
    let bytes = flows[least].remaining * (Double(served) / factor)
    let arrival = link.arrival(of: bytes, from: networkTime, cursor: &ahead)
    if arrival <= flowEvent {
      flowEvent = arrival
      completing = least
    }
  }

  @inline(__always)
  private var stretchTime: Double {
    let stretches = player.faults.stretches
    guard nextStretch < stretches.count else { return .infinity }
    return isInStretch ? stretches[nextStretch].end : stretches[nextStretch].start
  }

  @inline(__always)
  private var sideFlowTime: Double {
    nextSideFlow < player.queue.sideFlows.count ? player.queue.sideFlows[nextSideFlow].start : .infinity
  }

  /// Does what the network brings now.
  mutating func handleNetwork() {
    // What arrives in the instant in which the capacity changes has arrived.
    if flowEvent <= now || flowsChanged { handleFlows() }
    if isLinkPlain { return }
    while stretchTime <= now { changeCapacity() }
    while sideFlowTime <= now {
      let side = player.queue.sideFlows[nextSideFlow]
      nextSideFlow += 1
      if side.isGated, !isGateOpen {
        waitingSideBytes.append(side.bytes)
      } else {
        startSideFlow(bytes: side.bytes, isGated: side.isGated)
      }
    }
    handleFlows()
  }

  private mutating func handleFlows() {
    if hasLone {
      guard flowEvent <= now else { return }
      finishLone()
    }
    updateFlowEvent()
    while flowEvent <= now, !isOver {
      settle(to: now)
      if completing >= 0 {
        flows[completing].remaining = 0
        finish(completing)
      } else {
        for index in flows.indices.reversed() where !flows[index].isTransferring && flows[index].firstByte <= now {
          begin(index)
        }
      }
      flowsChanged = true
      updateFlowEvent()
    }
  }

  private mutating func changeCapacity() {
    settle(to: now)
    let stretch = player.faults.stretches[nextStretch]
    if isInStretch {
      isInStretch = false
      nextStretch += 1
      factor = 1
    } else {
      isInStretch = true
      factor = stretch.factor
    }
    flowsChanged = true
    log(.capacity(factor: factor))
  }

  /// The first byte of a flow, or the error that comes in its place.
  private mutating func begin(_ index: Int) {
    if player.faults.refusals.contains(where: { $0.start <= now && now < $0.start + $0.duration }) {
      refuse(index)
      return
    }
    flows[index].isTransferring = true
    flows[index].questionTime = now
    flows[index].questionReceived = 0
  }

  /// Puts a request on its way.
  @inline(__always)
  mutating func send(_ flow: Flow) {
    var flow = flow
    flow.requestTime = now
    var latency = constantLatency
    if latency.isNaN {
      var ahead = cursor
      latency = link.roundTrip(from: now, cursor: &ahead)
    }
    if connectedFrom == .infinity {
      let roundTrip = latency
      latency *= 1 + network.setupRoundTrips
      if nameKnownFrom == .infinity {
        latency += network.nameLookupTime
        nameKnownFrom = now + network.nameLookupTime
      } else if now < nameKnownFrom {
        latency += nameKnownFrom - now
      }
      if network.reusesConnections { connectedFrom = now + (latency - roundTrip) }
    } else if now < connectedFrom {
      // It waits for the set-up that an earlier request has begun.
      latency += connectedFrom - now
    }
    flow.latency = latency
    flow.remaining = Double(flow.bytes) * wirePerByte
    if mayBeLone(flow) {
      sendLone(flow)
      return
    }
    joinLone()
    settle(to: now)
    flows.append(flow)
    flowsChanged = true
    // A request without latency is answered in the same instant.
    if latency == 0 { begin(flows.count - 1) }
  }

  /// Whole bytes of a flow that have arrived by now, without those of an earlier part of the transfer.
  @inline(__always)
  func received(_ flow: Flow) -> Int {
    let wire = Double(flow.bytes) * wirePerByte - flow.remaining
    return min(flow.bytes, Int(max(0, wire) * network.payloadFraction))
  }

  /// Stops a flow and books what has arrived.
  mutating func stop(_ index: Int, booking account: ByteAccount) {
    settle(to: now)
    let flow = flows.remove(at: index)
    flowsChanged = true
    let arrived = received(flow)
    let bytes = flow.kept + arrived
    metrics.bytesReceived += arrived
    metrics.session.ledger[flow.isOverhead || flow.purpose == .side ? .overhead : account] += bytes
    guard flow.purpose != .side else { return }
    log(
      flow.purpose == .main
        ? .cut(segment: flow.segment, rendition: flow.rendition, received: Double(bytes))
        : .preloadStopped(item: flow.item, segment: flow.segment, received: bytes, isKept: false))
  }

  /// Stops a flow and keeps what has arrived, to go on by range.
  mutating func suspend(_ index: Int) {
    if flows[index].isOverhead || flows[index].purpose == .side {
      stop(index, booking: .overhead)
      return
    }
    settle(to: now)
    let flow = flows.remove(at: index)
    flowsChanged = true
    let arrived = received(flow)
    let bytes = flow.kept + arrived
    metrics.bytesReceived += arrived
    keepPart(of: flow, bytes: bytes)
    log(.preloadStopped(item: flow.item, segment: flow.segment, received: bytes, isKept: true))
  }

  /// Keeps what has arrived of a flow's segment, in place of what was kept of the item before; nothing when nothing has.
  mutating func keepPart(of flow: Flow, bytes: Int) {
    guard bytes > 0 else { return }
    forgetPart(of: flow.item)
    items[flow.item].partSegment = flow.segment
    items[flow.item].partRendition = flow.rendition
    items[flow.item].partBytes = bytes
  }

  /// Books a kept part that will not be gone on with.
  @inline(__always)
  mutating func forgetPart(of item: Int, booking account: ByteAccount = .aborted) {
    guard items[item].partSegment >= 0 else { return }
    metrics.session.ledger[account] += items[item].partBytes
    items[item].partSegment = -1
    items[item].partBytes = 0
  }

  /// Takes a kept part over into a flow that fetches the same segment in the same rendition.
  @inline(__always)
  mutating func takePart(into flow: inout Flow) {
    guard items[flow.item].partSegment == flow.segment else { return }
    if items[flow.item].partRendition == flow.rendition {
      flow.kept = items[flow.item].partBytes
      flow.bytes -= flow.kept
      items[flow.item].partSegment = -1
      items[flow.item].partBytes = 0
    } else {
      forgetPart(of: flow.item)
    }
  }

  mutating func startSideFlow(bytes: Int, isGated: Bool) {
    var flow = Flow(
      purpose: .side, item: -1, segment: 0, rendition: 0, bytes: bytes, requestTime: now, latency: 0, remaining: 0)
    flow.isGated = isGated
    send(flow)
    log(.sideFlow(bytes: bytes))
  }

  /// A flow has brought its last byte.
  private mutating func finish(_ index: Int) {
    let flow = flows.remove(at: index)
    flowsChanged = true
    if flow.purpose == .preload { preloadsMayHaveWork = true }
    receive(flow)
  }

  /// All bytes of a flow are here.
  mutating func receive(_ flow: Flow) {
    metrics.bytesReceived += flow.bytes
    if flow.purpose == .side {
      metrics.session.ledger[.overhead] += flow.bytes
      if flow.segment == Flow.pageSegment { finishPage() }
    } else if flow.isOverhead {
      metrics.session.ledger[.overhead] += flow.bytes
      items[flow.item].hasOverhead = true
      if flow.purpose == .main { authorise() }
    } else if flow.purpose == .main {
      finishDownload(flow)
    } else {
      finishPreload(flow)
    }
  }
}
