import ABRInput
import ABRPolicies

extension KnownPlayer {
  /// ApsaraVideo's player SDK.
  static let apsara = KnownPlayer(
    "apsara", aliases: ["apsaravideo", "aliplayer"], version: "5.5.1",
    source: "ApsaraVideo AVPConfig.h 5.5.1; its documentation: 20 GB of cache, used to preload; rule of CicadaPlayer",
    parts: [
      .policy: "apsara-trend", .buffer: "apsara", .preload: "media-loader", .playable: "arriving", .timeout: "apsara",
      .cache: "20GB",
    ],
    hasOwnRule: true,
    options: [
      PlayerOption(
        "scene", .choice(ScenePreset.all.map(\.name)), default: .value(.choice("none")), aliases: ["setPlayerScene"],
        mapsTo: "buffer and preload of the scene",
        replaces: [
          "maxBufferDuration", "highBufferDuration", "startBufferDuration", "preloadDuration", "maxPreloadMemorySizeMB",
          "startBufferLimit", "stopBufferLimit", "enableNetworkBalance",
        ], "kind of content"
      ) { value, player in
        // Without a scene the parts of the player hold.
        guard value.text != "none" else { return }
        let scene = try ScenePreset.named(value.text)
        try player.change(.buffer, to: scene.buffer)
        try player.change(.preload, to: scene.preload)
      }.spelled("scene", "playerScene").written("[player setPlayerScene:Scene{scene.type}];")
    ] + apsaraOptions(and: apsaraPreloading),
    unplayedKeys: apsaraKeys, ascending: [["stopBufferLimit", "startBufferLimit"]], levels: apsaraLevels,
    calls: [PlayerCall("setPreloadCount", "preloadCount"), PlayerCall("setPreloadCount", "preloadCount nextCount")],
    statement: "config.KEY = VALUE;\n[player setConfig:config];",
    "its own rule; starts, resumes and stops fetching at levels; plays what arrives")

  /// Options of AVPConfig and its relatives, which CicadaPlayer has, too.
  ///
  /// - Parameter others: options that a player alone has.
  static func apsaraOptions(and others: [PlayerOption] = []) -> [PlayerOption] {
    (apsaraNames + others).map { option in
      let key = option.parameter.key
      return option.paths == [[key]] ? option.spelled(key, field(key)) : option
    }
  }

  /// The name of a field of the class for Android, and of the map for Flutter.
  private static func field(_ key: some StringProtocol) -> String {
    "m\(key.capitalised)"
  }

  private static let apsaraNames: [PlayerOption] = [
    .milliseconds(
      "maxBufferDuration", in: 1...86_400_000, default: 50_000, buffer: "watermark(max=VALUE)",
      "media in ms at which fetching stops"),
    .milliseconds(
      "highBufferDuration", default: 3_000, buffer: "watermark(resume=VALUE)",
      "level in ms at which playback resumes after a stall"),
    .milliseconds(
      "startBufferDuration", default: 500, aliases: ["firstStartBufferDuration"], buffer: "watermark(start=VALUE)",
      "level in ms at which playback starts"),
    .retryTime(
      "networkTimeout", default: 15_000, ["time"], "silence in ms after which a request is abandoned"),
    .retries("networkRetryCount", default: 2, ["retries"], "attempts again after such silence"),
    .limit(
      "maxAllowedAbrVideoPixelNumber", .integer(0...2_147_483_647), "pixels", "most pixels of a picture, for AUTO"),
    PlayerOption(
      "defaultBandWidth", .integer(0...10_000_000_000), default: .value(.integer(0)),
      aliases: ["setDefaultBandWidth"],
      mapsTo: "initial closest-to(BITRATE)", "bandwidth in bit/s to which the first rendition is closest"
    ) { value, player in
      try player.change(.initial, to: "closest-to(\(value.text == "0" ? "0" : value.text + "bps"))")
    }.written("[player setDefaultBandWidth:{defaultBandWidth}];"),
  ]

  /// `startBufferDuration` ≤ `highBufferDuration` ≤ `maxBufferDuration`, to which the player raises and lowers them.
  static let apsaraLevels = [
    ["startBufferDuration", "highBufferDuration"], ["highBufferDuration", "maxBufferDuration"],
    ["startBufferDuration", "maxBufferDuration"],
  ]

  /// Fields of AVPConfig and of the classes for Android that are not played, under both names.
  static let apsaraKeys: String = {
    let keys = """
      maxDelayTime maxProbeSize referer referrer userAgent httpProxy httpHeaders customHeaders
      clearShowWhenStop clearFrameWhenStop enableSEI liveStartIndex enableLocalCache disableAudio disableVideo
      positionTimerIntervalMs maxBackwardBufferDuration maxBackwardBufferDurationMs preferAudio enableHttpDns
      enableHttp3 enableStrictFlvHeader enableLowLatencyMode enableProjection selectTrackBufferMode
      enableVideoTunnelRender
      """
    return keys + " " + keys.split(whereSeparator: \.isWhitespace).map(field).joined(separator: " ")
  }()
}
