import ABRPlayback

extension PreloadEntry {
  /// Every item is fetched when it comes up.
  static let nothing = PreloadEntry("none", source: "baseline", summary: "nothing is fetched ahead") {
    _ throws(SettingsError) in PreloadSettings()
  }
}
