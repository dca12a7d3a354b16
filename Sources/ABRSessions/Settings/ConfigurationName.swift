import ABRPlayers
import ABRPolicies

/// A name that a user gives to what is compared: `FAST=hls.js(maxBufferLength=60)`.
package struct ConfigurationName: Sendable {
  /// The name.
  package let name: String
  /// How messages call the place where it was given.
  package let place: String
  /// The spec as it was given.
  package let spec: String
  private let spellings: Set<String>

  /// Reads `NAME=SPEC`.
  ///
  /// - Throws: `QuantityError` for a text without a name that can be seen, or without a spec.
  init(parsing text: String, place: String, rules: RuleRegistry) throws(QuantityError) {
    guard let equals = text.firstIndex(of: "="), text.index(after: equals) != text.endIndex,
      text[..<equals].unicodeScalars.contains(where: {
        !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
      })
    else {
      throw QuantityError(found: text, allowed: "NAME=SPEC, such as FAST=hls.js or SMALL=static(10s)")
    }
    let spec = String(text[text.index(after: equals)...])
    self.spec = spec
    self.place = place
    name = String(text[..<equals])
    spellings = Self.spellings(of: spec, rules: rules)
  }

  /// A spec as it is written, and as results would write it if it were one of a player, a policy, a buffer or a preload
  /// scheduler.
  package static func spellings(of spec: String, rules: RuleRegistry = .standard) -> Set<String> {
    Set(
      [
        spec, try? Player(parsing: spec, rules: rules).spec, try? PolicySpec(parsing: spec, registry: rules).canonical,
        try? BufferSpec(parsing: spec).canonical, try? PreloadSpec(parsing: spec).canonical,
      ].compactMap(\.self))
  }

  /// Whether the spec is one of those of a configuration.
  ///
  /// - Parameter specs: the canonical specs of its parts.
  package func isName(of specs: [String]) -> Bool { !spellings.isDisjoint(with: specs) }
}
