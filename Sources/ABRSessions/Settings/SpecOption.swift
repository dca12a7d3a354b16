import ABRPlayers
import ABRPolicies

/// An option that takes specs: a name of its kind behind another option is answered with it.
struct SpecOption: Sendable {
  /// What a spec of it is, as errors call it.
  private let kind: String
  private let option: String
  private let knows: @Sendable (String, RuleRegistry) -> Bool

  private static let all = [
    SpecOption(kind: "player", option: "--player") { name, _ in
      (try? KnownPlayer.named(name, spec: name)) != nil
    },
    SpecOption(kind: "policy", option: "--policy") { name, rules in
      rules.entries.contains { $0.name == name || $0.aliases.contains(name) }
        || LimitRegistry.entry(named: name) != nil
    },
    SpecOption(kind: "buffer", option: "--buffer") { name, _ in BufferRegistry.entries.contains { $0.name == name } },
    SpecOption(kind: "preload scheduler", option: "--preload") { name, _ in PreloadRegistry.entry(named: name) != nil },
    SpecOption(kind: "viewer", option: "--viewer") { name, _ in ViewerRegistry.entries.contains { $0.name == name } },
  ]

  /// What to say of a name that is unknown where it stands and known elsewhere; `nil` of any other error.
  ///
  /// - Parameters:
  ///   - reason: what a reader of specs has thrown.
  ///   - place: where the spec was given.
  ///   - rules: the rules that policies can name.
  static func error(for reason: any Error, at place: String, rules: RuleRegistry) -> SettingError? {
    guard case .unknownName(let spec, let kind, let found, _)? = reason as? SpecError,
      all.contains(where: { $0.kind == kind }),
      let home = all.first(where: { $0.kind != kind && $0.knows(found, rules) })
    else { return nil }
    return SettingError(
      "\(place):", "\(found) is a \(home.kind), not a \(kind)",
      hint: home.option + (spec.contains { "()*; ".contains($0) } ? " '\(spec)'" : " \(spec)"))
  }
}
