import ABRPolicies

/// One setting of a search: the values of the varied parameters, and the specs that they make.
package struct TuningSetting: Sendable, Hashable {
  /// The values, in the order of the space's parameters.
  package let values: [ParameterValue]
  /// Index of each value in its parameter's range; `nil` for a setting that is not on the grid.
  package let place: [Int]?
  /// Canonical spec of the policy.
  package let policy: String
  /// Canonical spec of the buffer.
  package let buffer: String
  /// Canonical spec of the preload scheduler; `nil` where sessions are single videos.
  package let preload: String?

  /// Specs that name the setting, in the order of `SpecTemplate/Part`.
  package var specs: [String] { [policy, buffer] + (preload.map { [$0] } ?? []) }
}
