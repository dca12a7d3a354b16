import ABRPlayback

extension RuleEntry {
  /// A rule whose decisions are made outside of the engine, see `SteppedSession`. It is in no registry that users see.
  package static let external = RuleEntry(
    "external", source: "ABRLab", summary: "decides outside of the engine", build: { _ in ExternalRule() })
}
