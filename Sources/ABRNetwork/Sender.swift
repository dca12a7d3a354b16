import ABRInput

/// What a server makes of a link.
public struct Sender: Sendable, Hashable {
  /// How much of the link it uses, and when.
  public var congestionControl: CongestionControl
  /// Mean seconds between two retransmission time-outs; `nil` for none.
  public var timeoutInterval: Double?

  /// Creates a sender.
  public init(congestionControl: CongestionControl = .reno, timeoutInterval: Double? = nil) {
    self.congestionControl = congestionControl
    self.timeoutInterval = timeoutInterval
  }
}

extension Sender {
  /// Refuses a trace of which it would make too many rows.
  ///
  /// - Parameter trace: a recording, which may have a row of years.
  /// - Throws: ``TraceError/invalid(field:found:allowed:)``.
  package func checkCost(of trace: BandwidthTrace) throws(TraceError) {
    var steps = 0.0
    if congestionControl == .bbr { steps += 2 * trace.duration / CongestionControl.drainInterval }
    if let timeoutInterval { steps += 2 * trace.duration / timeoutInterval }
    var budget = InputBudget.traceRows
    guard !budget.take(Int(min(steps, 0x1p53))) else { return }
    throw .invalid(field: trace.name, found: "\(trace.duration) s", allowed: budget.allowed)
  }
}

extension BandwidthTrace {
  /// What a server makes of the link, as a trace; see ``used(by:defaultLatency:)`` and ``interrupted(every:random:)``.
  ///
  /// - Parameters:
  ///   - sender: the server.
  ///   - defaultLatency: seconds, for rows without a latency.
  ///   - seed: of the time-outs, of which each trace has its own.
  ///   - sha256: digest of the trace's file.
  /// - Complexity: O(*rows* · rows in 8 round trips).
  public func used(by sender: Sender, defaultLatency: Double, seed: Int, sha256: String) -> BandwidthTrace {
    used(by: sender.congestionControl, defaultLatency: defaultLatency).interrupted(
      every: sender.timeoutInterval, random: SeededRandom(seed: seed, path: "retransmission time-outs", sha256))
  }
}
