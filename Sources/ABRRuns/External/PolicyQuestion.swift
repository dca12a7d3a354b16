import ABRPlayback

/// What is to be decided for a session.
package struct PolicyQuestion: Sendable {
  /// Number of the session in its group.
  package let session: Int
  /// The state of the player.
  package let context: RequestContext
  /// Downloads that have ended since the last answer, complete and aborted ones.
  package let downloads: [Download]
  /// Seconds without a request before the question because the buffer was full.
  package let waited: Double

  /// What ``numbers`` are, in this order.
  package static let columns = [
    "session", "segment", "segments_left", "segment_duration_s", "level_s", "maximum_level_s", "is_full",
    "last_rendition", "is_playing", "rate", "time_s", "waited_s", "download_rendition", "download_bytes",
    "download_transfer_s", "download_latency_s", "download_is_aborted",
  ]

  /// The question as numbers: 0 and 1 for what is true or not, -1 for the rendition of a download where none has ended.
  /// Of several downloads it is the last.
  package var numbers: [Double] {
    let last = downloads.last
    return [
      Double(session), Double(context.segment), Double(context.segmentsLeft), context.segmentDuration, context.level,
      context.maximumLevel, context.isFull ? 1 : 0, Double(context.lastRendition), context.isPlaying ? 1 : 0,
      context.rate, context.time, waited, last.map { Double($0.rendition) } ?? -1, last?.bytes ?? 0,
      last?.transferTime ?? 0, last?.latency ?? 0, last?.isAborted ?? false ? 1 : 0,
    ]
  }
}
