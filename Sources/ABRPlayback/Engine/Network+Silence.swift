import ABRNetwork

/// Whether bytes come at all, which is what time-outs of players go by.
extension Network {
  /// The longest time without a byte that a request can see, from itself or from the byte before; faults apart.
  var longestSilence: Double {
    // What is in the path may last for any time.
    if settings.pathQueue > 0 { return .infinity }
    let trip = settings.fixedLatency ?? link.longestLatency
    return link.longestSilence + trip * (1 + settings.setupRoundTrips) + settings.dnsLookupTime
  }

  /// From now on ``isSilent`` and ``turnTime(at:)`` follow the rows of the link.
  mutating func followStretches() { stretch = LinkStretch(of: link, at: cursor) }

  /// Whether the link carries no byte for anybody, as of the last question for ``turnTime(at:)``.
  var isSilent: Bool { capacity == 0 || stretch?.isSilent ?? false }

  /// Whether bytes come for the item on the screen.
  var serves: Bool { !isSilent && leftover == 0 && flows.contains { $0.purpose == .main && $0.isTransferring } }

  /// Whether a byte has come for the item on the screen since its request.
  var hasReceived: Bool { flows.contains { $0.purpose == .main && received($0) > 0 } }

  /// When a row begins that ends a silence of the link or begins one; infinite when none does.
  mutating func turnTime(at now: Double) -> Double {
    guard stretch != nil else { return .infinity }
    settle(to: now)
    stretch?.advance(to: now, lag: lag, over: link)
    // While the trace stands still no row comes.
    if isTraceHalted, servedCount == 0, leftover == 0 { return .infinity }
    return stretch.map { $0.end + lag } ?? .infinity
  }
}
