/// What the viewer does, and when.
extension QueueSession {
  /// Whether the next step can come about while this visit lasts.
  @inline(__always)
  private func isArmed(_ step: Script.Step) -> Bool {
    guard step.moment.belongsToItem else { return true }
    guard currentVisit.isClip else { return step.action != .skip }
    // Ads have their own clock: only a skip is meant for them, and only for those that can be skipped.
    return step.action == .skip && skippableAfter < .infinity
  }

  /// Seconds of the clip on the screen after which it may be skipped; infinite for never.
  @inline(__always)
  private var skippableAfter: Double {
    if case .ad(let after) = currentVisit.role { after } else { .infinity }
  }

  @inline(__always)
  private var armedStep: Script.Step? {
    guard nextStep < player.script.steps.count else { return nil }
    let step = player.script.steps[nextStep]
    return isArmed(step) ? step : nil
  }

  /// Works out at which playhead and at which time the next step is due; every event asks, and steps are few.
  mutating func arm() {
    isStepKnown = true
    scriptMark = .infinity
    stepTime = .infinity
    guard let step = armedStep else { return }
    switch step.moment {
    case .watched(let seconds):
      // A skip before it may be waits until it may.
      let due = step.action == .skip ? max(seconds, skippableAfter) : seconds
      scriptMark = runStart + (due - watchedBefore)
    case .position(let position): scriptMark = position
    case .time(let seconds): stepTime = seconds
    case .itemTime(let seconds): stepTime = visit.began + seconds
    }
  }

  /// The time at which the next step is due, where it waits for one, or the viewer's patience ends.
  @inline(__always)
  var nextActionTime: Double {
    if state == .startup, !isPaused, player.script.patience < .infinity { return min(stepTime, patienceEnd) }
    return stepTime
  }

  /// When the viewer's patience with this startup ends, if it lasts.
  @inline(__always)
  private var patienceEnd: Double { now + max(0, player.script.patience - visit.startupTime) }

  /// Does everything that is due.
  mutating func act() {
    if !isStepKnown { arm() }
    while !isOver, stepTime <= now || (visit.started && scriptMark <= playhead) {
      let action = player.script.steps[nextStep].action
      nextStep += 1
      isStepKnown = false
      perform(action)
      arm()
    }
    if !isOver, state == .startup, !isPaused, patienceEnd <= now { loseInterest() }
  }

  /// The viewer's patience with a startup is over: the next move of the script comes now, or the viewer leaves.
  private mutating func loseInterest() {
    log(.impatient)
    let steps = player.script.steps
    var index = nextStep
    while index < steps.count, steps[index].moment.belongsToItem {
      if steps[index].action.isMove {
        nextStep = index + 1
        isStepKnown = false
        perform(steps[index].action)
        return
      }
      index += 1
    }
    perform(.leave)
  }

  /// Carries an action out.
  mutating func perform(_ action: Script.Action) {
    roomTime = .infinity
    switch action {
    case .play: play()
    case .pause: pause()
    case .suspend:
      pause()
      isSuspended = true
    case .seek(let position): seek(to: position)
    case .seekBy(let seconds): seek(to: playhead + seconds)
    case .rate(let newRate):
      rate = newRate
      log(.rate(newRate))
    case .next:
      guard let index = neighbour(1) else { return end(.left) }
      move(to: index)
    case .previous:
      guard let index = neighbour(-1) else { return log(.ignored(.noPreviousItem)) }
      move(to: index)
    case .index(let index): move(to: index)
    case .insert(let item):
      visits.insert(Visit(item: item), at: visitIndex + 1)
      if player.queue.pages != nil { knownVisits += 1 }
      preloadsMayHaveWork = true
      pruneWindow()
    case .skip: skip()
    case .eligible(let sets): change(to: sets)
    case .source(let players): fallBack(to: players)
    case .sideFlow(let bytes): startSideFlow(bytes: bytes, isGated: false)
    case .refresh(let seconds): blockedUntil = max(blockedUntil, now + seconds)
    case .lowMemory(let seconds): runLow(for: seconds)
    case .fail: end(.failed)
    case .refuse(let refusal): refuse(for: refusal)
    case .leave: end(hasStartedSession ? .left : .leftBeforeStart)
    }
  }

  /// Says how many steps of the script the session did not live to see.
  mutating func logStepsLeft() {
    let left = player.script.steps.count - nextStep
    if O.isActive, left > 0 { log(.ignored(.neverReached(steps: left))) }
  }

  /// The session may not play: it is over, and nothing of the script comes any more.
  mutating func refuse(for refusal: PlaybackRefusal) {
    log(.playbackRefused(refusal))
    end(.failed)
  }

  private mutating func play() {
    isSuspended = false
    guard isPaused else { return }
    isPaused = false
    log(.played)
    if let live, live.preservesDelay, state == .playing { returnToEdge(delay: delayAtPause) }
    startIfReady()
  }

  private mutating func pause() {
    guard !isPaused else { return }
    isPaused = true
    delayAtPause = delay
    log(.paused)
  }

  /// The playhead jumps: within the buffer at once, otherwise as at startup.
  mutating func seek(to position: Double) {
    let target = min(max(0, position), min(currentVisit.until, driver.duration))
    if target != position { log(.ignored(.beyondItem(position: position))) }
    settleRun()
    let oldest = max(bufferStart, playhead - player.backBuffer)
    let isInside = target >= min(playhead, oldest) && (target < bufferEnd || (target == bufferEnd && isDownloaded))
    preloadsMayHaveWork = true
    if isInside {
      playhead = target
      runStart = target
      isStepKnown = false
      log(.seeked(to: target, isInside: true))
      startIfReady()
      return
    }
    let wanted = driver.segment(at: target)
    joinLone()
    if let index = flows.firstIndex(where: { $0.purpose == .main && !$0.isOverhead && $0.segment != wanted }) {
      stop(index, booking: .aborted)
    }
    releaseMemory(of: item, as: .unplayed)
    forgetPart(of: item)
    ruleUntil = .infinity
    isWaitingForRoom = false
    visibleFrom = .infinity
    isRefetching = false
    playhead = target
    runStart = target
    isStepKnown = false
    beginBuffer()
    log(.seeked(to: target, isInside: false))
    takeHeld()
    if gate.take(.newItem) { gateChanged() }
    guard state != .startup else { return startIfReady() }
    metrics.seekCount += 1
    state = .seeking
    stallBegan = now
    startIfReady()
    if isShowing, playhead >= bufferEnd, isDownloaded { endVisit() }
  }

  /// The rest of an ad goes, once it may be skipped.
  private mutating func skip() {
    guard case .ad(let allowedAfter) = currentVisit.role, allowedAfter < .infinity else {
      return log(.ignored(.nothingToSkip))
    }
    guard watched >= allowedAfter else { return log(.ignored(.skipTooEarly)) }
    guard visitIndex + 1 < visits.count else { return end(.left) }
    log(.skipped)
    move(to: visitIndex + 1, leaving: .skipped)
  }

  /// Limits change: rules get new tables, the next request chooses among other renditions.
  private mutating func change(to sets: [EligibleSet]) {
    for (driver, set) in zip(drivers, sets) { driver.change(to: set) }
    lastPosition = driver.position(of: max(0, lastRendition))
    unansweredChange = now
    log(.eligible(mask: driver.eligible.mask))
  }

  /// Every item goes on from another source; what was fetched from the old one is of no use.
  private mutating func fallBack(to players: [Int]) {
    settleRun()
    joinLone()
    // In their order: sums of bytes and seconds must not depend on that of a set.
    let changed = items.indices.filter { players[driverOfItem[$0]] != driverOfItem[$0] }
    for index in flows.indices.reversed() where changed.contains(flows[index].item) {
      stop(index, booking: .fallback)
    }
    for index in changed {
      for segment in items[index].held { discard(index, segment: segment, as: .fallback) }
      items[index].held = 0..<0
      items[index].hasOverhead = false
      forgetPart(of: index, booking: .fallback)
    }
    for index in changed { driverOfItem[index] = players[driverOfItem[index]] }
    guard changed.contains(item) else { return }
    log(.sourceChanged)
    driver = drivers[driverOfItem[item]]
    forwardTarget = driver.begin(after: nil)
    nextTick = playingTime + driver.interval
    forgetRequests()
    lastPosition = 0
    lastRendition = -1
    lastShown = -1
    beginBuffer()
    guard state == .playing else { return }
    startsAnew = true
    stall()
  }
}
