import ABRPlayback

/// A buffer as a spec names it: `growth(min=10s,max=30s)+watermark(start=1s)`, `static(30s)`, `brightcove`.
///
/// Terms are joined with `+`; one sets the forward target, one the levels, one the byte budget. A spec without a term
/// for the forward target limits the buffer by its other terms alone. `15/60` is short for `growth(min=15s,max=60s)`.
public struct BufferSpec: Sendable {
  /// The spec in its canonical spelling, which results carry: what was given, in the order of the registry's entries
  /// and their parameters, with values in their shortest form.
  public let canonical: String
  /// The configuration, its levels not yet checked: a caller either validates or normalises it.
  public let configuration: BufferConfiguration

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  /// - Complexity: O(*length*).
  public init(parsing spec: String) throws(SpecError) {
    var terms: [(order: Int, entry: BufferEntry, arguments: Arguments)] = []
    var taken: [BufferEntry.Role: String] = [:]
    for term in try Self.terms(of: spec) {
      guard let order = BufferRegistry.entries.firstIndex(where: { $0.name == term.name }) else {
        throw .unknownName(
          spec: spec, kind: "buffer", found: term.name, allowed: BufferRegistry.entries.map(\.name))
      }
      let entry = BufferRegistry.entries[order]
      for role in entry.roles {
        if let other = taken.updateValue(entry.name, forKey: role) {
          throw .conflict(
            spec: spec, part: entry.name, found: "\(other) and \(entry.name)",
            allowed: "one term that sets \(role.words)")
        }
      }
      terms.append((order, entry, try Arguments(of: term, parameters: entry.parameters, spec: spec)))
    }
    terms.sort { $0.order < $1.order }
    var draft = BufferDraft(isLimited: taken[.target] != nil || taken[.bytes] != nil)
    for term in terms {
      do {
        try term.entry.apply(term.arguments, &draft)
      } catch {
        throw .invalidValue(spec: spec, part: error.setting, found: error.found, allowed: error.allowed)
      }
    }
    if let level = draft.refillLevel {
      let ceiling = min(draft.target?.maximum ?? .infinity, draft.settings.maximum)
      guard ceiling.isFinite, level <= ceiling else {
        throw .invalidValue(
          spec: spec, part: "watermark refill", found: "\(ParameterValue.duration(level).text)",
          allowed: "at most the largest level, which static or watermark(max=) gives")
      }
      draft.settings.refill = ceiling - level
    }
    canonical = terms.map { $0.entry.name + $0.arguments.text(.inParentheses) }.joined(separator: "+")
    configuration = BufferConfiguration(
      target: draft.target ?? .constant(.unlimited), settings: draft.settings, isLeftToPlayer: draft.isLeftToPlayer)
  }
}

extension BufferEntry.Role {
  /// The role in a sentence.
  fileprivate var words: String {
    switch self {
    case .target: "the forward target"
    case .levels: "the levels"
    case .bytes: "the byte budget"
    case .requests: "when a segment is requested"
    }
  }
}
