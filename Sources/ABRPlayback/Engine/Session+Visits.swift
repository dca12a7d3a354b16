import ABRMedia

/// Items that come up and go.
extension Session {
  /// A visit begins.
  ///
  /// - Parameter continues: whether it plays without a `play` even where items wait for one: an ad inside an item, or
  ///   the item after its ad.
  mutating func enter(_ index: Int, continues: Bool = false) {
    let previous = pastVisits.isEmpty ? nil : driver
    let previousBandwidth = requests.lastRendition.map { driver.terms.renditions[$0].bandwidth }
    let turn = visits[index]
    let item = turn.item
    driver = driver(of: item)
    let suspended = items[item].suspended
    let returns = suspended != nil
    items[item].suspended = nil
    items[item].lastAccess = now
    visit = VisitState(
      index: index, visit: turn, metrics: VisitMetrics(visit: index, item: item, began: now))
    visit.metrics.isClip = turn.isClip || returns || items[item].wasPlayed && visits.continues(at: index)
    visit.measuredBefore = (metrics.measuredBytes, metrics.measuredTime)
    playback.begin(
      isClip: turn.isClip, watched: suspended?.watched ?? 0, playingTime: suspended?.playingTime ?? 0,
      waitsForPlay: !viewer.script.autoplays && !continues)
    live.begin(settings.queue.items[item].live, playlist: items[item].playlist)
    requests.beginVisit()
    forgetErrors()
    preloading.beginVisit()
    if let suspended {
      // The target continues where it was left.
      buffer.beginTarget(suspended.forwardTarget, nextTick: suspended.nextTick)
    } else {
      beginTarget(after: previous)
    }
    movePlayhead(to: min(turn.from ?? suspended?.position ?? startPosition(of: index), driver.terms.duration))
    if let goal = viewer.goal, goal.visit == index {
      movePlayhead(to: goal.position)
      viewer.goal = nil
    }
    beginBuffer()
    visit.isAuthorised = isStartPlain || returns || !needsAuthorisation(item)
    log(.visit(place: index, item: item))
    if !returns { log(.target(seconds: buffer.forwardTarget)) }
    chooseStart(previousBandwidth: previousBandwidth)
    appendContiguousSegments()
    if !returns, !pastVisits.isEmpty { log(.readiness(visit.metrics.hit)) }
    pruneWindow()
    if preloading.handle(.newItem) { gateChanged() }
    if let suspended { continueItem(isSeeking: suspended.isSeeking) } else { startIfReady() }
  }

  /// An item that has come back continues with what was kept, as after a pause. Without any the frame on the screen is
  /// not the first one: the wait is a stall.
  private mutating func continueItem(isSeeking: Bool) {
    visit.metrics.started = true
    playback.start(at: now)
    if level > 0 || isDownloaded { return }
    if isSeeking { playback.seek(at: now) } else { stall() }
  }

  /// Rule and optimizer begin anew; the rule keeps what the one before knows of the network.
  mutating func beginTarget(after previous: ItemDriver?) {
    buffer.beginTarget(driver.begin(after: previous), nextTick: playback.playingTime + driver.terms.interval)
  }

  /// Where a visit begins that does not say so: at the start, at the live edge less the start index.
  @inline(__always)
  func startPosition(of visit: Int) -> Double {
    let turn = visits[visit]
    if let goal = viewer.goal, goal.visit == visit { return goal.position }
    if let from = turn.from { return from }
    let item = turn.item
    if let suspended = items[item].suspended { return suspended.position }
    guard let live = settings.queue.items[item].live else { return 0 }
    return live.joinPosition(at: now, in: driver(of: item))
  }

  /// Decides with which rendition the item starts, and what of its preloaded media is of use.
  private mutating func chooseStart(previousBandwidth: Double?) {
    let mode = settings.preload.start
    if mode == .previous || mode == .previousPreloaded, let previousBandwidth {
      requests.startRendition = driver.rendition(closestTo: previousBandwidth)
    }
    let first = firstPosition(of: driver)
    if first != driver.firstPosition, requests.startRendition == nil {
      requests.startRendition = driver.ladderIndices[first]
    }
    let needed = requests.startRendition ?? driver.ladderIndices[first]
    // Media that was on the screen before is played again as it lies in the cache.
    if mode != .preloaded, !items[item].wasPlayed { discardPreloads(otherThan: needed) }
    guard buffer.next < driver.terms.segmentCount else { return }
    if store[item, buffer.next].exists {
      visit.metrics.hit = .hit
    } else if let part = items[item].part, part.segment == buffer.next, let rendition = part.rendition,
      mode == .preloaded || rendition == needed
    {
      visit.metrics.hit = .partial
      requests.startRendition = rendition
    }
    promotePreload(needed: mode == .preloaded ? nil : needed)
  }

  /// Where an item starts of which nothing is there yet: as its driver says, or by what was measured over the item
  /// before.
  func firstPosition(of driver: ItemDriver) -> Int {
    guard case .lastThroughput = driver.terms.settings.initialRendition, let lastThroughput,
      !driver.terms.choosesFirstRendition || driver.terms.settings.forcesInitialRendition
    else { return driver.firstPosition }
    return driver.terms.settings.initialRendition.position(
      in: driver.terms.video.ladder, eligible: driver.eligible, throughput: lastThroughput)
  }

  private mutating func discardPreloads(otherThan rendition: Int) {
    for segment in items[item].held where store[item, segment].exists {
      if Int(store[item, segment].rendition) != rendition { discard(item, segment: segment, as: .preloaded) }
    }
    if let part = items[item].part, part.rendition != rendition { forgetPart(of: item) }
  }

  /// A preload of this item that is running continues as the item's own request where it fetches what is needed next.
  private mutating func promotePreload(needed: Int?) {
    guard let index = network.flows.firstIndex(where: { $0.purpose == .preload && $0.item == item }) else { return }
    var first = buffer.next
    while first < driver.terms.segmentCount, store[item, first].exists { first += 1 }
    let flow = network.flows[index]
    if flow.segment == nil {
      network.update(index, at: now) { $0.purpose = .main }
    } else if flow.segment == first, needed ?? flow.rendition == flow.rendition {
      network.update(index, at: now) {
        $0.purpose = .main
        $0.isFirst = true
      }
      requests.begin()
      if visit.metrics.hit == .miss { visit.metrics.hit = .partial }
    } else {
      suspend(index)
    }
  }

  // MARK: The end of a visit

  /// The playhead has come to the end of the item, or to where the visit ends.
  mutating func endVisit() {
    let isItemOver = isDownloaded && playback.playhead >= driver.terms.duration
    if visit.visit.isClip {
      viewer.endClip(visit.visit)
    } else if isItemOver, let move = viewer.endItem() {
      // With nothing left to watch and nowhere to go, the session is complete and nobody has left it.
      let isLast = (move == .leave || move == .next) && visits.neighbour(of: visit.index, direction: 1) == nil
      if isLast { end(.completed) } else { perform(move) }
      return
    }
    let next = nextVisit
    if next < visits.count, viewer.script.advances || !isItemOver || visit.visit.isClip {
      move(to: next, continues: visit.visit.isClip || !isItemOver)
    } else if viewer.script.advances || viewer.nextTimedStep == .infinity {
      end(.completed)
    } else {
      // The last frame stays until the viewer does something.
      playback.stayAtEnd()
    }
  }

  /// The place of the visit that comes up after this one.
  var nextVisit: Int { visits.next(from: visit.index + 1, toGoal: viewer.goal?.visit) }

  /// Leaves the current visit for another.
  mutating func move(to index: Int, leaving account: ByteAccount = .unplayed, continues: Bool = false) {
    leaveVisit(as: account)
    enter(index, continues: continues)
  }

  /// Closes the current visit; its buffer is kept where the queue says that the item comes back.
  mutating func leaveVisit(as account: ByteAccount) {
    // A visit that ends where it should and not for a swipe, and that has shown anything.
    let comesBack = visit.visit.keepsBuffer && visit.metrics.started && playback.playhead >= visit.visit.until
    endRun(releases: !comesBack)
    items[item].playlist = live.playlist
    if let limits = visit.limitsAfter { change(to: metered.limit(to: limits)) }
    if hasMainFlow {
      network.demoteSoleFlowIfNeeded(at: now)
      if let index = network.flows.firstIndex(where: { $0.purpose == .main }) {
        if comesBack || keepsPart(of: item) { suspend(index) } else { stop(index, as: .aborted) }
      }
    }
    if comesBack {
      items[item].suspended = ItemState.Suspended(
        position: playback.playhead, watched: playback.watchedBefore, playingTime: playback.playingTime,
        nextTick: buffer.nextTick, forwardTarget: buffer.forwardTarget, isSeeking: playback.isSeeking)
    } else {
      releaseMemory(of: item, as: account)
      if !keepsPart(of: item) { forgetPart(of: item) }
      // Another setting up of the player needs another licence.
      if !settings.licences.isPersistent { licensedKeys.subtract(settings.queue.items[item].keys) }
    }
    let time = metrics.measuredTime - visit.measuredBefore.time
    if time > 0 { lastThroughput = Double(metrics.measuredBytes - visit.measuredBefore.bytes) * 8 / time }
    pastVisits.append(visit.metrics)
  }
}
