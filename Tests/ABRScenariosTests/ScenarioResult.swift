import ABRPlayback
import ABRStatistics

/// What came out of a scenario.
package struct ScenarioResult: Sendable {
  /// The sessions of one link.
  package struct LinkSessions: Sendable, Hashable {
    /// Name of the link.
    package let name: String
    /// One for each viewer.
    package let sessions: [QueueMetrics]
  }

  /// The sessions of one variant.
  package struct Row: Sendable, Hashable {
    /// Its name.
    package let variant: String
    /// The links in order.
    package let links: [LinkSessions]

    /// The sessions of all links.
    package var sessions: [QueueMetrics] { links.flatMap(\.sessions) }
  }

  /// An expectation and whether it holds.
  package struct Verdict: Sendable, Hashable {
    /// The expectation.
    package let text: String
    /// Why it should hold.
    package let why: String
    /// Whether it does.
    package let holds: Bool
    /// The numbers.
    package let detail: String
  }

  /// What was played.
  package let scenario: Scenario
  /// The variants that were played.
  package let rows: [Row]
  /// The expectations, those of refused variants first.
  package let verdicts: [Verdict]

  /// Whether every expectation holds.
  package var holds: Bool { verdicts.allSatisfy(\.holds) }
}
