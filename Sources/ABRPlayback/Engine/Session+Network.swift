/// What the network brings: answers, bytes, changes of its capacity, side flows.
extension Session {
  @inline(__always)
  var sideFlowTime: Double {
    let flows = settings.queue.sideFlows
    return preloading.nextSideFlow < flows.count ? flows[preloading.nextSideFlow].start : .infinity
  }

  /// Does what the network brings now.
  mutating func handleNetwork() {
    // What arrives in the instant in which the capacity changes has arrived.
    handleFlows()
    if isLinkPlain { return }
    while faults.capacityTime <= now {
      let factor = faults.changeCapacity()
      network.setCapacity(factor, at: now)
      log(.capacity(factor: factor))
    }
    while sideFlowTime <= now {
      let side = settings.queue.sideFlows[preloading.nextSideFlow]
      preloading.nextSideFlow += 1
      if preloading.allows(side, isOpen: isGateOpen) {
        start(side)
      } else {
        preloading.waitingSideFlows.append(side)
      }
    }
    if nextHeartbeat <= now { sendHeartbeat() }
    handleFlows()
  }

  private mutating func handleFlows() {
    while !isOver, network.nextEvent(at: now) <= now {
      if let flow = network.takeSole(at: now) {
        receive(flow)
        continue
      }
      switch network.takeEvent(at: now) {
      case .answer(let index): answer(index)
      case .complete(let flow):
        if flow.purpose == .preload { preloading.note(.flow) }
        receive(flow)
      case nil: return
      }
    }
  }

  /// The first byte of a flow, or the error that comes in its place.
  private mutating func answer(_ index: Int) {
    if faults.refuses(at: now)
      || hasExpired(network.flows[index].item, at: network.flows[index].requestTime)
    {
      refuse(index)
    } else if isSourceRefused(network.flows[index].item) {
      leaveSource(index)
    } else {
      let flow = network.flows[index]
      network.begin(index, at: now)
      // What arrives is playable, and lies where the old segment lay.
      if driver.terms.playsArriving, flow.purpose == .main, let segment = flow.segment, segment == buffer.next {
        dropOldSegment(segment, of: flow.item)
      }
    }
  }

  /// Puts a request on its way; a delay only follows a time-out.
  @inline(__always)
  mutating func send(_ flow: Flow, after delay: Double = 0) {
    let mayBeSole = flow.purpose == .main && !mayLoseNetwork && !driver.terms.playsArriving
    let isSecure = !settings.hasHTTPSources || isSecure(flow.item)
    if let index = network.send(flow, at: now, after: delay, isSecure: isSecure, mayBeSole: mayBeSole) { answer(index) }
  }

  mutating func start(_ side: SideFlow) {
    let content = side.answer == .content ? Flow.Content.other : .error(isFatal: side.answer == .fatalError)
    var flow = Flow(.side, item: -1, content, bytes: side.bytes)
    flow.isGated = side.isGated
    flow.isDownload = side.isDownload
    send(flow)
    log(.sideFlow(bytes: side.bytes))
  }

  /// Starts side flows that have waited.
  mutating func startWaitingSideFlows(isOpen: Bool) {
    for index in preloading.waitingSideFlows.indices.reversed()
    where preloading.allows(preloading.waitingSideFlows[index], isOpen: isOpen) {
      start(preloading.waitingSideFlows.remove(at: index))
    }
  }

  /// Downloads for later wait, with what has come of them, or continue by range.
  mutating func pauseDownloads(_ isPaused: Bool) {
    preloading.pausesDownloads = isPaused
    log(.downloads(isPaused: isPaused))
    guard isPaused else { return startWaitingSideFlows(isOpen: isGateOpen) }
    for index in network.flows.indices.reversed() where network.flows[index].isDownload { holdSideFlow(index) }
  }

  /// Stops a side flow, the rest of which is fetched later by range.
  mutating func holdSideFlow(_ index: Int) {
    network.settle(to: now)
    let flow = network.flows[index]
    let left = flow.bytes - network.received(flow)
    stop(index, as: .overhead)
    guard left > 0 else { return }
    let answer: SideFlow.Answer =
      switch flow.content {
      case .error(let isFatal): isFatal ? .fatalError : .error
      default: .content
      }
    preloading.waitingSideFlows.append(
      SideFlow(at: now, bytes: left, isGated: flow.isGated, isDownload: flow.isDownload, answer: answer))
  }

  /// All bytes of a flow are here.
  private mutating func receive(_ flow: CompleteFlow) {
    metrics.bytesReceived += flow.bytes
    if !flow.isSegment { credit(flow.bytes, to: .overhead) }
    switch flow.content {
    case .segment(let segment, let rendition):
      if flow.purpose == .main {
        finishDownload(flow, segment: segment, rendition: rendition)
      } else {
        finishPreload(flow, segment: segment, rendition: rendition)
      }
    case .startResource, .renditionResource: receiveResource(flow)
    case .authorisation:
      if flow.purpose == .main { authorise() }
    case .livePlaylist: live.endReload(driver.terms.video.starts)
    case .licence(let key):
      finishLicence(of: key)
    case .heartbeat:
      countStreams()
    case .error(let isFatal):
      refuseSideRequest(bytes: flow.bytes, isFatal: isFatal)
    case .page:
      finishPage()
    case .other: break
    }
  }

  // MARK: Transfers that are stopped

  /// Stops a flow and accounts for what has arrived.
  mutating func stop(_ index: Int, as account: ByteAccount) {
    let flow = network.remove(index, at: now)
    if flow.purpose == .main { forgetDelayedLog() }
    let arrived = network.received(flow)
    let bytes = flow.kept + arrived
    metrics.bytesReceived += arrived
    guard case .segment(let segment, let rendition) = flow.content else {
      credit(bytes, to: .overhead)
      return
    }
    log(
      flow.purpose == .main
        ? .cut(segment: segment, rendition: rendition, received: Double(bytes))
        : .preloadStopped(item: flow.item, segment: segment, received: bytes, isKept: false))
    accountPart(of: flow.item, segment: segment, bytes: bytes, as: account)
  }

  /// Stops a flow and keeps what has arrived, to continue by range.
  mutating func suspend(_ index: Int) {
    guard let segment = network.flows[index].segment else {
      stop(index, as: .overhead)
      return
    }
    let flow = network.remove(index, at: now)
    if flow.purpose == .main { forgetDelayedLog() }
    let arrived = network.received(flow)
    let bytes = flow.kept + arrived
    metrics.bytesReceived += arrived
    keepPart(of: flow, bytes: bytes)
    log(.preloadStopped(item: flow.item, segment: segment, received: bytes, isKept: true))
  }

  /// Keeps what has arrived of a flow's segment, in place of what was kept of the item before; nothing when nothing
  /// has.
  mutating func keepPart(of flow: Flow, bytes: Int) {
    guard bytes > 0, case .segment(let segment, let rendition) = flow.content else { return }
    forgetPart(of: flow.item)
    let audio = driver(of: flow.item).terms.source.audioBytes(of: segment) - flow.audioBytes
    items[flow.item].part = ItemState.Part(
      segment: segment, rendition: rendition, bytes: bytes, audioBytes: audio + flow.audio(of: bytes - flow.kept))
  }

  /// Accounts for a kept part that is not continued.
  @inline(__always)
  mutating func forgetPart(of item: Int, as account: ByteAccount = .aborted) {
    guard let part = items[item].part else { return }
    items[item].part = nil
    accountPart(of: item, segment: part.segment, bytes: part.bytes, as: account)
  }

  /// Takes a kept part over into a flow that fetches the same segment in the same rendition, or the audio of it.
  @inline(__always)
  mutating func takePart(into flow: inout Flow) {
    guard let part = items[flow.item].part else { return }
    guard part.segment == flow.segment else {
      // The player has gone on to other audio.
      if part.rendition == nil { forgetPart(of: flow.item) }
      return
    }
    if part.rendition == flow.rendition || part.rendition == nil {
      flow.keep(part)
      items[flow.item].part = nil
    } else {
      forgetPart(of: flow.item)
    }
  }
}
