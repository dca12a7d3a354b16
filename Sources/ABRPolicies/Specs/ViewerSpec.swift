import ABRPlayback

/// A viewer as a spec names it: `watch`, `leave(8s)`, `leave(watched=30s)`, or `recorded(FILE)` for a queue of videos.
public struct ViewerSpec: Sendable, Hashable {
  /// The spec in its canonical spelling, which results carry.
  public let canonical: String
  /// The viewer; one who watches to the end where it is recorded.
  public let viewer: Viewer
  /// The file of a recorded viewer, as it was given.
  public let recording: String?

  /// Reads a spec.
  ///
  /// - Throws: ``SpecError``.
  public init(parsing spec: String) throws(SpecError) {
    if let file = Self.recording(of: spec) {
      guard !file.isEmpty else {
        throw .malformed(spec: spec, part: "recorded", found: "no file", allowed: "recorded(FILE)")
      }
      (canonical, viewer, recording) = ("recorded(\(file))", Viewer(), file)
      return
    }
    recording = nil
    if let time = BufferSpec.seconds(spec) {
      throw .invalidValue(
        spec: spec, part: "viewer", found: spec,
        allowed: "leave(\(time)), counted from the play request, or leave(watched=\(time))")
    }
    if ["all", "complete", "end", "full", "whole"].contains(spec) {
      throw .invalidValue(spec: spec, part: "viewer", found: spec, allowed: "watch, which is to the end")
    }
    (canonical, viewer) = try SpecEntry.read(spec, kind: "viewer", among: Self.entries)
    guard viewer.leavesAt < .infinity || viewer.leavesAfterWatching < .infinity || canonical == "watch" else {
      throw .malformed(spec: spec, part: "leave", found: "no time", allowed: "leave(8s) or leave(watched=30s)")
    }
  }

  /// The file of `recorded(FILE)`, `nil` for any other spec. A path may hold every sign of the grammar, so that it is
  /// not read as a value.
  public static func recording(of spec: String) -> String? {
    guard spec.hasPrefix("recorded("), spec.hasSuffix(")") else { return nil }
    return String(spec.dropFirst("recorded(".count).dropLast())
  }

  /// Who leaves at 0 s sees nothing, and there is nothing to measure.
  private static let duration = Parameter.Kind.duration(1e-3...31_536_000)

  /// The parameters of a viewer; empty for a name that is none.
  static func parameters(of name: String) -> [Parameter] { entries.first { $0.name == name }?.parameters ?? [] }

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
        leavesAt: arguments.optionalSeconds("at") ?? .infinity,
        leavesAfterWatching: arguments.optionalSeconds("watched") ?? .infinity)
    },
  ]
}
