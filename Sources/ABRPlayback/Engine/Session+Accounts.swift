import ABRMedia

extension Session {
  /// Closes the books: what was shown, in which renditions, and what was fetched for nothing.
  ///
  /// A segment on the screen when the viewer leaves is split: the share shown is played (rounded down to whole bytes), the rest
  /// unplayed. Of a segment fetched again after a flush, the part shown from its first copy is `replaced` in the second.
  /// - Complexity: O(segments fetched).
  @inlinable
  mutating func account() {
    metrics.playedMedia = playhead
    metrics.playingTime = playingTime
    metrics.unplayedMedia += max(0, bufferEnd - playhead)
    // What was on the screen first, which after a flush is not what was fetched last.
    let first = scratch.shownParts.first.flatMap { $0.segment == 0 ? $0.rendition : nil }
    var shown = Shown(last: first ?? (next > 0 ? Int(scratch.renditions[0]) : 0))
    let whole = scratch.shownParts.isEmpty ? accountWholeSegments(&shown) : 0
    accountParts(from: whole, &shown)
    metrics.shownBits = shown.bits
    metrics.linearQuality = shown.megabits
    metrics.logQuality = shown.logarithm
    metrics.switchCount = shown.switches
    metrics.switchMagnitude = shown.switchMagnitude
    metrics.switchLogMagnitude = shown.switchLogMagnitude
  }

  /// Running sums over what was on the screen.
  @usableFromInline
  struct Shown {
    @usableFromInline var last: Int
    @usableFromInline var bits = 0.0
    @usableFromInline var megabits = 0.0
    @usableFromInline var logarithm = 0.0
    @usableFromInline var switches = 0
    @usableFromInline var switchMagnitude = 0.0
    @usableFromInline var switchLogMagnitude = 0.0

    @inlinable init(last: Int) { self.last = last }
  }

  /// Books the segments that were shown as a whole, the common case, without a branch a segment.
  /// - Returns: how many there were.
  @inlinable
  mutating func accountWholeSegments(_ shown: inout Shown) -> Int {
    let video = player.video
    let starts = video.starts
    let sizes = video.sizes
    let count = video.ladder.count
    let allTerms = player.terms
    var played = 0
    var segment = 0
    var last = allTerms[shown.last]
    while segment < next, starts[segment + 1] <= playhead {
      let rendition = Int(scratch.renditions[segment])
      let terms = allTerms[rendition]
      played += sizes[segment * count + rendition]
      shown.bits += terms.bandwidth * (starts[segment + 1] - starts[segment])
      shown.megabits += terms.megabits
      shown.logarithm += terms.logarithm
      shown.switches += rendition == shown.last ? 0 : 1
      shown.switchMagnitude += abs(terms.bandwidth - last.bandwidth)
      shown.switchLogMagnitude += abs(terms.logarithm - last.logarithm)
      shown.last = rendition
      last = terms
      segment += 1
    }
    metrics.ledger[.played] += played
    return segment
  }

  /// Books segments of which only a part was shown, or nothing.
  @inlinable
  mutating func accountParts(from first: Int, _ shown: inout Shown) {
    let video = player.video
    let starts = video.starts
    var part = 0
    for segment in first..<max(first, next) {
      let start = starts[segment]
      let duration = starts[segment + 1] - start
      var from = start
      while part < scratch.shownParts.count, scratch.shownParts[part].segment == segment {
        from = showPart(part, &shown)
        part += 1
      }
      let rendition = Int(scratch.renditions[segment])
      let size = video.size(segment: segment, rendition: rendition)
      let to = min(playhead, starts[segment + 1])
      guard to > from else {
        let skipped = Int(Double(size) * ((from - start) / duration))
        metrics.ledger[.replaced] += skipped
        metrics.ledger[.unplayed] += size - skipped
        continue
      }
      show(rendition, seconds: to - from, of: duration, &shown)
      let isWhole = from == start && to == starts[segment + 1]
      let skipped = Int(Double(size) * ((from - start) / duration))
      let played = isWhole ? size : min(size - skipped, Int(Double(size) * ((to - from) / duration)))
      metrics.ledger[.replaced] += skipped
      metrics.ledger[.played] += played
      metrics.ledger[.unplayed] += size - skipped - played
    }
    // A flushed part whose segment was never fetched again has still been on the screen.
    while part < scratch.shownParts.count {
      _ = showPart(part, &shown)
      part += 1
    }
  }

  /// Adds a part shown before a flush; its bytes were booked then.
  /// - Returns: its end in media seconds.
  @inlinable
  mutating func showPart(_ part: Int, _ shown: inout Shown) -> Double {
    let starts = player.video.starts
    let piece = scratch.shownParts[part]
    let duration = starts[piece.segment + 1] - starts[piece.segment]
    show(piece.rendition, seconds: piece.to - piece.from, of: duration, &shown)
    return piece.to
  }

  @inlinable
  func show(_ rendition: Int, seconds: Double, of duration: Double, _ shown: inout Shown) {
    let terms = player.terms[rendition]
    let last = player.terms[shown.last]
    let share = seconds / duration
    shown.bits += terms.bandwidth * seconds
    shown.megabits += share * terms.megabits
    shown.logarithm += share * terms.logarithm
    shown.switches += rendition == shown.last ? 0 : 1
    shown.switchMagnitude += abs(terms.bandwidth - last.bandwidth)
    shown.switchLogMagnitude += abs(terms.logarithm - last.logarithm)
    shown.last = rendition
  }
}
