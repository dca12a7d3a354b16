import ABRPlayback

/// One turn of an item in the viewer's eyes: its visits, with the breaks between them, and the clips in front.
struct Turn: Hashable {
  /// A visit without a break inside.
  struct Part: Hashable {
    /// Media seconds of the item at which the visit begins.
    var start: Double
    /// Media seconds of the turn before and up to the end of this part; the latter is infinite for the item's end.
    var begin: Double
    var end: Double
    /// Visits of the break that follows.
    var clipsAfter: [Int] = []
  }

  var item: Int
  var clipsBefore: [Int]
  var parts: [Part]

  /// A time within the first part: who goes back does not sit through its break.
  func beforeBreak(_ seconds: Double) -> Double { min(seconds, parts[0].end * 0.999) }

  /// The turns of a queue; clips after the last content belong to its turn.
  static func turns(of queue: ItemQueue) -> [Turn] {
    var turns: [Turn] = []
    var clips: [Int] = []
    var position = 0.0
    for (index, visit) in queue.visits.enumerated() {
      if visit.isClip {
        clips.append(index)
        continue
      }
      let current = turns.count - 1
      if current >= 0, turns[current].item == visit.item, visit.from != 0, let last = turns[current].parts.last,
        last.end < .infinity
      {
        turns[current].parts[turns[current].parts.count - 1].clipsAfter = clips
        let start = visit.from ?? position
        turns[current].parts.append(Part(start: start, begin: last.end, end: last.end + visit.until - start))
      } else {
        let start = visit.from ?? 0
        turns.append(
          Turn(item: visit.item, clipsBefore: clips, parts: [Part(start: start, begin: 0, end: visit.until - start)]))
      }
      position = visit.until
      clips = []
    }
    if let last = turns.indices.last { turns[last].parts[turns[last].parts.count - 1].clipsAfter += clips }
    return turns
  }
}
