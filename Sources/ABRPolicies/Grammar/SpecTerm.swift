/// One term of a spec as it was written: a name and its arguments, not yet looked up in any registry.
///
/// The grammar of all specs:
///
///     spec     = term *( "+" term )
///     term     = name [ "(" argument *( "," argument ) ")" ] [ ":" argument *( "," argument ) ]
///     argument = [ key "=" ] value
///
/// A name or key is letters, digits, hyphens, underscores, dots and `@` and begins with a letter. Values are anything
/// without parentheses, commas, plus and equals signs. `name(value)` and `name:value` mean the same, as do
/// `name(key=value)` and `name:key=value`, which no shell takes for its own. Spaces around the signs are ignored.
public struct SpecTerm: Sendable, Hashable {
  /// An argument; the key is `nil` for the one value that needs no name.
  public struct Argument: Sendable, Hashable {
    /// Name of the argument.
    public var key: String?
    /// Its value, not yet read.
    public var value: String

    /// Creates an argument.
    public init(key: String? = nil, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// What the term names.
  public var name: String
  /// The arguments in the order they were written.
  public var arguments: [Argument]

  /// Creates a term.
  public init(name: String, arguments: [Argument] = []) {
    self.name = name
    self.arguments = arguments
  }

  /// The longest spec that is read, in bytes; a longer one is a mistake, such as a file's content in place of its name.
  public static let longestSpec = 1000

  /// Reads the terms of a spec.
  ///
  /// - Throws: ``SpecError/malformed(spec:part:found:allowed:)``.
  /// - Complexity: O(*length*).
  public static func terms(of spec: String) throws(SpecError) -> [SpecTerm] {
    guard spec.utf8.count <= longestSpec else {
      let beginning = String(spec.prefix(40)) + "…"
      throw .malformed(
        spec: beginning, part: "length", found: "\(spec.utf8.count) bytes", allowed: "at most \(longestSpec) bytes")
    }
    var reader = SpecReader(spec: spec)
    return try reader.readSpec()
  }
}

/// Walks over the characters of a spec.
private struct SpecReader {
  let spec: String
  var rest: Substring

  init(spec: String) {
    self.spec = spec
    rest = spec[...]
  }

  mutating func readSpec() throws(SpecError) -> [SpecTerm] {
    var terms = [try readTerm()]
    while skip("+") { terms.append(try readTerm()) }
    skipSpaces()
    guard rest.isEmpty else {
      throw .malformed(
        spec: spec, part: terms[terms.count - 1].name, found: String(rest),
        allowed: rest.hasPrefix(",") ? "a blank in place of the comma between specs, + or the end" : "+ or the end")
    }
    return terms
  }

  mutating func readTerm() throws(SpecError) -> SpecTerm {
    var term = SpecTerm(name: try readName(part: "name"))
    if skip("(") {
      repeat { term.arguments.append(try readArgument(of: term.name)) } while skip(",")
      guard skip(")") else {
        throw .malformed(spec: spec, part: term.name, found: String(rest.prefix(1)), allowed: "a comma or )")
      }
    }
    if skip(":") { repeat { term.arguments.append(try readArgument(of: term.name)) } while skip(",") }
    return term
  }

  mutating func readArgument(of name: String) throws(SpecError) -> SpecTerm.Argument {
    let text = try readValue(of: name)
    guard skip("=") else { return .init(value: text) }
    guard Self.isName(text) else {
      throw .malformed(
        spec: spec, part: name, found: text, allowed: "a key of letters, digits, hyphens and dots before =")
    }
    return .init(key: text, value: try readValue(of: "\(name) \(text)"))
  }

  mutating func readName(part: String) throws(SpecError) -> String {
    skipSpaces()
    let text = String(rest.prefix { !Self.isSign($0) && $0 != ":" && $0 != " " })
    guard Self.isName(text) else {
      throw .malformed(
        spec: spec, part: part, found: text,
        allowed: "a name that begins with a letter, of letters, digits, hyphens and dots")
    }
    rest = rest.dropFirst(text.count)
    return text
  }

  mutating func readValue(of part: String) throws(SpecError) -> String {
    skipSpaces()
    var text = rest.prefix { !Self.isSign($0) }
    rest = rest.dropFirst(text.count)
    while text.last == " " { text.removeLast() }
    guard !text.isEmpty else { throw .malformed(spec: spec, part: part, found: "", allowed: "a value") }
    return String(text)
  }

  mutating func skip(_ sign: Character) -> Bool {
    skipSpaces()
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

  static func isSign(_ character: Character) -> Bool { "(),+=".contains(character) }

  static func isName(_ text: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (65...90).contains(byte) || (97...122).contains(byte) }
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || [45, 46, 64, 95].contains($0) }
  }
}
