/// What the session does to keep up with a live edge (``LiveState``).
extension Session {
  /// Seconds behind the live edge; 0 where nothing is live.
  @inline(__always)
  var delay: Double { live.delay(of: playback.playhead, at: now) }

  /// Whether the next segment exists, and the player knows it. Where not, it looks again when it may, or fetches the
  /// playlist.
  mutating func isNextSegmentListed() -> Bool {
    guard let stream = live.stream else { return true }
    let starts = driver.terms.video.starts
    guard stream.playlistBytes > 0 else {
      let available = stream.time(of: starts[buffer.next + 1])
      if available > now { awaitEdge(until: available) }
      return available <= now
    }
    guard let time = live.reloadTime(before: buffer.next, at: now, starts: starts) else { return true }
    guard time <= now else {
      awaitEdge(until: time)
      return false
    }
    live.beginReload(at: now)
    log(.resourceRequested(item: item, .mediaPlaylist, rendition: nil, bytes: stream.playlistBytes))
    send(Flow(.main, item: item, .livePlaylist, bytes: stream.playlistBytes))
    return false
  }

  /// Waits for the next segment, or for the playlist that may list it; the wait is logged once.
  private mutating func awaitEdge(until time: Double) {
    wake(at: time)
    if O.isActive, live.beginWait(until: time) { log(.waited(seconds: time - now, reason: .liveEdge)) }
  }

  /// Starts and ends catching up.
  mutating func keepUp() {
    guard playback.isShowing, live.keepUp(delay: delay) else { return }
    log(.rate(live.isCatchingUp ? effectiveRate : playback.chosenRate))
  }

  /// With far too much live media in the buffer the player jumps to the last segment that has arrived; not while the
  /// viewer pauses.
  mutating func dropBehindEdge() {
    guard live.isFarBehind(level: level), !playback.isPaused, buffer.countedNext > 0 else { return }
    let target = driver.terms.video.starts[buffer.countedNext - 1]
    guard target > playback.playhead else { return }
    jump(to: target)
  }

  /// A seek has come to a position, which the viewer has chosen or the live edge has set.
  mutating func judgeDelay(isChosen: Bool) {
    if live.seek(delay: delay, isChosen: isChosen) { log(.rate(playback.chosenRate)) }
  }

  /// After a pause the playhead continues to where the delay is the one from before it.
  mutating func returnToEdge(at target: Double) {
    guard target > playback.playhead else { return }
    if target < buffer.end {
      jump(to: target)
    } else {
      endRun()
      release(.memory, item, items[item].held, as: .dropped)
      metrics.droppedMedia += buffer.end - playback.playhead
      go(to: target)
    }
  }

  /// Passes over buffered media, whose bytes are dropped.
  private mutating func jump(to target: Double) {
    endRun()
    let starts = driver.terms.video.starts
    metrics.droppedMedia += target - playback.playhead
    log(.dropped(seconds: target - playback.playhead))
    let landing = driver.segment(at: target)
    if target > starts[landing] {
      store.passOver(store.index(item, landing), from: max(playback.playhead, starts[landing]), to: target)
    }
    movePlayhead(to: target)
    live.jump()
    var segment = buffer.countedNext - 1
    while segment >= 0, store[item, segment].exists {
      if starts[segment + 1] <= target { release(.memory, item, segment: segment, as: .dropped) }
      segment -= 1
    }
    buffer.drop(before: target)
  }
}
