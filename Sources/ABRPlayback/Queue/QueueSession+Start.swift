/// What the first frame of an item waits for beside its media.
extension QueueSession {
  /// Whether what lies ready may be shown; where it may not yet, ``awaitStart()`` looks again.
  mutating func mayShow() -> Bool {
    if isStartPlain { return true }
    let render = player.render
    if render.delay == 0 || (render.isAhead && visit.hit == .hit) { return true }
    if renderTime == .infinity { renderTime = now + render.delay }
    return now >= renderTime
  }

  /// Shows the first frame when it is drawn, or notes when that will be.
  mutating func awaitStart() {
    guard state == .startup, renderTime < .infinity else { return }
    if renderTime <= now {
      startPlaying()
    } else {
      requestTime = min(requestTime, renderTime)
    }
  }
}
