/// How much of a log of requests became a trace.
public struct LogCoverage: Sendable, Hashable {
  /// Requests with bytes and a duration.
  public let requests: Int
  /// Those of them that say too little of the network.
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

  /// The same of what players measured: all of the time between their first request and their last.
  init(estimates requests: Int, bits: Double, seconds: Double) {
    self.init(requests: requests, bits: bits, measured: seconds, logged: seconds)
  }

  /// How much each piece of a log measured that is split where nothing ran for a pause.
  /// - Complexity: O(*n*) in the requests.
  static func pieces(of periods: BusyPeriods, pause: Double) -> [LogCoverage] {
    var pieces: [(start: Double, end: Double, measured: Double)] = []
    for row in periods.rows {
      if let last = pieces.indices.last, row.start - pieces[last].end <= pause {
        pieces[last].end = row.start + row.duration
        pieces[last].measured += row.duration
      } else {
        pieces.append((row.start, row.start + row.duration, row.duration))
      }
    }
    var next = periods.downloads.startIndex
    return pieces.map { piece in
      var (requests, bits) = (0, 0.0)
      while next < periods.downloads.endIndex, periods.downloads[next].start < piece.end {
        requests += 1
        bits += periods.downloads[next].bits
        next += 1
      }
      return LogCoverage(requests: requests, bits: bits, measured: piece.measured, logged: piece.end - piece.start)
    }
  }

  private init(requests: Int, bits: Double, measured: Double, logged: Double) {
    self.requests = requests
    requestsLeftOut = 0
    bytes = Int(min(bits / 8, 9e15).rounded())
    measuredSeconds = measured
    loggedSeconds = logged
  }

  init(_ periods: BusyPeriods, requests: Int) {
    self.requests = requests
    requestsLeftOut = periods.leftOut
    // A file of 256 MiB holds no more digits than a Double has range, but an Int has less.
    bytes = Int(min(periods.downloads.reduce(0) { $0 + $1.bits } / 8, 9e15).rounded())
    measuredSeconds = periods.measured
    loggedSeconds = periods.span
  }
}
