/// The last samples of a series, at most ``capacity``, without memory of its own.
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

  /// The harmonic mean of the newest `size` samples, of all when there are fewer; not a number when there is none.
  /// - Complexity: O(*size*).
  func harmonicMean(ofLast size: Int) -> Double {
    let used = min(size, count)
    var sum = 0.0
    for age in 0..<used { sum += 1 / sample(age) }
    return Double(used) / sum
  }

  /// The smallest arithmetic mean over windows: the newest *n* samples for each bit *n* that is set in `windows`, all samples
  /// when there are fewer than *n*; infinite when there is none.
  /// - Complexity: O(``count``).
  func smallestMean(over windows: UInt32) -> Double {
    var smallest = Double.infinity
    var sum = 0.0
    for used in 1..<(count + 1) {
      sum += sample(used - 1)
      if closesWindow(used, of: windows) { smallest = min(smallest, sum / Double(used)) }
    }
    return smallest
  }

  /// The largest such mean; 0 when there is none.
  /// - Complexity: O(``count``).
  func largestMean(over windows: UInt32) -> Double {
    var largest = 0.0
    var sum = 0.0
    for used in 1..<(count + 1) {
      sum += sample(used - 1)
      if closesWindow(used, of: windows) { largest = max(largest, sum / Double(used)) }
    }
    return largest
  }

  /// Whether a window of the set ends at so many samples, or is longer and all samples are these.
  private func closesWindow(_ used: Int, of windows: UInt32) -> Bool {
    windows & (1 << UInt32(used)) != 0 || (used == count && windows >> UInt32(used) != 0)
  }

  /// The sample that `age` others have followed.
  private func sample(_ age: Int) -> Double {
    let index = newest - age
    return ring[index < 0 ? index + Self.capacity : index]
  }
}
