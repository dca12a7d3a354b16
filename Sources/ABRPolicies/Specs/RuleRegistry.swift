/// The rules that a spec can name.
public struct RuleRegistry: Sendable {
  /// Every entry, in the order in which they are listed.
  public let entries: [RuleEntry]

  /// A registry of one's own.
  ///
  /// - Precondition: no name or alias stands twice.
  public init(_ entries: [RuleEntry]) {
    let names = entries.flatMap { [$0.name] + $0.aliases }
    precondition(Set(names).count == names.count, "a name stands twice in a registry of rules")
    self.entries = entries
  }

  /// The lab's rules. A new rule is one line here.
  public static let standard = RuleRegistry([
    .auto,
    .throughput,
    .bola,
    .bolaE,
    .dynamic,
    .dynamicDash,
    .bba0,
    .rate,
    .mpc,
    .robustMPC,
    .apsaraTrend,
    .hlsController,
    .dashRules,
    .shakaManager,
    .vhsSelector,
    .media3Selection,
    .fixed,
    .bolaO,
    .bolaU,
    .bolaBasicO,
    .bolaBasicU,
    .bolaEO,
    .bolaEU,
    .bolaPLO,
    .bolaPLU,
    .dynamicO,
    .dynamicU,
    .dynamicDashO,
    .dynamicDashU,
    .pensieveBufferBased,
    .rateHM5,
  ])

  /// This registry with more rules, for programs that bring their own.
  public func adding(_ more: [RuleEntry]) -> RuleRegistry { RuleRegistry(entries + more) }

  /// The entry of a name or alias.
  public func entry(named name: String) -> RuleEntry? {
    let lower = name.lowercased()
    return entries.first { $0.name == name || $0.aliases.contains(name) }
      ?? entries.first { $0.name.lowercased() == lower || $0.aliases.contains(lower) }
  }
}
