extension KnownPlayer {
  /// Every known player, in the order in which they are listed. A new player is a file in `Known` and one line here.
  public static let all: [KnownPlayer] = [
    .lab,
    .hlsJS,
    .dashJS,
    .shaka,
    .vhs,
    .media3,
    .avPlayer,
    .brightcove,
    .apsara,
    .cicada,
  ]

  /// Names of those whose configuration is read.
  package static var withConfiguration: [String] { all.filter(\.isConfigurable).map(\.name) }
}
