/// What was read of a player's own configuration, beside the options that its spec has now.
package struct ReadConfiguration: Sendable, Hashable {
  /// The player's spec as it was given.
  package internal(set) var givenSpec: String
  /// What of the configuration does not act, one sentence each.
  package let notes: [String]
  /// What of it may be a mistake, one sentence each.
  package let warnings: [String]
  /// Why it changes nothing, as code does that only says what is not set; `nil` where there are values.
  package let comment: String?
}
