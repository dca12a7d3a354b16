/// What the first frame of an item waits for beside its media.
extension QueueSession {
  /// Whether what lies ready may be shown; where it may not yet, ``awaitStart()`` looks again.
  mutating func mayShow() -> Bool {
    if isStartPlain { return true }
    guard isKnown, isAuthorised else { return false }
    let render = player.render
    if render.delay == 0 || (render.isAhead && visit.hit == .hit) { return true }
    if renderTime == .infinity { renderTime = now + render.delay }
    return now >= renderTime
  }

  /// Whether the page with the visit on the screen has come.
  @inline(__always)
  var isKnown: Bool { visitIndex < knownVisits }

  /// Shows the first frame when it is drawn, or notes when that will be; requests more of the list where it is needed.
  mutating func awaitStart() {
    if visitIndex >= knownVisits - 1, knownVisits < visits.count { requestPage() }
    guard state == .startup, renderTime < .infinity else { return }
    if renderTime <= now {
      // A full buffer begins whatever its level; the level of another may have fallen under the threshold, as by a flush.
      if isWaitingForRoom { startPlaying() } else { startIfReady() }
    } else {
      requestTime = min(requestTime, renderTime)
    }
  }

  // MARK: Authorisation

  /// Whether the source must be asked before an item that has come up may be shown: it was before, and the cache still holds of it.
  func needsAuthorisation(_ item: Int) -> Bool {
    player.cache.authorisationBytes > 0 && items[item].wasPlayed && items[item].cachedBytes > 0
  }

  /// The source has answered.
  mutating func authorise() {
    guard !isAuthorised else { return }
    isAuthorised = true
    startIfReady()
  }

  // MARK: Pages

  private mutating func requestPage() {
    guard let pages = player.queue.pages, !isPageRequested, !isSuspended, !isGivenUp else { return }
    guard blockedUntil <= now else {
      requestTime = min(requestTime, blockedUntil)
      return
    }
    isPageRequested = true
    log(.pageRequested(bytes: pages.bytes))
    send(
      Flow(
        purpose: .side, item: -1, segment: Flow.pageSegment, rendition: 0, bytes: pages.bytes, requestTime: now,
        latency: 0, remaining: 0))
  }

  /// A page has come: more of the list is known.
  mutating func finishPage() {
    isPageRequested = false
    knownVisits += player.queue.pages?.visits ?? 0
    preloadsMayHaveWork = true
    log(.pageArrived(known: min(knownVisits, visits.count)))
    startIfReady()
  }
}
