import ABRPolicies

/// The settings that are as good as the best one: promised as it is, and no more than 2 % worse in the first goal.
package struct TuningRegion: Sendable, Hashable {
  /// Share of the best one's first goal by which another may be worse.
  package static let slack = 0.02

  /// How many they are, the best one included.
  package let count: Int
  /// The values that they have, for each parameter; numbers ascending.
  package let values: [[ParameterValue]]
}
