import ABRMedia

/// What the gate (``PreloadGate``) is told and what it starts or stops, and requests for items that may come.
extension Session {
  /// Whether preloads and gated side flows may request.
  @inline(__always)
  var isGateOpen: Bool {
    preloading.isOpen(at: playback.playhead, of: driver.terms.duration, isDownloaded: isDownloaded)
  }

  /// Whether preloads may request: the gate is open, and the app allows them on this network.
  @inline(__always)
  var mayPreload: Bool { preloading.isAllowed && isGateOpen }

  /// Shows the gate the level of the item on the screen.
  mutating func updateGate() {
    guard preloading.hasGate, !isOver else { return }
    // At the mark that was computed for it the level is the close level, though rounding may leave it a little above.
    let hasChanged = preloading.handle(
      level: level, isAtClose: playback.playhead >= buffer.end - preloading.gate.settings.close,
      tolerance: driver.terms.playsArriving ? Self.levelTolerance : nil, isComplete: isDownloaded)
    if hasChanged { gateChanged() }
  }

  /// Starts or stops what depends on the gate.
  mutating func gateChanged() {
    let threshold = preloading.gate.isOpen ? preloading.gate.settings.open : preloading.gate.settings.close
    log(.gate(isOpen: preloading.gate.isOpen, cause: preloading.gate.cause, threshold: threshold))
    guard !preloading.gate.isOpen else { return }
    for index in network.flows.indices.reversed() {
      let flow = network.flows[index]
      if flow.purpose == .side, flow.isGated {
        holdSideFlow(index)
      } else if flow.purpose == .preload {
        switch settings.preload.onClose {
        case .pause: suspend(index)
        case .cancel: if keepsPart(of: flow.item) { suspend(index) } else { stop(index, as: .aborted) }
        case .finish: break
        }
      }
    }
  }

  /// Requests what the window and the gate allow.
  mutating func requestPreloads() {
    if playback.isSuspended || faults.isGivenUp || !mayPreload { return }
    guard requests.blockedUntil <= now else { return wake(at: requests.blockedUntil) }
    startWaitingSideFlows(isOpen: true)
    guard preloading.isActive, preloading.mayHaveWork else { return }
    if O.isActive, preloading.noteTrigger() { log(.preloadsAllowed) }
    var running = 0
    for flow in network.flows where flow.purpose == .preload { running += 1 }
    let farthest =
      settings.preload.isActive ? max(settings.preload.previousCount, settings.preload.nextCount) : 0
    var distance = 1
    while distance <= farthest, running < settings.preload.maxParallel {
      // Nearest first, forward before backward.
      for direction in [1, -1] where running < settings.preload.maxParallel {
        guard distance <= (direction > 0 ? settings.preload.nextCount : settings.preload.previousCount) else {
          continue
        }
        let place = visit.index + direction * distance
        if place >= 0, place < visits.count, visits.isKnown(place), startPreload(ofVisit: place, distance: distance) {
          running += 1
        }
      }
      distance += 1
    }
    requestTasks(running: &running)
    preloading.finishLook(running: running, hasLiveItems: hasLiveItems)
  }

  @inline(__always)
  private func amount(atDistance distance: Int, of driver: ItemDriver) -> Double {
    switch settings.preload.amount {
    case .seconds(let table): return distance <= table.count ? table[distance - 1] : 0
    case .target:
      return min(driver.terms.settings.buffer.maximum, driver.terms.initialTarget)
    }
  }

  /// Requests the first segment that a neighbour lacks.
  ///
  /// - Returns: whether a flow was started.
  private mutating func startPreload(ofVisit place: Int, distance: Int) -> Bool {
    let target = visits[place].item
    return startPreload(
      of: target, from: startPosition(of: place), seconds: amount(atDistance: distance, of: driver(of: target)))
  }

  /// The same for so many seconds of an item from a position on.
  mutating func startPreload(of target: Int, from begin: Double, seconds: Double) -> Bool {
    guard seconds > 0, target != item, isPlayable(target), !isAddressLost(target), preload(of: target) == nil
    else { return false }
    let driver = driver(of: target)
    var segment = driver.segment(at: begin)
    while segment < driver.terms.segmentCount, store[target, segment].exists { segment += 1 }
    let starts = driver.terms.video.starts
    guard segment < driver.terms.segmentCount, starts[segment] < begin + seconds else { return false }
    if let live = settings.queue.items[target].live {
      let available = live.time(of: starts[segment + 1])
      guard available <= now else {
        wake(at: available)
        return false
      }
    }
    if requestStartResource(of: target, purpose: .preload) { return true }
    if settings.licences.isPreloaded, settings.licences.isPersistent, let key = missingKey(of: target) {
      sendLicence(of: key, for: target, purpose: .preload)
      return true
    }
    let rendition = preloadRendition(of: driver, item: target, segment: segment)
    if requestResource(of: target, rendition: rendition, purpose: .preload) { return true }
    let size = driver.terms.video.size(segment: segment, rendition: rendition)
    var held = 0
    for index in items.indices where index != item { held += items[index].preloadedBytes }
    var inFlight = 0
    for flow in network.flows where flow.purpose == .preload { inFlight += flow.bytes }
    guard held + inFlight + size <= settings.preload.memoryCap else {
      if O.isActive, preloading.noteWaiting(store.index(target, segment)) {
        log(.preloadWaits(item: target, segment: segment, bytes: size, held: held + inFlight))
      }
      return false
    }
    var flow = Flow(.preload, item: target, .segment(segment, rendition: rendition), bytes: size)
    flow.audioBytes = driver.terms.source.audioBytes(of: segment)
    takePart(into: &flow)
    log(.preloading(item: target, segment: segment, rendition: rendition, bytes: flow.bytes))
    send(flow)
    return true
  }

  /// The ladder index in which an item is preloaded: the one it has begun with, or what the settings say.
  @inline(__always)
  private func preloadRendition(of driver: ItemDriver, item target: Int, segment: Int) -> Int {
    if let part = items[target].part, part.segment == segment, let rendition = part.rendition { return rendition }
    if segment > 0, store[target, segment - 1].exists { return Int(store[target, segment - 1].rendition) }
    let indices = driver.ladderIndices
    switch settings.preload.start == .previousPreloaded ? .current : settings.preload.rendition {
    case .initial: return indices[firstPosition(of: driver)]
    case .bandwidth(let bandwidth): return driver.rendition(closestTo: bandwidth)
    case .index(let index): return indices[driver.position(of: index)]
    case .pixels(let pixels):
      return indices.last { driver.terms.video.ladder[$0].pixels.map { $0 <= pixels } ?? true } ?? indices[0]
    case .current:
      guard let last = requests.lastRendition else { return indices[firstPosition(of: driver)] }
      return driver.rendition(closestTo: self.driver.terms.renditions[last].bandwidth)
    }
  }

  /// A segment of a neighbour has arrived.
  mutating func finishPreload(_ flow: CompleteFlow, segment: Int, rendition: Int) {
    metrics.segmentsPreloaded += 1
    put(item: flow.item, segment: segment, rendition: rendition, places: [.memory, .preload])
    log(.preloaded(item: flow.item, segment: segment, rendition: rendition, bytes: flow.bytes))
    // Its item may have come up meanwhile.
    guard flow.item == item else { return }
    appendContiguousSegments()
    startIfReady()
  }

  /// Items that have left the window are no longer fetched, and what memory holds of them goes.
  mutating func pruneWindow() {
    guard preloading.isActive else { return }
    for index in items.indices where index != item {
      // Nothing to drop: it has no copies, no part and no flow.
      if items[index].held.isEmpty, items[index].part == nil, network.flows.isEmpty { continue }
      let isInWindow = visits.shows(
        index, around: visit.index, before: settings.preload.previousCount, after: settings.preload.nextCount)
      guard !isInWindow, items[index].suspended == nil, !preloading.hasTask(index) else { continue }
      stopPreload(of: index, isKept: keepsPart(of: index))
      if !items[index].held.isEmpty { releaseMemory(of: index, as: .unplayed) }
      if !keepsPart(of: index) { forgetPart(of: index) }
    }
  }
}
