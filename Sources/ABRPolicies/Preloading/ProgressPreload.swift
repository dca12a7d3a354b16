import ABRPlayback

/// Two player controllers: at a point of the current item the second one loads the next item.
extension PreloadEntry {
  /// A normal fetch of the next item up to its forward target, from a point of the current one on.
  static let progress = PreloadEntry(
    "progress", source: "Brightcove VideoPreloading sample, kPreloadNextSessionThreshold",
    parameters: [
      Parameter(
        "at", .number(0...1), default: .value(.number(0.75)), isPositional: true,
        "share of the current item after which the next one is loaded")
    ] + Parameter.preloadWindow(previous: 0, next: 1) + Parameter.preloadLimits()
      + Parameter.preloadRendition(start: .preloaded),
    summary: "the next item is loaded to its forward target once most of the current one has been shown"
  ) { arguments throws(SettingsError) in
    var settings = PreloadSettings(trigger: .progress(arguments.number("at")), nextCount: 1, amount: .target)
    try settings.apply(arguments)
    return settings
  }
}
