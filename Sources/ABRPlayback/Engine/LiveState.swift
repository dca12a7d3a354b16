/// How far playback is behind a live edge, and whether it catches up.
struct LiveState {
  var isCatchingUp = false
  /// Whether the viewer has gone back in the stream and means to stay there.
  var isTimeShifted = false
  /// Seconds behind the edge when the viewer paused.
  var delayAtPause = 0.0
}
