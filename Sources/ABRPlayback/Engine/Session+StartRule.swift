import ABRMedia

/// When playback begins, and continues after it has waited.
extension Session {
  /// The level that playback waits for; `nil` where it does not wait.
  func awaitedLevel() -> Double? {
    let options = driver.terms.settings.buffer
    var threshold = options.start
    switch playback.state {
    case .playing, .ended: return nil
    case .startup: if playback.isPaused, visit.wanted == nil { return nil }
    case .stalled: if !playback.startsAnew { threshold = options.resume }
    case .seeking: break
    }
    threshold = options.media(threshold, at: effectiveRate)
    if now < faults.lowMemoryUntil { threshold = min(threshold, FaultState.lowMemoryLevel) }
    return driver.terms.playsArriving ? max(threshold, PlayableMedia.frame) : threshold
  }

  /// Whether the start rule goes by the level alone. AVPlayer's looks after each ``StartRule/lookInterval``, and not
  /// because the viewer acts.
  var looksInEveryEvent: Bool {
    if case .likelyToKeepUp = driver.terms.settings.buffer.startRule { false } else { true }
  }

  /// Starts or resumes playback when the level is enough or nothing is left to fetch.
  mutating func startIfReady() {
    guard let threshold = awaitedLevel() else { return }
    if isDownloaded || isEnough(threshold) { startPlaying() }
  }

  private func isEnough(_ threshold: Double) -> Bool {
    switch driver.terms.settings.buffer.startRule {
    case .likelyToKeepUp(let horizon):
      return level >= (driver.terms.playsArriving ? PlayableMedia.frame - Self.levelTolerance : 0) && level > 0
        && isLikelyToKeepUp(over: horizon)
    // What arrives byte by byte is never exactly at a level.
    case .above where !driver.terms.playsArriving: return level > threshold
    case .above, .reached:
      return level > 0 && level >= threshold - (driver.terms.playsArriving ? Self.levelTolerance : 0)
    }
  }

  /// See ``StartRule/likelyToKeepUp(horizon:)``.
  /// - Complexity: O(segments of the horizon).
  private func isLikelyToKeepUp(over horizon: Double) -> Bool {
    let end = min(playback.playhead + horizon, driver.terms.duration)
    let starts = driver.terms.video.starts
    guard let rendition = requests.lastRendition ?? network.flows.first(where: { $0.purpose == .main })?.rendition
    else { return true }
    var missing = 0.0
    var segment = driver.segment(at: buffer.end)
    if !driver.terms.playsArriving {
      // Each must be there as a whole when the playhead comes to it.
      let (bytes, time) = requests.sample
      while segment < driver.terms.segmentCount, starts[segment] < end {
        missing += Double(driver.terms.video.size(segment: segment, rendition: rendition))
        guard missing * time <= bytes * (starts[segment] - playback.playhead) / effectiveRate else { return false }
        segment += 1
      }
      return true
    }
    while segment < driver.terms.segmentCount, starts[segment] < end {
      let seconds = min(end, starts[segment + 1]) - max(buffer.end, starts[segment])
      missing +=
        max(0, seconds) / driver.terms.video.segmentDuration(segment)
        * Double(driver.terms.video.size(segment: segment, rendition: rendition))
      segment += 1
    }
    var (bytes, time) = requests.sample
    if let flow = network.flows.first(where: { $0.purpose == .main && $0.segment != nil && $0.hasBegun }) {
      bytes += network.arrived(flow)
      time += now - flow.firstByte
      if flow.segment == buffer.next { missing = max(0, missing - arrivedPart(of: flow).ahead) }
    }
    // missing / (bytes / time) ≤ seconds of playback
    return missing * time <= bytes * (end - playback.playhead) / effectiveRate
  }
}
