import ABRSessions

/// A mechanism that acts in a scenario: with the sessions of the variant without it in place of the variant's own, an
/// expectation about the variant fails.
///
/// That an expectation compares the two variants is enough; that a scenario has a mechanism switched on is not.
package struct ActingMechanism: Sendable, Hashable {
  /// Id of the feature, see ``MechanismFeature``.
  package let feature: String
  /// The variant in which it acts.
  package let variant: String
  /// The variant that has it switched off.
  package let without: String

  static let keys = ["feature", "variant", "without"]

  /// Reads an entry of `mechanism`.
  ///
  /// - Parameter variants: names of the variants that are played.
  /// - Throws: `ConfigurationError` for what is missing, and for names of no variant.
  init(_ table: TOMLTable, variants: [String]) throws(ConfigurationError) {
    try table.allow(only: Self.keys)
    feature = try table.required("feature", try table.string("feature"), allowed: "an id such as \"N8\"")
    variant = try table.required(
      "variant", try table.choice("variant", of: variants), allowed: variants.joined(separator: ", "))
    without = try table.required(
      "without", try table.choice("without", of: variants), allowed: variants.joined(separator: ", "))
    guard variant != without else {
      throw table.invalid("without", found: "the same variant", allowed: "another one")
    }
  }

  /// What an expectation is checked with in place of the sessions of a variant.
  func replacement(for name: String) -> String { name == variant ? without : name }
}
