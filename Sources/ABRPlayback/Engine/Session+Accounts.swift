import ABRMedia

/// What was shown, and where every byte went.
extension Session {
  /// Takes note of what was on the screen since the last time: quality, switches, and which copies were shown.
  ///
  /// - Parameter releases: whether memory of the item is released next: copies that were shown as a whole may leave.
  /// - Complexity: O(segments shown since then).
  mutating func settleShown(releases: Bool = false) {
    guard playback.playhead > playback.shownUntil else { return }
    let from = playback.takeShown()
    if !driver.terms.scores.isEmpty { accountQuality(from: from) }
    let first = driver.segment(at: from)
    var shown = ShownSums(metrics, last: visit.lastShown)
    let released = store.show(
      item, from: from, to: playback.playhead, first: first, of: driver.terms, releases: releases, &shown)
    credit(released.bytes, to: .played)
    let held = items[item].held
    if (first..<released.left).contains(held.lowerBound) {
      items[item].held = min(released.left, held.upperBound)..<held.upperBound
    }
    visit.lastShown = shown.last
    shown.write(to: &metrics)
  }

  /// Adds the scores of what was on the screen from a position on, in a pass of its own that only videos with scores
  /// need.
  private mutating func accountQuality(from begin: Double) {
    let video = driver.terms.video
    var from = begin
    var segment = driver.segment(at: begin)
    while from < playback.playhead, segment < driver.terms.segmentCount {
      let to = min(playback.playhead, video.starts[segment + 1])
      let rendition = Int(store[item, segment].rendition)
      quality.show(
        driver.terms.scores, at: segment * video.ladder.count + rendition, seconds: to - from,
        of: video.segmentDuration(segment), during: visit.index)
      from = to
      segment += 1
    }
  }

  /// The playhead leaves the stretch of media on the screen.
  ///
  /// - Parameter releases: see ``settleShown(releases:)``.
  mutating func endRun(releases: Bool = false) {
    settleShown(releases: releases)
    let seconds = playback.endRun()
    metrics.playedMedia += seconds
    visit.metrics.playedMedia += seconds
  }

  // MARK: Bytes

  /// Puts received bytes into an account of the ledger. Everything that the session receives passes here.
  @inline(__always)
  mutating func credit(_ bytes: Int, to account: ByteAccount) { metrics.ledger.credit(bytes, to: account) }

  /// Accounts for the bytes of a copy: the share that was on the screen at least once is played, rounded down to whole
  /// bytes, what was passed over to keep up with a live edge is `dropped`, and the rest goes to an account of waste.
  /// What was fetched ahead for an item that never came on the screen is `preloaded`.
  mutating func accountCopy(_ item: Int, segment: Int, of driver: ItemDriver, as account: ByteAccount) {
    let index = store.index(item, segment)
    let copy = store.copies[index]
    let size = driver.terms.video.size(segment: segment, rendition: Int(copy.rendition))
    let start = driver.terms.video.starts[segment]
    let end = driver.terms.video.starts[segment + 1]
    let duration = end - start
    let shown = store.shownSeconds(index)
    let passed = min(store.takePassedSeconds(index), max(0, duration - shown))
    metrics.unplayedMedia += max(0, duration - shown)
    if copy.shownFrom <= start, copy.shownTo >= end {
      credit(size, to: .played)
    } else if shown > 0 {
      // After a flush the first part of the segment had been shown from its first copy already.
      let behind =
        copy.places.contains(.refetched)
        ? Int(wholeBytes: Double(size) * ((copy.shownFrom - start) / duration)) : 0
      let played = min(size - behind, Int(wholeBytes: Double(size) * (min(shown, duration) / duration)))
      let dropped = min(size - behind - played, Int(wholeBytes: Double(size) * (passed / duration)))
      credit(behind, to: .replaced)
      credit(played, to: .played)
      credit(dropped, to: .dropped)
      credit(size - behind - played - dropped, to: account)
    } else {
      let wasFetchedForNothing = copy.places.contains(.preload) && !items[item].wasPlayed
      let dropped = Int(wholeBytes: Double(size) * (passed / duration))
      credit(dropped, to: .dropped)
      credit(size - dropped, to: account == .unplayed && wasFetchedForNothing ? .preloaded : account)
    }
  }

  /// Finalises the byte accounting when the session is over.
  mutating func finaliseAccounts() {
    network.demoteSoleFlowIfNeeded(at: now)
    for index in network.flows.indices.reversed() { stop(index, as: .aborted) }
    let late = network.takeDelivered(at: now)
    metrics.bytesReceived += late
    credit(late, to: .aborted)
    for item in items.indices {
      for segment in items[item].held { discard(item, segment: segment, as: .unplayed) }
      forgetPart(of: item)
    }
    // A session that never came to its content waited for what it was at.
    let first = pastVisits.first { !$0.isClip } ?? pastVisits.first
    metrics.startupTime = first?.startupTime ?? 0
    if settings.listsVisits { metrics.visits = pastVisits }
    metrics.quality = quality.metrics
    metrics.shownTimes = store.shownTimes
  }
}
