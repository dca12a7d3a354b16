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
    /// Waiting for media after the first frame.
    case stalled(since: Double)
    /// Waiting for media after a seek that left the buffer.
    case seeking(since: Double)
    /// Nothing happens any more.
    case ended
  }

  var state = State.startup
  var isPaused: Bool
  /// Whether the pause is the last frame of an item that nobody has ended.
  var isAtEnd = false
  /// Whether the app is in the background, where nothing is requested.
  var isSuspended = false
  /// Rate that the viewer has chosen, and whether it holds for what is on the screen: ads and bumpers play at their
  /// own, as in the Brightcove SDK.
  var chosenRate: Double
  var isAtChosenRate = true
  var playhead = 0.0
  /// Where the stretch on the screen began, and media seconds of the visit shown before it.
  var runStart = 0.0
  var watchedBefore = 0.0
  /// Up to where it is known which copies were on the screen.
  var shownUntil = 0.0
  /// Seconds in which media of the item was shown: the clock of the buffer optimizer.
  var playingTime = 0.0
  /// When the first frame of the visit is drawn; `nil` before there is enough media.
  var renderTime: Double?
  /// Whether playback begins again as at startup, after the app has resumed a failed session or the source has changed.
  var startsAnew = false
  /// Whether any item has shown a frame.
  var hasStarted = false

  init(isPaused: Bool, rate: Double) {
    self.isPaused = isPaused
    chosenRate = rate
  }

  /// Whether the first frame of a visit is due as soon as there is media.
  @inline(__always)
  var isWaitingToStart: Bool { state == .startup && !isPaused }

  /// Whether media is on the screen and moves.
  @inline(__always)
  var isShowing: Bool { state == .playing && !isPaused }

  @inline(__always)
  var allowsFastPath: Bool { isShowing && !isSuspended }

  /// The playhead goes to a position.
  mutating func jump(to position: Double) {
    playhead = position
    runStart = position
    shownUntil = position
  }

  /// Media seconds of the visit shown.
  @inline(__always)
  var watched: Double { watchedBefore + (playhead - runStart) }
}
