import ABRPolicies

/// One setting of a search: the values of the varied parameters, and the specs that they make.
public struct TuningSetting: Sendable, Hashable {
  /// The values, in the order of the space's parameters.
  public let values: [ParameterValue]
  /// Index of each value in its parameter's range; `nil` for a setting that is not on the grid.
  public let place: [Int]?
  /// Canonical spec of the policy.
  public let policy: String
  /// Canonical spec of the buffer.
  public let buffer: String
  /// Canonical spec of the preload scheduler; `nil` where sessions are single videos.
  public let preload: String?

  /// Specs that name the setting, in the order of ``SpecTemplate/Part``.
  public var specs: [String] { [policy, buffer] + (preload.map { [$0] } ?? []) }
}
