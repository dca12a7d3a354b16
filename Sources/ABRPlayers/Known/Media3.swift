import ABRPolicies

extension KnownPlayer {
  /// Media3's ExoPlayer with `DefaultLoadControl`: fetches to `maxBufferMs`, and again below `minBufferMs`.
  static let media3 = KnownPlayer(
    "media3", aliases: ["exoplayer", "exo-player", "exo"], version: "1.11.0",
    source: "Media3 1.11.0, DefaultLoadControl, DefaultTrackSelector",
    parts: [
      .buffer: "static(50s)+watermark(start=1s,resume=2s)", .playable: "arriving", .timeout: "media3",
    ],
    options: [
      PlayerOption(
        "maxBufferMs", .number(0...86_400_000), default: .value(.number(50_000)), aliases: ["max"],
        mapsTo: "buffer static(MILLISECONDS)", "media in ms at which fetching stops"
      ) { value, player in
        guard case .number(let milliseconds) = value else { return }
        func text(_ milliseconds: Double) -> String {
          ParameterValue.duration((milliseconds * 1000).rounded() / 1e6).text
        }
        try player.change(.buffer, to: "static(\(text(milliseconds)))")
        guard milliseconds > minBufferMs else { return }
        // The default of minBufferMs stays.
        try player.change(.buffer, to: "watermark(refill=\(text(minBufferMs)))")
      },
      .milliseconds(
        "minBufferMs", default: minBufferMs, aliases: ["min"], buffer: "watermark(refill=VALUE)",
        "media in ms below which fetching goes on"),
      .milliseconds(
        "bufferForPlaybackAfterRebufferMs", default: 2_000, buffer: "watermark(resume=VALUE)",
        "level in ms at which playback resumes after a stall"),
      .milliseconds(
        "bufferForPlaybackMs", default: 1_000, buffer: "watermark(start=VALUE)", "level in ms at which playback starts"),
      .limit("maxVideoBitrate", .integer(0...10_000_000_000), "peak", "highest bitrate of video in bit/s"),
    ],
    // DefaultLoadControl.Builder asserts them.
    ascending: [
      ["minBufferMs", "maxBufferMs"], ["bufferForPlaybackMs", "minBufferMs"],
      ["bufferForPlaybackAfterRebufferMs", "minBufferMs"],
    ],
    "holds 50 s, starts at 1 s, resumes at 2 s; plays what arrives")

  /// Default of `minBufferMs`.
  private static let minBufferMs = 50_000.0
}
