/// The version of the program.
enum Version {
  /// Semantic version; CHANGELOG.md says what each one brought.
  static let current = "0.3.0"
}
