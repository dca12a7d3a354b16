import ABRMedia
import ABRPlayback

/// What the viewer does with the media element, and the app with the player.
extension CodeSession {
  /// When the viewer acts next, in seconds since the play request; infinite where nothing is to come.
  var viewerTime: Double { viewer.nextTime(moment) }

  /// Does everything that is due.
  func actAsViewer() throws(JavaScriptError) {
    while failure == nil, end == nil, let action = viewer.take(at: moment) { try perform(action) }
  }

  private var moment: ViewerSteps.Moment {
    ViewerSteps.Moment(
      now: now, position: position, watched: watched, rate: state == .playing ? rate : 0,
      hasStarted: state != .starting, startup: state == .starting && !isPausedByViewer ? startup : nil)
  }

  private func perform(_ action: Script.Action) throws(JavaScriptError) {
    let time = now * 1000
    switch action {
    case .play:
      if state == .starting, isPausedByViewer { metrics.pausedTime += now - pauseTime }
      if isPausedByViewer { startupSince = now }
      isPausedByViewer = false
      try page.context.run(page.play, time)
    case .pause:
      if !isPausedByViewer {
        if state == .starting { closeStartup() }
        pauseTime = now
      }
      isPausedByViewer = true
      try page.context.run(page.pause, time)
    case .seek(let target): try seek(to: target)
    case .seekBy(let seconds): try seek(to: position + seconds)
    case .rate(let rate):
      log(.rate(rate))
      try page.context.run(page.setRate, time, rate)
    case .eligible(let sets): try limit(to: sets.normal[0])
    case .fail: end = .failed
    // One item has no next one.
    case .leave, .next: end = state == .starting ? .leftBeforeStart : .left
    // No viewer of one item asks for anything else: ``SessionPlan`` refuses it.
    default: break
    }
  }

  private func seek(to position: Double) throws(JavaScriptError) {
    try page.context.run(page.seek, now * 1000, min(max(0, position), settings.stream.video.duration))
  }

  /// The app sets the playhead for the viewer: at once, or when the media is known.
  func beginSeek(to target: Double) {
    let isInside = buffered.contains { $0.from <= target && target < $0.to }
    log(.seeked(to: target, isInside: isInside))
    // A seek before the first frame is part of startup.
    guard state != .starting else { return }
    if !isInside { metrics.seekCount += 1 }
    isSeeking = true
  }

  /// Lets the player choose among the renditions from the lowest to the highest of a set.
  private func limit(to eligible: EligibleSet) throws(JavaScriptError) {
    log(.eligible(mask: eligible.mask))
    let indices = eligible.indices
    guard let lowest = indices.first, let highest = indices.last else { return }
    try page.context.call(page.limit, [now * 1000, Double(lowest), Double(highest)])
  }

  /// Bits per second of a rendition, as manifests declare it.
  ///
  /// - Parameter withAudio: whether sound that is fetched apart is part of it.
  func bandwidth(of rendition: Int, withAudio: Bool) -> Double {
    settings.stream.bandwidth(of: rendition, withAudio: withAudio)
  }
}
