import ABRPlayback

extension RuleEntry {
  /// A rule whose decisions are made outside of the engine, see `AskedSession`. No spec of a user names it.
  package static let asked = RuleEntry(
    "asked", source: "ABRLab", summary: "asks somebody outside of the engine", build: { _ in AskedRule() })
}
