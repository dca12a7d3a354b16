import ABRPolicies

extension KnownPlayer {
  /// video.js http-streaming: a goal that grows by 1 s for each second of position, from 30 to 60 s.
  static let vhs = KnownPlayer(
    "vhs", aliases: ["video.js", "videojs", "http-streaming"], version: "3.17.4",
    source: "video.js http-streaming 3.17.4, config.js, playlist-selectors.js, segment-loader.js",
    parts: [
      .policy: "vhs-abr", .initial: "by-rule",
      .buffer: "growth(min=30s,max=60s,interval=0.5s,basis=position,offset=30s)+watermark(start=0s,resume=0s)",
      .backBuffer: "30s", .playable: "whole-segment", .stream: "hls",
      .pace: "after(playlist=26ms,segment=14ms,frame=66ms,init=beside)",
    ],
    hasOwnRule: true,
    options: [
      goal("MAX_GOAL_BUFFER_LENGTH", 60, alias: "max", end: "max", "media in seconds that is held at most"),
      goal(
        "GOAL_BUFFER_LENGTH", 30, alias: "min", end: "min",
        "media in seconds that is held at the beginning, and at most where that is less"),
      .backBuffer("BACK_BUFFER_LENGTH", default: 30),
      .rule(
        "BANDWIDTH_VARIANCE", .number(0.01...10), default: .value(.number(1.2)), "variance",
        "what a rendition's bandwidth is multiplied by"),
      .rule(
        "INITIAL_BANDWIDTH", .integer(1...10_000_000_000), default: .value(.integer(4_194_304)),
        aliases: ["bandwidth"], "estimate", unit: "bps",
        needs: (option: "useNetworkInformationApi", value: "false"),
        "throughput in bit/s before anything is measured"
      ).spelled("INITIAL_BANDWIDTH", "vhs.bandwidth"),
      // `VhsHandler.bandwidth`: navigator.connection.downlink of Chromium, where both are not above 10 Mbit/s.
      PlayerOption(
        "useNetworkInformationApi", .choice(["true", "false"]), default: .value(.choice("false")),
        mapsTo: "policy RULE(measure=off,estimate=1450kbps) with true",
        "whether the throughput that Chromium reports, 1.45 Mbit/s, replaces what was measured; http-streaming's default"
          + " is true, and other browsers report none"
      ) { value, player in
        guard value == .choice("true") else { return }
        try player.rule("measure", "off")
        try player.rule("estimate", "1450kbps")
      }.spelled("useNetworkInformationApi", "vhs.useNetworkInformationApi")
        .written("videojs.options.vhs.useNetworkInformationApi = {useNetworkInformationApi};"),
      .rule(
        "MAX_BUFFER_LOW_WATER_LINE", .number(0...3_600), default: .value(.number(30)), "low-water", unit: "s",
        "level in seconds that an up-switch needs at most"),
    ],
    // Names before http-streaming 3; Config, options of http-streaming, then those of video.js around them.
    unplayedKeys: """
      hls Hls
      GOAL_BUFFER_LENGTH_RATE BUFFER_LOW_WATER_LINE BUFFER_LOW_WATER_LINE_RATE BUFFER_HIGH_WATER_LINE
      EXPERIMENTAL_MAX_BUFFER_LOW_WATER_LINE MAX_BUFFER_LOW_WATER_LINE_NEW withCredentials handleManifestRedirects
      useCueTags overrideNative blacklistDuration playlistExclusionDuration maxPlaylistRetries
      useBandwidthFromLocalStorage enableLowInitialPlaylist limitRenditionByPlayerDimensions useDevicePixelRatio
      customPixelRatio smoothQualityChange allowSeeksWithinUnsafeLiveWindow customTagParsers customTagMappers
      cacheEncryptionKeys handlePartialData bufferBasedABR experimentalBufferBasedABR useBufferWaterLines llhls
      experimentalLLHLS leastPixelDiffSelector experimentalLeastPixelDiffSelector exactManifestTimings
      experimentalExactManifestTimings useDtsForTimestampOffset useForcedSubtitles
      calculateTimestampOffsetForEachSegment liveRangeSafeTimeDelta playlistSelector initialPlaylistSelector
      autoplay breakpoints children controlBar controls aspectRatio audioOnlyMode audioPosterMode disablePictureInPicture
      enableDocumentPictureInPicture enableSmoothSeeking enableSourceset fill fluid fullscreen height id inactivityTimeout
      language languages liveTracker liveui loop muted nativeAudioTracks nativeControlsForTouch nativeTextTracks
      nativeVideoTracks noUITitleAttributes normalizeAutoplay notSupportedMessage playbackRates playsinline plugins poster
      preferFullWindow preload preloadTextTracks responsive restoreEl skipButtons sources spatialNavigation src
      suppressNotSupportedError techCanOverridePoster techOrder tracks type userActions width
      """,
    statement: "videojs.Vhs.KEY = VALUE;",
    "its own rule; holds a time that grows with the position; starts with the first segment")

  /// One end of the goal; where the first is above the second, it is both (playlist-controller.js, `goalBufferLength`).
  private static func goal(
    _ key: String, _ seconds: Double, alias: String, end: String, _ summary: String
  ) -> PlayerOption {
    PlayerOption(
      key, .number(1...86_400), default: .value(.number(seconds)), aliases: [alias],
      mapsTo: "buffer growth(\(end)=SECONDS)", summary
    ) { _, player in
      let ends = ["GOAL_BUFFER_LENGTH", "MAX_GOAL_BUFFER_LENGTH"].compactMap { player.arguments?[$0]?.number }
      let (least, most) = (ParameterValue.seconds(ends[0]), ParameterValue.seconds(max(ends[0], ends[1])))
      try player.change(.buffer, to: "growth(min=\(least),max=\(most),offset=\(least))")
    }
  }
}
