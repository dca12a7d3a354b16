import ABRPlayback

/// The preload manager of AndroidX Media3: a target for each distance, nearest first, one after another.
extension PreloadEntry {
  /// Priority is the distance to the current item (`DefaultPreloadManager`), the memory that of its load control's
  /// preload player (2200 × 64 KiB), and nothing is preloaded while the current item loads, which is what strict
  /// sharing does. Media3 leaves the targets to the app; 5 s, 2 s and 1 s are those proposed for the android/socialite
  /// sample.
  static let media3 = PreloadEntry(
    "media3", source: "AndroidX Media3 1.11 DefaultPreloadManager, TargetPreloadStatusControl",
    parameters: [
      Parameter(
        "seconds", .durations(0...86_400), default: .value(.durations([5, 2, 1])), isPositional: true,
        "media of a neighbour by distance"),
      Parameter(
        "prev", .integer(0...100), default: .absent("as many as seconds has values"), "items before the current one"),
      Parameter(
        "next", .integer(0...100), default: .absent("as many as seconds has values"), "items after the current one"),
    ] + Parameter.preloadLimits(memory: 2200 * 65_536, share: .strict) + Parameter.preloadRendition(start: .preloaded),
    summary: "an amount by distance, nearest first, while the current item leaves the link idle"
  ) { arguments throws(SettingsError) in
    let table = arguments.durations("seconds")
    var settings = PreloadSettings(
      trigger: .always, previousCount: table.count, nextCount: table.count, amount: .seconds(table), share: .strict)
    try settings.apply(arguments)
    return settings
  }
}
