/// What a session knows of an item between visits.
struct ItemState {
  /// A part of a segment whose transfer was stopped and can continue by range.
  struct Part {
    var segment: Int
    /// `nil` where it is audio that was fetched apart, which goes with any rendition.
    var rendition: Int?
    var bytes: Int
    /// Bytes, of these, of audio that is fetched apart.
    var audioBytes: Int
  }

  /// What has come of the resources of a stream, see ``StreamSettings``.
  struct Resources {
    /// How many of those that an item needs before its first segment.
    var startCount = 0
    /// Whether these are known to be all.
    var isStartComplete = false
    /// How many of those of an audio rendition that is fetched apart.
    var audioCount = 0
    /// For each place among those that a rendition needs, the ladder indices, as bits, of which it has come.
    private var renditions = InlineArray<4, UInt64>(repeating: 0)

    init(startCount: Int = 0) { self.startCount = startCount }

    /// How many have come of a rendition, which are the first ones.
    func count(of rendition: Int) -> Int {
      var count = 0
      while count < renditions.count, renditions[count] & (1 << UInt64(rendition)) != 0 { count += 1 }
      return count
    }

    /// The next one of a rendition has come.
    ///
    /// - Parameter isAlone: whether those of the others are not there any more.
    mutating func add(to rendition: Int, isAlone: Bool) {
      renditions[count(of: rendition)] |= 1 << UInt64(rendition)
      if isAlone { for place in renditions.indices { renditions[place] &= 1 << UInt64(rendition) } }
    }

    /// One of a rendition has to come again, with what comes after it, and that of audio at its place.
    mutating func remove(from index: Int, of rendition: Int) {
      for place in index..<renditions.count { renditions[place] &= ~(1 << UInt64(rendition)) }
      audioCount = min(audioCount, index)
    }

    /// Those of all renditions, audio too, have to come again.
    mutating func forgetRenditions() {
      (renditions, audioCount) = (InlineArray<4, UInt64>(repeating: 0), 0)
    }

    /// Ladder indices, as bits, of which so many have come.
    func ready(needed: Int) -> UInt64 { needed == 0 ? .max : renditions[needed - 1] }
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
  /// The media playlist of a live stream that came last; `nil` before the first one.
  var playlist: LiveState.Playlist?
  var resources = Resources()
  /// When its address expires; infinite where it holds for ever.
  var addressEnds = Double.infinity
  /// Which of its sources is played.
  var source = 0
  /// Ladder index of the rendition in which all of it lies on the device; see ``QueueItem/downloadedRendition``.
  let downloadedRendition: Int?
  /// Segments of which there may be copies that the session has received.
  var held = 0..<0
  var part: Part?
  /// Bytes preloaded and still in memory, and bytes in the cache.
  var preloadedBytes = 0
  var cachedBytes = 0
  var lastAccess = 0.0

  /// One that has not been on the screen.
  init(_ item: QueueItem) {
    driver = item.sources.first?.player ?? item.player
    downloadedRendition = item.downloadedRendition
    if let lifetime = item.addressLifetime { addressEnds = lifetime }
  }

  /// Whether there is nothing to do with segments from one on but to fetch and append them.
  @inline(__always)
  func allowsFastPath(from next: Int) -> Bool {
    resources.isStartComplete && part == nil && held.upperBound <= next
  }
}
