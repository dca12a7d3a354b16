/// What the viewer does, and when.
extension Session {
  /// Works out when the viewer's next step is due; every event does, and steps are few.
  @inline(__always)
  mutating func armViewer() {
    if viewer.isUnarmed { viewer.arm(for: visit.visit, began: visit.metrics.began, playback) }
  }

  /// The time at which the next step is due, where it waits for one, or the viewer's patience ends. After
  /// ``armViewer()``.
  @inline(__always)
  var nextActionTime: Double {
    let time = viewer.stepTime
    guard playback.isWaitingToStart, viewer.script.patience < .infinity else { return time }
    return min(time, patienceEnd)
  }

  /// When the viewer's patience with this startup ends, if it lasts.
  private var patienceEnd: Double { viewer.patienceEnd(at: now, waited: visit.metrics.startupTime) }

  /// The playhead at which the viewer has seen enough of the session.
  @inline(__always)
  var leaveMark: Double {
    viewer.leaveMark(runStart: playback.runStart, playedMedia: metrics.playedMedia)
  }

  /// Does everything that is due.
  mutating func act() {
    if visit.metrics.started, leaveMark <= playback.playhead { return perform(.leave) }
    while !isOver {
      armViewer()
      let isDue = viewer.isDue(at: now, playhead: playback.playhead, hasStarted: visit.metrics.started)
      guard isDue else { break }
      perform(viewer.advance())
    }
    if !isOver, let wanted = visit.wanted, wanted.isReady {
      visit.wanted = nil
      seek(to: wanted.position)
    }
    if !isOver, playback.isWaitingToStart, patienceEnd <= now { loseInterest() }
  }

  /// The viewer's patience with a startup is over: the next move of the script comes now, or the viewer leaves.
  private mutating func loseInterest() {
    log(.impatient)
    perform(viewer.advanceToMove() ?? .leave)
  }

  /// Carries an action out.
  mutating func perform(_ action: Script.Action) {
    requests.reconsiderRoom()
    switch action {
    case .play: play()
    case .pause: pause()
    case .suspend:
      pause()
      logRoomWait()
      playback.suspend()
    case .seek(let position): askToSeek(to: position)
    case .seekBy(let seconds): askToSeek(to: (visit.wanted?.position ?? playback.playhead) + seconds)
    case .rate(let newRate):
      playback.chosenRate = newRate
      log(.rate(newRate))
      if driver.terms.settings.buffer.levelsFollowRate { startIfReady() }
    case .next:
      guard let index = visits.neighbour(of: visit.index, direction: 1) else { return end(.left) }
      viewer.goal = nil
      move(to: index)
    case .previous:
      guard let index = visits.neighbour(of: visit.index, direction: -1) else { return log(.ignored(.noPreviousItem)) }
      viewer.goal = nil
      move(to: index)
    case .index(let index):
      viewer.goal = nil
      move(to: index)
    case .insert(let item):
      visits.insert(Visit(item: item), at: visit.index + 1)
      viewer.insertVisit()
      preloading.note(.list)
      pruneWindow()
    case .skip: skip()
    case .eligible(let sets):
      visit.limitsAfter = nil
      change(to: metered.limit(to: sets))
    case .eligibleInPicture(let sets, let after, let begins):
      let isSmall = begins || visit.limitsAfter != nil
      if isSmall { visit.limitsAfter = after }
      change(to: metered.limit(to: isSmall ? sets : after))
    case .network(let isExpensive): changeNetwork(isExpensive: isExpensive)
    case .source(let players): fallBack(to: players)
    case .sideFlow(let bytes): start(SideFlow(at: now, bytes: bytes))
    case .downloads(let isPaused): pauseDownloads(isPaused)
    case .refresh(let seconds):
      logRoomWait()
      requests.block(atLeastUntil: now + seconds)
    case .lowMemory(let seconds): runLow(for: seconds)
    case .loader(let command, let item): tellLoader(command, about: item)
    case .clearCache: clearCache()
    case .preloading(let isAllowed): allowPreloading(isAllowed)
    case .fail: end(.failed)
    case .rebuild: rebuild()
    case .refuse(let refusal): refuse(refusal)
    case .leave: end(playback.hasStarted ? .left : .leftBeforeStart)
    }
  }

  /// Says how many steps of the script the session did not live to see.
  mutating func logStepsLeft() {
    let left = viewer.stepsLeft
    if O.isActive, left > 0 { log(.ignored(.neverReached(steps: left))) }
  }

  private mutating func play() {
    guard playback.play(at: now) else { return }
    log(.played)
    if let waited = playback.takeWaitBeforePause() { log(.resumed(after: waited)) }
    if playback.state == .playing, let position = live.resumePosition(at: now) {
      returnToEdge(at: position)
    } else {
      dropBehindEdge()
    }
    startIfReady()
    if faults.isResuming, playback.state == .playing, level > 0 { endResume(isComplete: true) }
  }

  private mutating func pause() {
    guard playback.pause(at: now) else { return }
    live.pause(delay: delay)
    log(.paused)
  }

  /// The playhead goes to a position, from which the next step is worked out anew.
  mutating func movePlayhead(to position: Double) {
    if O.isActive { observer.jump(from: playback.playhead, to: position) }
    playback.jump(to: position)
    viewer.movePlayhead()
  }

  /// The viewer wants to be elsewhere; an item that is not ready yet remembers it (Brightcove SDK).
  private mutating func askToSeek(to position: Double) {
    if visit.visit.role == .bumper { return log(.ignored(.bumper)) }
    guard playback.state == .startup else { return seek(to: position) }
    visit.wanted = (max(0, position), isReady: false)
    log(.ignored(.notReady(position: position)))
    if requests.isWaitingForRoom { startPlaying() } else { startIfReady() }
  }

  /// The viewer's seek, within what there is.
  mutating func seek(to position: Double) {
    if seekOverBreak(to: position) { return }
    let end = live.seekEnd(from: playback.playhead, at: now, in: driver)
    let target = min(max(0, position), visit.visit.until, end)
    let isBeyondEdge = position > end && end < driver.terms.duration
    if target != position {
      log(.ignored(isBeyondEdge ? .beyondEdge(position: position) : .beyondItem(position: position)))
    }
    go(to: target)
    judgeDelay(isChosen: !isBeyondEdge)
    if playback.isShowing, playback.playhead >= buffer.end, isDownloaded { endVisit() }
  }

  /// A seek to where a later visit shows the same item: the break on the way is shown, then the item continues there.
  private mutating func seekOverBreak(to position: Double) -> Bool {
    guard !visit.visit.isClip, position >= visit.visit.until else { return false }
    let target = min(position, driver.terms.duration)
    guard let goal = visits.visit(after: visit.index, showing: target) else { return false }
    if target != position { log(.ignored(.beyondItem(position: position))) }
    // Nothing of the item has been shown yet: the break comes first, and the item begins at the target.
    if playback.state != .startup { go(to: target) }
    viewer.goal = (goal, target)
    move(to: visits.first(from: visit.index, to: goal, settings.queue.breaksOnSeek), continues: true)
    return true
  }

  /// The playhead jumps: within the buffer at once, otherwise as at startup.
  mutating func go(to target: Double) {
    endRun()
    let oldest = max(buffer.start, playback.playhead - driver.terms.settings.backBuffer)
    let isInside =
      target >= min(playback.playhead, oldest) && (target < buffer.end || (target == buffer.end && isDownloaded))
    preloading.note(.position)
    if isInside {
      movePlayhead(to: target)
      log(.seeked(to: target, isInside: true))
      startIfReady()
      return
    }
    let wanted = driver.segment(at: target)
    network.demoteSoleFlowIfNeeded(at: now)
    if let index = network.flows.firstIndex(where: { $0.purpose == .main && $0.segment.map { $0 != wanted } ?? false })
    {
      stop(index, as: .aborted)
    }
    releaseMemory(of: item, as: .unplayed)
    forgetPart(of: item)
    requests.seek()
    forgetErrors()
    if driver.terms.settings.pace.initialisation == .again { items[item].resources.forgetRenditions() }
    movePlayhead(to: target)
    beginBuffer()
    log(.seeked(to: target, isInside: false))
    appendContiguousSegments()
    if preloading.handle(.newItem) { gateChanged() }
    guard playback.state != .startup else { return startIfReady() }
    metrics.seekCount += 1
    playback.seek(at: now)
    requests.forgetSample()
    startIfReady()
  }

  /// The rest of an ad goes, once it may be skipped.
  private mutating func skip() {
    guard visit.visit.skippableAfter < .infinity else { return log(.ignored(.nothingToSkip)) }
    guard playback.watched >= visit.visit.skippableAfter else { return log(.ignored(.skipTooEarly)) }
    guard visit.index + 1 < visits.count else { return end(.left) }
    log(.skipped)
    move(to: nextVisit, leaving: .skipped, continues: true)
  }

  /// The service, or the app, does not allow playback.
  private mutating func refuse(_ refusal: PlaybackRefusal) {
    log(.playbackRefused(refusal))
    end(.failed)
  }

  /// The network is another one: the app does what it does on such a network.
  mutating func changeNetwork(isExpensive: Bool) {
    guard isExpensive != metered.isExpensive else { return }
    let sets = metered.change(to: isExpensive)
    log(.network(isExpensive: isExpensive))
    guard let rules = settings.metered else { return }
    if isExpensive, !rules.plays { return refuse(.expensiveNetwork) }
    if !rules.preloads { allowPreloading(!isExpensive) }
    // The buffer is kept: neither viewer nor app has selected a rendition.
    if let sets { change(to: sets, isAsked: false) }
  }

  /// Follows the network on which the recording was made.
  mutating func followNetwork() {
    if let isExpensive = metered.follow(network.link, to: now) { changeNetwork(isExpensive: isExpensive) }
  }

  /// Limits change: rules get new tables, the next request chooses among other renditions.
  ///
  /// - Parameter isAsked: whether viewer or app have asked for it, so that a player that flushes does.
  mutating func change(to sets: [EligibleSet], isAsked: Bool = true) {
    for (driver, set) in zip(drivers, sets) { driver.change(to: set) }
    requests.changeLimits(
      at: now, position: driver.position(of: requests.lastRendition ?? 0), isAsked: isAsked)
    log(.eligible(mask: driver.eligible.mask))
    if isAsked { flushIneligible() }
  }
}
