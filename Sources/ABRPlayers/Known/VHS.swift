extension KnownPlayer {
  /// video.js http-streaming: a goal that grows by 1 s for each second of position, from 30 to 60 s.
  static let vhs = KnownPlayer(
    "vhs", aliases: ["video.js", "videojs", "http-streaming"], version: "3.17.4",
    source: "video.js http-streaming 3.17.4, config.js: GOAL_BUFFER_LENGTH, MAX_GOAL_BUFFER_LENGTH",
    parts: [
      .buffer: "growth(min=30s,max=60s,interval=0.5s,basis=position,offset=30s)+watermark(start=0s,resume=0s)",
      .playable: "whole-segment", .stream: "hls",
    ],
    options: [
      .seconds(
        "MAX_GOAL_BUFFER_LENGTH", default: 60, aliases: ["max"], buffer: "growth(max=VALUE)",
        "media in seconds that is held at most"),
      .seconds(
        "GOAL_BUFFER_LENGTH", default: 30, aliases: ["min"], buffer: "growth(min=VALUE,offset=VALUE)",
        "media in seconds that is held at the beginning"),
    ],
    "holds 30 s, and 1 s more for each second of position up to 60 s; starts with the first segment")
}
