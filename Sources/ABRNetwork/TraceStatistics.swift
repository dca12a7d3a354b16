/// What a trace looks like in numbers. All of them are weighted by time, so that how a recording is cut into rows does
/// not matter.
public struct TraceStatistics: Sendable, Hashable {
  /// Bandwidths below this many bits per second count towards ``longestLowStretch``.
  public static let lowBandwidth = 100_000.0

  /// Number of rows.
  public let rowCount: Int
  /// Length of the trace in seconds.
  public let duration: Double
  /// Length of the longest row in seconds. One very long row can decide what a session sees.
  public let longestRow: Double
  /// Mean bandwidth in bits per second.
  public let mean: Double
  /// Standard deviation of the bandwidth in bits per second.
  public let standardDeviation: Double
  /// Lowest bandwidth in bits per second.
  public let minimum: Double
  /// Highest bandwidth in bits per second.
  public let maximum: Double
  /// Bandwidth in bits per second that is not exceeded for 5 % of the time.
  public let p5: Double
  /// Bandwidth in bits per second that is not exceeded for 25 % of the time.
  public let p25: Double
  /// Bandwidth in bits per second that is not exceeded for 50 % of the time.
  public let p50: Double
  /// Bandwidth in bits per second that is not exceeded for 75 % of the time.
  public let p75: Double
  /// Bandwidth in bits per second that is not exceeded for 95 % of the time.
  public let p95: Double
  /// Share of the time, 0 to 1, in which nothing is carried.
  public let zeroShare: Double
  /// Seconds of the longest stretch below ``lowBandwidth``.
  public let longestLowStretch: Double
  /// Correlation of the mean bandwidth of one second with that of the next (Pearson's, over whole seconds from the
  /// start); `nil` when the trace has fewer than three whole seconds or does not vary.
  public let autocorrelation: Double?

  /// Standard deviation over mean.
  public var coefficientOfVariation: Double { standardDeviation / mean }

  /// Computes the statistics of a trace.
  /// - Complexity: O(*n* log *n*) in the number of rows, whatever their length.
  public init(_ trace: BandwidthTrace) {
    let rows = trace.rows
    let duration = trace.duration
    let mean = trace.meanBandwidth
    var variance = 0.0
    var zero = 0.0
    var low = 0.0
    var longestLow = 0.0
    for row in rows {
      variance += row.duration * (row.bandwidth - mean) * (row.bandwidth - mean)
      if row.bandwidth == 0 { zero += row.duration }
      low = row.bandwidth < Self.lowBandwidth ? low + row.duration : 0
      longestLow = max(longestLow, low)
    }
    let sorted = rows.sorted { $0.bandwidth < $1.bandwidth }
    let quantiles = Self.quantiles([0.05, 0.25, 0.5, 0.75, 0.95], of: sorted, duration: duration)
    rowCount = rows.count
    self.duration = duration
    longestRow = rows.reduce(0) { max($0, $1.duration) }
    self.mean = mean
    standardDeviation = (variance / duration).squareRoot()
    minimum = sorted[0].bandwidth
    maximum = sorted[sorted.count - 1].bandwidth
    (p5, p25, p50) = (quantiles[0], quantiles[1], quantiles[2])
    (p75, p95) = (quantiles[3], quantiles[4])
    zeroShare = zero / duration
    longestLowStretch = longestLow
    autocorrelation = Self.autocorrelation(rows, mean: mean)
  }

  /// The smallest bandwidths that are not exceeded for these shares of the time, which ascend.
  private static func quantiles(_ shares: [Double], of sorted: [BandwidthTrace.Row], duration: Double) -> [Double] {
    var index = 0
    var elapsed = sorted[0].duration
    return shares.map { share in
      while elapsed < share * duration, index < sorted.count - 1 {
        index += 1
        elapsed += sorted[index].duration
      }
      return sorted[index].bandwidth
    }
  }

  private static func autocorrelation(_ rows: [BandwidthTrace.Row], mean: Double) -> Double? {
    var pairs = NeighbourCorrelation(origin: mean)
    // The second being filled: how much of it, and the bandwidth times time inside.
    var filled = 0.0
    var volume = 0.0
    // A rounding error of the sums must not open a second of its own.
    let tolerance = 1e-9
    for row in rows {
      var left = row.duration
      if filled > 0 {
        let part = min(left, 1 - filled)
        filled += part
        volume += part * row.bandwidth
        left -= part
        guard filled >= 1 - tolerance else { continue }
        pairs.append(volume / filled, times: 1)
      }
      let whole = (left + tolerance).rounded(.down)
      if whole > 0 { pairs.append(row.bandwidth, times: whole) }
      filled = max(0, left - whole)
      volume = filled * row.bandwidth
    }
    return pairs.value
  }
}

/// Pearson's correlation of the values of a sequence with their successors, runs of equal values at once.
private struct NeighbourCorrelation {
  /// Subtracted from all values: sums of squares far from 0 would lose digits.
  let origin: Double
  private var previous: Double?
  private var count = 0.0
  private var sum = (first: 0.0, second: 0.0)
  private var square = (first: 0.0, second: 0.0)
  private var product = 0.0

  init(origin: Double) { self.origin = origin }

  mutating func append(_ value: Double, times: Double) {
    let value = value - origin
    if let previous { add(previous, value, times: 1) }
    if times > 1 { add(value, value, times: times - 1) }
    previous = value
  }

  var value: Double? {
    guard count >= 2 else { return nil }
    let first = square.first - sum.first * sum.first / count
    let second = square.second - sum.second * sum.second / count
    // What rounding leaves of the squares of a sequence that does not vary is no variation.
    guard first > 1e-14 * square.first, second > 1e-14 * square.second else { return nil }
    let covariance = product - sum.first * sum.second / count
    return min(max(covariance / (first.squareRoot() * second.squareRoot()), -1), 1)
  }

  private mutating func add(_ first: Double, _ second: Double, times: Double) {
    count += times
    sum.first += times * first
    sum.second += times * second
    square.first += times * first * first
    square.second += times * second * second
    product += times * first * second
  }
}
