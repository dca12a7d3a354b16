/// Renditions that limits leave, one set for each prepared player, on a network that is expensive and on one that is
/// not.
public struct EligibleSets: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// On a network that is not expensive.
  public var normal: [EligibleSet]
  /// On an expensive one.
  public var expensive: [EligibleSet]

  /// Creates sets that differ.
  public init(normal: [EligibleSet], expensive: [EligibleSet]) {
    self.normal = normal
    self.expensive = expensive
  }

  /// The same sets on any network.
  public init(arrayLiteral sets: EligibleSet...) { self.init(normal: sets, expensive: sets) }

  /// A number of sets that is not the one that is wanted; `nil` where both are.
  func count(otherThan count: Int) -> Int? { [normal.count, expensive.count].first { $0 != count } }

  /// Those of a network.
  func on(expensive isExpensive: Bool) -> [EligibleSet] { isExpensive ? expensive : normal }
}
