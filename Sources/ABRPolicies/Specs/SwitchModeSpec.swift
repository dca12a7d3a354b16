import ABRPlayback

/// What a switch does to buffered media, as a spec names it: `append`, `replace(margin=1.6s)` or `flush`.
public struct SwitchModeSpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// The mode.
  public let mode: SwitchMode

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    (canonical, mode) = try SpecEntry.read(spec, kind: "switch mode", among: Self.entries)
  }

  /// CicadaPlayer replaces from 40 video packets ahead of the playhead, 1.6 s at 25 frames per second.
  private static let margin = Parameter(
    "margin", .duration(0...3_600), default: .value(.duration(1.6)), isPositional: true,
    "media ahead of the playhead that is kept in any case")

  private static let entries = [
    SpecEntry("append") { _ in SwitchMode.append },
    SpecEntry("replace", parameters: [margin]) { .replace(margin: $0.seconds("margin")) },
    SpecEntry("flush") { _ in .flush },
  ]
}
