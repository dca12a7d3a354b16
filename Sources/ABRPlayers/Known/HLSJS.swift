import ABRPolicies

extension KnownPlayer {
  /// hls.js: fetches until both 60 MB and `maxBufferLength` are there, or `maxMaxBufferLength`.
  static let hlsJS = KnownPlayer(
    "hls.js", aliases: ["hlsjs", "hls"], version: "1.7.1",
    source: "hls.js 1.7.1, config.ts: maxBufferLength, maxBufferSize, maxMaxBufferLength",
    parts: [
      .buffer: "static(600s)+watermark(start=0s,resume=0s)+bytes(60MB,floor=30s)", .playable: "whole-segment",
      .timeout: "hls", .stream: "hls",
    ],
    options: [
      .seconds(
        "maxBufferLength", default: 30, buffer: "bytes(floor=VALUE)",
        "media in seconds that is fetched whatever its size"),
      .seconds("maxMaxBufferLength", default: 600, buffer: "static(VALUE)", "media in seconds that is never exceeded"),
      PlayerOption(
        "maxBufferSize", .integer(1...1_000_000_000_000), default: .value(.integer(60_000_000)),
        mapsTo: "buffer bytes(BYTES)", "bytes at which fetching stops above maxBufferLength"
      ) { value, player in try player.change(.buffer, to: "bytes(\(value.text)B)") },
      PlayerOption(
        "abrBandWidthFactor", .number(0.01...10), default: .absent("that of the rule which selects in its place"),
        mapsTo: "policy auto(safety=NUMBER)", "share of the estimated throughput that a rendition may take"
      ) { value, player in try player.rule("safety", value.text) },
      PlayerOption(
        "startLevel", .integer(0...63), default: .absent("chosen by the rule"), mapsTo: "initial index(LEVEL)",
        "level of the first segment"
      ) { value, player in try player.change(.initial, to: "index(\(value.text))") },
    ],
    "holds 60 MB or 30 s, whichever is more, 600 s at most; starts with the first segment; appends whole segments")
}
