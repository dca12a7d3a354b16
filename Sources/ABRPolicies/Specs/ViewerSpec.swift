import ABRPlayback

/// A viewer as a spec names it: `watch`, `leave(8s)` or `leave(watched=30s)`.
public struct ViewerSpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// The viewer.
  public let viewer: Viewer

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    (canonical, viewer) = try SpecEntry.read(spec, kind: "viewer", among: Self.entries)
    guard viewer.leavesAt < .infinity || viewer.leavesAfterWatching < .infinity || canonical == "watch" else {
      throw .malformed(spec: spec, part: "leave", found: "no time", allowed: "leave(8s) or leave(watched=30s)")
    }
  }

  private static let duration = Parameter.Kind.duration(0...31_536_000)

  private static let entries = [
    SpecEntry("watch") { _ in Viewer() },
    SpecEntry(
      "leave",
      parameters: [
        Parameter(
          "at", duration, default: .absent("never"), isPositional: true,
          "time since the play request, whatever is shown"),
        Parameter("watched", duration, default: .absent("never"), "media that has been shown"),
      ]
    ) { arguments in
      Viewer(
        leavesAt: arguments.seconds("at") ?? .infinity,
        leavesAfterWatching: arguments.seconds("watched") ?? .infinity)
    },
  ]
}
