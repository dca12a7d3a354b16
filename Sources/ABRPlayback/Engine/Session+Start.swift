/// What the first frame of an item waits for beside its media.
extension Session {
  /// Draws the first frame, where that takes time: ``awaitStart()`` looks again when it is done.
  ///
  /// - Returns: whether buffered media may be rendered now.
  mutating func drawFirstFrame() -> Bool {
    let frame = driver.terms.settings.pace.frame
    if isStartPlain, frame == 0 { return true }
    guard visits.isKnown(visit.index), mayUseMedia else { return false }
    let render = settings.render
    let delay = render.delay + frame
    if delay == 0 || (render.isAhead && visit.metrics.hit == .hit) { return true }
    return drawFrame(after: delay)
  }

  /// Draws the frame with which playback resumes, where that takes time.
  ///
  /// - Returns: whether it is drawn now.
  mutating func drawNextFrame() -> Bool {
    let delay = driver.terms.settings.pace.resume
    return delay == 0 || drawFrame(after: delay)
  }

  private mutating func drawFrame(after delay: Double) -> Bool {
    if playback.drawFrame(after: delay, at: now) { return true }
    // Nothing else may happen before it is drawn.
    if let time = playback.renderTime { wake(at: time) }
    return false
  }

  /// Shows the frame when it is drawn, or notes when that will be; requests more of the list where it is needed.
  mutating func awaitStart() {
    if let page = visits.missingPage(at: visit.index) { request(page) }
    guard playback.awaitsFrame, let time = playback.renderTime else { return }
    if time <= now {
      // A full buffer begins whatever its level; the level of another may have fallen under the threshold, as by a
      // flush.
      if requests.isWaitingForRoom { startPlaying() } else { startIfReady() }
    } else {
      wake(at: time)
    }
  }

  // MARK: Authorisation

  /// Whether the source must be asked before an item that has come up may be shown: it was before, and the cache still
  /// holds of it.
  func needsAuthorisation(_ item: Int) -> Bool {
    settings.cache.authorisationBytes > 0 && items[item].wasPlayed && items[item].cachedBytes > 0
  }

  /// The source has answered.
  mutating func authorise() {
    guard !visit.isAuthorised else { return }
    visit.isAuthorised = true
    startIfReady()
  }

  // MARK: Licences

  /// Whether source and licences allow buffered media to be shown.
  @inline(__always)
  var mayUseMedia: Bool { isStartPlain || visit.isAuthorised && missingKey(of: item) == nil }

  /// The first key of an item whose licence is not there.
  @inline(__always)
  func missingKey(of item: Int) -> Int? {
    isStartPlain ? nil : settings.queue.items[item].keys.first { !licensedKeys.contains($0) }
  }

  mutating func sendLicence(of key: Int, for item: Int, purpose: Flow.Purpose) {
    send(Flow(purpose, item: item, .licence(key), bytes: settings.licences.bytes))
  }

  /// A licence has come; another key of the item may need one.
  mutating func finishLicence(of key: Int) {
    licensedKeys.insert(key)
    metrics.licenceCount += 1
    log(.licensed(key: key))
    startIfReady()
  }

  // MARK: Streams of an account

  mutating func sendHeartbeat() {
    guard let limit = settings.queue.streamLimit else { return }
    nextHeartbeat += limit.heartbeat
    send(Flow(.side, item: -1, .heartbeat, bytes: limit.heartbeatBytes))
  }

  /// The service counts the streams of the account; this one ends where others have taken all.
  mutating func countStreams() {
    guard let limit = settings.queue.streamLimit, limit.isReached(at: now) else { return }
    log(.playbackRefused(.streamLimit))
    end(.failed)
  }

  // MARK: Pages

  private mutating func request(_ page: PageSettings) {
    guard !playback.isSuspended, !faults.isGivenUp else { return }
    guard requests.blockedUntil <= now else { return wake(at: requests.blockedUntil) }
    visits.requestPage()
    log(.pageRequested(bytes: page.bytes))
    send(Flow(.side, item: -1, .page, bytes: page.bytes))
  }

  /// A page has come: more of the list is known.
  mutating func finishPage() {
    visits.finishPage()
    preloading.note(.list)
    log(.pageArrived(known: visits.knownCount))
    startIfReady()
  }
}
