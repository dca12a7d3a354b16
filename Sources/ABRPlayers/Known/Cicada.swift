extension KnownPlayer {
  /// CicadaPlayer, the open-source relative of ApsaraVideo's player.
  static let cicada = KnownPlayer(
    "cicada", aliases: ["cicadaplayer"], version: "2023-03",
    source: "CicadaPlayer 2023-03, MediaPlayerConfig and SuperMediaPlayer",
    parts: [
      .policy: "apsara-trend", .buffer: "apsara", .playable: "arriving", .switchMode: "replace(1.6s)",
      .timeout: "cicada",
    ],
    hasOwnRule: true,
    options: apsaraOptions(),
    unplayedKeys: apsaraKeys, levels: apsaraLevels, statement: "config.KEY = VALUE;",
    "as apsara; an up-switch replaces media that is not near the playhead")
}
