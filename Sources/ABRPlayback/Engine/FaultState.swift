/// A network that is lost, and what player and app do about it.
///
/// ```
/// fine ──no byte comes──▶ lost ──retries used up──▶ given up ──playback cannot continue──▶ failed ──app──▶ fine
///   ◀──bytes come──────────┘└──first one is the app's──▶ reloading ──▶ fine
/// ```
struct FaultState {
  /// Reloads of no use one after the other, after which the app gives up, so that no app makes a session endless.
  static let mostReloadsInARow = 100

  /// The level in media seconds above which playback begins and resumes while memory is short (CicadaPlayer, observed).
  static let lowMemoryLevel = 0.8

  enum State {
    case fine
    /// No byte comes, which counts: the next time-out is at a time, and so many retries are left.
    case lost(timeout: Double, retriesLeft: Int)
    /// The app was asked and reloads at a time.
    case reloading(at: Double)
    /// The player has stopped fetching, and what is in the buffer plays.
    case givenUp
    /// Playback failed to get to the end; the app resumes it at a time, or when the link delivers again.
    case failed(resumesAt: Double?)
  }

  /// What is to be done at a moment.
  enum Command {
    /// The request of the item on the screen is made once more, so many seconds later.
    case tryAgain(delay: Double)
    /// The app is asked, and reloads later.
    case askApp
    /// Fetching ends; the app may have been asked first.
    case giveUp(asksApp: Bool)
    /// Playback has nothing left and fails.
    case failToEnd
    /// The app sets the session up again, because the network is back or its time has come.
    case resume(isNetworkBack: Bool)
  }

  private let settings: FaultSettings
  let retry: RetrySettings
  private(set) var state = State.fine
  /// Whether requests were answered with an error.
  private(set) var isRefused = false
  /// Attempts in a row that were answered with an error.
  private var refusedAttempts = 0
  /// Retries and reloads of the request on its way since one brought anything that is kept; `nil` before the first one.
  private var retriesLeft: Int?
  /// Retries that it has had.
  private var retries = 0
  private var reloadsInARow = 0
  /// How often the app has set the player up again, and whether playback has not gone on yet since the last time.
  private(set) var resumeCount = 0
  private(set) var isResuming = false
  /// The next change of the link's capacity.
  private var nextStretch = 0
  private var isInStretch = false
  /// Memory is short until this time.
  private(set) var lowMemoryUntil = -Double.infinity

  init(_ settings: FaultSettings, retry: RetrySettings) {
    self.settings = settings
    self.retry = retry
  }

  var isGivenUp: Bool {
    switch state {
    case .givenUp, .failed: true
    case .fine, .lost, .reloading: false
    }
  }

  @inline(__always)
  var allowsFastPath: Bool { !isGivenUp }

  // MARK: The link

  /// When the capacity of the link changes next; infinite for never.
  @inline(__always)
  var capacityTime: Double {
    guard nextStretch < settings.stretches.count else { return .infinity }
    return isInStretch ? settings.stretches[nextStretch].end : settings.stretches[nextStretch].start
  }

  /// The capacity changes as ``capacityTime`` has said.
  ///
  /// - Returns: the share that the link carries from now on.
  mutating func changeCapacity() -> Double {
    let stretch = settings.stretches[nextStretch]
    if isInStretch { nextStretch += 1 }
    isInStretch.toggle()
    return isInStretch ? stretch.factor : 1
  }

  /// Whether every answer that begins now is an error.
  func refuses(at now: Double) -> Bool {
    settings.refusals.contains { $0.start <= now && now < $0.start + $0.duration }
  }

  // MARK: Losses

  /// Whether it matters when the link next begins or ends to carry bytes.
  ///
  /// - Parameter hasRequest: whether a request of the item on the screen is on its way.
  func followsLink(hasRequest: Bool) -> Bool {
    switch state {
    case .fine, .lost: hasRequest
    case .failed(nil): true
    case .reloading, .givenUp, .failed: false
    }
  }

  /// When something is to be done.
  ///
  /// - Parameter turn: when the link next begins or ends to carry bytes, where that matters.
  func nextTime(turn: Double, isSilent: Bool, now: Double) -> Double {
    switch state {
    case .fine: turn
    case .lost(let timeout, _): min(turn, timeout)
    case .reloading(let time): time
    case .givenUp: .infinity
    case .failed(let time?): time
    case .failed(nil): isSilent ? turn : now
    }
  }

  /// Notices that no byte comes for the item on the screen, or that some do again.
  ///
  /// - Parameters:
  ///   - isServed: whether bytes come for it.
  ///   - isWaiting: whether playback waits for media.
  /// - Returns: whether a loss begins: see ``beginLoss(at:hasReceived:hasMedia:)``.
  mutating func look(isServed: Bool, hasRequest: Bool, isDownloaded: Bool, isWaiting: Bool) -> Bool {
    if isServed { endRefusals() }
    if !hasRequest, !isRefused { forgetRetries() }
    let isLost = !isServed && (hasRequest || isRefused && retry.errorCount == nil && !isDownloaded)
    let counts = isLost && (retry.counting != .whileWaiting || isWaiting)
    switch state {
    case .fine: return counts
    case .lost: if !counts { state = .fine }
    case .reloading, .givenUp, .failed: break
    }
    return false
  }

  /// The network is lost from now on.
  ///
  /// - Parameters:
  ///   - hasReceived: whether a byte has come since the request.
  ///   - hasMedia: whether media of the item has come.
  mutating func beginLoss(at now: Double, hasReceived: Bool, hasMedia: Bool) {
    // Bytes that the next retry will throw away are no progress: without this a link that fails again and again would
    // make a session endless.
    if retry.fetchesRest, hasReceived { forgetRetries() }
    guard let timeout = retry.timeout(hasReceived: hasReceived) else { return }
    var left = retry.count
    if case .eachRetry = retry.windows { left = max(0, left - (hasMedia || left == 0 ? 1 : 0)) }
    state = .lost(timeout: now + timeout, retriesLeft: retriesLeft ?? left)
  }

  private mutating func forgetRetries() {
    retriesLeft = nil
    retries = 0
    reloadsInARow = 0
  }

  /// A segment has come.
  mutating func endLoss() {
    if case .lost = state { state = .fine }
    endRefusals()
  }

  /// What follows is no further attempt at what was answered with an error.
  mutating func endRefusals() {
    isRefused = false
    refusedAttempts = 0
  }

  /// A request of the item on the screen was answered with an error.
  ///
  /// - Parameters:
  ///   - renditions: among how many the rule may choose.
  ///   - isShowing: whether media moves on the screen, and not only could.
  /// - Returns: seconds until the next attempt; `nil` where the player makes none.
  mutating func refuse(renditions: Int, isShowing: Bool) -> Double? {
    isRefused = true
    refusedAttempts += 1
    // In a pause without end it would try for ever.
    return retry.interval(
      afterErrors: refusedAttempts, renditions: renditions, goesOn: isShowing && retry.counting == .untilNeeded)
  }

  /// What is due now; `nil` for nothing.
  ///
  /// - Parameter isShowing: whether media moves on the screen, and not only could.
  mutating func nextCommand(at now: Double, isSilent: Bool, isPlaying: Bool, isShowing: Bool) -> Command? {
    switch state {
    case .fine: return nil
    case .lost(let time, let retriesLeft):
      return time <= now ? timeOut(at: now, retriesLeft: retriesLeft, isShowing: isShowing) : nil
    case .reloading(let time):
      guard time <= now else { return nil }
      state = .fine
      return .tryAgain(delay: retry.delay)
    case .givenUp: return isPlaying ? nil : .failToEnd
    case .failed(let time?): return time <= now ? .resume(isNetworkBack: false) : nil
    case .failed(nil): return isSilent ? nil : .resume(isNetworkBack: true)
    }
  }

  private mutating func timeOut(at now: Double, retriesLeft: Int, isShowing: Bool) -> Command {
    // In a pause without end it would try for ever.
    if retriesLeft > 0 || isShowing && retry.counting == .untilNeeded {
      let left = max(0, retriesLeft - 1)
      self.retriesLeft = left
      let timeout = retry.timeout(hasReceived: false) ?? 0
      let delay = retry.delay(before: retries)
      retries += 1
      state = .lost(timeout: now + delay + timeout, retriesLeft: left)
      return .tryAgain(delay: delay)
    }
    guard case .eachRetry = retry.windows, retry.count == 0 else { return .giveUp(asksApp: false) }
    guard let delay = retry.reloadDelay, reloadsInARow < Self.mostReloadsInARow else { return .giveUp(asksApp: true) }
    reloadsInARow += 1
    state = .reloading(at: now + delay)
    return .askApp
  }

  // MARK: Failure

  /// The player stops fetching.
  mutating func giveUp() {
    state = .givenUp
    endRefusals()
  }

  /// Whether the app will set a session up again that cannot continue.
  var mayResume: Bool { retry.resume != nil && resumeCount < retry.resumeLimit }

  /// Playback failed to get to the end.
  ///
  /// - Returns: whether the app will resume it.
  mutating func fail(at now: Double) -> Bool {
    guard mayResume, let resume = retry.resume else { return false }
    switch resume {
    case .after(let delay): state = .failed(resumesAt: now + delay)
    case .whenNetworkIsBack: state = .failed(resumesAt: nil)
    }
    return true
  }

  /// The app sets the player up again.
  ///
  /// - Parameter isResume: whether because the session failed.
  mutating func beginSetUp(isResume: Bool) {
    if isResume { resumeCount += 1 }
    state = .fine
    isResuming = true
  }

  /// Playback continues after the app has set the player up again, or fails again.
  mutating func endResume() { isResuming = false }

  // MARK: Memory

  /// Memory is short until a time, or for longer where it was so already.
  mutating func runLow(until time: Double) { lowMemoryUntil = max(lowMemoryUntil, time) }
}
