import ABRPolicies

extension KnownPlayer {
  /// Shaka Player: holds `bufferingGoal`, waits for `rebufferingGoal`, and chooses every `switchInterval`.
  static let shaka = KnownPlayer(
    "shaka", aliases: ["shaka-player"], version: "5.2.7",
    source: """
      Shaka Player 5.2.7, player_configuration.js, simple_abr_manager.js, streaming_engine.js; times, and the throughput \
      of navigator.connection, as in Chromium 156
      """,
    parts: [
      .policy: "shaka-abr(estimate=1450kbps)", .initial: "by-rule",
      .buffer: "static(10s)+watermark(start=0s,resume=0s,poll=0.5s)", .playable: "whole-segment",
      // Backoff.defaultRetryParameters: stallTimeout, connectionTimeout, maxAttempts and the mean of baseDelay; then a
      // stream that is not live fails (StreamingEngine.handleStreamingError_, Player.defaultStreamingFailureCallback_),
      // after an HTTP error once no variant is left (Player.disableStream).
      .timeout:
        "after(5s,first=10s,retries=1,delay=1s,counts=always,fetches=whole,errors=1,backoff=double,tries=rendition)",
      .stream: "dash",
      .backBuffer: "30s",
      .pace: "after(playlist=25ms,segment=12ms,frame=42ms,init=beside)",
    ],
    hasOwnRule: true,
    options: [
      PlayerOption(
        "bufferingGoal", .number(0...86_400), default: .value(.number(10)), aliases: ["streaming.bufferingGoal"],
        mapsTo: "buffer static(SECONDS), at least 1 s", "media in seconds that is held"
      ) { value, player in
        guard case .number(let seconds) = value else { return }
        try player.change(.buffer, to: "static(\(ParameterValue.seconds(max(1, seconds))))")
      },
      PlayerOption(
        "rebufferingGoal", .number(0...86_400), default: .value(.number(0)), aliases: ["streaming.rebufferingGoal"],
        mapsTo: "buffer watermark(start=SECONDS,resume=SECONDS), and static(SECONDS) where bufferingGoal is less",
        "level in seconds at which playback starts and resumes"
      ) { value, player in
        guard case .number(let seconds) = value else { return }
        let text = ParameterValue.seconds(seconds)
        try player.change(.buffer, to: "watermark(start=\(text),resume=\(text))")
        let held = try BufferSpec(parsing: player.parts[.buffer] ?? "").configuration.target.maximum
        if held < seconds { try player.change(.buffer, to: "static(\(text))") }
      },
      .backBuffer("bufferBehind", default: 30, aliases: ["streaming.bufferBehind"]),
      PlayerOption(
        "updateIntervalSeconds", .number(0.01...3_600), default: .value(.number(1)),
        aliases: ["streaming.updateIntervalSeconds"], mapsTo: "buffer watermark(poll=SECONDS / 2)",
        "twice the time in seconds between two looks at a full buffer"
      ) { value, player in
        guard case .number(let seconds) = value else { return }
        try player.change(.buffer, to: "watermark(poll=\(ParameterValue.seconds(seconds / 2)))")
      },
      // SimpleAbrManager.getDefaultBandwidth_: navigator.connection.downlink of Chromium in place of the option.
      PlayerOption(
        "useNetworkInformation", .choice(["true", "false"]), default: .value(.choice("true")),
        aliases: ["abr.useNetworkInformation"],
        mapsTo: "policy RULE(estimate=defaultBandwidthEstimate) with false",
        "whether the throughput that Chromium reports, 1.45 Mbit/s, replaces defaultBandwidthEstimate"
      ) { value, player in
        if value == .choice("false") { try player.rule("estimate", "1000kbps") }
      },
      .rule(
        "defaultBandwidthEstimate", .integer(1...10_000_000_000), default: .value(.integer(1_000_000)),
        aliases: ["abr.defaultBandwidthEstimate"], "estimate", unit: "bps",
        needs: (option: "useNetworkInformation", value: "false"),
        "throughput in bit/s before minTotalBytes are measured"),
      .rule(
        "switchInterval", .number(0...3_600), default: .value(.number(8)), aliases: ["abr.switchInterval"], "interval",
        unit: "s", "time in seconds between two choices"),
      .rule(
        "bandwidthDowngradeTarget", .number(0.01...10), default: .value(.number(0.95)),
        aliases: ["abr.bandwidthDowngradeTarget"], "downgrade", "share of the estimate that a variant may take"),
      .rule(
        "bandwidthUpgradeTarget", .number(0.01...10), default: .value(.number(0.85)),
        aliases: ["abr.bandwidthUpgradeTarget"], "upgrade", "share of the estimate that the next variant may not take"),
      .rule(
        "fastHalfLife", .number(0.1...3_600), default: .value(.number(2)), aliases: ["abr.advanced.fastHalfLife"],
        "fast", unit: "s", "half-life of the fast average in seconds"),
      .rule(
        "slowHalfLife", .number(0.1...3_600), default: .value(.number(5)), aliases: ["abr.advanced.slowHalfLife"],
        "slow", unit: "s", "half-life of the slow average in seconds"),
      .rule(
        "minBytes", .integer(0...1_000_000_000), default: .value(.integer(16_000)), aliases: ["abr.advanced.minBytes"],
        "sample", unit: "B", "bytes below which a sample does not count"),
      .rule(
        "minTotalBytes", .integer(0...1_000_000_000), default: .value(.integer(128_000)),
        aliases: ["abr.advanced.minTotalBytes"], "enough", unit: "B", "bytes that an estimate takes"),
      .retries(
        "maxAttempts", default: 2, counting: 1, aliases: ["streaming.retryParameters.maxAttempts"],
        ["retries", "errors"], "attempts at a segment"),
      .retryTime(
        "baseDelay", default: 1_000, aliases: ["streaming.retryParameters.baseDelay"], ["delay", "interval"],
        "time in ms before the second attempt"),
      .limit(
        "maxBandwidth", .integer(0...10_000_000_000),
        aliases: ["abr.restrictions.maxBandwidth", "restrictions.maxBandwidth"], "peak",
        "highest bandwidth of a variant in bit/s"),
      .limit(
        "maxPixels", .integer(0...100_000_000), aliases: ["abr.restrictions.maxPixels", "restrictions.maxPixels"],
        "pixels",
        "most pixels of a picture"),
      side("maxWidth", \.width, "greatest width of a picture in pixels"),
      side("maxHeight", \.height, "greatest height of a picture in pixels"),
    ],
    unplayedKeys: """
      drm manifest networking mediaSource offline textDisplayer cmcd cmsd lcevc ads queue accessibility
      retryParameters.backoffFactor retryParameters.fuzzFactor retryParameters.timeout retryParameters.stallTimeout
      retryParameters.connectionTimeout streaming.liveSync streaming.failureCallback evictionGoal
      streaming.ignoreTextStreamFailures startAtSegmentBoundary gapDetectionThreshold gapPadding gapJumpTimerTime
      durationBackoff safeSeekOffset safeSeekEndOffset stallEnabled stallThreshold stallSkip useNativeHlsForFairPlay
      inaccurateManifestTolerance lowLatencyMode preferNativeDash preferNativeHls observeQualityChanges
      maxDisabledTime segmentPrefetchLimit prefetchAudioLanguages disableAudioPrefetch disableTextPrefetch
      disableVideoPrefetch allowMediaSourceRecoveries minTimeBetweenRecoveries vodDynamicPlaybackRate
      vodDynamicPlaybackRateLowBufferRate vodDynamicPlaybackRateBufferRatio streaming.preloadNextUrlWindow
      loadTimeout clearDecodingCache dontChooseCodecs shouldFixTimestampOffset avoidEvictionOnQuotaExceededError
      crossBoundaryStrategy returnToEndOfLiveWindowWhenOutside stopFetchingOnPause clampAppendWindowToDuration
      processSrcEqualMetadata abrFactory adaptationSetCriteriaFactory abr.enabled
      droppedFramesThreshold droppedFramesInterval droppedFramesBanDuration restrictToElementSize
      restrictToScreenSize ignoreDevicePixelRatio clearBufferSwitch safeMarginSwitch cacheLoadThreshold
      minTimeToSwitch preferNetworkInformationBandwidth droppedFrames preferredAudio preferredText preferredVideo
      preferredDecodingAttributes restrictions.minWidth restrictions.minHeight restrictions.minPixels
      restrictions.minFrameRate restrictions.maxFrameRate restrictions.minBandwidth restrictions.minChannelsCount restrictions.maxChannelsCount playRangeStart
      playRangeEnd textDisplayFactory ignoreHardwareResolution
      """,
    "its own rule, which switches in the middle of downloads; holds a fixed time; starts with the first segment")

  /// A limit on one side of the picture, which leaves that on the other one.
  private static func side(
    _ key: String, _ side: WritableKeyPath<PictureSize, Int> & Sendable, _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, .integer(PictureSize.sides), default: .absent("no limit"),
      aliases: ["abr.restrictions.\(key)", "restrictions.\(key)"], mapsTo: "policy +resolution:SIZE",
      defaultWords: ["Infinity"], isLimit: true, summary
    ) { value, player in
      guard case .integer(let pixels) = value else { return }
      let noLimit = PictureSize.sides.upperBound
      var size =
        try PolicySpec(parsing: player.parts[.policy] ?? "", registry: player.rules).limits.maximumResolution
        ?? PictureSize(width: noLimit, height: noLimit)
      size[keyPath: side] = pixels
      try player.limit("resolution:\(size.width)x\(size.height)")
    }
  }
}
