import ABRPolicies

extension KnownPlayer {
  /// AVPlayer of AVFoundation. How it fills its buffer is not documented; 50 MB is what Brightcove says of it.
  static let avPlayer = KnownPlayer(
    "avplayer", aliases: ["av-player", "avfoundation"], version: "15",
    source: "AVFoundation reference, iOS 15; 50 MB from the Brightcove README",
    parts: [
      .buffer: "legacy+keep-up", .playable: "arriving", .initial: "first-listed", .timeout: "avplayer",
    ],
    options: [forwardBuffer()] + appleOptions, unplayedProperties: appleProperties, statement: "item.KEY = VALUE",
    standIn:
      "how much it buffers is not documented, 50 MB stand in (preferredForwardBufferDuration=SECONDS sets a time)",
    "holds bytes or a time, waits until it is likely to keep up; plays what arrives; first listed rendition")

  /// `preferredForwardBufferDuration`, which holds where nothing else sets it.
  ///
  /// - Parameter needs: another option, and the value of it with which alone it holds.
  static func forwardBuffer(needs: (option: String, value: String)? = nil) -> PlayerOption {
    PlayerOption(
      "preferredForwardBufferDuration", .number(0...86_400), default: .value(.number(0)),
      mapsTo: "buffer static(SECONDS)" + (needs.map { ", with \($0.option)=\($0.value)" } ?? ""), needs: needs,
      "media in seconds that is held; 0 lets the player decide"
    ) { value, player in
      guard case .number(let seconds) = value, seconds > 0 else { return }
      try player.change(.buffer, to: "static(\(value.text)s)")
    }
  }

  /// Further options of AVPlayer and AVPlayerItem, which Brightcove's player has, too.
  static let appleOptions: [PlayerOption] = [
    .flag(
      "automaticallyWaitsToMinimizeStalling", default: true, .buffer, on: "keep-up", off: "keep-up(waits=off)",
      "whether playback waits until it is likely to keep up"
    ).written("player.automaticallyWaitsToMinimizeStalling = {automaticallyWaitsToMinimizeStalling}"),
    .flag(
      "startsOnFirstEligibleVariant", default: true, .initial, on: "first-listed", off: "last-throughput",
      "whether the first variant listed is the first one played"
    ).unset("true here; AVPlayer chooses by itself since iOS 13"),
    .limit("preferredPeakBitRate", .integer(0...10_000_000_000), "peak", "highest bandwidth of a variant in bit/s"),
    .limit(
      "preferredPeakBitRateForExpensiveNetworks", .integer(0...10_000_000_000), "peak-expensive",
      "the same on metered networks"),
    .limit("preferredMaximumResolution", .resolution, "resolution", "largest picture, such as 1280x720").written(
      """
      item.preferredMaximumResolution = \
      CGSize(width: {preferredMaximumResolution.width}, height: {preferredMaximumResolution.height})
      """),
  ]

  /// Properties of AVPlayer, AVPlayerItem and AVURLAsset that bear on streaming and are not played.
  static let appleProperties = """
    canUseNetworkResourcesForLiveStreamingWhilePaused preferredMaximumResolutionForExpensiveNetworks
    variantPreferences configuredTimeOffsetFromLive automaticallyPreservesTimeOffsetFromLive
    """
}
