/// How far playback is behind a live edge, and whether it catches up.
struct LiveState {
  var isCatchingUp = false
  /// Seconds behind the edge when the viewer paused.
  var delayAtPause = 0.0
}
