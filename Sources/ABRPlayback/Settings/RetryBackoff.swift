/// How the time before an attempt grows from one to the next.
public enum RetryBackoff: String, Sendable, Hashable, CaseIterable {
  /// Not at all (dash.js `retryIntervals`).
  case none
  /// None before the first retry, once the time before the second, twice the time before the third (Media3
  /// `DefaultLoadErrorHandlingPolicy.getRetryDelayMsFor`).
  case linear
  /// To twice the one before (hls.js `retryDelayMs`, Shaka Player `backoffFactor`).
  case double

  /// Seconds before an attempt again.
  ///
  /// - Parameters:
  ///   - index: of the attempt, from 0.
  ///   - base: seconds that grow.
  func delay(before index: Int, base: Double) -> Double {
    switch self {
    case .none: base
    case .linear: Double(index) * base
    // More than a year from then on.
    case .double: base * Double(1 << min(index, 40))
    }
  }
}
