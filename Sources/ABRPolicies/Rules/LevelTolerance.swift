/// How close a buffer level must be to a threshold to be on it.
///
/// Levels on a threshold are no accident: a buffer that is full holds exactly its maximum less a segment when the next
/// one is decided, and sums of times leave it a last bit above or below. After a day of video that bit is 15 ps.
enum LevelTolerance {
  /// A nanosecond.
  static let seconds = 1e-9
}
