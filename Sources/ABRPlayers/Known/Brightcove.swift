import ABRPolicies

extension KnownPlayer {
  /// Brightcove's player SDK for iOS: AVPlayer, whose target the SDK's buffer optimizer sets.
  static let brightcove = KnownPlayer(
    "brightcove", aliases: ["bcov"], version: "7.2.8", source: "Brightcove SDK 7.2.8, BCOVPlaybackController.h",
    parts: [
      .buffer: "growth(min=30s,max=90s,basis=position)+keep-up", .playable: "arriving", .initial: "first-listed",
      .timeout: "avplayer",
    ],
    options: [
      bound("min", "growth(min=VALUE)", 30, "kBCOVBufferOptimizerMinimumDurationKey", "smallest forward target"),
      bound("max", "growth(max=VALUE)", 90, "kBCOVBufferOptimizerMaximumDurationKey", "largest forward target"),
      PlayerOption(
        "method", .choice(["default", "none"]), default: .value(.choice("default")),
        aliases: ["kBCOVBufferOptimizerMethodKey"], mapsTo: "buffer unlimited+legacy with none",
        replaces: ["min", "max"], "whether the optimizer sets the target, or AVPlayer decides"
      ) { value, player in
        if value.text == "none" { try player.change(.buffer, to: "unlimited+legacy") }
      }.spelled("kBCOVBufferOptimizerMethodKey")
        .written(entry("kBCOVBufferOptimizerMethodKey", "BCOVBufferOptimizerMethod.{method}.rawValue")),
      // "The AVPlayerItem's preferredForwardBufferDuration will be adjusted at 5-second intervals" otherwise.
      forwardBuffer(needs: ("method", "none")),
    ] + appleOptions,
    unplayedProperties: appleProperties,
    ascending: [["min", "max"]],
    calls: [
      // setPreferredPeakBitRate is a setter by its name; those of the SDK for Android have others.
      PlayerCall("setPeakBitRate", "preferredPeakBitRate"), PlayerCall("setPeakBitrate", "preferredPeakBitRate"),
    ],
    statement: "session.player.currentItem?.KEY = VALUE",
    "AVPlayer, whose target the SDK's buffer optimizer makes grow")

  /// One end of the optimizer's target. Both are applied before the buffer is checked.
  private static func bound(
    _ key: String, _ template: String, _ seconds: Double, _ name: String, _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, .duration(1...86_400), default: .value(.duration(seconds)), aliases: [name],
      mapsTo: "buffer \(template.replacing("VALUE", with: "DURATION"))", "\(summary) of the buffer optimizer"
    ) { value, player in try player.change(.buffer, to: template.replacing("VALUE", with: value.text)) }
    .spelled(name).written(entry(name, "{\(key)}"))
  }

  /// One of the options that the controller takes together.
  private static func entry(_ name: String, _ value: String) -> String {
    """
    var options = playbackController.options ?? [:]
    options[\(name)] = \(value)
    playbackController.options = options
    """
  }
}
