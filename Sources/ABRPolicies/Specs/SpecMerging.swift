extension BufferSpec {
  /// A buffer with those terms of another one that it does not decide itself.
  ///
  /// A term replaces every term of the base that decides the same, such as `static` for `growth`; a term of the same
  /// name takes over the parameters that it does not give.
  ///
  /// - Parameters:
  ///   - spec: what is given.
  ///   - base: what holds otherwise; a preset that stands for other terms is replaced by them first.
  /// - Returns: the spec of both.
  /// - Throws: ``SpecError`` for a wrong spec.
  public static func merging(_ spec: String, over base: String) throws(SpecError) -> String {
    var rest = try SpecTerm.terms(of: expanding(base))
    var texts: [String] = []
    for term in try Self.terms(of: spec) {
      guard let entry = BufferRegistry.entry(named: term.name) else {
        throw .unknownName(spec: spec, kind: "buffer", found: term.name, allowed: BufferRegistry.entries.map(\.name))
      }
      let same = rest.first { $0.name == term.name }
      texts.append(try term.filled(from: same, parameters: entry.parameters, spec: spec))
      rest.removeAll { !(BufferRegistry.entry(named: $0.name)?.roles ?? []).isDisjoint(with: entry.roles) }
    }
    return (texts + rest.map(\.text)).joined(separator: "+")
  }

  /// A buffer with the terms that its presets stand for, whose values can be changed.
  ///
  /// What another term sets is not the preset's any more.
  ///
  /// - Throws: ``SpecError`` for a malformed spec.
  public static func expanding(_ spec: String) throws(SpecError) -> String {
    func roles(of term: SpecTerm) -> Set<BufferEntry.Role> { BufferRegistry.entry(named: term.name)?.roles ?? [] }
    let terms = try Self.terms(of: spec)
    var texts: [String] = []
    for term in terms {
      guard let expansion = BufferRegistry.entry(named: term.name)?.expansion else {
        texts.append(term.text)
        continue
      }
      let taken = Set(terms.filter { $0.name != term.name }.flatMap(roles))
      texts += try SpecTerm.terms(of: expansion).filter { taken.isDisjoint(with: roles(of: $0)) }.map(\.text)
    }
    return texts.joined(separator: "+")
  }
}

extension PreloadSpec {
  /// A preload scheduler that takes over the parameters which it does not give from another one of the same name.
  ///
  /// - Throws: ``SpecError`` for a wrong spec.
  public static func merging(_ spec: String, over base: String) throws(SpecError) -> String {
    let given = try SpecTerm.terms(of: spec)
    let own = try SpecTerm.terms(of: base)
    guard given.count == 1, let entry = PreloadRegistry.entry(named: given[0].name), entry.name == own[0].name else {
      return spec
    }
    return try given[0].filled(from: own[0], parameters: entry.parameters, spec: spec)
  }
}

extension SpecTerm {
  /// The text of the term with the arguments of another one where it has none of its own.
  ///
  /// - Throws: ``SpecError`` for arguments that the parameters do not allow.
  func filled(from base: SpecTerm?, parameters: [Parameter], spec: String) throws(SpecError) -> String {
    var arguments = try Arguments(of: self, parameters: parameters, spec: spec)
    if let base {
      let values = try Arguments(of: base, parameters: parameters, spec: spec).given
      arguments = arguments.filled(with: values, parameters: parameters)
    }
    return name + arguments.text(.inParentheses)
  }
}
