import ABRPlayers
import ABRPolicies

/// Options that people look for under another name, and the words that do it here.
enum RelatedOption {
  /// Arguments of comparisons that people write as options.
  static let arguments = ["--baseline": "A", "--reference": "A", "--candidate": "B"]

  /// Words by option with a player that has its own option for it, and those where its options are searched.
  static let ofPlayers: [String: [String: (set: String, vary: String)]] = [
    "media3": [
      "--min-buffer": (
        "--player 'media3(minBufferMs=15000,maxBufferMs=50000)'", "--vary minBufferMs=15000..50000"
      )
    ],
    "hls.js": [
      "--max-buffer-length": ("--player 'hls.js(maxBufferLength=60)'", "--vary maxBufferLength=10..60")
    ],
  ]

  /// The words that do what an option of another name asks for.
  ///
  /// - Parameters:
  ///   - option: as it was given.
  ///   - player: the spec of the player; `nil` for none.
  ///   - isSearch: whether options are varied.
  static func words(for option: String, player: String?, isSearch: Bool) -> String? {
    let option = option.lowercased()
    let name = player.map { String($0.prefix { !"(:".contains($0) }) }
    let known = name.flatMap { try? KnownPlayer.named($0, spec: $0).name }
    let own = known.flatMap { ofPlayers[$0]?[option] }
    return own.map { isSearch ? $0.vary : $0.set } ?? table[option]
  }

  /// The option that takes what was given without one; `nil` where its name does not say.
  static func option(forArgument word: String) -> String? {
    if (try? Player(parsing: word)) != nil { return "--player" }
    if (try? PolicySpec(parsing: word)) != nil { return "--policy" }
    return [".csv": "--traces", ".json": "--video"].first { word.hasSuffix($0.key) }?.value
  }

  /// The words by option.
  static let table = [
    "--peak": "--policy auto+peak:2M",
    "--max-bitrate": "--policy auto+peak:2M",
    "--peak-bitrate": "--policy auto+peak:2M",
    "--maxbitrate": "--policy auto+peak:2M",
    "--pixels": "--policy auto+pixels:720p",
    "--max-pixels": "--policy auto+pixels:720p",
    "--resolution": "--policy auto+resolution:1280x720",
    "--max-resolution": "--policy auto+resolution:1280x720",
    "--viewport": "--policy auto+viewport:1280x720",
    "--min-buffer": "--min 15s",
    "--max-buffer-length": "--max 60s",
    "--url": "--video FILE",
    "--start-buffer": "--buffer 'static(30s)+watermark(start=1s)'",
    "--network-balance": "--preload network-balance",
    "--rule": "--policy bola",
    "--algorithm": "--policy bola",
    "--abr": "--policy bola",
    "--trace": "--traces FILE",
    "--videos": "--video FILE",
    "--metered": "--expensive-network",
    "-b": "--baseline",
    "-o": "--export json=FILE",
    "--output": "--export json=FILE",
    "--json": "--export json=FILE",
    "--csv": "--export csv=FILE",
    "--html": "--export html=FILE",
    "--junit": "--export junit=FILE",
    "--export": "--output FILE",
    "--watch": "--viewer 'leave(watched=30s)'",
  ]
}
