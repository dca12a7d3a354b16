/// Lowers a choice that the buffer could not survive: a segment may have as many bits as the network brings while the
/// buffer plays, with a margin that is 0.9 for the first decision and falls by a tenth each time to 0.5 (Sabre 09b03bb,
/// `low_buffer_safety_factor`).
struct InsufficientBufferRule: Sendable {
  private static let firstSafety = 0.9
  private static let lastSafety = 0.5

  private var safety = firstSafety

  /// The choice, or the highest rendition below it that the buffer allows. Called once for each decision.
  @inline(__always)
  mutating func limit(
    _ choice: Int, level: Double, estimate: NetworkEstimate, segmentDuration: Double, table: BandwidthTable
  ) -> Int {
    let safeBits = safety * (level - estimate.latency) * estimate.throughput
    safety = max(safety * Self.firstSafety, Self.lastSafety)
    var rendition = choice
    while rendition > 0, table.bandwidth(rendition) * segmentDuration > safeBits { rendition -= 1 }
    return rendition
  }
}
