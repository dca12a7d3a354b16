import ABRPlayback

/// How items around the current one are fetched ahead, as a spec names it: `network-balance(open=8s,next=3)`,
/// `progress(0.75)`, `none`.
public struct PreloadSpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry: what was given, in the order in which the parameters are
  /// declared, with values in their shortest form.
  public let canonical: String
  /// The settings, checked.
  public let settings: PreloadSettings

  /// Nothing is fetched ahead.
  public static let none = PreloadSpec(canonical: "none", settings: PreloadSettings())

  private init(canonical: String, settings: PreloadSettings) {
    self.canonical = canonical
    self.settings = settings
  }

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``, also for levels that can never work together.
  /// - Complexity: O(*length*).
  public init(parsing spec: String) throws(SpecError) {
    let terms = try SpecTerm.terms(of: spec)
    guard terms.count == 1 else {
      throw .malformed(spec: spec, part: "preload", found: "\(terms.count) terms", allowed: "one")
    }
    guard let entry = PreloadRegistry.entry(named: terms[0].name) else {
      throw .unknownName(
        spec: spec, kind: "preload scheduler", found: terms[0].name, allowed: PreloadRegistry.entries.map(\.name))
    }
    if entry.name == "network-balance", let enabled = terms[0].arguments.first(where: { $0.key == "enabled" }) {
      throw .invalidValue(
        spec: spec, part: "\(entry.name) enabled", found: enabled.value,
        allowed: "network-balance without it, or ungated, which preloads without the gate")
    }
    let arguments = try Arguments(of: terms[0], parameters: entry.parameters, spec: spec)
    do {
      settings = try entry.make(arguments)
      try settings.validate()
    } catch {
      throw .invalidValue(
        spec: spec, part: "\(entry.name) \(error.setting)", found: error.found, allowed: error.allowed)
    }
    canonical = entry.name + arguments.text(.inParentheses)
  }
}
