import ABRInput

/// A sentence with named places for names and numbers.
///
/// ```swift
/// let phrase: Phrase = "{best} {best|wastes|waste} least[, as {others}]"
/// phrase.text(["best": .names(["auto", "bola"])])  // "auto and bola waste least"
/// ```
/// `{name}` is a value, `{name|one|many}` the word that agrees with it in number, and what stands in brackets is left
/// out where a value in it is missing. Swift and the script of a page (`fill` in `report.js`) fill phrases alike, so
/// that their words stand in one place.
struct Phrase: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// What stands in a place.
  enum Value: Sendable, Hashable, ExpressibleByStringLiteral {
    /// A text, or several that are listed.
    case names([String])
    case count(Int)

    /// A text.
    static func name(_ text: String) -> Value { .names([text]) }

    init(stringLiteral text: String) { self = .name(text) }

    /// `a`, `a and b`, `a, b and c`.
    var text: String {
      switch self {
      case .count(let count): return "\(count)"
      case .names(let names):
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + PagePhrases.and + last
      }
    }

    fileprivate var isOne: Bool {
      switch self {
      case .count(let count): count == 1
      case .names(let names): names.count == 1
      }
    }
  }

  /// Values by the name of their place.
  typealias Values = [String: Value]

  /// The words and the places, as they are written.
  let template: String

  init(stringLiteral template: String) { self.template = template }

  /// The sentence; `nil` where a value is missing outside of brackets.
  /// - Complexity: O(*template*).
  func text(_ values: Values) -> String? {
    var text = ""
    var rest = template[...]
    while let start = rest.firstIndex(where: { "[{".contains($0) }) {
      text += rest[..<start]
      let isOptional = rest[start] == "["
      guard let end = rest.firstIndex(of: isOptional ? "]" : "}") else {
        preconditionFailure("\(template): a place has no end")
      }
      let inner = rest[start..<end].dropFirst()
      rest = rest[end...].dropFirst()
      if isOptional {
        text += Phrase(stringLiteral: String(inner)).text(values) ?? ""
        continue
      }
      let forms = inner.split(separator: "|").map(String.init)
      guard let value = values[forms[0]] else { return nil }
      text += forms.count == 1 ? value.text : forms[value.isOne ? 1 : 2]
    }
    return text + rest
  }
}

extension [Phrase] {
  /// The first of the phrases that has all its values; `nil` where none has.
  func text(_ values: Phrase.Values = [:]) -> String? { lazy.compactMap { $0.text(values) }.first }

  /// The phrases for the script of a page.
  var json: JSONValue { .array(map { .string($0.template) }) }
}
