extension PlayerCodeDraft {
  /// The two ends of the forward target in milliseconds, smallest ≤ largest; an end that is `nil` stays at the player's
  /// own.
  struct Targets {
    var smallest: Int?
    var largest: Int?

    /// The target when there is only one.
    var only: Int? { smallest == largest || smallest == nil ? largest : largest == nil ? smallest : nil }
  }

  /// The targets under the maximum level, in order with each other and with the player's own defaults where an end is
  /// not set.
  ///
  /// Neither of these players has a ceiling beside its target, so the maximum level can only lower the target.
  ///
  /// - Parameters:
  ///   - ownSmallest: the player's default for the smallest target, in milliseconds; `nil` if none is known.
  ///   - ownLargest: the same for the largest.
  mutating func targets(ownSmallest: Int? = nil, ownLargest: Int? = nil) -> Targets {
    var targets = Targets(smallest: setting[.minimumTarget], largest: setting[.maximumTarget])
    if let ceiling = take(.maximumLevel) {
      let text = Part.maximumLevel.text(ceiling)
      if var largest = targets.largest ?? ownLargest {
        if largest <= ceiling {
          note("The maximum level of \(text) never acts: the largest target is \(Part.maximumTarget.text(largest)).")
        } else {
          move(.maximumTarget, &largest, to: ceiling, because: "the maximum level, for which there is no other option")
          targets.largest = largest
        }
      } else {
        note("The maximum level of \(text) is written as the largest target, as there is no other option for it.")
        targets.largest = ceiling
      }
    }
    if var smallest = targets.smallest ?? ownSmallest, var largest = targets.largest ?? ownLargest, smallest > largest {
      if targets.largest != nil {
        move(.minimumTarget, &smallest, to: largest, because: "the largest target")
        targets.smallest = smallest
      } else {
        move(.maximumTarget, &largest, to: smallest, because: "the smallest target")
        targets.largest = largest
      }
    }
    return targets
  }
}
