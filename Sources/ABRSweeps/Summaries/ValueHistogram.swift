import ABRInput
import ABRStatistics

/// How many values lie in each of fixed bins, of which there are 256 between a number and its double.
///
/// A quantile is that of the middles of the bins, and so at most 0.2 % (2⁻⁹) away from that of the values. Bins do not
/// depend on the values, so that histograms of parts add up to that of the whole.
package struct ValueHistogram: Sendable, Hashable {
  /// Binary digits behind the first that tell bins apart; those that a `Double` has beyond are dropped.
  private static let digits = 8
  private static let dropped = UInt64(52 - digits)
  /// Bins of finite numbers.
  package static let keys = 0..<0x7ff << digits

  /// Values by the number of their bin; those of bins without any are left out.
  package private(set) var counts: [Int: Int] = [:]

  /// No values.
  package init() {}

  /// Counts a value.
  ///
  /// - Parameter value: a finite number, 0 or more.
  package mutating func add(_ value: Double) {
    precondition(value >= 0 && value < .infinity, "\(value) has no bin; the caller looks")
    // The bits of numbers that are not negative stand in the order of the numbers.
    counts[value == 0 ? 0 : Int(value.bitPattern >> Self.dropped), default: 0] += 1
  }

  /// Counts so many values of a bin.
  package mutating func add(_ count: Int, inBin key: Int) { counts[key, default: 0] += count }

  /// Adds another histogram.
  package mutating func add(_ other: ValueHistogram) { counts.merge(other.counts) { $0 + $1 } }

  /// How many values there are.
  package var count: Int { counts.values.reduce(0, +) }

  /// The middle of a bin, within 0.2 % of every value in it.
  static func middle(ofBin key: Int) -> Double {
    guard key > 0 else { return 0 }
    let lower = Double(bitPattern: UInt64(key) << dropped)
    let upper = Double(bitPattern: UInt64(key + 1) << dropped)
    return upper < .infinity ? lower + (upper - lower) / 2 : lower
  }

  /// Quantiles as `Quantiles` of the statistics module defines them.
  ///
  /// - Parameters:
  ///   - shares: 0 to 1.
  ///   - missing: how many values beside these are worse than all of them.
  /// - Returns: for each share its quantile; `nil` where it falls among the missing, or there is no value.
  /// - Complexity: O(*b* log *b*) for *b* bins.
  package func quantiles(at shares: [Double], missing: Int = 0) -> [Double?] {
    let bins = counts.sorted { $0.key < $1.key }
    let count = bins.reduce(0) { $0 + $1.value }
    func value(ofRank rank: Int) -> Double? {
      var before = 0
      for (key, count) in bins {
        before += count
        if rank < before { return Self.middle(ofBin: key) }
      }
      return nil
    }
    return shares.map { Quantiles.value(at: $0, of: count + missing, rank: value) }
  }

  /// Bins and their counts, one behind the other, as files have them.
  package var json: JSONValue {
    .array(counts.sorted { $0.key < $1.key }.flatMap { [.integer($0.key), .integer($0.value)] })
  }
}
