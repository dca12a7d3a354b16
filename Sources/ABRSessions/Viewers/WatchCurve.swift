/// Which share of viewers still watches after how many seconds, linear between points.
///
/// Two points at the same time are a step: several viewers leave at once. Viewers who remain at the last point watch
/// to the end.
package struct WatchCurve: Sendable, Hashable {
  /// Media seconds from 0 on, never falling.
  package let seconds: [Double]
  /// Shares of viewers from 1 down to 0 or more, never rising.
  package let remaining: [Double]

  /// Creates a curve.
  ///
  /// - Throws: ``Problem`` when the points are no such curve.
  package init(seconds: [Double], remaining: [Double]) throws(Problem) {
    guard seconds.count == remaining.count, seconds.count >= 2 else {
      throw Problem(
        isTime: false, found: "\(seconds.count) times and \(remaining.count) shares",
        allowed: "at least two, as many times as shares")
    }
    guard seconds[0] == 0, zip(seconds, seconds.dropFirst()).allSatisfy({ $0 <= $1 }),
      seconds.allSatisfy({ $0 <= WatchModel.longest })
    else {
      throw Problem(isTime: true, found: "\(seconds)", allowed: "seconds from 0 on, never falling, at most a year")
    }
    guard remaining[0] == 1, zip(remaining, remaining.dropFirst()).allSatisfy({ $0 >= $1 }),
      remaining.allSatisfy({ $0 >= 0 })
    else {
      throw Problem(isTime: false, found: "\(remaining)", allowed: "shares from 1 down to 0 or more, never rising")
    }
    self.seconds = seconds
    self.remaining = remaining
  }

  /// What is wrong with points.
  package struct Problem: Error, Sendable, Hashable {
    /// Whether it is the times, and not the shares.
    package let isTime: Bool
    /// What was found.
    package let found: String
    /// What is allowed.
    package let allowed: String
  }

  /// The first time by which at least a share of viewers has left; infinite when so many never leave. On a flat
  /// part of the curve ``time(whenLeft:)`` is the end of that part.
  ///
  /// - Complexity: O(*points*).
  func quantile(at share: Double) -> Double {
    // Shares of a file are decimal.
    let left = 1 - share + 1e-9
    guard let after = remaining.firstIndex(where: { $0 <= left }) else { return .infinity }
    guard after > 0 else { return seconds[0] }
    let drop = remaining[after - 1] - remaining[after]
    let way = min((remaining[after - 1] - (1 - share)) / drop, 1)
    return seconds[after - 1] + way * (seconds[after] - seconds[after - 1])
  }

  /// The time at which a share of viewers has left; infinite when so many never leave.
  ///
  /// - Complexity: O(*points*).
  func time(whenLeft share: Double) -> Double {
    let left = 1 - share
    guard let after = remaining.firstIndex(where: { $0 < left }) else { return .infinity }
    // The share before is at least `left`, and the first one is 1: there is a point before.
    let drop = remaining[after - 1] - remaining[after]
    let way = (remaining[after - 1] - left) / drop
    return seconds[after - 1] + way * (seconds[after] - seconds[after - 1])
  }
}
