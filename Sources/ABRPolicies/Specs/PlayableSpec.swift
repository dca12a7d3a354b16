import ABRPlayback

/// Which media of a segment can be played, as a spec names it: `whole-segment`, `arriving` or `arriving(0.5s)`.
public struct PlayableSpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// What is playable.
  public let playable: PlayableMedia

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    (canonical, playable) = try SpecEntry.read(spec, kind: "playable media", among: Self.entries)
  }

  /// The spec of what is playable.
  public init(_ playable: PlayableMedia) {
    self.playable = playable
    switch playable {
    case .wholeSegment: canonical = "whole-segment"
    case .arriving(nil): canonical = "arriving"
    case .arriving(let fragment?): canonical = "arriving(\(ParameterValue.duration(fragment).text))"
    }
  }

  /// What is playable in words: the caption of a table.
  public var caption: String {
    switch playable {
    case .wholeSegment: "segments play once fully downloaded"
    case .arriving(nil): "segments play while they arrive"
    case .arriving(let fragment?):
      "segments play while they arrive, in fragments of \(ParameterValue.duration(fragment).text)"
    }
  }

  private static let fragment = Parameter(
    "fragment", .duration(PlayableMedia.frame...3_600), default: .absent("byte by byte"), isPositional: true,
    "media time of a fragment, of which only whole ones are playable")

  private static let entries = [
    SpecEntry("whole-segment") { _ in PlayableMedia.wholeSegment },
    SpecEntry("arriving", parameters: [fragment]) { .arriving(fragment: $0.optionalSeconds("fragment")) },
  ]
}
