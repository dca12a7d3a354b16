extension KnownPlayer {
  /// dash.js: a segment is requested when it fits under 18 s; its rule changes between throughput and BOLA.
  static let dashJS = KnownPlayer(
    "dash.js", aliases: ["dashjs"], version: "5.1.1",
    source: "dash.js 5.1.1, Settings.js: bufferTimeDefault, initialBufferLevel, ABR strategy dynamic",
    parts: [
      .policy: "dynamic-dash(thresholds=dashjs,offset=1)",
      .buffer: "static(18s)+watermark(start=0s,resume=0s)+whole-segments(poll=0.5s)", .playable: "whole-segment",
      .stream: "dash",
    ],
    hasOwnRule: true,
    options: [
      .seconds(
        "bufferTimeDefault", default: 18, aliases: ["streaming.buffer.bufferTimeDefault"], buffer: "static(VALUE)",
        "media in seconds that is held, here at the top quality too"),
      .seconds(
        "initialBufferLevel", default: 0, aliases: ["streaming.buffer.initialBufferLevel"],
        buffer: "watermark(start=VALUE,resume=VALUE)", "level in seconds at which playback starts"),
      .limit(
        "maxBitrate", .number(0...10_000_000), aliases: ["streaming.abr.maxBitrate.video", "maxBitrate.video"],
        scale: 1000,
        "peak", "highest bitrate of video in kbit/s"),
    ],
    "requests what fits under 18 s, looking every 0.5 s; starts with the first segment; appends whole segments")
}
