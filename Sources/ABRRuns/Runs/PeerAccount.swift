import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// A peer simulator's own quantities of one session, under its own names and in its own units.
package struct PeerAccount: Sendable, Hashable {
  /// A quantity.
  package enum Value: Sendable, Hashable {
    /// One number; `nil` where the peer has none.
    case number(Double?)
    /// A table, row by row.
    case rows([[Double]])
    /// Anything else.
    case json(JSONValue)
  }

  /// The quantities by the peer's names.
  package let values: [String: Value]

  /// Creates an account.
  package init(_ values: [String: Value]) { self.values = values }

  /// Turns a session into an account.
  typealias Keeper = @Sendable (SessionMetrics, EventLog, BandwidthTrace, Video) -> PeerAccount

  /// Keeps the accounts of a peer over sessions of one buffer.
  ///
  /// - Parameters:
  ///   - model: the peer.
  ///   - buffer: the buffer of the sessions, as ``Model/buffer(maximum:)`` made it.
  ///   - defaultLatency: seconds, for rows of a trace without latency.
  /// - Returns: what turns a session into an account; `nil` for the lab's own model.
  static func keeper(
    of model: Model, buffer: BufferConfiguration, defaultLatency: Double
  ) -> Keeper? {
    let maximum = buffer.settings.maximum
    switch model {
    // The sessions of MM'22 are scored one after the other, see ``ConfiguredMM22``.
    case .lab, .mm22: return nil
    case .sabre:
      return { metrics, log, trace, video in
        let account = SabreAccount(
          log: log, metrics: metrics, video: video, trace: trace, defaultLatency: defaultLatency,
          maximumLevel: maximum, history: ThroughputEstimator())
        var values: [String: Value] = ["score": .number(account.score)]
        for (name, value) in account.raw { values[name] = .number(value) }
        return PeerAccount(values)
      }
    case .pensieve:
      return { _, log, trace, video in
        let rows = PensieveRow.rows(of: log.events, over: trace, ladder: video.ladder, maximumBuffer: maximum)
        return PeerAccount(["rows": .rows(rows.map(\.values))])
      }
    }
  }
}
