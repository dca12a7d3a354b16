/// What the app does on an expensive network: what it may choose, fetch and play there.
public struct MeteredNetwork: Sendable, Hashable {
  /// Whether the session begins on one.
  public var isExpensiveAtStart: Bool
  /// Whether it changes where the recording says that the network does.
  public var followsTrace: Bool
  /// The renditions before a step changes the limits.
  public var eligible: EligibleSets
  /// Whether playback is allowed there (Brightcove `allowsCellularPlayback`). Where it is not, a session that begins
  /// there loads nothing and fails, and one that comes there ends.
  public var plays: Bool
  /// Whether neighbours are fetched ahead there.
  public var preloads: Bool

  /// Creates them.
  public init(
    isExpensiveAtStart: Bool = false, followsTrace: Bool = true, eligible: EligibleSets, plays: Bool = true,
    preloads: Bool = true
  ) {
    self.isExpensiveAtStart = isExpensiveAtStart
    self.followsTrace = followsTrace
    self.eligible = eligible
    self.plays = plays
    self.preloads = preloads
  }
}
