import ABRPlayback

/// The fixed-preload baseline of the MM'22 challenge (version 2fba258): the video that plays first, to its end; then up
/// to four chunks of each video behind it, nearest first, while it is likely that they will be watched.
///
/// A chunk is likely to be watched when P(watch ≥ its second) / P(watch ≥ the second being played) exceeds 0.65 on the
/// video's retention curve. The rendition follows the video's own buffer: the highest above 2 s, the middle one above 1
/// s, else the lowest. With nothing to fetch it sleeps 500 ms.
public struct FixedPreload: MM22Policy {
  /// Chunks that are fetched of a video before it plays.
  public static let chunks = 4
  /// What the conditional probability of being watched must exceed.
  public static let retentionThreshold = 0.65
  /// Milliseconds of a pause.
  public static let pause = 500.0

  /// Creates the policy.
  public init() {}

  /// The lowest.
  public var firstRendition: Int { 0 }

  /// The next chunk of the first video that wants one, or a pause.
  public mutating func decide(_ context: MM22Context) -> MM22Action {
    guard let item = context.queue.first(where: { wants(context.items[$0], isPlaying: $0 == context.playing) }) else {
      return .sleep(milliseconds: Self.pause)
    }
    let buffer = context.items[item].buffer
    return .fetch(item: item, rendition: buffer > 2000 ? 2 : buffer > 1000 ? 1 : 0)
  }

  private func wants(_ item: MM22Item, isPlaying: Bool) -> Bool {
    guard item.remainingCount > 0 else { return false }
    if isPlaying { return true }
    guard item.chunkCount < Self.chunks, let retention = item.retention else { return false }
    let played = Int(item.position / MM22Model.chunkDuration)
    // Without viewers left 0 / 0 is no probability above the threshold.
    return retention.shares[item.chunkCount] / retention.shares[played] > Self.retentionThreshold
  }
}

extension MM22Entry {
  static let fixedPreload = MM22Entry(
    "fixed-preload", source: "MM'22 short-video challenge 2fba258, fixed_preload", needsRetention: true,
    summary: "the video that plays, then 4 chunks of each next one while it is likely to be watched"
  ) { FixedPreload() }
}
