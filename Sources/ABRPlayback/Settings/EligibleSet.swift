import ABRMedia

/// The renditions of a ladder that limits leave for a rule: never empty.
public struct EligibleSet: Sendable, Hashable {
  /// Bit *i* is set when ladder index *i* is eligible.
  public let mask: UInt64

  /// Every rendition of a ladder.
  public init(all ladder: Ladder) {
    mask = ladder.count == 64 ? .max : (1 << UInt64(ladder.count)) - 1
  }

  /// The renditions with the given ladder indices, at least one, each below `Ladder/maximumCount`.
  public init(_ indices: some Sequence<Int>) {
    mask = indices.reduce(0) { $0 | (1 << UInt64($1)) }
    precondition(mask != 0, "an eligible set is never empty: limits fall back to the lowest rendition")
  }

  /// Ladder indices of the eligible renditions, ascending.
  public var indices: [Int] { (0..<Ladder.maximumCount).filter { mask & (1 << UInt64($0)) != 0 } }

  /// Whether a ladder index is eligible.
  public func contains(_ index: Int) -> Bool { mask & (1 << UInt64(index)) != 0 }
}
