import ABRPlayback

/// The rendition that a session starts with, as a spec names it: `lowest`, `first-listed`, `closest-to(1M)`,
/// `last-throughput(3M)`, `index(2)` or `by-rule`.
public struct InitialRenditionSpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// The rendition.
  public let rendition: InitialRendition

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    (canonical, rendition) = try SpecEntry.read(spec, kind: "initial rendition", among: Self.entries)
  }

  private static let entries = [
    SpecEntry("by-rule") { _ in InitialRendition.chosenByRule },
    SpecEntry("lowest") { _ in InitialRendition.lowest },
    SpecEntry("first-listed") { _ in .firstListed },
    SpecEntry(
      "closest-to", parameters: [Parameter("bandwidth", .bitrate, default: .required, isPositional: true, "bandwidth")]
    ) { .closest(to: Double($0.bitrate("bandwidth"))) },
    SpecEntry(
      "last-throughput",
      parameters: [
        Parameter(
          "guess", .bitrate, default: .value(.bitrate(0)), isPositional: true, "throughput of the session before")
      ]
    ) { .lastThroughput(guess: Double($0.bitrate("guess"))) },
    SpecEntry(
      "index",
      parameters: [
        Parameter("index", .integer(0...63), default: .required, isPositional: true, "ladder index, 0 lowest")
      ]
    ) { .index($0.integer("index")) },
  ]
}
