/// A configuration of a player, as its users write it: a JSON object, or a script whose value is an object.
package struct CodeConfiguration: Sendable, Hashable {
  /// What errors call it.
  package let name: String
  /// Its text.
  package let text: String

  /// A configuration of a text.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  /// An option that the player does not know. Players ignore it without a message.
  package struct UnknownOption: Sendable, Hashable {
    /// Its name, after the objects that it stands in: `streaming.bufer`.
    package let path: String
    /// The options that the player knows in its place.
    package let known: [String]
  }
}
