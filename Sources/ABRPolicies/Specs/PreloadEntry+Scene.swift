import ABRPlayback

/// ApsaraVideo's preload types: the preloading of a kind of content.
extension PreloadEntry {
  /// What ``ScenePreset`` holds for a scene. Other values need the scheduler written out.
  static let scene = PreloadEntry(
    "scene", source: "ApsaraVideo preload types and setPlayerScene; the values are the lab's",
    parameters: [
      Parameter(
        "name", .choice(ScenePreset.all.map(\.name)), default: .value(.choice("none")), isPositional: true,
        "kind of content")
    ], summary: "preloading of a kind of content, beside the buffer apsara(scene=NAME)"
  ) { arguments throws(SettingsError) in
    let name = arguments.choice("name")
    do {
      return try ScenePreset.named(name).preload().settings
    } catch {
      throw SettingsError(setting: "scene", found: name, allowed: "\(error)")
    }
  }
}
