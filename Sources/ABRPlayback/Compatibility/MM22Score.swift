import ABRMedia

/// What the MM'22 simulator scores a session with (`run.py`, version 2fba258).
///
/// Its quirks are kept: a stall counts against the QoE in each download, but not while it sleeps; the first chunk of a
/// video is compared with the last watched chunk of the video before it, for which it keeps one array across all traces
/// of a run; and when the next video has chunks already, the last watched chunk of a video is charged with the full
/// bitrate of that video's first one. Its wasted bytes count a chunk in flight at a swipe twice.
public struct MM22Score: Sendable, Hashable {
  /// The array that the simulator never resets between traces: the bitrate of the last watched chunk of each video.
  public struct Memory: Sendable, Hashable {
    /// In kbit/s by index of the video, where such a chunk was fetched.
    var lastBitrates: [Int: Double] = [:]

    /// Before the first trace.
    public init() {}
  }

  /// Weight of a second of stalling against one Mbit/s.
  public static let rebufferingPenalty = 1.85
  /// Weight of a megabit downloaded.
  public static let bandwidthPenalty = 0.5

  /// Σ Mbit/s − 1.85 × stalled seconds − Σ |Δ Mbit/s| over downloads, as it counts them.
  public private(set) var qoe = 0.0
  /// All bytes downloaded.
  public private(set) var bandwidthUsage = 0
  /// Wasted bytes as it counts them.
  public private(set) var wastedBytes = 0

  /// QoE − 0.5 × megabits downloaded.
  public var score: Double { qoe - Self.bandwidthPenalty * Double(bandwidthUsage) * 8 / 1e6 }

  /// Scores a session.
  ///
  /// - Parameters:
  ///   - steps: its actions.
  ///   - videos: the queue.
  ///   - watchTimes: milliseconds watched of each video.
  ///   - memory: what the sessions before it left; the session adds its own.
  /// - Complexity: O(*steps*).
  public init(_ steps: [MM22Step], videos: [Video], watchTimes: [Int], memory: inout Memory) {
    var bitrates: [[Double]] = Array(repeating: [], count: videos.count)
    for step in steps {
      wastedBytes += step.wastedBytes
      guard !step.isSleep else { continue }
      bandwidthUsage += step.bytes
      let item = step.item
      let chunk = bitrates[item].count
      bitrates[item].append(Double(videos[item].ladder[step.rendition].bandwidth) / 1000)
      let lastWatched = watchTimes[item] / Int(MM22Model.chunkDuration)
      var quality = 0.0
      var change = 0.0
      if chunk <= lastWatched {
        quality = bitrates[item][chunk]
        if chunk > 0 {
          change = abs(quality - bitrates[item][chunk - 1])
        } else if let previous = memory.lastBitrates[item - 1] {
          change = abs(quality - previous)
        }
      }
      if chunk == lastWatched {
        memory.lastBitrates[item] = quality
        if item + 1 < videos.count, let next = bitrates[item + 1].first { change += next }
      }
      qoe += quality / 1000 - Self.rebufferingPenalty * step.rebuffering / 1000 - change / 1000
    }
  }
}
