/// The contiguous media of the item on the screen, and how much of it is wanted.
///
/// ```
/// segments:  shown │ start … playhead … end │ next … oldNext: lower renditions that are being replaced │ not there
/// ```
struct Buffer {
  /// Ends of the buffered media.
  private(set) var start = 0.0
  private(set) var end = 0.0
  /// Segment that follows the buffered ones.
  private(set) var next = 0
  /// Segment that follows those, from ``next`` on, of which a copy of a lower rendition stays in memory until its
  /// replacement is there; no more than ``next`` where nothing is being replaced.
  private(set) var oldNext = 0
  /// Whether those count as buffered media.
  private(set) var isOverwriting = false
  /// Forward target in force, and the playing time of the next tick of the optimizer.
  private(set) var forwardTarget = 0.0
  private(set) var nextTick = Double.infinity
  /// The highest target that was in force while media of the item was left to fetch.
  private(set) var highestTarget = 0.0

  // MARK: Room

  /// The target in force, or the maximum level where that is less.
  ///
  /// - Parameter rendition: ladder index of the segment requested last.
  @inline(__always)
  func ceiling(of driver: ItemDriver, at rendition: Int?) -> Double {
    min(target(of: driver, at: rendition), driver.terms.settings.buffer.maximum)
  }

  @inline(__always)
  private func target(of driver: ItemDriver, at rendition: Int?) -> Double {
    guard let target = driver.terms.topTarget, rendition == driver.ladderIndices.last else {
      return forwardTarget
    }
    return target
  }

  /// The level under which a segment is requested.
  @inline(__always)
  func fillLimit(of driver: ItemDriver, at rendition: Int?) -> Double {
    driver.terms.settings.buffer.ceiling.fillLimit(
      under: ceiling(of: driver, at: rendition), driver.terms.video.segmentDuration(next))
  }

  /// The level under which a full buffer has room again.
  @inline(__always)
  func refillLevel(of driver: ItemDriver, at rendition: Int?) -> Double {
    fillLimit(of: driver, at: rendition) - driver.terms.settings.buffer.refill
  }

  // MARK: Target

  /// The optimizer begins anew, or continues with the target that it had.
  mutating func beginTarget(_ target: Double, nextTick: Double) {
    forwardTarget = target
    self.nextTick = nextTick
  }

  /// Media is left to fetch, and the target decides when.
  @inline(__always)
  mutating func useTarget(of driver: ItemDriver, at rendition: Int?) {
    highestTarget = max(highestTarget, target(of: driver, at: rendition))
  }

  /// A tick of the optimizer: the target from now on, and when the next tick comes.
  ///
  /// - Returns: whether the target has changed.
  mutating func tick(target: Double, interval: Double) -> Bool {
    nextTick += interval
    defer { forwardTarget = target }
    return target != forwardTarget
  }

  // MARK: Media

  /// Nothing is buffered; what comes begins at a position within a segment.
  mutating func begin(at position: Double, segment: Int) {
    next = segment
    start = position
    end = position
    oldNext = 0
    isOverwriting = false
  }

  /// A segment is there, and so is all before it.
  mutating func append(_ segment: Int, end: Double) {
    next = segment + 1
    if isOverwriting, next <= oldNext { return }
    isOverwriting = false
    self.end = end
  }

  /// Media of the next segment is playable up to a position. The end never goes back.
  mutating func extend(to position: Double) { end = max(end, position) }

  /// The level has come to a position that was worked out, whatever rounding has left.
  mutating func reach(_ position: Double) { end = position }

  /// ``FastPath`` has appended segments.
  @inline(__always)
  mutating func take(_ path: borrowing FastPath) {
    forwardTarget = path.forwardTarget
    highestTarget = path.highestTarget
    nextTick = path.nextTick
    next = path.next
    oldNext = path.oldNext
    isOverwriting = next < oldNext
    end = path.bufferEnd
  }

  /// What lies before a position is not there any more.
  mutating func drop(before position: Double) { start = position }

  // MARK: Replacement

  /// Whether a segment of a lower rendition waits for its replacement.
  @inline(__always)
  var isReplacing: Bool { next < oldNext }

  /// The segment before which media counts as buffered.
  var countedNext: Int { isOverwriting ? max(next, oldNext) : next }

  /// Buffered segments from one on are fetched again; each stays until its replacement is there.
  mutating func replace(from segment: Int, start: Double) {
    oldNext = max(oldNext, next)
    next = segment
    end = start
  }

  /// Buffered segments from one on are fetched again, and stay buffered meanwhile.
  mutating func overwrite(from segment: Int) {
    oldNext = max(oldNext, next)
    next = segment
    isOverwriting = true
  }

  /// Buffered segments from one on, and those that were being replaced, are not there any more.
  mutating func drop(from segment: Int, end: Double) {
    next = segment
    oldNext = 0
    isOverwriting = false
    self.end = end
  }
}
