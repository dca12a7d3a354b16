import ABRMedia

extension Session {
  /// Closes the books: what was shown, in which renditions, and what was fetched for nothing.
  ///
  /// A segment on the screen when the viewer leaves is split: the share shown is played (rounded down to whole bytes), the rest
  /// unplayed. Of a segment fetched again after a flush, the part shown from its first copy is `replaced` in the second.
  /// - Complexity: O(segments fetched).
  @inlinable
  mutating func account() {
    let video = player.video
    let starts = video.starts
    metrics.playedMedia = playhead
    metrics.playingTime = playingTime
    var played = 0
    var unplayed = 0
    var last = -1
    var part = 0
    let base = player.logBandwidths[0]
    for segment in 0..<next {
      let start = starts[segment]
      let duration = starts[segment + 1] - start
      var from = start
      while part < scratch.shownParts.count, scratch.shownParts[part].segment == segment {
        let shown = scratch.shownParts[part]
        show(shown.rendition, seconds: shown.to - shown.from, of: duration, after: last, base: base)
        last = shown.rendition
        from = shown.to
        part += 1
      }
      let rendition = Int(scratch.renditions[segment])
      let size = video.size(segment: segment, rendition: rendition)
      let to = min(playhead, starts[segment + 1])
      guard to > from || (from == start && to > start) else {
        unplayed += size
        continue
      }
      show(rendition, seconds: to - from, of: duration, after: last, base: base)
      last = rendition
      if from == start, to == starts[segment + 1] {
        played += size
      } else {
        let skipped = Int(Double(size) * ((from - start) / duration))
        let shown = min(size - skipped, Int(Double(size) * ((to - from) / duration)))
        metrics.ledger[.replaced] += skipped
        played += shown
        unplayed += size - skipped - shown
      }
    }
    // A flushed part whose segment was never fetched again has still been on the screen.
    while part < scratch.shownParts.count {
      let shown = scratch.shownParts[part]
      let duration = starts[shown.segment + 1] - starts[shown.segment]
      show(shown.rendition, seconds: shown.to - shown.from, of: duration, after: last, base: base)
      last = shown.rendition
      part += 1
    }
    metrics.ledger[.played] += played
    metrics.ledger[.unplayed] += unplayed
    metrics.unplayedMedia += max(0, bufferEnd - playhead)
  }

  @inlinable @inline(__always)
  mutating func show(_ rendition: Int, seconds: Double, of duration: Double, after last: Int, base: Double) {
    let bandwidth = player.bandwidths[rendition]
    let share = seconds / duration
    metrics.shownBits += bandwidth * seconds
    metrics.linearQuality += share * bandwidth / 1e6
    metrics.logQuality += share * (player.logBandwidths[rendition] - base)
    if last >= 0, last != rendition {
      metrics.switchCount += 1
      metrics.switchMagnitude += abs(bandwidth - player.bandwidths[last])
      metrics.switchLogMagnitude += abs(player.logBandwidths[rendition] - player.logBandwidths[last])
    }
  }
}
