import ABRPlayback

/// One turn of an item in the viewer's eyes: its visits, with the breaks between them, and the clips in front.
struct Turn: Hashable {
  /// A visit without a break inside.
  struct Part: Hashable {
    /// Media seconds of the turn before the engine's count of watched media begins, which a break without a kept buffer sets
    /// back to 0.
    var begin: Double
    /// Media seconds of the turn up to the end of this part; infinite for the item's end.
    var end: Double
    /// Whether the count goes on after the break.
    var keepsBuffer: Bool
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
        turns[current].parts.append(
          Part(
            begin: last.keepsBuffer ? last.begin : last.end, end: last.end + visit.until - (visit.from ?? position),
            keepsBuffer: visit.keepsBuffer))
      } else {
        let part = Part(begin: 0, end: visit.until - (visit.from ?? 0), keepsBuffer: visit.keepsBuffer)
        turns.append(Turn(item: visit.item, clipsBefore: clips, parts: [part]))
      }
      position = visit.until
      clips = []
    }
    if let last = turns.indices.last { turns[last].parts[turns[last].parts.count - 1].clipsAfter += clips }
    return turns
  }
}
