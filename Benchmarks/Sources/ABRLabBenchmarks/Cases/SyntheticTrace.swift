import ABRInput
import ABRNetwork

/// Made-up traces of the size of real ones.
enum SyntheticTrace {
  /// Ten minutes of one-second rows between 0.3 and 9 Mbit/s, every thirtieth an outage.
  static func make(number: Int, rows: Int = 600) throws -> BandwidthTrace {
    var random = SeededRandom(seed: 1, path: "benchmark", "\(number)")
    let made = (0..<rows).map { row in
      // Whole bits per second and milliseconds, as measuring tools write them.
      let bandwidth = row % 30 == 29 ? 0 : random.uniform(in: 300_000..<9_000_000).rounded(.down)
      return BandwidthTrace.Row(
        duration: 1, bandwidth: bandwidth, latency: random.uniform(in: 20..<120).rounded(.down) / 1000)
    }
    return try BandwidthTrace(name: "synthetic \(number)", rows: made)
  }
}
