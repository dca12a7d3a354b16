/// Options that people look for under another name, and the words that do it here.
enum RelatedOption {
  /// The words for an option; `nil` where nothing is known.
  static func words(for option: String) -> String? { table[option.lowercased()] }

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
