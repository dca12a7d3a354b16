import ABRMedia

/// Items that come up and go.
extension QueueSession {
  /// A visit begins.
  mutating func enter(_ index: Int) {
    let previous = item >= 0 ? driver : nil
    let previousBandwidth = lastRendition >= 0 ? driver.terms[lastRendition].bandwidth : 0
    visitIndex = index
    let turn = visits[index]
    currentVisit = turn
    isStepKnown = false
    item = turn.item
    live = player.queue.items[item].live
    driver = drivers[driverOfItem[item]]
    let returns = items[item].isSuspended
    items[item].isSuspended = false
    items[item].lastAccess = now
    visit = VisitMetrics(visit: index, item: item, began: now)
    visit.isClip = turn.isClip || returns
    isAtRate = !turn.isClip
    state = .startup
    startsAnew = false
    isCatchingUp = false
    resetRequests()
    if returns {
      playingTime = items[item].playingTime
      nextTick = items[item].nextTick
      forwardTarget = items[item].forwardTarget
      watchedBefore = items[item].watched
    } else {
      forwardTarget = driver.begin(after: previous)
      playingTime = 0
      nextTick = driver.interval
      watchedBefore = 0
    }
    playhead = min(turn.from ?? (returns ? items[item].resumePosition : startPosition(of: index)), driver.duration)
    runStart = playhead
    beginBuffer()
    isAuthorised = isStartPlain || returns || !needsAuthorisation(item)
    log(.visit(place: index, item: item))
    if !returns { log(.target(seconds: forwardTarget)) }
    chooseStart(previousBandwidth: previousBandwidth)
    takeHeld()
    if !returns, !metrics.visits.isEmpty { log(.readiness(visit.hit)) }
    pruneWindow()
    if gate.take(.newItem) { gateChanged() }
    if returns {
      // It goes on with what was kept, as after a pause. Without any the frame on the screen is not the first one: the wait is a stall.
      state = .stalled
      stallBegan = now
      visit.started = true
      if level > 0 || isDownloaded {
        state = .playing
      } else {
        metrics.session.stallCount += 1
        log(.stalled)
      }
    } else {
      startIfReady()
    }
  }

  /// Where a visit begins that does not say so: at the start, at the live edge less the start index.
  @inline(__always)
  func startPosition(of visit: Int) -> Double {
    let turn = visits[visit]
    if let from = turn.from { return from }
    let item = turn.item
    if items[item].isSuspended { return items[item].resumePosition }
    guard let live = player.queue.items[item].live else { return 0 }
    let driver = drivers[driverOfItem[item]]
    let starts = driver.video.starts
    let edge = min(live.edge + now, driver.duration)
    var available = driver.segment(at: edge)
    if available > 0, starts[available] > edge { available -= 1 }
    return starts[max(0, available - live.startIndex)]
  }

  /// Nothing of the item has been requested yet, and nothing waits to be.
  mutating func forgetRequests() {
    hasRequested = false
    startRendition = nil
    isWaitingForRoom = false
    ruleUntil = .infinity
  }

  private mutating func resetRequests() {
    forgetRequests()
    lastPosition = 0
    lastRendition = -1
    lastShown = -1
    justFilled = false
    abandonedInARow = 0
    unansweredChange = .nan
    visibleFrom = .infinity
    isRefetching = false
    preloadsMayHaveWork = true
    waitingPreload = -1
    hasLoggedTrigger = false
  }

  /// Decides with which rendition the item starts, and what of its preloaded media is of use.
  private mutating func chooseStart(previousBandwidth: Double) {
    let mode = player.preload.start
    if mode == .previous || mode == .previousPreloaded, previousBandwidth > 0 {
      startRendition = driver.rendition(closestTo: previousBandwidth)
    }
    let needed = startRendition ?? driver.ladderIndices[driver.firstPosition]
    // Media that was on the screen before is played again as it lies in the cache.
    if mode != .preloaded, !items[item].wasPlayed { discardPreloads(otherThan: needed) }
    guard next < driver.segmentCount else { return }
    if store[item, next].exists {
      visit.hit = .hit
    } else if items[item].partSegment == next, mode == .preloaded || items[item].partRendition == needed {
      visit.hit = .partial
      startRendition = items[item].partRendition
    }
    promotePreload(needed: mode == .preloaded ? nil : needed)
  }

  private mutating func discardPreloads(otherThan rendition: Int) {
    for segment in items[item].held where store[item, segment].exists {
      if Int(store[item, segment].rendition) != rendition { discard(item, segment: segment, as: .preloaded) }
    }
    if items[item].partSegment >= 0, items[item].partRendition != rendition { forgetPart(of: item) }
  }

  /// A preload of this item that is running goes on as the item's own request where it fetches what is needed next.
  private mutating func promotePreload(needed: Int?) {
    guard let index = flows.firstIndex(where: { $0.purpose == .preload && $0.item == item }) else { return }
    var first = next
    while first < driver.segmentCount, store[item, first].exists { first += 1 }
    let flow = flows[index]
    if flow.isOverhead {
      flows[index].purpose = .main
    } else if flow.segment == first, needed ?? flow.rendition == flow.rendition {
      settle(to: now)
      flows[index].purpose = .main
      flows[index].isFirst = true
      hasRequested = true
      if visit.hit == .miss { visit.hit = .partial }
    } else {
      suspend(index)
    }
    flowsChanged = true
  }

  // MARK: The end of a visit

  /// The playhead has come to the end of the item, or to where the visit ends.
  mutating func endVisit() {
    let isItemOver = isDownloaded && playhead >= driver.duration
    let script = player.script
    if currentVisit.isClip {
      // Each ad that can be skipped has had one skip; bumpers and others had none.
      if case .ad(let after) = currentVisit.role, after < .infinity, nextStep < script.steps.count,
        script.steps[nextStep].action == .skip
      {
        nextStep += 1
        isStepKnown = false
      }
    } else if isItemOver {
      // What the viewer wanted to do later in this item is void; what came after it comes now.
      while nextStep < script.steps.count, script.steps[nextStep].moment.belongsToItem {
        let step = script.steps[nextStep]
        nextStep += 1
        isStepKnown = false
        if step.action.isMove {
          // With nothing left to watch and nowhere to go, the session is complete and nobody has left it.
          let isLast = (step.action == .leave || step.action == .next) && neighbour(1) == nil
          if isLast { end(.completed) } else { perform(step.action) }
          return
        }
      }
    }
    if visitIndex + 1 < visits.count, script.advances || !isItemOver || currentVisit.isClip {
      move(to: visitIndex + 1)
    } else if script.advances || nextTimedStep == .infinity {
      end(.completed)
    } else {
      // The last frame stays until the viewer does something.
      isPaused = true
    }
  }

  @inline(__always)
  private var nextTimedStep: Double {
    guard nextStep < player.script.steps.count, case .time(let time) = player.script.steps[nextStep].moment else {
      return .infinity
    }
    return time
  }

  /// Leaves the current visit for another.
  mutating func move(to index: Int, leaving account: ByteAccount = .unplayed) {
    leaveVisit(as: account)
    enter(index)
  }

  /// Closes the current visit; its buffer is kept where the queue says that the item comes back.
  mutating func leaveVisit(as account: ByteAccount) {
    settleRun()
    let turn = currentVisit
    // A visit that ends where it should and not for a swipe.
    let isSuspended = turn.keepsBuffer && playhead >= turn.until
    joinLone()
    if let index = flows.firstIndex(where: { $0.purpose == .main }) {
      if isSuspended { suspend(index) } else { stop(index, booking: .aborted) }
    }
    if isSuspended {
      items[item].isSuspended = true
      items[item].resumePosition = playhead
      items[item].watched = watchedBefore
      items[item].playingTime = playingTime
      items[item].nextTick = nextTick
      items[item].forwardTarget = forwardTarget
    } else {
      items[item].resumePosition = 0
      releaseMemory(of: item, as: account)
      forgetPart(of: item)
    }
    metrics.visits.append(visit)
  }

  /// The visit that the viewer means by next or previous: of content, to another item than this one; `nil` for none.
  @inline(__always)
  func neighbour(_ direction: Int) -> Int? {
    var content = item
    if currentVisit.isClip {
      content = visits[visitIndex...].first { !$0.isClip }?.item ?? item
    }
    var index = visitIndex + direction
    while visits.indices.contains(index) {
      if !visits[index].isClip, visits[index].item != content || (visits[index].from ?? -1) == 0 {
        // Backwards the item begins with its first visit, before any break.
        if direction < 0 {
          while index > 0, visits[index - 1].item == visits[index].item { index -= 1 }
        }
        return index
      }
      index += direction
    }
    return nil
  }
}
