/// A running download that its rule watches: what all polls of it have in common.
@usableFromInline
struct PolledDownload {
  /// Nothing received yet, at the level of the last event.
  @usableFromInline let progress: DownloadProgress
  @usableFromInline let firstByte: Double
  @usableFromInline let level: ProgressPoll.Level
  @usableFromInline let cadence: QuestionCadence

  @inlinable @inline(__always)
  init(_ progress: DownloadProgress, firstByte: Double, level: ProgressPoll.Level, cadence: QuestionCadence) {
    self.progress = progress
    self.firstByte = firstByte
    self.level = level
    self.cadence = cadence
  }

  /// The download when all of it has come.
  @inlinable @inline(__always)
  func atEnd(_ arrival: Double) -> DownloadProgress {
    var progress = progress
    progress.received = progress.size
    progress.elapsed = progress.latency + (arrival - firstByte)
    progress.level = level.level(at: arrival)
    return progress
  }
}
