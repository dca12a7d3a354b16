import ABRPlayback

/// What a switch does to buffered media, as a spec names it: `append`, `replace(margin=1.6s)`,
/// `overwrite(segments=1.5)` or `flush`.
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

  private static let segments = Parameter(
    "segments", .number(0...100), default: .value(.number(0)), isPositional: true,
    "segments' durations ahead of the playhead from which on media is fetched again")

  private static let entries = [
    SpecEntry("append") { _ in SwitchMode.append },
    SpecEntry("replace", parameters: [margin]) { .replace(margin: $0.seconds("margin")) },
    SpecEntry("overwrite", parameters: [segments]) { .overwrite(segments: $0.number("segments")) },
    SpecEntry("flush") { _ in .flush },
  ]
}
