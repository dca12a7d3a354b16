import ABRNetwork

/// The class of the network, and the limits that follow it.
struct MeteredState {
  /// Whether the network is expensive.
  private(set) var isExpensive: Bool
  /// The limits that hold.
  private(set) var eligible: EligibleSets?
  private var place: Link.ClassCursor?

  init(_ settings: MeteredNetwork?, link: Link, cursor: Link.Cursor) {
    isExpensive = settings?.isExpensiveAtStart ?? false
    eligible = settings?.eligible
    guard let settings, settings.followsTrace else { return }
    place = link.classCursor(from: cursor)
  }

  /// When the recording changes to another network; infinite where it does not.
  @inline(__always)
  var nextChange: Double { place?.nextChange ?? .infinity }

  /// Follows the recording up to a time.
  ///
  /// - Returns: whether the network is expensive there; `nil` where the recording does not say.
  mutating func follow(_ link: Link, to time: Double) -> Bool? {
    while var place, place.nextChange <= time {
      link.advance(&place)
      self.place = place
    }
    return place.flatMap { link.networkClass(at: $0)?.isExpensive }
  }

  /// The network changes.
  ///
  /// - Returns: the renditions that the limits leave there; `nil` where nothing is limited.
  mutating func change(to isExpensive: Bool) -> [EligibleSet]? {
    self.isExpensive = isExpensive
    return eligible?.on(expensive: isExpensive)
  }

  /// The limits change.
  ///
  /// - Returns: the renditions that they leave on this network.
  mutating func limit(to sets: EligibleSets) -> [EligibleSet] {
    eligible = sets
    return sets.on(expensive: isExpensive)
  }
}
