import ABRMedia

extension Session {
  /// Limits change: the rule gets new tables, the next request chooses among other renditions.
  @inlinable
  mutating func change(to eligible: EligibleSet) {
    let setup = RuleSetup(
      video: player.video, eligible: eligible, segmentLimit: player.settings.segmentLimit)
    ladderIndices = setup.ladderIndices
    rule.prepare(for: setup)
    initialPosition = player.settings.initialRendition.position(in: player.video.ladder, eligible: eligible)
    lastPosition = position(of: lastRendition)
    unansweredChange = now
    record(.eligible(mask: eligible.mask))
  }

  /// Where a ladder index stands among the eligible renditions: itself, the nearest lower one, or the lowest.
  @inlinable
  func position(of rendition: Int) -> Int { ladderIndices.lastIndex { $0 <= rendition } ?? 0 }

  /// Does what the switch mode demands with media already buffered when the next request changes the rendition.
  @inlinable @inline(never)
  mutating func prepareSwitch(to rendition: Int) {
    let answersChange = !unansweredChange.isNaN
    switch player.settings.switchMode {
    case .append: break
    case .replace(let margin):
      if rendition > lastRendition { replace(from: playhead + margin, with: rendition) }
    case .flush:
      if answersChange, level > 0 { flush() }
    }
    if answersChange {
      visibleChange = unansweredChange
      visibleFrom = bufferEnd
      mediaMark = min(viewer.leavesAfterWatching, visibleFrom)
    }
  }

  /// Drops buffered segments from the first one that starts at or after `time` and is of a lower rendition.
  ///
  /// Segments before it, of the new rendition or better, stay: what is fetched again is always an improvement, so replacing
  /// ends whatever the rule decides.
  @inlinable
  mutating func replace(from time: Double, with rendition: Int) {
    let starts = player.video.starts
    var first = next
    while first > 0, starts[first - 1] >= time { first -= 1 }
    while first < next, Int(scratch.renditions[first]) >= rendition { first += 1 }
    if first < next { drop(from: first) }
  }

  /// Drops the whole buffer and starts again at the playhead. The part of the segment on the screen that has been shown counts
  /// as played; the segment is fetched again and shown from there.
  @inlinable
  mutating func flush() {
    let starts = player.video.starts
    var current = next - 1
    while current > 0, starts[current] > playhead { current -= 1 }
    // On a border the segment that begins there has not been shown at all.
    if current < next - 1, starts[current + 1] <= playhead { current += 1 }
    let from = scratch.shownParts.last.map { $0.segment == current ? $0.to : starts[current] } ?? starts[current]
    if playhead > from {
      let rendition = Int(scratch.renditions[current])
      let size = player.video.size(segment: current, rendition: rendition)
      let duration = starts[current + 1] - starts[current]
      let played = Int(Double(size) * ((playhead - from) / duration))
      scratch.shownParts.append(
        SessionScratch.ShownPart(segment: current, rendition: rendition, from: from, to: playhead))
      // `drop` books the whole segment as replaced; what was shown of it is moved to its own account.
      metrics.ledger[.played] += played
      metrics.ledger[.replaced] -= played
    }
    drop(from: current)
    // Before the first frame, and in a stall, the viewer is waiting already.
    guard state == .playing else { return }
    state = .stalled
    stallBegan = now
    metrics.stallCount += 1
    record(.stalled)
  }

  /// Drops buffered segments from an index on.
  @inlinable
  mutating func drop(from first: Int) {
    let starts = player.video.starts
    var bytes = 0
    for segment in first..<next {
      bytes += player.video.size(segment: segment, rendition: Int(scratch.renditions[segment]))
    }
    metrics.ledger[.replaced] += bytes
    metrics.unplayedMedia += bufferEnd - max(playhead, starts[first])
    next = first
    bufferEnd = max(playhead, starts[first])
    record(.replaced(fromSegment: first, bytes: bytes))
  }
}
