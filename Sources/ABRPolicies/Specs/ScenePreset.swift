import ABRPlayback

/// Buffer and preloading for a kind of content, under one name (ApsaraVideo `setPlayerScene`).
///
/// The vendor publishes the names and that values of the user's own win, field by field; the values are ours. A setting
/// that a user's spec gives replaces the preset's, every other one stays; a term that decides the same in another way,
/// such as `static` for `growth` or `none` for a scheduler, takes its place.
public struct ScenePreset: Sendable, Hashable {
  /// Name.
  public let name: String
  /// For what it is, one sentence.
  public let summary: String
  /// Its buffer, as a spec.
  public let buffer: String
  /// Its preloading, as a spec.
  public let preload: String
  /// Live delay in seconds above which playback catches up; `nil` where the preset is not for live streams.
  public let maxDelay: Double?

  private init(_ name: String, buffer: String, preload: String, maxDelay: Double? = nil, _ summary: String) {
    self.name = name
    self.buffer = buffer
    self.preload = preload
    self.maxDelay = maxDelay
    self.summary = summary
  }

  /// Every preset, in the order in which they are listed.
  public static let all: [ScenePreset] = [
    ScenePreset(
      "none", buffer: "watermark(start=0.5s,resume=3s,max=50s)",
      preload: "network-balance(open=15s,close=3s,prev=2,next=2)", "the player's own defaults"),
    ScenePreset(
      "very-short-video", buffer: "growth(min=10s,max=15s,basis=watched)+watermark(start=0.5s,resume=2s,max=15s)",
      preload: "network-balance(open=5s,close=2s,prev=1,next=3,dynamic=sub,offset=0.2s)", "videos of up to 30 seconds"),
    ScenePreset(
      "short-video", buffer: "growth(min=10s,max=20s,basis=watched)+watermark(start=0.5s,resume=3s,max=20s)",
      preload: "network-balance(open=8s,close=3s,prev=0,next=3,dynamic=sub,offset=0.5s)",
      "videos of 30 seconds to 5 minutes"),
    ScenePreset(
      "medium-video", buffer: "growth(min=20s,max=60s)+watermark(start=0.5s,resume=3s,max=50s)",
      preload: "network-balance(open=15s,close=3s,prev=0,next=1)", "videos of 5 to 30 minutes"),
    // A scheduler has one trigger: three quarters into a film the level is above the 15 s of a gate anyway.
    ScenePreset(
      "long-video", buffer: "growth(min=30s,max=90s)+watermark(start=1s,resume=4s,max=90s)", preload: "progress(0.75)",
      "videos of more than 30 minutes"),
    ScenePreset(
      "live", buffer: "watermark(start=0.5s,resume=2s,max=10s)", preload: "none", maxDelay: 5, "live streams"),
    ScenePreset(
      "rts-live", buffer: "watermark(start=0.01s,resume=0.01s,max=1s)", preload: "none", maxDelay: 1,
      "live streams over real-time streaming"),
  ]

  /// The preset of a name.
  ///
  /// - Throws: ``SpecError/unknownName(spec:kind:found:allowed:)``.
  public static func named(_ name: String) throws(SpecError) -> ScenePreset {
    guard let preset = all.first(where: { $0.name == name }) else {
      throw .unknownName(spec: name, kind: "scene", found: name, allowed: all.map(\.name))
    }
    return preset
  }

  /// The buffer of a preset that exists.
  ///
  /// - Throws: `SettingsError` never for the names of ``all``.
  static func configuration(of name: String) throws(SettingsError) -> BufferConfiguration {
    do {
      return try BufferSpec(parsing: named(name).buffer).configuration
    } catch {
      throw SettingsError(setting: "scene", found: name, allowed: "\(error)")
    }
  }

  /// The buffer in force under values of a user's own.
  ///
  /// - Throws: ``SpecError`` for a wrong spec, and for values that cannot stand with those of the preset.
  public func buffer(under spec: String? = nil) throws(SpecError) -> BufferSpec {
    try BufferSpec(parsing: spec.map { spec throws(SpecError) in try BufferSpec.merging(spec, over: buffer) } ?? buffer)
  }

  /// The preloading in force under values of a user's own.
  ///
  /// - Throws: ``SpecError`` for a wrong spec, and for values that cannot stand with those of the preset.
  public func preload(under spec: String? = nil) throws(SpecError) -> PreloadSpec {
    try PreloadSpec(
      parsing: spec.map { spec throws(SpecError) in try PreloadSpec.merging(spec, over: preload) } ?? preload)
  }
}
