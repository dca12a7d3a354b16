import ABRPlayback

/// The mean of the last few samples of a session, without memory of its own.
struct RecentSamples: Sendable {
  /// The most samples that can be kept, a power of two.
  static let capacity = 16

  /// How many samples are kept.
  let limit: Int
  private(set) var count = 0
  /// Mean of the samples, added from the oldest to the newest; 0 without samples. Worked out when a sample comes, so
  /// that asking for it copies nothing.
  private(set) var mean = 0.0
  private var first = 0
  private var values = InlineArray<16, Double>(repeating: 0)

  /// Creates an empty window.
  ///
  /// - Precondition: `limit` is 1 to ``capacity``.
  init(limit: Int) {
    precondition((1...Self.capacity).contains(limit), "a window of samples holds 1 to \(Self.capacity)")
    self.limit = limit
  }

  /// Adds a sample and drops the oldest one when there are too many.
  mutating func append(_ value: Double) {
    let mask = Self.capacity - 1
    values[(first + count) & mask] = value
    if count < limit {
      count += 1
    } else {
      first = (first + 1) & mask
    }
    var sum = 0.0
    for index in 0..<count { sum += values[(first + index) & mask] }
    mean = sum / Double(count)
  }
}

extension Download {
  /// Seconds that a bit took, `nil` when nothing arrived. No link is faster than 1 Pbit/s, so that an instantaneous one
  /// has a throughput as well.
  func secondsPerBit(includingLatency: Bool) -> Double? {
    let bits = bytes * 8
    guard bits > 0 else { return nil }
    return max((includingLatency ? totalTime : sampleTime) / bits, 1e-15)
  }
}
