/// How much of a log of requests became a trace.
public struct LogCoverage: Sendable, Hashable {
  /// Requests with bytes and a duration.
  public let requests: Int
  /// Those of them that measure too little of the network.
  public let requestsLeftOut: Int
  /// What the kept requests received.
  public let bytes: Int
  /// Seconds in which one of them ran.
  public let measuredSeconds: Double
  /// Seconds from the first request to the end of the last.
  public let loggedSeconds: Double

  /// Share of the time that was measured.
  public var measuredShare: Double { loggedSeconds > 0 ? min(1, measuredSeconds / loggedSeconds) : 0 }

  /// The share in percent, for people.
  package var percent: Int { Int((100 * measuredShare).rounded()) }

  /// Describes a log of which so many requests and seconds count.
  package init(requests: Int, leftOut: Int = 0, bits: Double, measured: Double, logged: Double) {
    self.requests = requests
    requestsLeftOut = leftOut
    // A file of 256 MiB holds no more digits than a Double has range, but an Int has less.
    bytes = Int(min(bits / 8, 9e15).rounded())
    measuredSeconds = measured
    loggedSeconds = logged
  }
}
