import ABRInput
import ABRPlayers
import ABRPolicies

/// An option that takes specs: a name of its kind behind another option is answered with it.
struct SpecOption: Sendable {
  /// What a spec of it is, as errors call it.
  private let kind: String
  private let option: String
  /// The name itself of a name or alias; `nil` of any other.
  private let known: @Sendable (String, RuleRegistry) -> String?

  private static let all = [
    SpecOption(kind: "player", option: "--player") { name, _ in try? KnownPlayer.named(name, spec: name).name },
    SpecOption(kind: "policy", option: "--policy") { name, rules in
      rules.entry(named: name)?.name ?? LimitRegistry.entry(named: name)?.name
    },
    SpecOption(kind: "buffer", option: "--buffer") { name, _ in BufferRegistry.entry(named: name)?.name },
    SpecOption(kind: "preload scheduler", option: "--preload") { name, _ in PreloadRegistry.entry(named: name)?.name },
    SpecOption(kind: "viewer", option: "--viewer") { name, _ in
      ViewerRegistry.entries.first { $0.name == name }?.name
    },
  ]

  /// What to say of a name that is unknown where it stands and known elsewhere; `nil` of any other error.
  ///
  /// - Parameters:
  ///   - reason: what a reader of specs has thrown.
  ///   - place: where the spec was given.
  ///   - rules: the rules that policies can name.
  static func error(for reason: any Error, at place: String, rules: RuleRegistry) -> SettingError? {
    guard case .unknownName(let spec, let kind, let found, _)? = reason as? SpecError,
      all.contains(where: { $0.kind == kind })
    else { return nil }
    for home in all where home.kind != kind {
      guard let name = home.known(found, rules) else { continue }
      let meant = spec.replacing(found, with: name, maxReplacements: 1)
      return SettingError(
        "\(place):", "\(found) is a \(home.kind), not a \(kind)",
        hint: "\(home.option) \(ShellWord.quoted(meant))")
    }
    return nil
  }
}
