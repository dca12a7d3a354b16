/// A setting that cannot be used: where it was given, and why.
package struct SettingError: Error, CustomStringConvertible {
  /// Where it was given.
  package let place: String
  /// What is wrong: an error of the part that read it, or words.
  package let reason: any Error
  /// A command or an option that helps.
  package let hint: String?

  /// An error of whoever read the text.
  package init(_ place: String, _ reason: any Error, hint: String? = nil) {
    self.place = place
    self.reason = reason
    self.hint = hint
  }

  /// A message in words.
  package init(_ place: String, _ words: String, hint: String? = nil) {
    self.init(place, Words(description: words), hint: hint)
  }

  package var description: String { "\(place)\(reason is Words ? " " : ": ")\(reason)" }

  /// Words that follow the place without a colon.
  package struct Words: Error, CustomStringConvertible { package let description: String }
}
