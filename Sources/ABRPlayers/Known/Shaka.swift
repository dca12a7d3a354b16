extension KnownPlayer {
  /// Shaka Player: holds `bufferingGoal`, and waits for `rebufferingGoal`.
  static let shaka = KnownPlayer(
    "shaka", aliases: ["shaka-player"], version: "5.2.7",
    source: "Shaka Player 5.2.7, player_configuration.js: bufferingGoal, rebufferingGoal, restrictions",
    parts: [
      .buffer: "static(10s)+watermark(start=0s,resume=0s)", .playable: "whole-segment", .stream: "dash",
    ],
    options: [
      .seconds(
        "bufferingGoal", default: 10, aliases: ["streaming.bufferingGoal"], buffer: "static(VALUE)",
        "media in seconds that is held"),
      .seconds(
        "rebufferingGoal", default: 0, aliases: ["streaming.rebufferingGoal"],
        buffer: "watermark(start=VALUE,resume=VALUE)", "level in seconds at which playback starts and resumes"),
      .limit(
        "maxBandwidth", .integer(0...10_000_000_000), aliases: ["abr.restrictions.maxBandwidth"], "peak",
        "highest bandwidth of a variant in bit/s"),
      .limit(
        "maxPixels", .integer(0...100_000_000), aliases: ["abr.restrictions.maxPixels"], "pixels",
        "most pixels of a picture"),
    ],
    "holds 10 s; starts with the first segment; appends whole segments")
}
