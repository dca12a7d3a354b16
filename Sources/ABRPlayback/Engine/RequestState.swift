/// Requests of the item on the screen.
///
/// ```
/// idle ──buffer full──▶ waiting for room ──▶ idle ──rule answers "later"──▶ waiting for the rule ──▶ idle
/// idle ──▶ a main flow of the network ──▶ idle
/// ```
@usableFromInline
struct RequestState {
  enum Phase {
    /// A request may be made, or is in flight.
    case idle
    /// The buffer is full since a time. It has room at another, unless target or viewer change that; `nil` where
    /// unknown.
    case waitingForRoom(since: Double, until: Double?)
    /// The rule wants a rendition of the ladder, but only at a time.
    case waitingForRule(until: Double, rendition: Int)
  }

  /// A change of limits.
  struct LimitChange {
    /// When it came, as long as no request has answered it.
    var unanswered: Double?
    /// Whether viewer or app have asked for it.
    var isAsked = false
    /// Whether a player that flushes does so with the request that answers the change.
    var mayFlush: Bool { unanswered != nil && isAsked }
    /// Those that were answered, in their order: when each came, and the position at which its rendition comes on the
    /// screen.
    var visible: [(since: Double, from: Double)] = []

    /// A request answers the change; its rendition comes on the screen at a position, in place of any that would have
    /// come there or later.
    mutating func answer(at position: Double) {
      guard let unanswered else { return }
      visible.removeAll { $0.from >= position }
      visible.append((since: unanswered, from: position))
    }
  }

  /// The highest rendition of the ladder that is requested up to a time, after a download was abandoned for it.
  struct Hold {
    var rendition: Int
    var until: Double
  }

  /// Maximum consecutive abandonments of a segment; then the download runs to its end, so that no rule makes a session
  /// endless.
  @usableFromInline static var abandonmentsInARow: Int { 1000 }

  private(set) var phase = Phase.idle
  /// When the wait for room began that was logged last.
  private var lastRoomWait = -Double.infinity
  /// Whether anything of the item has been requested.
  private(set) var hasRequested = false
  /// The rendition to start with, where that is known before the rule is asked.
  var startRendition: Int?
  /// Eligible position and ladder index of the last segment.
  private(set) var lastPosition = 0
  private(set) var lastRendition: Int?
  /// Bytes of the segments that have come since playback waits, and the seconds from the first byte of each to its
  /// last.
  private(set) var sample = (bytes: 0.0, seconds: 0.0)
  /// Whether the request that follows comes after a full buffer.
  private(set) var justFilled = false
  private(set) var abandonedInARow = 0
  private var hold: Hold?
  /// Whether the next segment was on the screen in part before its buffer was flushed.
  private(set) var isRefetching = false
  var limits = LimitChange()
  /// When the manifest of the item was there, since which a timer of the player may run; 0 where it was before.
  var pollOrigin = 0.0
  /// The rendition of the ladder that the rule has answered with, as long as the buffer has no room for it.
  private(set) var answered: Int?
  /// The rendition of the ladder for which it has been decided what a switch does with buffered media, as long as its
  /// first segment has not been requested.
  private(set) var switching: Int?
  /// The rendition of the ladder whose target holds: that of the answer, or of the last segment.
  @inline(__always)
  var chosenRendition: Int? { answered ?? lastRendition }
  /// After an HTTP error the item on the screen is not requested before this time.
  private(set) var refusedUntil = 0.0
  /// No item is requested before this time: memory is short, the app has stopped requests, or the player is busy.
  private var heldUntil = 0.0
  /// The later of both.
  var blockedUntil: Double { max(refusedUntil, heldUntil) }
  /// When to look at requests again; infinite where only an event of another part can change something.
  private(set) var wakeTime = Double.infinity

  init() {}

  /// Whether the next request may be made by ``FastPath``: nothing waits, and nothing special is to be done with the
  /// next segment.
  @inline(__always)
  func allowsFastPath(at now: Double) -> Bool {
    switch phase {
    case .idle: break
    case .waitingForRule(let time, _): if time > now { return false }
    case .waitingForRoom: return false
    }
    return hasRequested && !justFilled && startRendition == nil && limits.unanswered == nil && !isRefetching
      && hold == nil && blockedUntil <= now
  }

  // MARK: Items

  /// Another item comes up.
  mutating func beginVisit() {
    let heldUntil = heldUntil
    self = RequestState()
    self.heldUntil = heldUntil
  }

  /// Nothing of the item has been requested yet, and nothing waits to be.
  mutating func forget() {
    phase = .idle
    answered = nil
    switching = nil
    hasRequested = false
    startRendition = nil
  }

  /// The item continues from another source.
  mutating func changeSource() {
    forget()
    lastPosition = 0
    lastRendition = nil
  }

  /// A seek has left the buffer.
  mutating func seek() {
    phase = .idle
    answered = nil
    switching = nil
    limits.visible = []
    isRefetching = false
  }

  /// Renditions have other positions, `position` the one of the last segment, and the next request has to heed that.
  ///
  /// - Parameter isAsked: whether viewer or app have asked for it.
  mutating func changeLimits(at now: Double, position: Int, isAsked: Bool) {
    lastPosition = position
    answered = nil
    limits.isAsked = isAsked || limits.mayFlush
    limits.unanswered = now
  }

  // MARK: When

  /// Requests are looked at now.
  @inline(__always)
  mutating func beginLook() { wakeTime = .infinity }

  /// They must be looked at again at a time.
  @inline(__always)
  mutating func wake(at time: Double) { wakeTime = min(wakeTime, time) }

  /// The time of the next attempt after an HTTP error, in place of the one before.
  mutating func retry(at time: Double) { refusedUntil = time }

  /// Requests are of no use before a time, or longer where that was known.
  mutating func block(atLeastUntil time: Double) { heldUntil = max(heldUntil, time) }

  /// The rule wants a rendition of the ladder, but only at a time.
  mutating func waitForRule(until time: Double, rendition: Int) {
    phase = .waitingForRule(until: time, rendition: rendition)
  }

  /// Nothing waits any more.
  mutating func forgetWait() { phase = .idle }

  // MARK: Room

  var isWaitingForRoom: Bool {
    if case .waitingForRoom = phase { true } else { false }
  }

  /// Whether a wait for room that was worked out has passed.
  func hasRoomTimePassed(at now: Double) -> Bool {
    if case .waitingForRoom(_, let time?) = phase { time <= now } else { false }
  }

  private var roomWaitBegan: Double? {
    if case .waitingForRoom(let began, _) = phase { began } else { nil }
  }

  /// The buffer is full since a time, and it has not been worked out when it has room.
  mutating func waitForRoom(since began: Double) { phase = .waitingForRoom(since: began, until: nil) }

  /// The buffer has room at a time, which the player notices when it looks.
  ///
  /// - Parameters:
  ///   - pollInterval: seconds between two looks; 0 for a player that notices at once.
  ///   - pollsFromStart: whether looks are counted from ``pollOrigin``, and not from the beginning of the wait.
  ///   - isKnown: whether the time is right: media is shown, or there is room already.
  /// - Returns: whether there is anything to wait for.
  mutating func waitForRoom(
    at now: Double, until time: Double, pollInterval: Double, pollsFromStart: Bool, isKnown: Bool
  ) -> Bool {
    let began = roomWaitBegan ?? now
    let end = BufferSettings.look(at: time, every: pollInterval, from: pollsFromStart ? pollOrigin : began)
    guard end > now else { return false }
    phase = .waitingForRoom(since: began, until: isKnown ? end : nil)
    if isKnown { wake(at: end) }
    return true
  }

  /// The rule has answered, and what it wants waits for room.
  mutating func waitForRoom(since began: Double, answered rendition: Int) {
    waitForRoom(since: began)
    answered = rendition
  }

  /// There is room.
  ///
  /// - Returns: seconds since the wait for it began.
  mutating func takeRoom(at now: Double) -> Double {
    let waited = now - (roomWaitBegan ?? now)
    phase = .idle
    if waited > 0 { justFilled = true }
    return waited
  }

  /// A wait for room ends, because there is room, or because requests stop for another reason.
  ///
  /// - Returns: seconds since it began; `nil` without a wait, and for one that has ended before.
  mutating func endRoomWait(at now: Double) -> Double? {
    guard let began = roomWaitBegan, began < now, began != lastRoomWait else { return nil }
    lastRoomWait = began
    return now - began
  }

  /// What a wait for room was worked out from has changed.
  mutating func reconsiderRoom() {
    if case .waitingForRoom(let since, _) = phase { phase = .waitingForRoom(since: since, until: nil) }
  }

  // MARK: Requests and what comes of them

  /// A request of the item is on its way.
  mutating func begin() { hasRequested = true }

  /// The next segment is requested.
  ///
  /// - Returns: whether it is the first request of the item.
  mutating func makeRequest() -> Bool {
    let isFirst = !hasRequested
    hasRequested = true
    startRendition = nil
    answered = nil
    switching = nil
    justFilled = false
    return isFirst
  }

  /// A rendition of the ladder is to be requested.
  ///
  /// - Returns: whether that is a switch of which nothing has been decided yet.
  mutating func beginSwitch(to rendition: Int) -> Bool {
    guard hasRequested, rendition != lastRendition, rendition != switching else { return false }
    switching = rendition
    return true
  }

  /// The first request of the item was stopped, or answered with an error: the next one is the first.
  mutating func forgetFirst() { hasRequested = false }

  /// A segment is buffered in a rendition of the ladder that stands at an eligible position.
  mutating func follow(_ rendition: Int, at position: Int) {
    lastRendition = rendition
    lastPosition = position
  }

  /// The same, and a request has brought it.
  mutating func complete(_ rendition: Int, at position: Int) {
    follow(rendition, at: position)
    abandonedInARow = 0
  }

  /// A request was abandoned for another rendition of the ladder.
  ///
  /// - Parameter holdEnd: up to when no higher one is requested; `nil` where that is not remembered.
  mutating func abandon(_ rendition: Int, at position: Int, instead: Int, holdEnd: Double?) {
    follow(rendition, at: position)
    abandonedInARow += 1
    if let holdEnd { hold = Hold(rendition: instead, until: holdEnd) }
  }

  /// Brings up to now what is remembered of an abandoned download: the request that follows one may be made at any time
  /// later.
  ///
  /// - Returns: the highest rendition of the ladder that is requested; `nil` for any.
  mutating func updateHold(at now: Double) -> Int? {
    if let hold, now >= hold.until, abandonedInARow == 0 { self.hold = nil }
    return hold?.rendition
  }

  /// ``FastPath`` has requested segments.
  @inline(__always)
  mutating func take(_ path: borrowing FastPath) {
    lastPosition = path.lastPosition
    lastRendition = path.lastRendition
    abandonedInARow = path.abandonedInARow
    switching = path.switching
    if path.answered == nil { phase = .idle }
    block(atLeastUntil: path.pauseEnd)
  }

  /// The buffer was flushed: the next segment may have been on the screen in part.
  mutating func refetch(isPartial: Bool) { isRefetching = isPartial }

  /// The next segment is there.
  ///
  /// - Returns: whether it was on the screen in part before.
  mutating func takeRefetching() -> Bool {
    defer { isRefetching = false }
    return isRefetching
  }

  /// A segment has come while playback waits.
  mutating func addSample(bytes: Double, seconds: Double) {
    sample.bytes += bytes
    sample.seconds += seconds
  }

  /// Playback begins to wait.
  mutating func forgetSample() { sample = (0, 0) }
}
