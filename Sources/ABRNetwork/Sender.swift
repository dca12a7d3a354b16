import ABRInput

/// What a server makes of a link.
public struct Sender: Sendable, Hashable {
  /// Mean seconds between two retransmission time-outs; `nil` for none.
  public var timeoutInterval: Double?

  /// Creates a sender.
  public init(timeoutInterval: Double? = nil) {
    self.timeoutInterval = timeoutInterval
  }
}

extension Sender {
  /// Refuses a trace of which it would make too many rows.
  ///
  /// - Parameter trace: a recording, which may have a row of years.
  /// - Throws: ``TraceError/invalid(field:found:allowed:)``.
  package func checkCost(of trace: BandwidthTrace) throws(TraceError) {
    guard let timeoutInterval else { return }
    let steps = 2 * trace.duration / timeoutInterval
    var budget = InputBudget.traceRows
    guard !budget.take(Int(min(steps, 0x1p53))) else { return }
    throw .invalid(field: trace.name, found: "\(trace.duration) s", allowed: budget.allowed)
  }
}

extension BandwidthTrace {
  /// What a server makes of the link, as a trace; see ``interrupted(every:random:)``.
  ///
  /// - Parameters:
  ///   - sender: the server.
  ///   - seed: of the time-outs, of which each trace has its own.
  ///   - sha256: digest of the trace's file.
  /// - Complexity: O(*rows* + silences).
  public func used(by sender: Sender, seed: Int, sha256: String) -> BandwidthTrace {
    interrupted(
      every: sender.timeoutInterval, random: SeededRandom(seed: seed, path: "retransmission time-outs", sha256))
  }
}
