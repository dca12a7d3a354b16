/// The last decisions of dash.js, each by the rendition that it left (`SwitchRequestHistory`).
struct DashSwitchHistory: Sendable {
  /// Decisions that count, and without which none does (`sampleSize`).
  private static let capacity = 8

  /// Ladder index of the rendition that was left, and whether for a lower one, of each decision.
  private var entries = InlineArray<8, (rendition: Int8, isDrop: Bool)>(repeating: (0, false))
  private var count = 0

  /// Takes a decision.
  mutating func append(_ rendition: Int, isDrop: Bool) {
    entries[count % Self.capacity] = (Int8(truncatingIfNeeded: rendition), isDrop)
    count += 1
  }

  /// The highest rendition that was left, and whether for a lower one; `nil` where no decision was a drop. One of
  /// eight is more than the share that dash.js bears, `switchPercentageThreshold`.
  var highestLeft: (rendition: Int, wasDropped: Bool)? {
    guard count >= Self.capacity else { return nil }
    var (highest, wasDropped, drops) = (Int8.min, false, 0)
    for index in entries.indices {
      let entry = entries[index]
      if entry.isDrop { drops += 1 }
      if entry.rendition > highest {
        (highest, wasDropped) = (entry.rendition, entry.isDrop)
      } else if entry.rendition == highest {
        wasDropped = wasDropped || entry.isDrop
      }
    }
    return drops > 0 ? (Int(highest), wasDropped) : nil
  }
}
