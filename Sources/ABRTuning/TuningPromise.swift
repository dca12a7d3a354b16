import ABRComparison
import ABRInput
import ABRStatistics

/// What is promised of a setting: that it meets the conditions of the search on new recordings like those of it.
///
/// Every condition has an upper bound of the harm that new recordings will show (`HarmBound`), and all of them must
/// pass, so that none is adjusted for the others. The confidence is that of a search: of so many searches like this one
/// the answer of one in ten may miss a condition.
package struct TuningPromise: Sendable, Hashable {
  /// One condition, over the recordings of the search and over new ones.
  package struct Condition: Sendable, Hashable {
    /// The condition.
    package let constraint: Gate
    /// The value where the condition is a limit, otherwise the change against the current setting; `nil` where there is
    /// none.
    package let seen: Double?
    /// What it may come to on new recordings, for the worse; infinite or `nil` where these recordings bound nothing.
    package let bound: Double?
    /// What is allowed, the tolerance included.
    package let allowed: Double?
    /// Whether what it may come to is allowed.
    package let holds: Bool
    /// How many recordings the change, or of a limit the value, is spread over; `nil` of a percentile, and where no
    /// recording differs.
    package internal(set) var contributingTraces: EffectiveSize?
  }

  /// Recordings below which a search asks for more confidence and warns: rare ones are then hardly seen.
  package static let leastRecordings = 45

  /// Share of searches like this one whose answer meets every condition, inside 0.5 and 1.
  package let confidence: Double
  /// Number of recordings of the search.
  package let recordings: Int
  /// The conditions, in the order of the goals'.
  package let conditions: [Condition]
  /// Whether every condition holds.
  package var holds: Bool { conditions.allSatisfy(\.holds) }

  /// Share of networks that may well be missing: with as many recordings of all networks, the largest share of them of
  /// which none is there in one of 1 / (1 − confidence) draws.
  package var unseenShare: Double {
    1 - ReproducibleMath.exp(ReproducibleMath.log(1 - confidence) / Double(recordings))
  }

  /// The confidence where none is asked for: 90 %, and 95 % under ``leastRecordings``.
  package static func usualConfidence(recordings: Int) -> Double { recordings < leastRecordings ? 0.95 : 0.9 }
}
