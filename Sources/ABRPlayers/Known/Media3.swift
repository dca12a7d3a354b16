import ABRPolicies

extension KnownPlayer {
  /// Media3's ExoPlayer with `DefaultLoadControl`: fetches to `maxBufferMs` or 144 MB, and again below `minBufferMs`.
  static let media3 = KnownPlayer(
    "media3", aliases: ["exoplayer", "exo-player", "exo"], version: "1.11.0",
    source: "Media3 1.11.0, DefaultLoadControl, DefaultTrackSelector, AdaptiveTrackSelection, DefaultBandwidthMeter",
    parts: [
      .policy: "media3-abr", .initial: "by-rule",
      // 2,202 units of 64 KiB: DEFAULT_MUXED_BUFFER_SEGMENTS, as many as for video and audio apart.
      .buffer: "static(50s)+watermark(start=1s,resume=2s,levels=playback)+bytes(144310272B)", .playable: "arriving",
      .timeout: "media3",
    ],
    hasOwnRule: true,
    options: [
      .milliseconds(
        "minBufferMs", default: minBufferMs, aliases: ["min"], buffer: "watermark(refill=VALUE)",
        "media in ms below which fetching goes on"),
      PlayerOption(
        "maxBufferMs", .integer(1...86_400_000), default: .value(.integer(50_000)), aliases: ["max"],
        mapsTo: "buffer static(MILLISECONDS)", "media in ms at which fetching stops"
      ) { value, player in
        guard let milliseconds = value.number else { return }
        try player.change(.buffer, to: "static(\(ParameterValue.seconds(milliseconds / 1000)))")
        // That of minBufferMs stays, which a maximum of the same has dropped.
        let least = player.arguments?["minBufferMs"]?.number ?? minBufferMs
        guard milliseconds > least else { return }
        try player.change(.buffer, to: "watermark(refill=\(ParameterValue.seconds(least / 1000)))")
      },
      .milliseconds(
        "bufferForPlaybackAfterRebufferMs", default: 2_000, buffer: "watermark(resume=VALUE)",
        "level in ms at which playback resumes after a stall"),
      .milliseconds(
        "bufferForPlaybackMs", default: 1_000, buffer: "watermark(start=VALUE,order=any)",
        "level in ms at which playback starts"),
      PlayerOption(
        "targetBufferBytes", .integer(1...2_147_483_647), default: .absent("144310272, that of video with audio in it"),
        mapsTo: "buffer bytes(BYTES)", defaultWords: ["-1"], "bytes at which fetching stops"
      ) { value, player in try player.change(.buffer, to: "bytes(\(value.text)B)") },
      PlayerOption(
        "prioritizeTimeOverSizeThresholds", .choice(["true", "false"]), default: .value(.choice("false")),
        mapsTo: "buffer bytes(floor=MILLISECONDS) of minBufferMs with true",
        "whether fetching goes on below minBufferMs whatever its size"
      ) { value, player in
        guard value == .choice("true") else { return }
        // DefaultLoadControl.shouldContinueLoading.
        let held = try BufferSpec(parsing: player.parts[.buffer] ?? "").configuration
        let floor = ParameterValue.duration(held.target.maximum - held.settings.refill).text
        try player.change(.buffer, to: "bytes(\(held.settings.byteBudget)B,floor=\(floor))")
      },
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
      PlayerOption(
        "forceLowestBitrate", .choice(["true", "false"]), default: .value(.choice("false")),
        mapsTo: "policy fixed:0 with true", "whether the format of the lowest bitrate is played"
      ) { value, player in
        if value == .choice("true") { try player.change(.policy, to: "fixed:0") }
      }.written(parameters("setForceLowestBitrate({forceLowestBitrate})")),
      .limit("maxVideoBitrate", .integer(0...2_147_483_647), "peak", "highest bitrate of video in bit/s")
        .spelled("maxVideoBitrate", "maxBitRate").written(parameters("setMaxVideoBitrate({maxVideoBitrate})")),
      .limit("maxVideoSize", .resolution, "resolution", "largest picture, such as 1280x720")
        .written(parameters("setMaxVideoSize({maxVideoSize.width}, {maxVideoSize.height})")),
    ],
    // Of DefaultLoadControl, AdaptiveTrackSelection, DefaultBandwidthMeter and TrackSelectionParameters.
    unplayedKeys: """
      allocator backBuffer backBufferDurationMs playerTargetBufferBytes bufferDurationsMsForLocalPlayback
      prioritizeTimeOverSizeThresholdsForLocalPlayback minDurationToRetainAfterDiscardMs maxWidthToDiscard
      maxHeightToDiscard bufferedFractionToLiveEdgeForQualityIncrease clock trackFormatComparator
      slidingWindowMaxWeight resetOnNetworkTypeChange minVideoBitrate minVideoSize minVideoFrameRate maxVideoFrameRate
      forceHighestSupportedBitrate viewportSize viewportSizeToPhysicalDisplaySize preferredVideoMimeType
      preferredVideoMimeTypes preferredVideoRoleFlags preferredVideoLanguages preferredAudioLanguage
      preferredAudioLanguages preferredAudioMimeType preferredAudioMimeTypes preferredAudioRoleFlags maxAudioBitrate
      maxAudioChannelCount audioOffloadPreferences preferredTextLanguage preferredTextLanguages preferredTextRoleFlags
      selectUndeterminedTextLanguage ignoredTextSelectionFlags overrideForType trackTypeDisabled disabledTrackTypes
      exceedVideoConstraintsIfNecessary exceedAudioConstraintsIfNecessary exceedRendererCapabilitiesIfNecessary
      allowVideoMixedMimeTypeAdaptiveness allowVideoNonSeamlessAdaptiveness allowMultipleAdaptiveSelections
      allowVideoMixedDecoderSupportAdaptiveness allowAudioMixedMimeTypeAdaptiveness tunnelingEnabled
      """,
    preloadKeys: "preloadConfiguration DefaultPreloadManager",
    // DefaultLoadControl.Builder asserts them.
    ascending: [
      ["minBufferMs", "maxBufferMs"], ["bufferForPlaybackMs", "minBufferMs"],
      ["bufferForPlaybackAfterRebufferMs", "minBufferMs"],
    ],
    calls: [
      PlayerCall("setBufferDurationsMs", levels), PlayerCall("setBufferDurationsMsForStreaming", levels),
      PlayerCall("setPrioritizeTimeOverSizeThresholdsForStreaming", "prioritizeTimeOverSizeThresholds"),
      PlayerCall("setMaxVideoSize", "maxVideoSize maxVideoSize"),
      PlayerCall("setMaxVideoSizeSd", sets: [("maxVideoSize", "1279x719")]),
      PlayerCall("clearVideoSizeConstraints", sets: [("maxVideoSize", "InfinityxInfinity")]),
      PlayerCall("AdaptiveTrackSelection.Factory", "\(durations) bandwidthFraction"),
      PlayerCall(
        "AdaptiveTrackSelection.Factory", "\(durations) maxWidthToDiscard=1279 maxHeightToDiscard=719 bandwidthFraction"
      ),
      PlayerCall("AdaptiveTrackSelection.Factory", "\(durations) bandwidthFraction \(live)"),
      PlayerCall(
        "AdaptiveTrackSelection.Factory",
        "\(durations) maxWidthToDiscard=1279 maxHeightToDiscard=719 bandwidthFraction \(live)"),
    ],
    builders: ["DefaultLoadControl", "DefaultBandwidthMeter", "TrackSelectionParameters"],
    "its own rule; fetches up to a time or bytes, and again below a time; plays what arrives")

  /// Default of `minBufferMs`.
  private static let minBufferMs = 50_000.0

  /// Arguments of calls, in their order.
  private static let levels = "minBufferMs maxBufferMs bufferForPlaybackMs bufferForPlaybackAfterRebufferMs"
  private static let durations =
    "minDurationForQualityIncreaseMs maxDurationForQualityDecreaseMs minDurationToRetainAfterDiscardMs=25000"
  private static let live = "bufferedFractionToLiveEdgeForQualityIncrease=0.75 clock=DEFAULT"

  private static func parameters(_ call: String) -> String {
    "player.trackSelectionParameters = player.trackSelectionParameters.buildUpon().\(call).build()"
  }

  /// Constants that code names in place of values, and the classes that have them: the defaults of options, and those
  /// of DefaultLoadControl, AdaptiveTrackSelection and C besides.
  static let constants: [String: (owner: String, value: PlayerConfiguration.Value)] = {
    let owners = [
      "DefaultLoadControl": "\(levels) targetBufferBytes prioritizeTimeOverSizeThresholds",
      "AdaptiveTrackSelection":
        "minDurationForQualityIncreaseMs maxDurationForQualityDecreaseMs bandwidthFraction",
      "DefaultBandwidthMeter": "initialBitrateEstimate",
    ]
    var constants: [String: (owner: String, value: PlayerConfiguration.Value)] = [
      "LENGTH_UNSET": ("C", .literal("-1")), "DEFAULT_BUFFER_SEGMENT_SIZE": ("C", .literal("65536")),
      "DEFAULT_MIN_DURATION_TO_RETAIN_AFTER_DISCARD_MS": ("AdaptiveTrackSelection", .literal("25000")),
      "DEFAULT_MAX_WIDTH_TO_DISCARD": ("AdaptiveTrackSelection", .literal("1279")),
      "DEFAULT_MAX_HEIGHT_TO_DISCARD": ("AdaptiveTrackSelection", .literal("719")),
      "DEFAULT_BUFFERED_FRACTION_TO_LIVE_EDGE_FOR_QUALITY_INCREASE": ("AdaptiveTrackSelection", .literal("0.75")),
    ]
    for (owner, keys) in owners {
      for option in media3.options where keys.split(separator: " ").contains(Substring(option.parameter.key)) {
        let words = option.parameter.key.map { $0.isUppercase ? "_\($0)" : $0.uppercased() }.joined()
        let value: PlayerConfiguration.Value? =
          if case .value(let value) = option.parameter.defaultValue { .literal(value.text) } else { nil }
        constants["DEFAULT_\(words)"] = (owner, value ?? .nothing)
      }
    }
    return constants
  }()
}
