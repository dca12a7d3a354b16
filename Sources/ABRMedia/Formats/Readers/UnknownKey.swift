/// A key of the lab's own video format that means nothing and is passed over.
package struct UnknownKey: Sendable, Hashable {
  /// The key.
  package let name: String
  /// The byte of the file at which its value begins.
  let mark: Int
  /// The keys that mean something there.
  package let known: [String]
}
