/// A name that a spec of one term can have, with its parameters and what it stands for.
struct SpecEntry<Value: Sendable>: Sendable {
  let name: String
  let parameters: [Parameter]
  let make: @Sendable (Arguments) -> Value

  init(_ name: String, parameters: [Parameter] = [], make: @escaping @Sendable (Arguments) -> Value) {
    self.name = name
    self.parameters = parameters
    self.make = make
  }

  /// Reads a spec that must be one term with the name of one of the entries.
  ///
  /// - Parameters:
  ///   - spec: the text.
  ///   - kind: what the spec is, for messages.
  ///   - entries: what it may name.
  /// - Returns: the canonical spelling, and what the spec stands for.
  /// - Throws: ``SpecError``.
  static func read(
    _ spec: String, kind: String, among entries: [SpecEntry]
  ) throws(SpecError) -> (canonical: String, value: Value) {
    let names = entries.map(\.name)
    // A value in place of the name, such as a bare duration: the names say what is allowed.
    if spec.first?.isNumber == true { throw .unknownName(spec: spec, kind: kind, found: spec, allowed: names) }
    let terms = try SpecTerm.terms(of: spec)
    guard terms.count == 1 else {
      throw .malformed(spec: spec, part: kind, found: "\(terms.count) terms", allowed: "one")
    }
    guard let entry = entries.first(where: { $0.name == terms[0].name }) else {
      throw .unknownName(spec: spec, kind: kind, found: terms[0].name, allowed: names)
    }
    let arguments = try Arguments(of: terms[0], parameters: entry.parameters, spec: spec)
    return (entry.name + arguments.text(.inParentheses), entry.make(arguments))
  }
}
