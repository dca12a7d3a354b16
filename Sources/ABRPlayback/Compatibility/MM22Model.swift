/// The short-video simulator of the MM'22 grand challenge (AItrans, version 2fba258): a viewer swipes through a queue
/// of videos.
///
/// One request at a time; its transfer takes 95 % of the link, 80 ms are added that do not advance the trace, and the
/// sum is rounded to milliseconds. The policy chooses video and rendition of the next chunk, or sleeps; sleeping does
/// not advance the trace either. A video plays as soon as it has a chunk and is left after a recorded watch time. There
/// is no ceiling of the buffer.
///
/// Two things differ: it abandons a run whose QoE falls below −10,000, which continues here; and a trace whose first
/// time is not 0 begins with a stretch of that length after every wrap there, see `PensieveTrace`.
///
/// What is no option of a player is kept apart from the session's metrics: ``MM22Step`` and ``MM22Score``.
public enum MM22Model {
  /// Milliseconds of media in a chunk.
  public static let chunkDuration = 1000.0
  /// Renditions of every video.
  public static let renditionCount = 3
  /// Declared bandwidths of its videos, in bits per second.
  public static let bandwidths = [750_000, 1_200_000, 1_850_000]
  /// Videos that a policy may fetch: the one that plays and those behind it.
  public static let queueLength = 5
  /// Share of the link's bytes that is payload.
  public static let payloadFraction = 0.95
  /// Milliseconds added to each transfer.
  public static let latency = 80.0

  /// What of it the options of a player can say; everything else is ``MM22Policy``.
  public static var settings: PlayerSettings { settings(second: 1) }

  /// The same on a clock on which a second is as long as given.
  static func settings(second: Double) -> PlayerSettings {
    PlayerSettings(
      buffer: BufferSettings(start: 0, resume: 0),
      network: NetworkSettings(
        fixedLatency: latency * second / 1000, setupRoundTrips: 0, samplesLatency: true,
        traceAdvances: .duringTransfers(tick: second / 1000), payloadFraction: payloadFraction,
        abandonment: .off))
  }
}
