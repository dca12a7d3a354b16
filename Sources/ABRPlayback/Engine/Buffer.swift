/// The contiguous media of the item on the screen, and how much of it is wanted.
struct Buffer {
  /// Ends of the buffered media.
  var start = 0.0
  var end = 0.0
  /// Segment that follows the buffered ones.
  var next = 0
  /// Segment that follows those, from ``next`` on, of which a copy of a lower rendition lies in memory until its
  /// replacement is there; no more than ``next`` where nothing is being replaced.
  var oldNext = 0
  /// Forward target in force, and the playing time of the next tick of the optimizer.
  var forwardTarget = 0.0
  var nextTick = Double.infinity
}
