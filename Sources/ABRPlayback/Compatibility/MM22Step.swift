/// One action of a session of the MM'22 simulator and what came of it, under its own names and in its own units.
public struct MM22Step: Sendable, Hashable {
  /// Names of the columns, in order.
  public static let columns = [
    "download_video_id", "bit_rate", "sleep_ms", "delay_ms", "rebuf_ms", "video_size_bytes", "end_of_video",
    "play_video_id_after", "waste_bytes",
  ]

  /// Index of the video that was fetched from; while it slept, of the one that played.
  public var item: Int
  /// Rendition of the chunk; 0 while it slept.
  public var rendition: Int
  /// Milliseconds that the policy asked to sleep; 0 for a download.
  public var sleep: Double
  /// Whole milliseconds that the action took.
  public var delay: Double
  /// Milliseconds in which nothing was shown.
  public var rebuffering: Double
  /// Bytes fetched.
  public var bytes: Int
  /// Whether the video has no chunk left to fetch or was left meanwhile; while it slept, whether the one that plays
  /// afterwards has none left.
  public var endsVideo: Bool
  /// Index of the video that plays afterwards; the number of videos when the session is over.
  public var playing: Int
  /// Bytes that it counts as wasted by this action: chunks behind the watch time of each video left, and once more the
  /// chunk in flight when its own video was left, which the first part already counts.
  public var wastedBytes: Int

  /// Whether it was a pause and not a download.
  public var isSleep: Bool { sleep > 0 }
}
