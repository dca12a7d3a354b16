import ABRMedia
import ABRNetwork

/// What Sabre knows about the network while a session runs: the clock, the row of the trace, the quality it sustains,
/// and the upward changes of that quality that the player has not followed yet. Milliseconds and kbit/s, as in Sabre.
struct SabreNetworkClock {
  /// An upward change of the sustainable quality.
  private struct Rise {
    /// When it happened.
    var time: Double
    /// The quality that has become sustainable.
    var quality: Int
    /// When the player showed that quality, or the network lost it again.
    var end: Double?
  }

  private struct Row {
    var duration: Double
    var sustainable: Int
  }

  private let rows: [Row]
  private let maximumLevel: Double
  private var row = 0
  /// Milliseconds to the end of the row.
  private var left: Double
  private var rises: [Rise] = []
  /// Milliseconds since the play request.
  private(set) var time = 0.0
  /// Milliseconds that the player took to follow changes.
  private(set) var reactionTime = 0.0

  init(trace: BandwidthTrace, defaultLatency: Double, video: Video, maximumLevel: Double) {
    let segmentDuration = video.longestSegmentDuration
    rows = trace.rows.map { row in
      let share = 1 - (row.latency ?? defaultLatency) / segmentDuration
      let bandwidth = row.bandwidth * share
      let sustainable = video.ladder.renditions.lastIndex { Double($0.bandwidth) <= bandwidth }
      return Row(duration: row.duration * 1000, sustainable: sustainable ?? 0)
    }
    self.maximumLevel = maximumLevel
    left = rows[0].duration
  }

  /// The best quality whose bitrate the row carries, its latency deducted.
  var sustainableQuality: Int { rows[row].sustainable }

  /// Lets time pass while the buffer holds the given qualities. A moment on the border of two rows belongs to the
  /// earlier one.
  mutating func advance(by milliseconds: Double, buffered: some Sequence<Int>) {
    var rest = milliseconds
    while rest > left {
      rest -= left
      time += left
      let before = sustainableQuality
      row = row + 1 == rows.count ? 0 : row + 1
      left = rows[row].duration
      if sustainableQuality != before { change(from: before, to: sustainableQuality, buffered: buffered) }
    }
    left -= rest
    time += rest
  }

  /// Notes that the sustainable quality is another one.
  private mutating func change(from before: Int, to quality: Int, buffered: some Sequence<Int>) {
    settle(at: time)
    for index in rises.indices where rises[index].end == nil && rises[index].quality > quality {
      rises[index].end = time
    }
    // Only a rise that nothing in the buffer and no earlier rise has anticipated counts.
    guard quality > before, !buffered.contains(where: { $0 >= quality }),
      !rises.contains(where: { $0.quality >= quality })
    else { return }
    rises.append(Rise(time: time, quality: quality))
  }

  /// Notes that a segment starts to play.
  mutating func shown(_ quality: Int, at time: Double) {
    for index in rises.indices where rises[index].end == nil && quality >= rises[index].quality {
      rises[index].end = time
    }
  }

  /// Counts the changes that lie longer back than the buffer is long.
  mutating func settle(at now: Double) {
    while let first = rises.first, first.time < now - maximumLevel {
      reactionTime += first.end.map { min(maximumLevel, $0 - first.time) } ?? maximumLevel
      rises.removeFirst()
    }
  }
}
