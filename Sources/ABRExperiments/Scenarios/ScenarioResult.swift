import ABRPlayback

/// What came out of a scenario.
public struct ScenarioResult: Sendable {
  /// The sessions of one link.
  public struct LinkSessions: Sendable, Hashable {
    /// Name of the link.
    public let name: String
    /// One for each viewer.
    public let sessions: [QueueMetrics]
  }

  /// The sessions of one variant.
  public struct Row: Sendable, Hashable {
    /// Its name.
    public let variant: String
    /// The links in order.
    public let links: [LinkSessions]

    /// The sessions of all links.
    public var sessions: [QueueMetrics] { links.flatMap(\.sessions) }
  }

  /// An expectation and whether it holds.
  public struct Verdict: Sendable, Hashable {
    /// The expectation.
    public let text: String
    /// Why it should hold.
    public let why: String
    /// Whether it does.
    public let holds: Bool
    /// The numbers.
    public let detail: String
  }

  /// What was played.
  public let scenario: Scenario
  /// The variants that were played.
  public let rows: [Row]
  /// The expectations, those of refused variants first.
  public let verdicts: [Verdict]

  /// Whether every expectation holds.
  public var holds: Bool { verdicts.allSatisfy(\.holds) }
}
