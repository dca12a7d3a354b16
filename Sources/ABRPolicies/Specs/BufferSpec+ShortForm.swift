extension BufferSpec {
  /// The terms of a spec, with short forms written out: `15/60` and `growth(15,60)` are `growth(min=15s,max=60s)`.
  ///
  /// - Throws: ``SpecError`` for a malformed spec, and for words of SDKs that have another name here.
  static func terms(of spec: String) throws(SpecError) -> [SpecTerm] {
    let first = spec.prefix { $0 != "+" }
    let ends = first.split(separator: "/", omittingEmptySubsequences: false).map { seconds($0.filter { $0 != " " }) }
    let dashed = first.replacing("..", with: "-").split(whereSeparator: "-–".contains)
    if dashed.count == 2, dashed.allSatisfy({ seconds($0) != nil }) {
      throw .invalidValue(
        spec: spec, part: "buffer", found: String(first),
        allowed: "\(dashed.joined(separator: "/")), a growing target between these two")
    }
    if ends.count == 1, let only = ends[0] {
      throw .invalidValue(spec: spec, part: "buffer", found: String(first), allowed: "static(\(only)), or 15/60")
    }
    var text = spec
    if ends.count == 2, let low = ends[0], let high = ends[1] {
      text = "growth(min=\(low),max=\(high))" + spec[first.endIndex...]
    }
    var terms = try SpecTerm.terms(of: text)
    for index in terms.indices {
      try refuseMethodNone(terms[index], spec: spec)
      guard terms[index].name == "growth" else { continue }
      let values = terms[index].arguments
      guard values.count > 1, values[0].key == nil, values[1].key == nil, let low = seconds(values[0].value),
        let high = seconds(values[1].value)
      else { continue }
      terms[index].arguments[0] = .init(key: "min", value: low)
      terms[index].arguments[1] = .init(key: "max", value: high)
    }
    return terms
  }

  /// A time of a short form, which is seconds where it has no unit; `nil` for what is no time.
  static func seconds(_ text: some StringProtocol) -> String? {
    let text = (try? Quantity.number(String(text))) != nil ? "\(text)s" : String(text)
    return (try? Quantity.duration(text)) != nil ? text : nil
  }

  /// The buffer optimizer's method none is no buffer without a target, but one that the player fills by bytes.
  private static func refuseMethodNone(_ term: SpecTerm, spec: String) throws(SpecError) {
    let isMethod = term.name == "growth" && term.arguments.contains { $0.key == "method" }
    guard term.name == "none" || isMethod else { return }
    throw .invalidValue(
      spec: spec, part: isMethod ? "growth method" : "buffer",
      found: term.arguments.first { $0.key == "method" }?.value ?? term.name,
      allowed: isMethod && !term.arguments.contains { $0.key == "method" && $0.value == "none" }
        ? "growth without method, or legacy, which is the SDK's method none"
        : "legacy, which is the SDK's method none, or unlimited, which has no limit at all")
  }
}
