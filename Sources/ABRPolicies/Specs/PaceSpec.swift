import ABRPlayback

/// What a player takes time for, as a spec names it: `none`, `after(playlist=25ms,segment=9ms,frame=44ms)`.
public struct PaceSpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// The times.
  public let settings: PaceSettings

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    (canonical, settings) = try SpecEntry.read(spec, kind: "pace", among: Self.entries)
  }

  private static let entries = [
    SpecEntry("none") { _ in PaceSettings() },
    SpecEntry(
      "after",
      parameters: [
        time("playlist", "from the last byte of a playlist or manifest to the next request"),
        time("segment", "from the last byte of a segment to the next request"),
        time("switch", "more after the first segment of another rendition"),
        time("frame", "from enough media to the first frame"),
        time("resume", "from enough media to the next frame after a stall"),
        Parameter(
          "init", .choice(PaceSettings.Initialisation.allCases.map(\.rawValue)), default: .value(.choice("first")),
          "when a rendition's initialisation segment is requested: before its first segment, beside that, or at each switch"
        ),
      ]
    ) {
      PaceSettings(
        playlist: $0.seconds("playlist"), segment: $0.seconds("segment"), switching: $0.seconds("switch"),
        frame: $0.seconds("frame"), resume: $0.seconds("resume"),
        initialisation: PaceSettings.Initialisation(rawValue: $0.choice("init")) ?? .first)
    },
  ]

  private static func time(_ name: String, _ words: String) -> Parameter {
    Parameter(name, .duration(0...60), default: .value(.duration(0)), words)
  }
}
