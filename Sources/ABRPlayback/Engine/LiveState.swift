/// How far playback is behind a live edge, and whether it catches up.
///
/// ```
/// at the edge ──delay above the maximum──▶ catching up ──delay settled──▶ at the edge
///    any ──seek to far behind the edge──▶ time-shifted ──seek to near the edge, next visit──▶ at the edge
/// ```
struct LiveState {
  /// The stream on the screen; `nil` where it is not live.
  private(set) var stream: LiveSettings?
  private(set) var isCatchingUp = false
  /// Whether the viewer has gone back in the stream and means to stay there.
  private(set) var isTimeShifted = false
  /// Seconds behind the edge when the viewer paused.
  private var delayAtPause = 0.0

  /// Whether a live stream is on the screen.
  @inline(__always)
  var isLive: Bool { stream != nil }

  /// Another item comes up.
  mutating func begin(_ stream: LiveSettings?) {
    self.stream = stream
    isCatchingUp = false
    isTimeShifted = false
  }

  /// Seconds behind the live edge; 0 where nothing is live.
  @inline(__always)
  func delay(of playhead: Double, at now: Double) -> Double { stream.map { $0.edge + now - playhead } ?? 0 }

  /// The rate of playback where the viewer has chosen one.
  @inline(__always)
  func rate(_ chosen: Double) -> Double { isCatchingUp ? chosen * (stream?.catchUpRate ?? 1) : chosen }

  /// When catching up ends at a rate; infinite when there is none.
  @inline(__always)
  func catchUpEnd(of playhead: Double, at now: Double, rate: Double) -> Double {
    guard isCatchingUp, let stream, rate > 1 else { return .infinity }
    return now + max(0, delay(of: playhead, at: now) - stream.settledDelay) / (rate - 1)
  }

  /// Starts or ends catching up.
  ///
  /// - Returns: whether it did.
  mutating func keepUp(delay: Double) -> Bool {
    guard let stream, !isTimeShifted else { return false }
    if isCatchingUp {
      // At the end of catching up the delay equals the settled one up to rounding.
      guard delay <= stream.settledDelay + 1e-9 || stream.catchUpRate <= 1 else { return false }
    } else {
      guard delay > stream.maxDelay, delay > LiveSettings.smallestDelay, stream.catchUpRate > 1 else { return false }
    }
    isCatchingUp.toggle()
    return true
  }

  /// Whether so much is buffered that the player jumps to the last segment that has arrived; not where the viewer has
  /// gone back.
  func isFarBehind(level: Double) -> Bool {
    guard let stream, !isTimeShifted else { return false }
    return level > stream.maxDelay + stream.dropMargin
  }

  /// The playhead has passed over media.
  mutating func jump() { isCatchingUp = false }

  /// A seek has come to a position, which the viewer has chosen or the live edge has set.
  ///
  /// - Returns: whether it ends catching up.
  mutating func seek(delay: Double, isChosen: Bool) -> Bool {
    guard let stream else { return false }
    isTimeShifted = isChosen && delay > stream.maxDelay
    guard isTimeShifted, isCatchingUp else { return false }
    isCatchingUp = false
    return true
  }

  /// The viewer pauses.
  mutating func pause(delay: Double) { delayAtPause = delay }

  /// Where playback continues after a pause at the delay from before it; `nil` where it does so from the playhead.
  func resumePosition(at now: Double) -> Double? {
    guard let stream, stream.preservesDelay else { return nil }
    return stream.edge + now - delayAtPause
  }

  /// Whether segments may be fetched now.
  func mayFetch(isPaused: Bool) -> Bool { !isPaused || stream?.fetchesWhilePaused ?? true }

  /// The last position to which a viewer may seek: the end, or in a stream that continues where a viewer joins now; the
  /// playhead where that is nearer to the edge.
  func seekEnd(from playhead: Double, at now: Double, in driver: ItemDriver) -> Double {
    guard let stream, stream.edge + now < driver.terms.duration else { return driver.terms.duration }
    return max(playhead, stream.joinPosition(at: now, in: driver))
  }
}

extension LiveSettings {
  /// When media exists up to a position, in seconds since the session began.
  func time(of position: Double) -> Double { position - edge }

  /// Where a viewer joins now: at the edge less the start index, on whole segments.
  func joinPosition(at now: Double, in driver: ItemDriver) -> Double {
    let starts = driver.terms.video.starts
    let edge = min(edge + now, driver.terms.duration)
    var available = driver.segment(at: edge)
    if available > 0, starts[available] > edge { available -= 1 }
    return starts[max(0, available - startIndex)]
  }
}
