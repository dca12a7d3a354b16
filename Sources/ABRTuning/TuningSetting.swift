import ABRPolicies
import ABRRuns

/// One setting of a search: the values of the varied parameters, and the configuration that they make.
package struct TuningSetting: Sendable, Hashable {
  /// The values, in the order of the space's parameters.
  package let values: [ParameterValue]
  /// Index of each value in its parameter's range; `nil` for a setting that is not on the grid.
  package let place: [Int]?
  /// The specs with the values in them.
  package let configuration: Configuration
}
