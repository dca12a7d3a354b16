import ABRPolicies

extension KnownPlayer {
  /// hls.js: its controller chooses; it holds 60 MB at the declared bandwidth or `maxBufferLength`, and at most
  /// `maxMaxBufferLength`.
  static let hlsJS = KnownPlayer(
    "hls.js", aliases: ["hlsjs", "hls"], version: "1.7.1",
    source: "hls.js 1.7.1, config.ts, abr-controller.ts, stream-controller.ts; times as measured in Chromium 156",
    parts: [
      .policy: "hls-abr", .initial: "by-rule",
      .buffer: "static(600s)+watermark(start=0s,resume=0s)+bytes(60MB,floor=30s,counts=declared,poll=100ms)",
      .backBuffer: "86400s", .playable: "whole-segment", .timeout: "hls", .stream: "hls",
      .pace: "after(playlist=25ms,segment=9ms,switch=5ms,frame=44ms,init=beside)",
    ],
    hasOwnRule: true,
    options: [
      .seconds(
        "maxBufferLength", default: 30, buffer: "bytes(floor=VALUE)",
        "media in seconds that is fetched whatever its size"),
      // Nothing is requested with 0.
      .seconds(
        "maxMaxBufferLength", from: 0.001, default: 600, buffer: "static(VALUE)",
        "media in seconds that is never exceeded"),
      PlayerOption(
        "maxBufferSize", .integer(0...1_000_000_000_000), default: .value(.integer(60_000_000)),
        mapsTo: "buffer bytes(BYTES)", "bytes, at the declared bandwidth, at which fetching stops above maxBufferLength"
      ) { value, player in try player.change(.buffer, to: "bytes(\(value == .integer(0) ? "1" : value.text)B)") },
      .backBuffer("backBufferLength", default: 86_400).unset("Infinity, all of it"),
      .rule(
        "abrBandWidthFactor", .number(0.01...10), default: .value(.number(0.95)), "factor",
        "share of the estimate that a level up to the last one may take"),
      .rule(
        "abrBandWidthUpFactor", .number(0.01...10), default: .value(.number(0.7)), "up-factor",
        "share of the estimate that a level above the last one may take"),
      .rule(
        "abrEwmaFastVoD", .number(0.1...3_600), default: .value(.number(3)), "fast", unit: "s",
        "half-life of the fast average in seconds"),
      .rule(
        "abrEwmaSlowVoD", .number(0.1...3_600), default: .value(.number(9)), "slow", unit: "s",
        "half-life of the slow average in seconds"),
      .rule(
        "abrEwmaDefaultEstimate", .integer(1...10_000_000_000),
        default: .absent("500000, or the bandwidth of the level listed first"), "estimate", unit: "bps",
        "throughput in bit/s before anything is measured"),
      .rule(
        "abrEwmaDefaultEstimateMax", .integer(1...10_000_000_000), default: .value(.integer(5_000_000)),
        "estimate-limit", unit: "bps", "most that the level listed first makes of abrEwmaDefaultEstimate, in bit/s"),
      .rule(
        "maxStarvationDelay", .number(0...60), default: .value(.number(4)), "starvation", unit: "s",
        "stall in seconds that is put up with where no level avoids one"),
      .retryTime(
        "maxTimeToFirstByteMs", default: 10_000, aliases: ["fragLoadPolicy.default.maxTimeToFirstByteMs"], ["time"],
        "time in ms to the first byte of a segment, after which it is requested again"),
      .retries(
        "timeoutRetry.maxNumRetry", default: 4, aliases: ["fragLoadPolicy.default.timeoutRetry.maxNumRetry"],
        ["retries"], "attempts at a segment after time-outs"),
      .retries(
        "errorRetry.maxNumRetry", default: 6, aliases: ["fragLoadPolicy.default.errorRetry.maxNumRetry"], ["errors"],
        "attempts at a segment after HTTP errors"),
      .retryTime(
        "errorRetry.retryDelayMs", default: 1_000, aliases: ["fragLoadPolicy.default.errorRetry.retryDelayMs"],
        ["interval"], "time in ms before the first of them, which doubles from one to the next"),
      PlayerOption(
        "startLevel", .integer(-1...63), default: .absent("chosen by the rule"),
        mapsTo: "initial index(LEVEL), or policy RULE(test=on) with -1",
        "level of the first segment; with -1 the rule chooses it after a test of the lowest level"
      ) { value, player in
        guard value == .integer(-1) else { return try player.change(.initial, to: "index(\(value.text))") }
        try player.rule("test", "on")
      },
      PlayerOption(
        "testBandwidth", .choice(["true", "false"]), default: .value(.choice("true")),
        mapsTo: "policy RULE(test=off) with false", needs: (option: "startLevel", value: "-1"),
        "whether startLevel -1 tests the lowest level"
      ) { value, player in
        if value == .choice("false") { try player.rule("test", "off") }
      },
    ],
    unplayedKeys: """
      abrController abrEwmaFastLive abrEwmaSlowLive abrMaxWithRealBitrate abrSwitchInterval appendErrorMaxRetry
      appendTimeout assetPlayerId audioPreference audioStreamController audioTrackController autoStartLoad
      bufferController capLevelController capLevelOnFPSDrop capLevelToPlayerSize
      captionsTextTrack1Label captionsTextTrack1LanguageCode captionsTextTrack2Label captionsTextTrack2LanguageCode
      captionsTextTrack3Label captionsTextTrack3LanguageCode captionsTextTrack4Label captionsTextTrack4LanguageCode
      certLoadPolicy cmcd cmcdController contentSteeringController cueHandler debug defaultAudioCodec
      detectStallWithCurrentTimeMs drmSystemOptions drmSystems emeController emeEnabled emsgKLVSchemaUri
      enableCEA708Captions enableDateRangeMetadataCues enableEmsgKLVMetadata enableEmsgMetadataCues
      enableID3MetadataCues enableIMSC1 enableInterstitialPlayback enableSoftwareAES enableWebVTT enableWorker
      errorController errorPenaltyExpireMs fetchSetup fLoader forceKeyFrameOnDiscontinuity fpsController
      fpsDroppedMonitoringPeriod fpsDroppedMonitoringThreshold fragLoadingMaxRetry fragLoadingMaxRetryTimeout
      fragLoadingRetryDelay fragLoadingTimeOut fragLoadPolicy.default.maxLoadTimeMs
      fragLoadPolicy.default.timeoutRetry.retryDelayMs fragLoadPolicy.default.timeoutRetry.maxRetryDelayMs
      fragLoadPolicy.default.timeoutRetry.backoff fragLoadPolicy.default.timeoutRetry.shouldRetry
      fragLoadPolicy.default.errorRetry.backoff fragLoadPolicy.default.errorRetry.maxRetryDelayMs
      fragLoadPolicy.default.errorRetry.shouldRetry frontBufferFlushThreshold gapController
      handleMpegTsVideoIntegrityErrors highBufferWatchdogPeriod id3TrackController iframeCacheLimit iframeController
      ignoreDevicePixelRatio ignorePlaylistParsingErrors initialLiveManifestSize interstitialAppendInPlace
      interstitialAssetListLoadPolicy interstitialLiveLookAhead interstitialsController keyLoadPolicy
      latencyController levelLoadingMaxRetry levelLoadingMaxRetryTimeout levelLoadingRetryDelay levelLoadingTimeOut
      licenseResponseCallback licenseXhrSetup liveBackBufferLength liveDurationInfinity liveMaxLatencyDuration
      liveMaxLatencyDurationCount liveMaxUnchangedPlaylistRefresh liveSyncDuration liveSyncDurationCount
      liveSyncMode liveSyncOnStallIncrease loader loggerId loopBackBufferFlush lowLatencyMode
      manifestLoadingMaxRetry manifestLoadingMaxRetryTimeout manifestLoadingRetryDelay manifestLoadingTimeOut
      manifestLoadPolicy maxAudioFramesDrift maxBufferHole maxDevicePixelRatio maxFragLookUpTolerance
      maxLiveSyncPlaybackRate maxLoadingDelay minAutoBitrate nextAudioTrackBufferFlushForwardOffset nudgeMaxRetry
      nudgeOffset nudgeOnVideoHole playlistLoadPolicy pLoader preferManagedMediaSource preserveManualLevelOnError
      primarySessionId progressive renderTextTracksNatively requestMediaKeySystemAccessFunc
      requireKeySystemAccessOnStart skipBufferHolePadding startFragPrefetch startOnSegmentBoundary startPosition
      steeringManifestLoadPolicy streamController stretchShortVideoTrack subtitlePreference subtitleStreamController
      subtitleTrackController timelineController timelineOffset useMediaCapabilities videoPreference
      widevineLicenseUrl workerPath xhrSetup
      """,
    // Setters of hls.js 1.7.1, hls.ts, that choose levels or the estimate.
    unplayedProperties: """
      autoLevelCapping bandwidthEstimate currentLevel firstLevel loadLevel maxHdcpLevel nextAutoLevel nextLevel
      nextLoadLevel
      """,
    "its own rule; holds bytes at the declared bandwidth or a time, whichever is more; starts with the first segment")
}
