/// What the viewer sees of the item on the screen, and how long.
///
/// ```
/// startup ──enough media──▶ playing ──media out──▶ stalled ──enough media──▶ playing
///    any ──seek out of the buffer──▶ seeking ──enough media──▶ playing     any ──▶ ended
/// ```
struct Playback {
  enum State: Equatable {
    /// Waiting for the first frame of a visit.
    case startup
    /// Media is shown, unless the viewer has paused.
    case playing
    /// Waiting for media after the first frame; pauses move the time.
    case stalled(since: Double)
    /// Waiting for media after a seek that left the buffer.
    case seeking(since: Double)
    /// Nothing happens any more.
    case ended
  }

  private(set) var state = State.startup
  private(set) var isPaused = false
  /// When the viewer last paused.
  private var pausedSince = 0.0
  /// How long the viewer waited for media that came in a pause; `nil` otherwise.
  private var waitedBeforePause: Double?
  /// Whether the pause is the last frame of an item that nobody has ended.
  private var isAtEnd = false
  /// Whether the app is in the background, where nothing is requested.
  private(set) var isSuspended = false
  /// Rate that the viewer has chosen, and whether it holds for what is on the screen: ads and bumpers play at their
  /// own, as in the Brightcove SDK.
  var chosenRate: Double
  private var isAtChosenRate = true
  private(set) var playhead = 0.0
  /// Where the stretch on the screen began, and media seconds of the visit shown before it.
  private(set) var runStart = 0.0
  private(set) var watchedBefore = 0.0
  /// Up to where it is known which copies were on the screen.
  private(set) var shownUntil = 0.0
  /// Since when media is on the screen and moves.
  private(set) var shownSince = 0.0
  /// Seconds in which media of the item was shown: the clock of the buffer optimizer.
  private(set) var playingTime = 0.0
  /// When the first frame of the visit, or after a stall, is drawn; `nil` before there is enough media.
  private(set) var renderTime: Double?
  /// Whether playback begins again as at startup, after the app has resumed a failed session or the source has changed.
  private(set) var startsAnew = false
  /// Whether any item has shown a frame.
  private(set) var hasStarted = false

  init(rate: Double) {
    chosenRate = rate
  }

  /// Whether the first frame of a visit is due as soon as there is media.
  @inline(__always)
  var isWaitingToStart: Bool { state == .startup && !isPaused }

  /// Whether media is on the screen and moves.
  @inline(__always)
  var isShowing: Bool { state == .playing && !isPaused }

  /// What playback waits for, pauses apart; `nil` where it does not.
  var awaits: SessionEvent.WaitCause? {
    switch state {
    case .startup: .startup
    case .stalled: .stall
    case .seeking: .seek
    case .playing, .ended: nil
    }
  }

  /// Whether media is awaited after a seek.
  var isSeeking: Bool { if case .seeking = state { true } else { false } }

  @inline(__always)
  var allowsFastPath: Bool { isShowing && !isSuspended }

  /// Media seconds shown per second, but for catching up with a live edge.
  @inline(__always)
  var rate: Double { isAtChosenRate ? chosenRate : 1 }

  /// Media seconds of the visit shown.
  @inline(__always)
  var watched: Double { watchedBefore + (playhead - runStart) }

  // MARK: States

  /// An item comes up.
  ///
  /// - Parameters:
  ///   - watched: media seconds of the visit shown, where it continues one.
  ///   - playingTime: seconds in which media of the item was shown.
  ///   - waitsForPlay: whether it stays paused until the viewer presses play.
  mutating func begin(isClip: Bool, watched: Double, playingTime: Double, waitsForPlay: Bool) {
    isAtChosenRate = !isClip
    state = .startup
    startsAnew = false
    waitedBeforePause = nil
    if isAtEnd {
      isAtEnd = false
      isPaused = false
    }
    if waitsForPlay { isPaused = true }
    watchedBefore = watched
    self.playingTime = playingTime
  }

  /// Media is shown from now on, or from the end of a pause on.
  ///
  /// - Returns: how long the viewer has waited after a stall or a seek, pauses apart; `nil` at startup, and in a pause:
  ///   ``takeWaitBeforePause()`` has it then.
  @discardableResult
  mutating func start(at now: Double) -> Double? {
    if case .stalled = state { startsAnew = false }
    var waited: Double?
    switch state {
    case .stalled(let began), .seeking(let began):
      if isPaused { waitedBeforePause = max(0, pausedSince - began) } else { waited = now - began }
    case .startup, .playing, .ended: break
    }
    state = .playing
    shownSince = now
    hasStarted = true
    return waited
  }

  /// How long the viewer waited for media that has come in the pause that ends; `nil` where none was awaited.
  mutating func takeWaitBeforePause() -> Double? {
    defer { waitedBeforePause = nil }
    return waitedBeforePause
  }

  mutating func stall(at now: Double) {
    state = .stalled(since: now)
    renderTime = nil
    waitedBeforePause = nil
  }

  mutating func seek(at now: Double) {
    state = .seeking(since: now)
    waitedBeforePause = nil
  }

  mutating func end() { state = .ended }

  /// The next start is one as at startup.
  mutating func startAnew() { startsAnew = true }

  /// A frame is drawn as soon as there is media, so many seconds after that.
  ///
  /// - Returns: whether it is drawn now.
  mutating func drawFrame(after delay: Double, at now: Double) -> Bool {
    let time = renderTime ?? now + delay
    renderTime = time
    return now >= time
  }

  /// Whether the first frame of the visit, or after a stall, is being drawn.
  @inline(__always)
  var awaitsFrame: Bool { renderTime != nil && state != .playing }

  /// There is no media any more to draw a frame of.
  mutating func forgetFrame() { renderTime = nil }

  // MARK: The viewer

  /// The viewer presses play.
  ///
  /// - Returns: whether playback was paused.
  mutating func play(at now: Double) -> Bool {
    isSuspended = false
    guard isPaused else { return false }
    shownSince = now
    isPaused = false
    isAtEnd = false
    // A pause is not part of a wait.
    func moved(_ began: Double) -> Double { began + (now - max(began, pausedSince)) }
    switch state {
    case .stalled(let began): state = .stalled(since: moved(began))
    case .seeking(let began): state = .seeking(since: moved(began))
    case .startup, .playing, .ended: break
    }
    return true
  }

  /// The viewer pauses.
  ///
  /// - Returns: whether playback was not paused before.
  mutating func pause(at now: Double) -> Bool {
    guard !isPaused else { return false }
    isPaused = true
    pausedSince = now
    return true
  }

  /// The app goes to the background.
  mutating func suspend() { isSuspended = true }

  /// The last frame of an item stays until the viewer does something.
  mutating func stayAtEnd() {
    isPaused = true
    isAtEnd = true
  }

  // MARK: The playhead

  /// Media is shown for so many seconds.
  @inline(__always)
  mutating func show(_ seconds: Double, rate: Double) {
    playhead += seconds * rate
    playingTime += seconds
  }

  /// The playhead is at a mark that was worked out, whatever rounding has left.
  @inline(__always)
  mutating func reach(_ mark: Double) { playhead = mark }

  /// So much playing time has passed as was worked out, whatever rounding has left.
  @inline(__always)
  mutating func reach(playingTime: Double) { self.playingTime = playingTime }

  /// ``FastPath`` has shown media.
  @inline(__always)
  mutating func take(_ clock: FastPath.Clock) {
    playhead = clock.playhead
    playingTime = clock.playingTime
  }

  /// The playhead goes to a position.
  mutating func jump(to position: Double) {
    playhead = position
    runStart = position
    shownUntil = position
  }

  /// Takes what was on the screen since the last time; the playhead is its end.
  ///
  /// - Returns: where it begins.
  mutating func takeShown() -> Double {
    let from = shownUntil
    shownUntil = playhead
    return from
  }

  /// The stretch on the screen ends at the playhead.
  ///
  /// - Returns: its media seconds.
  mutating func endRun() -> Double {
    let seconds = playhead - runStart
    watchedBefore += seconds
    runStart = playhead
    return seconds
  }
}
