import ABRPolicies

extension KnownPlayer {
  /// Media3's ExoPlayer with `DefaultLoadControl`: fetches to `maxBufferMs` or 144 MB, and again below `minBufferMs`.
  static let media3 = KnownPlayer(
    "media3", aliases: ["exoplayer", "exo-player", "exo"], version: "1.11.0",
    source: "Media3 1.11.0, DefaultLoadControl, DefaultTrackSelector, AdaptiveTrackSelection, DefaultBandwidthMeter",
    parts: [
      .policy: "media3-abr", .initial: "by-rule",
      // 2,202 units of 64 KiB: DEFAULT_MUXED_BUFFER_SEGMENTS, as many as for video and audio apart.
      .buffer: "static(50s)+watermark(start=1s,resume=2s)+bytes(144310272B)", .playable: "arriving",
      .timeout: "media3",
    ],
    hasOwnRule: true,
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
      .rule(
        "bandwidthFraction", .number(0.01...10), default: .value(.number(0.7)), "fraction",
        "share of the estimate that a format may take"),
      .rule(
        "minDurationForQualityIncreaseMs", .integer(0...86_400_000), default: .value(.integer(10_000)), "increase",
        unit: "ms", "media in ms below which no higher format is selected"),
      .rule(
        "maxDurationForQualityDecreaseMs", .integer(0...86_400_000), default: .value(.integer(25_000)), "decrease",
        unit: "ms", "media in ms from which on no lower format is selected"),
      .rule(
        "initialBitrateEstimate", .integer(1...10_000_000_000), default: .value(.integer(1_000_000)), "estimate",
        unit: "bps", "throughput in bit/s before enough is measured; by default the country and the network say it"),
      .limit("maxVideoBitrate", .integer(0...10_000_000_000), "peak", "highest bitrate of video in bit/s"),
    ],
    // DefaultLoadControl.Builder asserts them.
    ascending: [
      ["minBufferMs", "maxBufferMs"], ["bufferForPlaybackMs", "minBufferMs"],
      ["bufferForPlaybackAfterRebufferMs", "minBufferMs"],
    ],
    "its own rule; holds 50 s and 144 MB at most, starts at 1 s, resumes at 2 s; plays what arrives")

  /// Default of `minBufferMs`.
  private static let minBufferMs = 50_000.0
}
