import ABRMedia

/// What a session has of its items: for each segment at most one copy, where it is and how much of it was on the
/// screen.
///
/// A copy leaves the store through ``Session/release(_:_:_:as:)`` only, which accounts for its bytes; so does what is
/// left when the session ends. What has arrived of one leaves through ``Session/accountPart(of:segment:bytes:as:)``. So
/// every byte ends in exactly one account.
struct MediaStore {
  /// Where a copy is and where it came from.
  struct Places: OptionSet {
    let rawValue: UInt8
    /// In the player's memory.
    static let memory = Places(rawValue: 1)
    /// In the local cache.
    static let cache = Places(rawValue: 2)
    /// Fetched ahead, before its item was current.
    static let preload = Places(rawValue: 4)
    /// Fetched again after a flush: what was shown of the first copy is of no use in this one.
    static let refetched = Places(rawValue: 8)
    /// More of it was shown than one stretch; the rest stands in `MediaStore.pieces`.
    static let pieces = Places(rawValue: 16)
    /// None yet: what has come of it is playable while the rest arrives, and may be on the screen.
    static let arriving = Places(rawValue: 32)
    /// On the device before the session began; it stays there, and no byte of it was received.
    static let device = Places(rawValue: 64)
    /// A part of it was passed over to keep up with a live edge; it stands in `MediaStore.passed`.
    static let passed = Places(rawValue: 128)
    /// Where a copy can be played from.
    static let kept: Places = [.memory, .cache, .device]
  }

  /// One segment of one item.
  struct Copy {
    var rendition: UInt8 = 0
    var places: Places = []
    /// Media seconds shown, the first stretch; empty when `from ≥ to`.
    var shownFrom = Double.infinity
    var shownTo = -Double.infinity

    /// Whether there is a copy at all.
    var exists: Bool { !places.isDisjoint(with: .kept) }
    var wasShown: Bool { shownFrom < shownTo }

    /// Takes note that a stretch was on the screen after another one.
    ///
    /// - Returns: the stretch, where it does not touch the one before.
    mutating func show(from: Double, to: Double) -> (from: Double, to: Double)? {
      if !wasShown {
        (shownFrom, shownTo) = (from, to)
      } else if from <= shownTo, to >= shownFrom {
        (shownFrom, shownTo) = (min(shownFrom, from), max(shownTo, to))
      } else {
        places.insert(.pieces)
        return (from, to)
      }
      return nil
    }
  }

  /// A further stretch that was shown of a copy.
  struct Piece {
    var copy: Int
    var from: Double
    var to: Double
  }

  /// Index of the first copy of each item; there may be more of them than items.
  private var offsets: [Int] = []
  /// How many items there are, and how many segments they have together.
  private var (itemCount, count) = (0, 0)
  private(set) var copies: [Copy] = []
  private var pieces: [Piece] = []
  private var passed: [Piece] = []
  /// Media seconds shown by ladder index; empty before anything was.
  private(set) var shownTimes: [Double] = []

  init() {}

  /// Forgets what there was, items included.
  mutating func removeAll() {
    (itemCount, count) = (0, 0)
    if !pieces.isEmpty { pieces.removeAll(keepingCapacity: true) }
    if !passed.isEmpty { passed.removeAll(keepingCapacity: true) }
    if !shownTimes.isEmpty { shownTimes.removeAll(keepingCapacity: true) }
  }

  /// One more item comes, with so many segments; ``makeRoom()`` follows the last one.
  mutating func addItem(segmentCount: Int) {
    if itemCount < offsets.count { offsets[itemCount] = count } else { offsets.append(count) }
    itemCount += 1
    count += segmentCount
  }

  /// Makes room for the segments of all items.
  mutating func makeRoom() {
    let missing = count - copies.count
    if missing > 0 { copies.append(contentsOf: repeatElement(Copy(), count: missing)) }
    var copies = copies.mutableSpan
    copies.update(repeating: Copy())
  }

  /// Index of a copy.
  func index(_ item: Int, _ segment: Int) -> Int { offsets[item] + segment }

  subscript(item: Int, segment: Int) -> Copy { copies[index(item, segment)] }

  /// Puts copies into memory of segments of which there are none.
  mutating func append(_ item: Int, _ segments: Range<Int>, renditions: [UInt8]) {
    let offset = offsets[item]
    var copies = copies.mutableSpan
    for segment in segments { copies[offset + segment] = Copy(rendition: renditions[segment], places: .memory) }
  }

  /// Writes the ladder indices of buffered segments, each at the segment's index.
  ///
  /// - Parameters:
  ///   - position: what the first of them holds.
  ///   - end: the segment that follows them.
  func copyRenditions(
    of item: Int, from position: Double, before end: Int, _ starts: [Double], into renditions: inout [UInt8]
  ) {
    let offset = offsets[item]
    for segment in (0..<end).reversed() {
      renditions[segment] = copies[offset + segment].rendition
      if starts[segment] <= position { return }
    }
  }

  /// Puts a copy in its place that has arrived; what was shown of it while it came stays shown.
  mutating func complete(_ index: Int, rendition: UInt8, places: Places) {
    var copy = Copy(rendition: rendition, places: places)
    let before = copies[index]
    if before.places.contains(.arriving), before.rendition == rendition {
      copy.shownFrom = before.shownFrom
      copy.shownTo = before.shownTo
      copy.places.formUnion(before.places.intersection([.pieces, .passed]))
    }
    copies[index] = copy
  }

  /// Begins a copy of which a part is playable while the rest arrives.
  mutating func begin(_ index: Int, rendition: Int) {
    copies[index] = Copy(rendition: UInt8(truncatingIfNeeded: rendition), places: .arriving)
  }

  /// All segments of an item lie on the device, in one rendition.
  mutating func putOnDevice(_ item: Int, segmentCount: Int, rendition: Int) {
    let copy = Copy(rendition: UInt8(truncatingIfNeeded: rendition), places: .device)
    for segment in 0..<segmentCount { copies[index(item, segment)] = copy }
  }

  /// A copy is in one more place.
  mutating func put(_ index: Int, into place: Places) { copies[index].places.insert(place) }

  /// A copy is in one place less.
  mutating func take(_ index: Int, outOf place: Places) { copies[index].places.remove(place) }

  /// Removes a copy, or what has arrived of one, whose bytes have been accounted for.
  @inline(__always)
  mutating func remove(_ index: Int) { copies[index] = Copy() }

  /// The first segment of some of which there is a copy in a place; `nil` for none.
  func first(of item: Int, _ segments: Range<Int>, in place: Places) -> Int? {
    let offset = offsets[item]
    let copies = copies.span
    for segment in segments where copies[offset + segment].places.contains(place) { return segment }
    return nil
  }

  // MARK: Bytes ahead of the playhead

  /// Bytes of copies from the playhead on, the one on the screen by its share.
  ///
  /// - Parameters:
  ///   - end: segment before which copies are buffered without a gap.
  ///   - driver: that of the item.
  func unplayedBytes(of item: Int, before end: Int, from playhead: Double, _ driver: ItemDriver) -> Double {
    var bytes = 0.0
    forEachUnplayed(of: item, before: end, from: playhead, driver) { _, share, size in
      bytes += share * size
      return true
    }
    return bytes
  }

  /// Media seconds that are to be shown until the unplayed bytes are down to a budget.
  func media(over budget: Double, of item: Int, before end: Int, from playhead: Double, _ driver: ItemDriver) -> Double
  {
    var excess = unplayedBytes(of: item, before: end, from: playhead, driver) - budget
    var media = 0.0
    forEachUnplayed(of: item, before: end, from: playhead, driver) { segment, share, size in
      guard excess > 0 else { return false }
      let duration = driver.terms.video.segmentDuration(segment)
      let bytes = share * size
      media += bytes <= excess ? share * duration : excess / size * duration
      excess -= bytes
      return true
    }
    return media
  }

  /// Visits copies from the playhead on with the share of each that has not been shown, and its size.
  @inline(__always)
  private func forEachUnplayed(
    of item: Int, before end: Int, from playhead: Double, _ driver: ItemDriver,
    _ body: (_ segment: Int, _ share: Double, _ size: Double) -> Bool
  ) {
    let starts = driver.terms.video.starts
    let first = driver.segment(at: playhead)
    for segment in first..<max(end, first) {
      let share = (starts[segment + 1] - max(playhead, starts[segment])) / (starts[segment + 1] - starts[segment])
      let size = driver.terms.video.size(segment: segment, rendition: Int(self[item, segment].rendition))
      if share > 0, !body(segment, share, Double(size)) { return }
    }
  }

  // MARK: What was shown

  /// Takes note that a stretch of an item was on the screen.
  ///
  /// - Parameters:
  ///   - first: the segment that holds the beginning.
  ///   - releases: whether copies leave the store that are in memory alone and were on the screen as a whole, as most
  ///     are when an item is left: the part of ``Session/release(_:_:_:as:)`` that needs nothing else.
  ///   - sums: gets what was shown.
  /// - Returns: the bytes of copies that have left, and the first segment whose copy has not.
  /// - Complexity: O(segments of the stretch).
  mutating func show(
    _ item: Int, from begin: Double, to end: Double, first: Int, of terms: ItemTerms, releases: Bool,
    _ sums: inout ShownSums
  ) -> (bytes: Int, left: Int) {
    let (starts, sizes, renditions) = (terms.video.starts, terms.video.sizes, terms.renditions)
    let (count, offset) = (terms.segmentCount, offsets[item])
    // Taken out, so that it is not copied.
    var allTimes: [Double] = []
    swap(&allTimes, &shownTimes)
    if allTimes.count < renditions.count {
      allTimes += repeatElement(0, count: renditions.count - allTimes.count)
    }
    // Local copies stay in registers.
    var copies = copies.mutableSpan
    var times = allTimes.mutableSpan
    var shown = sums
    var further: [Piece] = []
    var result = (bytes: 0, left: first)
    var from = begin
    var segment = first
    var start = starts[first]
    while from < end, segment < count {
      // One rendition after the other: what it adds is looked up once.
      let rendition = copies[offset + segment].rendition
      let terms = renditions[Int(rendition)]
      let runStart = from
      shown.follow(Int(rendition), renditions)
      while from < end, segment < count {
        var copy = copies[offset + segment]
        guard copy.rendition == rendition else { break }
        let stop = starts[segment + 1]
        let to = min(end, stop)
        if releases, copy.places == .memory, !copy.wasShown, from <= start, to >= stop {
          result.bytes += sizes[segment * renditions.count + Int(rendition)]
          if result.left == segment { result.left += 1 }
          copy = Copy()
        } else if let piece = copy.show(from: from, to: to) {
          further.append(Piece(copy: offset + segment, from: piece.from, to: piece.to))
        }
        copies[offset + segment] = copy
        shown.add(terms, seconds: to - from, of: stop - start)
        (from, start) = (to, stop)
        segment += 1
      }
      times[Int(rendition)] += from - runStart
    }
    shownTimes = allTimes
    sums = shown
    if !further.isEmpty { pieces += further }
    return result
  }

  /// Media seconds of a copy that were on the screen at least once.
  /// - Complexity: O(1); O(*n* log *n*) in its stretches where there are several.
  mutating func shownSeconds(_ index: Int) -> Double {
    let copy = copies[index]
    guard copy.places.contains(.pieces) else { return copy.wasShown ? copy.shownTo - copy.shownFrom : 0 }
    var stretches = pieces.filter { $0.copy == index }.map { ($0.from, $0.to) }
    stretches.append((copy.shownFrom, copy.shownTo))
    stretches.sort { $0 < $1 }
    pieces.removeAll { $0.copy == index }
    var seconds = 0.0
    var end = -Double.infinity
    for (from, to) in stretches where to > end {
      seconds += to - max(from, end)
      end = to
    }
    return seconds
  }

  /// Playback passes over a stretch of a copy to keep up with a live edge.
  mutating func passOver(_ index: Int, from: Double, to: Double) {
    copies[index].places.insert(.passed)
    passed.append(Piece(copy: index, from: from, to: to))
  }

  /// Media seconds of a copy that playback has passed over, for its last account.
  mutating func takePassedSeconds(_ index: Int) -> Double {
    guard copies[index].places.contains(.passed) else { return 0 }
    defer { passed.removeAll { $0.copy == index } }
    return passed.reduce(0) { $0 + ($1.copy == index ? $1.to - $1.from : 0) }
  }
}
