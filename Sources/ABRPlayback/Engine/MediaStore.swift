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
  }

  /// One segment of one item.
  struct Copy {
    var rendition: UInt8 = 0
    var places: Places = []
    /// Media seconds shown, the first stretch; empty when `from ≥ to`.
    var shownFrom = Double.infinity
    var shownTo = -Double.infinity

    /// Whether there is a copy at all.
    var exists: Bool { !places.isDisjoint(with: [.memory, .cache]) }
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

  private var offsets: [Int] = []
  private(set) var copies: [Copy] = []
  private var pieces: [Piece] = []
  /// Media seconds shown by ladder index; empty before anything was.
  private(set) var shownTimes: [Double] = []

  init() {}

  /// Forgets what there was.
  mutating func removeAll() {
    offsets.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    shownTimes.removeAll(keepingCapacity: true)
  }

  /// Makes room for the segments of one more item.
  mutating func addItem(segmentCount: Int) {
    offsets.append(copies.count)
    copies.append(contentsOf: repeatElement(Copy(), count: segmentCount))
  }

  /// Index of a copy.
  func index(_ item: Int, _ segment: Int) -> Int { offsets[item] + segment }

  subscript(item: Int, segment: Int) -> Copy { copies[index(item, segment)] }

  /// Puts copies into memory of segments of which there are none.
  mutating func append(_ item: Int, _ segments: Range<Int>, renditions: [UInt8]) {
    let offset = offsets[item]
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
      copy.places.formUnion(before.places.intersection(.pieces))
    }
    copies[index] = copy
  }

  /// Begins a copy of which a part is playable while the rest arrives.
  mutating func begin(_ index: Int, rendition: Int) {
    copies[index] = Copy(rendition: UInt8(truncatingIfNeeded: rendition), places: .arriving)
  }

  /// A copy is in one more place.
  mutating func put(_ index: Int, into place: Places) { copies[index].places.insert(place) }

  /// A copy is in one place less.
  mutating func take(_ index: Int, outOf place: Places) { copies[index].places.remove(place) }

  /// Removes a copy, or what has arrived of one, whose bytes have been accounted for.
  @inline(__always)
  mutating func remove(_ index: Int) { copies[index] = Copy() }

  /// Removes copies that are in memory alone and were on the screen as a whole, as most are when an item is left: the
  /// part of ``Session/release(_:_:_:as:)`` that needs nothing else.
  ///
  /// - Returns: their bytes.
  mutating func removeShown(_ item: Int, _ segments: Range<Int>, of terms: ItemTerms) -> Int {
    let offset = offsets[item]
    let (starts, sizes, count) = (terms.video.starts, terms.video.sizes, terms.renditions.count)
    var copies = copies.mutableSpan
    var bytes = 0
    for segment in segments {
      let copy = copies[offset + segment]
      if copy.places == .memory, copy.shownFrom <= starts[segment], copy.shownTo >= starts[segment + 1] {
        bytes += sizes[segment * count + Int(copy.rendition)]
        copies[offset + segment] = Copy()
      }
    }
    return bytes
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
  ///   - sums: gets what was shown.
  /// - Complexity: O(segments of the stretch).
  mutating func show(
    _ item: Int, from begin: Double, to end: Double, first: Int, of terms: ItemTerms, _ sums: inout ShownSums
  ) {
    let (starts, renditions, count, offset) = (terms.video.starts, terms.renditions, terms.segmentCount, offsets[item])
    // Taken out, so that it is not copied.
    var times: [Double] = []
    swap(&times, &shownTimes)
    if times.count < renditions.count { times += repeatElement(0, count: renditions.count - times.count) }
    // Local copies stay in registers.
    var copies = copies.mutableSpan
    var shown = sums
    var further: [Piece] = []
    var from = begin
    var segment = first
    // Seconds are added up where the rendition changes, and not for every segment.
    var run = (rendition: Int(copies[offset + min(first, count - 1)].rendition), from: begin)
    while from < end, segment < count {
      let to = min(end, starts[segment + 1])
      let index = offset + segment
      if Int(copies[index].rendition) != run.rendition {
        times[run.rendition] += from - run.from
        run = (Int(copies[index].rendition), from)
      }
      if let piece = copies[index].show(from: from, to: to) {
        further.append(Piece(copy: index, from: piece.from, to: piece.to))
      }
      shown.add(
        Int(copies[index].rendition), renditions, seconds: to - from, of: starts[segment + 1] - starts[segment])
      from = to
      segment += 1
    }
    times[run.rendition] += from - run.from
    shownTimes = times
    sums = shown
    if !further.isEmpty { pieces += further }
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
}
