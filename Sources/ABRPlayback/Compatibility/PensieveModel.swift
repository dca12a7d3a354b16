/// Pensieve's test environment as options of the engine (Mao et al., SIGCOMM'17; `test/fixed_env.py`, version 1120bb1).
///
/// A chunk's delay is its transfer at 95 % of the link plus 80 ms that do not advance the trace; the player shows media
/// as soon as it has a chunk, and above 60 s of buffer it sleeps in steps of 500 ms. The first chunk is always rung 1.
/// A session is 48 chunks, although the video has 49: plans of its MPC look at the last one's size. Its traces wrap and
/// start at their beginning.
public enum PensieveModel {
  /// Chunks of a session.
  public static let segmentCount = 48
  /// Level in seconds above which it sleeps.
  public static let maximumBuffer = 60.0
  /// Seconds added to each transfer.
  public static let latency = 0.08
  /// Ladder index of the first chunk.
  public static let firstRendition = 1

  /// The player.
  ///
  /// - Parameter maximum: level in seconds above which it sleeps.
  public static func settings(maximumBuffer maximum: Double = maximumBuffer) -> PlayerSettings {
    PlayerSettings(
      buffer: BufferSettings(start: 0, resume: 0, maximum: maximum, ceiling: .level, fullPollInterval: 0.5),
      network: NetworkSettings(
        fixedLatency: latency, setupRoundTrips: 0, samplesLatency: true, traceAdvances: .exceptLatency,
        payloadFraction: 0.95, abandonment: .off),
      initialRendition: .index(firstRendition), forcesInitialRendition: true, segmentLimit: segmentCount)
  }
}
