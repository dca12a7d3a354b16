import ABRPlayback
import ABRPolicies

extension KnownPlayer {
  /// dash.js: its rules choose; a segment is requested when it fits under 18 s, at the top quality 30 or 60 s, and an
  /// up-switch fetches what is buffered again.
  static let dashJS = KnownPlayer(
    "dash.js", aliases: ["dashjs"], version: "5.1.1",
    source:
      "dash.js 5.1.1, Settings.js, AbrController.js, ScheduleController.js, StreamProcessor.js; times as in Chromium 156",
    parts: [
      .policy: "dash-abr", .initial: "by-rule", .switchMode: "overwrite",
      .buffer: "static(18s)+watermark(start=0s,resume=0s)+whole-segments(poll=0.5s,level=0.25s,top=30s,long-top=60s)",
      // Settings.js, fragmentRequestTimeout, retryAttempts and retryIntervals; HTTPLoader.js.
      .playable: "whole-segment", .timeout: "after(20s,retries=3,delay=1s,counts=always,fetches=whole,errors=3)",
      .stream: "dash", .backBuffer: "20s",
      .pace: "after(playlist=25ms,segment=9ms,frame=39ms,resume=9ms,init=again)",
    ],
    hasOwnRule: true,
    options: [
      // Nothing is requested with 0.
      .seconds(
        "bufferTimeDefault", from: 0.001, default: 18, aliases: ["streaming.buffer.bufferTimeDefault"],
        buffer: "static(VALUE)",
        rule: "stable",
        "media in seconds that is held below the top quality, and the level from which on BOLA is asked"),
      .seconds(
        "bufferTimeAtTopQuality", default: 30, aliases: ["streaming.buffer.bufferTimeAtTopQuality"],
        buffer: "whole-segments(top=VALUE)", "media in seconds that is held at the top quality"),
      .seconds(
        "bufferTimeAtTopQualityLongForm", default: 60, aliases: ["streaming.buffer.bufferTimeAtTopQualityLongForm"],
        buffer: "whole-segments(long-top=VALUE)", "the same for a video of 600 s or more"),
      PlayerOption(
        "initialBufferLevel", .number(0...86_400), default: .value(.number(0)),
        aliases: ["streaming.buffer.initialBufferLevel"],
        mapsTo: "buffer watermark(start=SECONDS,order=any), at most bufferTimeDefault", defaultWords: ["NaN"],
        "level in seconds at which playback starts"
      ) { value, player in
        // BufferController.js, `getInitialBufferLevel`.
        let most = player.arguments?["bufferTimeDefault"]?.number ?? .infinity
        let level = ParameterValue.seconds(min(value.number ?? 0, most))
        try player.change(.buffer, to: "watermark(start=\(level),order=any)")
      },
      .backBuffer("bufferToKeep", default: 20, aliases: ["streaming.buffer.bufferToKeep"]),
      .rule(
        "initialBitrate", .number(0.001...10_000_000), default: .absent("1000"),
        aliases: ["streaming.abr.initialBitrate.video", "initialBitrate.video"], "estimate", unit: "kbps",
        defaultWords: ["-1"], "throughput in kbit/s before anything is measured"),
      .rule(
        "bandwidthSafetyFactor", .number(0.01...10), default: .value(.number(0.9)),
        aliases: ["streaming.abr.throughput.bandwidthSafetyFactor"], "safety",
        "share of the estimate that the throughput rule and BOLA trust"),
      .rule(
        "throughputFastHalfLifeSeconds", .number(0.1...3_600), default: .value(.number(3)),
        aliases: ["streaming.abr.throughput.ewma.throughputFastHalfLifeSeconds"], "fast", unit: "s",
        "half-life of the fast average in seconds"),
      .rule(
        "throughputSlowHalfLifeSeconds", .number(0.1...3_600), default: .value(.number(8)),
        aliases: ["streaming.abr.throughput.ewma.throughputSlowHalfLifeSeconds"], "slow", unit: "s",
        "half-life of the slow average in seconds"),
      .rule(
        "throughputSafetyFactor", .number(0.01...10), default: .value(.number(0.7)),
        aliases: ["streaming.abr.rules.insufficientBufferRule.parameters.throughputSafetyFactor"], "buffer-safety",
        "share of what comes while the buffer plays that a segment may have"),
      rule("throughputRule", "strategy", on: nil, off: "bola", "whether the throughput rule is asked"),
      rule("bolaRule", "strategy", on: nil, off: "throughput", "whether BOLA is asked"),
      rule(
        "insufficientBufferRule", "insufficient", on: "on", off: "off", "whether the rule of the low buffer is asked"),
      rule("switchHistoryRule", "history", on: "on", off: "off", "whether the rule of past switches is asked"),
      rule("abandonRequestsRule", "abandon", on: "on", off: "off", "whether downloads are abandoned"),
      .retries(
        "retryAttempts", default: 3, aliases: ["streaming.retryAttempts.MediaSegment", "retryAttempts.MediaSegment"],
        ["retries", "errors"], "attempts at a segment after the first one"),
      .retryTime(
        "retryIntervals", default: 1_000,
        aliases: ["streaming.retryIntervals.MediaSegment", "retryIntervals.MediaSegment"], ["delay", "interval"],
        "time in ms between two attempts at a segment"),
      .limit(
        "maxBitrate", .number(0...10_000_000), aliases: ["streaming.abr.maxBitrate.video", "maxBitrate.video"],
        scale: 1000,
        "peak", defaultWords: ["NaN"], "highest bitrate of video in kbit/s"),
      .flag(
        "fastSwitchEnabled", default: true, aliases: ["streaming.buffer.fastSwitchEnabled"], .switchMode,
        on: "overwrite", off: "append", "whether an up-switch fetches again what is buffered"),
    ],
    unplayedKeys: """
      debug errors capabilities events timeShiftBuffer metrics delay protection gaps utcSynchronization text
      liveCatchup lastBitrateCachingInfo lastMediaSettingsCachingInfo cmcd cmsd
      retryIntervals.MPD retryIntervals.XLinkExpansion retryIntervals.InitializationSegment retryIntervals.IndexSegment
      retryIntervals.BitstreamSwitchingSegment retryIntervals.FragmentInfoSegment retryIntervals.license
      retryIntervals.other retryIntervals.lowLatencyReductionFactor retryAttempts.MPD retryAttempts.XLinkExpansion
      retryAttempts.InitializationSegment retryAttempts.IndexSegment retryAttempts.BitstreamSwitchingSegment
      retryAttempts.FragmentInfoSegment retryAttempts.license retryAttempts.other
      retryAttempts.lowLatencyMultiplyFactor
      enhancement defaultSchemeIdUri syntheticStallEvents trackSwitchMode cacheLoadThresholds scheduling l2ARule
      loLPRule droppedFramesRule switchHistoryRule.priority switchHistoryRule.parameters abandonLoadTimeout wallclockTimeUpdateInterval
      manifestUpdateRetryInterval liveUpdateTimeThresholdInMilliseconds cacheInitSegments applyServiceDescription
      applyProducerReferenceTime applyContentSteering enableManifestDurationMismatchFix parseInbandPrft
      enableManifestTimescaleMismatchFix enableSeekDecorrelationFix flushBufferAtTrackSwitch
      reuseExistingSourceBuffers bufferPruningInterval longFormContentDurationThreshold stallThreshold
      lowLatencyStallThreshold useAppendWindow setStallState avoidCurrentTimeRangePruning useChangeType
      mediaSourceDurationInfinity resetSourceBuffersForTrackSwitch saveLastMediaSettingsForCurrentStreamingSession
      includePreselectionsInMediainfoArray includePreselectionsForInitialTrackSelection ignoreSelectionPriority
      prioritizeRoleMain assumeDefaultRoleAsMain selectionModeForInitialTrack fragmentRequestTimeout
      fragmentRequestProgressTimeout manifestRequestTimeout limitBitrateByPortal usePixelRatioInLimitBitrateByPortal
      enableSupplementalPropertyAdaptationSetSwitching throughputRule.priority bolaRule.priority
      insufficientBufferRule.priority
      segmentIgnoreCount abandonRequestsRule.priority abandonDurationMultiplier
      minSegmentDownloadTimeThresholdInMs minThroughputSamplesThreshold averageCalculationMode
      lowLatencyDownloadTimeCalculationMode useResourceTimingApi xhr fetch useDeadTimeLatency
      live vod enableSampleSizeAdjustment decreaseScale increaseScale maxMeasurementsToKeep
      averageLatencySampleAmount latencySlowHalfLifeCount
      latencyFastHalfLifeCount weightDownloadTimeMultiplicationFactor maxBitrate.audio minBitrate.audio
      minBitrate.video initialBitrate.audio autoSwitchBitrate.audio autoSwitchBitrate.video
      """,
    "its own rules; requests what fits under its target, more at the top quality; fetches again on up-switches; starts with the first segment"
  )

  /// Whether a rule is on, `streaming.abr.rules.bolaRule.active`.
  private static func rule(
    _ key: String, _ parameter: String, on: String?, off: String, _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, .choice(["true", "false"]), default: .value(.choice("true")), aliases: ["streaming.abr.rules.\(key).active"],
      mapsTo: "policy RULE(\(parameter)=\(off)) with false", summary
    ) { value, player in
      // Without both there is no rule but those that lower its answer.
      if on == nil, ["throughputRule", "bolaRule"].allSatisfy({ player.arguments?[$0]?.text == "false" }) {
        throw SettingsError(
          setting: "dash.js throughputRule and bolaRule", found: "false",
          allowed: "true of one of them: without both the lab has no rule to play")
      }
      if let word = value.text == "false" ? off : on { try player.rule(parameter, word) }
    }
  }
}
