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
}
