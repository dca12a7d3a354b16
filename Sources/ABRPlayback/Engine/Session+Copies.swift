import ABRMedia

/// Copies of segments in memory and in the cache: how they come and how they leave.
extension Session {
  /// Puts a segment that has arrived in its place, and into the cache where there is one.
  mutating func put(item: Int, segment: Int, rendition: Int, places: MediaStore.Places) {
    let index = store.index(item, segment)
    dropOldSegment(segment, of: item)
    if store.copies[index].exists { discard(item, segment: segment, as: .replaced) }
    store.complete(index, rendition: UInt8(truncatingIfNeeded: rendition), places: places)
    hold(segment..<(segment + 1), of: item)
    let isCached = keepsPart(of: item)
    guard isCached || places.contains(.preload) else { return }
    let size = driver(of: item).terms.video.size(segment: segment, rendition: rendition)
    if places.contains(.preload) { items[item].preloadedBytes += size }
    if isCached { putIntoCache(item, index: index, size: size) }
  }

  /// Takes note that there may be copies of these segments.
  @inline(__always)
  mutating func hold(_ segments: Range<Int>, of item: Int) {
    let held = items[item].held
    items[item].held =
      held.isEmpty
      ? segments : min(held.lowerBound, segments.lowerBound)..<max(held.upperBound, segments.upperBound)
  }

  /// The least recently used items make room; an item does not make room for itself.
  private mutating func putIntoCache(_ item: Int, index: Int, size: Int) {
    items[item].lastAccess = now
    var used = items.reduce(0) { $0 + $1.cachedBytes }
    while used + size > settings.cache.usableCapacity {
      var oldest = -1
      for candidate in items.indices where candidate != item && items[candidate].cachedBytes > 0 {
        if oldest < 0 || items[candidate].lastAccess < items[oldest].lastAccess { oldest = candidate }
      }
      guard oldest >= 0 else { return }
      used -= items[oldest].cachedBytes
      evict(oldest)
    }
    store.put(index, into: .cache)
    items[item].cachedBytes += size
  }

  /// Empties the cache; what is in memory stays there.
  mutating func clearCache() {
    for item in items.indices where items[item].cachedBytes > 0 { evict(item) }
    preloading.note(.list)
  }

  private mutating func evict(_ item: Int) {
    log(.evicted(item: item, bytes: items[item].cachedBytes))
    release(.cache, item, items[item].held, as: .unplayed)
    forgetPart(of: item)
  }

  /// Takes a copy out of one of its places.
  mutating func release(_ place: MediaStore.Places, _ item: Int, segment: Int, as account: ByteAccount) {
    release(place, item, segment..<(segment + 1), as: account)
  }

  /// Takes copies of an item out of one of their places. A copy without a place leaves the store, and its bytes are
  /// accounted for; there is no other way out.
  mutating func release(_ place: MediaStore.Places, _ item: Int, _ segments: Range<Int>, as account: ByteAccount) {
    let driver = driver(of: item)
    var rest = segments
    while let segment = store.first(of: item, rest, in: place) {
      release(place, item, segment: segment, of: driver, as: account)
      rest = (segment + 1)..<segments.upperBound
    }
  }

  private mutating func release(
    _ place: MediaStore.Places, _ item: Int, segment: Int, of driver: ItemDriver, as account: ByteAccount
  ) {
    let index = store.index(item, segment)
    let copy = store.copies[index]
    if place == .cache || copy.places.contains(.preload) {
      let size = driver.terms.video.size(segment: segment, rendition: Int(copy.rendition))
      if place == .cache {
        items[item].cachedBytes -= size
      } else {
        items[item].preloadedBytes = max(0, items[item].preloadedBytes - size)
      }
    }
    if copy.places.isDisjoint(with: .kept.subtracting(place)) {
      accountCopy(item, segment: segment, of: driver, as: account)
      store.remove(index)
    } else {
      store.take(index, outOf: place)
    }
  }

  /// Takes everything of an item out of memory.
  mutating func releaseMemory(of item: Int, as account: ByteAccount) {
    release(.memory, item, items[item].held, as: account)
    items[item].preloadedBytes = 0
    if items[item].cachedBytes == 0 { items[item].held = 0..<0 }
  }

  /// Throws a copy away, wherever it is, and accounts for its bytes.
  mutating func discard(_ item: Int, segment: Int, as account: ByteAccount) {
    release(.memory, item, segment: segment, as: account)
    if store[item, segment].places.contains(.cache) { release(.cache, item, segment: segment, as: account) }
  }
}
