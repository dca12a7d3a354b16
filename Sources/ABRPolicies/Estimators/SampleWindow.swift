/// The last samples of a series, at most ``capacity``, without memory of its own.
///
/// A set of windows is a mask: bit *n* stands for the newest *n* samples, or all samples when there are fewer than *n*.
struct SampleWindow: Sendable {
  /// Samples kept: as many as Sabre and dash.js keep, and what FESTIVE's harmonic mean asks for.
  static let capacity = 20

  private var ring = InlineArray<20, Double>(repeating: 0)
  /// Where the newest sample stands.
  private var newest = 0
  /// Samples in the ring.
  private(set) var count = 0

  /// Adds a sample and forgets the oldest when the ring is full.
  mutating func add(_ value: Double) {
    newest = newest + 1 == Self.capacity ? 0 : newest + 1
    ring[newest] = value
    count = min(count + 1, Self.capacity)
  }

  /// The smallest arithmetic mean over a set of windows; infinite without samples or windows.
  /// - Complexity: O(samples in the longest window).
  func smallestMean(over windows: UInt32) -> Double {
    var smallest = Double.infinity
    forEachMean(over: windows) { smallest = min(smallest, $0) }
    return smallest
  }

  /// The largest arithmetic mean over a set of windows; 0 without samples or windows.
  /// - Complexity: O(samples in the longest window).
  func largestMean(over windows: UInt32) -> Double {
    var largest = 0.0
    forEachMean(over: windows) { largest = max(largest, $0) }
    return largest
  }

  @inline(__always)
  private func forEachMean(over windows: UInt32, _ body: (Double) -> Void) {
    let longest = min(count, UInt32.bitWidth - 1 - windows.leadingZeroBitCount)
    // Through a span: the subscript of an inline array in a method that does not mutate copies the whole of it.
    let samples = ring.span
    var sum = 0.0
    var index = newest
    var used = 0
    while used < longest {
      sum += samples[index]
      used += 1
      index = index == 0 ? Self.capacity - 1 : index - 1
      if used == longest || windows & (1 << UInt32(used)) != 0 { body(sum / Double(used)) }
    }
  }
}
