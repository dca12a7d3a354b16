/// The player that Sabre simulates (version 09b03bb), as options of ours.
///
/// Its options that belong to a rule stand with the rules; these are left:
///
/// | Sabre | here |
/// | --- | --- |
/// | `-b SEC` | `maximumLevel`, and a constant forward target of the same value |
/// | `-noa` | `allowsAbandonment: false` |
/// | `-nm X` | a trace whose bandwidths are multiplied |
/// | `-ml SEC` | a video whose segments are repeated, then cut |
public enum SabreModel {
  /// The player: it plays as soon as there is a segment, requests one only when it fits under the maximum as a whole,
  /// and starts at the lowest rendition. A request costs one round trip of the trace, which no throughput sample
  /// contains; a rule may abandon a download every 50 ms or 12 kbit, whichever takes longer.
  ///
  /// - Parameters:
  ///   - maximumLevel: buffer in seconds, at least one segment.
  ///   - allowsAbandonment: whether rules may abandon downloads.
  public static func settings(maximumLevel: Double = 25, allowsAbandonment: Bool = true) -> PlayerSettings {
    PlayerSettings(
      buffer: BufferSettings(start: 0, resume: 0, maximum: maximumLevel, ceiling: .wholeSegment),
      network: NetworkSettings(
        setupRoundTrips: 0, samplesLatency: false, abandonment: allowsAbandonment ? .forgotten : .off,
        progressInterval: 0.05,
        progressBytes: 1500),
      initialRendition: .lowest)
  }
}
