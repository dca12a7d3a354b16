/// What a session knows of an item between visits.
struct ItemState {
  /// A part of a segment whose transfer was stopped and can go on by range.
  struct Part {
    var segment: Int
    var rendition: Int
    var bytes: Int
  }

  /// An item whose buffer waits for it to come back.
  struct Suspended {
    var position: Double
    var watched: Double
    var playingTime: Double
    var nextTick: Double
    var forwardTarget: Double
    /// Whether a seek has led out of the buffer and waits for media.
    var isSeeking: Bool
  }

  /// Which driver plays it; changes when a source falls back.
  var driver: Int
  /// Whether a frame of it was shown.
  var wasPlayed = false
  var suspended: Suspended?
  var hasOverhead = false
  /// Answers of those before and of the overhead that have come.
  var answers = 0
  /// When its address expires; infinite where it holds for ever.
  var addressEnds = Double.infinity
  /// Which of its sources is played.
  var source = 0
  /// Segments of which there may be copies.
  var held = 0..<0
  var part: Part?
  /// Bytes preloaded and still in memory, and bytes in the cache.
  var preloadedBytes = 0
  var cachedBytes = 0
  var lastAccess = 0.0

  init(driver: Int) { self.driver = driver }
}
