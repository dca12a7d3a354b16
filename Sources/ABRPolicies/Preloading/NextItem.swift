import ABRPlayback

/// A queue player, whose next item is eligible for loading.
extension PreloadEntry {
  /// AVQueuePlayer documents neither when nor how much; the default is ExoPlayer's rule, which loads the next item when
  /// the current one is complete.
  static let nextItem = PreloadEntry(
    "next-item", source: "AVQueuePlayer; ExoPlayer playlists",
    parameters: [
      Parameter(
        "at-once", .duration(0.001...86_400), default: .absent("once the current item is buffered to its end"),
        "loads so much of the next item at any time")
    ] + Parameter.preloadLimits() + Parameter.preloadRendition(start: .preloaded),
    summary: "the next item is loaded to its forward target once the current one is buffered to its end"
  ) { arguments throws(SettingsError) in
    var settings = PreloadSettings(trigger: .currentComplete, nextCount: 1, amount: .target)
    if let seconds = arguments.optionalSeconds("at-once") {
      settings.trigger = .always
      settings.amount = .seconds([seconds])
    }
    try settings.apply(arguments)
    return settings
  }
}
