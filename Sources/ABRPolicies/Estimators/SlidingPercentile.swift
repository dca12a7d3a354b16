/// The weighted median of the latest samples of a series, which together weigh at most so much.
///
/// The oldest samples leave, or weigh less, as new ones come. Media3 1.11.0, `SlidingPercentile`. At most
/// ``capacity`` samples are kept: more than that are there only where they weigh less than a thirty-second each.
struct SlidingPercentile: Sendable {
  /// Samples kept at most.
  static let capacity = 32

  private var values = SIMD32<Double>.zero
  private var weights = SIMD32<Double>.zero
  /// Places in the order of values; the newest sample has the greatest age number.
  private var ages = SIMD32<Int32>.zero
  private var count = 0
  private var newest: Int32 = 0
  private var totalWeight = 0.0
  private let maximumWeight: Double

  /// - Parameter maximumWeight: what all samples weigh together at most, more than 0.
  init(maximumWeight: Double) { self.maximumWeight = maximumWeight }

  /// Adds a sample.
  /// - Complexity: O(``capacity``).
  mutating func add(_ value: Double, weight: Double) {
    guard weight > 0 else { return }
    if count == Self.capacity { remove(oldest) }
    var place = count
    while place > 0, values[place - 1] > value {
      move(from: place - 1, to: place)
      place -= 1
    }
    newest += 1
    (values[place], weights[place], ages[place]) = (value, weight, newest)
    count += 1
    totalWeight += weight
    while totalWeight > maximumWeight {
      let oldest = oldest
      let excess = totalWeight - maximumWeight
      if weights[oldest] <= excess {
        remove(oldest)
      } else {
        weights[oldest] -= excess
        totalWeight = maximumWeight
      }
    }
  }

  /// The smallest value that, with all below it, weighs at least half of all; `nil` without samples.
  var median: Double? {
    var weight = 0.0
    for place in 0..<count {
      weight += weights[place]
      if weight >= totalWeight / 2 { return values[place] }
    }
    return count > 0 ? values[count - 1] : nil
  }

  private var oldest: Int {
    var oldest = 0
    for place in 1..<max(1, count) where ages[place] < ages[oldest] { oldest = place }
    return oldest
  }

  private mutating func move(from: Int, to: Int) {
    (values[to], weights[to], ages[to]) = (values[from], weights[from], ages[from])
  }

  private mutating func remove(_ place: Int) {
    totalWeight -= weights[place]
    for next in place + 1..<max(place + 1, count) { move(from: next, to: next - 1) }
    count -= 1
  }
}
