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
          "maxBufferDuration", "highBufferDuration", "startBufferDuration", "enableNetworkBalance", "startBufferLimit",
          "stopBufferLimit",
        ], "kind of content"
      ) { value, player in
        // Without a scene the parts of the player hold.
        guard value.text != "none" else { return }
        let scene = try ScenePreset.named(value.text)
        try player.change(.buffer, to: scene.buffer)
        try player.change(.preload, to: scene.preload)
      }.spelled("scene", "playerScene").written("[player setPlayerScene:Scene{scene.type}];")
    ] + apsaraOptions(of: "apsara"),
    unplayedKeys: apsaraKeys,
    // Of AliListPlayer and AVPPreloadConfig.
    preloadKeys: "preloadCount preloadDuration mPreloadDuration updatePreloadConfig maxPreloadMemorySizeMB",
    ascending: apsaraGate, levels: apsaraLevels,
    statement: "config.KEY = VALUE;\n[player setConfig:config];",
    "its own rule; starts, resumes and stops fetching at levels; plays what arrives")

  /// Options of AVPConfig and its relatives, which CicadaPlayer has, too.
  ///
  /// - Parameter player: the name of the player, and of its time-outs.
  static func apsaraOptions(of player: String) -> [PlayerOption] {
    apsaraNames(timeout: player).map { option in
      let key = option.parameter.key
      return option.paths == [[key]] ? option.spelled(key, field(key)) : option
    }
  }

  /// The name of a field of the class for Android, and of the map for Flutter.
  private static func field(_ key: some StringProtocol) -> String {
    "m\(key.prefix(1).uppercased())\(key.dropFirst())"
  }

  private static func apsaraNames(timeout: String) -> [PlayerOption] {
    [
      .milliseconds(
        "maxBufferDuration", in: 1...86_400_000, default: 50_000, buffer: "watermark(max=VALUE)",
        "media in ms at which fetching stops"),
      .milliseconds(
        "highBufferDuration", default: 3_000, buffer: "watermark(resume=VALUE)",
        "level in ms at which playback resumes after a stall"),
      .milliseconds(
        "startBufferDuration", default: 500, aliases: ["firstStartBufferDuration"], buffer: "watermark(start=VALUE)",
        "level in ms at which playback starts"),
      .milliseconds(
        "networkTimeout", in: 1...3_600_000, default: 15_000, part: .timeout, buffer: "\(timeout)(VALUE)",
        "silence in ms after which a request is abandoned"),
      .limit(
        "maxAllowedAbrVideoPixelNumber", .integer(0...2_147_483_647), "pixels", "most pixels of a picture, for AUTO"),
      PlayerOption(
        "defaultBandWidth", .integer(0...10_000_000_000), default: .value(.integer(0)),
        aliases: ["setDefaultBandWidth"],
        mapsTo: "initial closest-to(BITRATE)", "bandwidth in bit/s to which the first rendition is closest"
      ) { value, player in
        try player.change(.initial, to: "closest-to(\(value.text == "0" ? "0" : value.text + "bps"))")
      }.written("[player setDefaultBandWidth:{defaultBandWidth}];"),
      PlayerOption(
        "enableNetworkBalance", .choice(["true", "false"]), default: .value(.choice("true")),
        mapsTo: "preload ungated with false; with true network-balance where nothing else is fetched ahead",
        "whether neighbours are fetched only while the current item is well buffered"
      ) { value, player in
        if value.text == "false" {
          try player.change(.preload, to: "ungated")
        } else if player.parts[.preload] == PreloadSpec.none.canonical {
          try player.change(.preload, to: "network-balance")
        }
      }.written("[AliPlayerGlobalSettings enableNetworkBalance:{enableNetworkBalance}];"),
      gate("startBufferLimit", default: 15_000, "open", "level in ms at which preloading may begin"),
      gate("stopBufferLimit", default: 3_000, "close", "level in ms at which preloading stops"),
    ]
  }

  /// `startBufferDuration` ≤ `highBufferDuration` ≤ `maxBufferDuration`, to which the player raises and lowers them.
  static let apsaraLevels = [
    ["startBufferDuration", "highBufferDuration"], ["highBufferDuration", "maxBufferDuration"],
    ["startBufferDuration", "maxBufferDuration"],
  ]
  static let apsaraGate = [["stopBufferLimit", "startBufferLimit"]]

  /// A level of the gate of what fetches ahead, or of network balance where that has no gate.
  private static func gate(_ key: String, default value: Int, _ end: String, _ summary: String) -> PlayerOption {
    PlayerOption(
      key, .integer(0...86_400_000), default: .value(.integer(value)), mapsTo: "preload, its \(end)", summary
    ) { given, player in
      guard let number = given.number else { return }
      let own = try SpecTerm.terms(of: player.parts[.preload] ?? "")[0].name
      let hasGate = PreloadRegistry.entry(named: own)?.parameters.contains { $0.key == end } ?? false
      let level = "\(end)=\(ParameterValue.seconds(number / 1_000))"
      try player.change(.preload, to: "\(hasGate ? own : "network-balance")(\(level))")
    }
  }

  /// Fields of AVPConfig and of the classes for Android that are not played, under both names.
  static let apsaraKeys: String = {
    let keys = """
      maxDelayTime networkRetryCount maxProbeSize referer referrer userAgent httpProxy httpHeaders customHeaders
      clearShowWhenStop clearFrameWhenStop enableSEI liveStartIndex enableLocalCache disableAudio disableVideo
      positionTimerIntervalMs maxBackwardBufferDuration maxBackwardBufferDurationMs preferAudio enableHttpDns
      enableHttp3 enableStrictFlvHeader enableLowLatencyMode enableProjection selectTrackBufferMode
      enableVideoTunnelRender
      """
    return keys + " " + keys.split(whereSeparator: \.isWhitespace).map(field).joined(separator: " ")
  }()
}
