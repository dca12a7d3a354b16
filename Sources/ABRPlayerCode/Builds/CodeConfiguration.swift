import ABRInput
import ABRPlayers

/// A configuration of a player, as its users write it: a JSON object, or a script whose value is an object.
package struct CodeConfiguration: Sendable, Hashable {
  /// What errors call it.
  package let name: String
  /// Its text.
  package let text: String

  /// Values that take the place of those of the text.
  package let values: [PlayerCodeFiles.Value]

  /// A configuration of a text.
  ///
  /// - Parameters:
  ///   - name: what errors call it.
  ///   - text: an object, or a script whose value is one.
  ///   - values: those that take the place of the text's.
  package init(name: String, text: String, values: [PlayerCodeFiles.Value] = []) {
    self.name = name
    self.text = text
    self.values = values
  }

  /// The text without a semicolon behind it.
  var object: Substring {
    var text = text[...]
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return text
  }

  /// Whether the text is an object without parentheses, or a block, behind comments and space.
  var beginsWithBrace: Bool {
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        guard let end = rest.dropFirst(2).firstRange(of: "*/") else { return false }
        rest = rest[end.upperBound...]
      } else {
        return rest.first == "{"
      }
    }
  }

  /// A function that sets the values in an object, and answers with it.
  var setter: String {
    let lines = values.map { "set(object, \(JSONValue.literal($0.path)), \($0.literal));" }
    return "(object, set) => { \(lines.joined(separator: " ")) return object; }"
  }

  /// An option that the player will not take as it is meant. Players ignore it without a message.
  package enum DoubtfulOption: Sendable, Hashable {
    /// One that the player does not know, at a path such as `streaming.bufer`, with those that it knows in its place.
    case unknown(path: String, known: [String])
    /// One whose value has another type than the player's own.
    case wrongType(path: String, found: String, type: String)
  }
}

extension PlayerCodeFiles.Value {
  /// The value as a script writes it.
  var literal: String { type == "string" ? JSONValue.literal(text) : text }

  /// The type of it in a script.
  var type: String {
    if text == "true" || text == "false" { return "boolean" }
    return text == "Infinity" || Double(text).map(\.isFinite) == true ? "number" : "string"
  }
}
