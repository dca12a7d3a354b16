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
  /// The playlist that came last, and when the next one was requested.
  private(set) var playlist: Playlist?
  private var reloadBegan = 0.0
  /// Until when the next segment was awaited last.
  private var awaited = 0.0

  /// A media playlist of a stream that goes on.
  struct Playlist {
    /// When it was requested.
    var requested: Double
    /// Segments that it lists, from the first of the stream.
    var segmentCount: Int
    /// Whether it lists more than the one before.
    var hasGrown: Bool
    /// The longest segment in seconds, which it states.
    var targetDuration: Double
  }

  /// Whether a live stream is on the screen.
  @inline(__always)
  var isLive: Bool { stream != nil }

  /// Another item comes up.
  ///
  /// - Parameter playlist: the one that came last of it; `nil` where one comes before its first segment.
  mutating func begin(_ stream: LiveSettings?, playlist: Playlist? = nil) {
    self.stream = stream
    isCatchingUp = false
    isTimeShifted = false
    self.playlist = playlist
    awaited = 0
  }

  /// The next segment is awaited until a time.
  ///
  /// - Returns: whether this is a wait of its own, and not one that lasts.
  mutating func beginWait(until time: Double) -> Bool {
    defer { awaited = time }
    return time != awaited
  }

  // MARK: The playlist

  /// When the playlist must be fetched again before a segment: the target duration after it was requested last, or half
  /// of it where it had not grown (RFC 8216 §6.3.4).
  ///
  /// - Parameters:
  ///   - starts: where the segments begin, and the end of the last one.
  /// - Returns: `nil` where the segment is listed.
  mutating func reloadTime(before segment: Int, at now: Double, starts: [Double]) -> Double? {
    if playlist == nil {
      // What came before the first segment was a playlist.
      receivePlaylist(requested: now, starts)
    }
    guard let playlist, segment >= playlist.segmentCount else { return nil }
    return playlist.requested + playlist.targetDuration / (playlist.hasGrown ? 1 : 2)
  }

  /// The playlist is requested.
  mutating func beginReload(at now: Double) { reloadBegan = now }

  /// The playlist is there, as it was when it was requested.
  mutating func endReload(_ starts: [Double]) { receivePlaylist(requested: reloadBegan, starts) }

  private mutating func receivePlaylist(requested: Double, _ starts: [Double]) {
    guard let stream else { return }
    let before = playlist?.segmentCount ?? 0
    var count = before
    while count + 1 < starts.count, stream.time(of: starts[count + 1]) <= requested { count += 1 }
    let targetDuration =
      playlist?.targetDuration ?? zip(starts, starts.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
    playlist = Playlist(
      requested: requested, segmentCount: count, hasGrown: count > before, targetDuration: targetDuration)
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
