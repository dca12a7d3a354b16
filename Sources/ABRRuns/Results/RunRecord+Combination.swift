import ABRPlayback

extension RunRecord {
  /// One combination of policy, buffer, viewer and preload scheduler, with its sessions.
  package struct Combination: Sendable, Hashable {
    /// Canonical spec of the policy.
    package var policy: String
    /// Canonical spec of the buffer.
    package var buffer: String
    /// Canonical spec of the viewer.
    package var viewer: String
    /// Canonical spec of the preload scheduler; `nil` where sessions are single videos.
    package var preload: String?
    /// What the run pooled over the sessions, by exported name: metrics, their percentiles `<name>_p50` and
    /// `<name>_p95`, and ``PooledMetrics/derivedNames``. A value that does not exist is absent.
    package var pooled: [String: Double]
    /// Number of sessions by how they ended.
    package var outcomes: [SessionOutcome: Int]
    /// The sessions, trace by trace, in a trace video by video.
    package internal(set) var sessions: [Session]
    /// Sessions that were played again with their events, for pictures; empty where the run has none.
    package internal(set) var timelines: [SessionTimeline]
    /// Values by metric, in each one by session.
    private var columns: [[Double?]]
    private var places: [String: Int]

    /// Creates a combination without sessions.
    ///
    /// - Parameters:
    ///   - policy: its spec.
    ///   - buffer: its spec.
    ///   - viewer: its spec.
    ///   - preload: its spec; `nil` for sessions of one video.
    ///   - metrics: those whose values sessions have, each with a name of its own.
    package init(policy: String, buffer: String, viewer: String, preload: String?, metrics: [MetricDefinition]) {
      self.policy = policy
      self.buffer = buffer
      self.viewer = viewer
      self.preload = preload
      pooled = [:]
      outcomes = [:]
      sessions = []
      timelines = []
      columns = metrics.map { _ in [] }
      places = Dictionary(uniqueKeysWithValues: metrics.enumerated().map { ($1.name, $0) })
    }

    /// Adds a session.
    ///
    /// - Parameters:
    ///   - session: which trace, video or run it is.
    ///   - values: one for each metric, in their order.
    package mutating func append(_ session: Session, values: [Double?]) {
      precondition(values.count == columns.count, "a session has a value or none of each metric")
      sessions.append(session)
      for (index, value) in values.enumerated() { columns[index].append(value) }
    }

    /// Values of a metric, session by session, `nil` where a session has none; `nil` when the run does not have the
    /// metric.
    package func values(of metric: String) -> [Double?]? { places[metric].map { columns[$0] } }

    /// The value of a metric in one session; `nil` where the session, or the run, has none.
    package func value(of metric: String, at session: Int) -> Double? {
      places[metric].flatMap { columns[$0][session] }
    }

    /// Specs that name the combination, in the order in which results list them.
    package var specs: [String] { [policy, buffer, viewer] + (preload.map { [$0] } ?? []) }
  }

  /// One session: where it was played and how it ended. Its metrics are columns of the ``Combination``.
  package struct Session: Sendable, Hashable {
    /// Index of the trace.
    package var trace: Int
    /// Index of the video or queue in ``RunRecord/programmes``.
    package var programme: Int
    /// How it ended.
    package var outcome: SessionOutcome
    /// The items that came up, in order; empty where the session is one video.
    package var visits: [Visit]

    /// Describes a session.
    package init(trace: Int, programme: Int, outcome: SessionOutcome, visits: [Visit] = []) {
      self.trace = trace
      self.programme = programme
      self.outcome = outcome
      self.visits = visits
    }
  }

  /// One visit to an item of a queue.
  package struct Visit: Sendable, Hashable {
    /// Index of the item.
    package var item: Int
    /// Place in the queue.
    package var visit: Int
    /// Whether it counts as an item: clips of a break, and content that comes back after them, do not.
    package var isCounted: Bool
    /// Seconds since the session began at which it came up.
    package var began: Double
    /// Whether a frame was shown.
    package var started: Bool
    /// Coming up to the first frame in seconds; `nil` when none was shown.
    package var startup: Double?
    /// How much lay ready; `nil` for what came up first and what is not counted.
    package var preload: PreloadHit?
    /// Media seconds shown.
    package var played: Double
    /// Stalled seconds.
    package var rebuffer: Double

    /// Describes a visit.
    package init(
      item: Int, visit: Int, isCounted: Bool, began: Double, started: Bool, startup: Double?, preload: PreloadHit?,
      played: Double, rebuffer: Double
    ) {
      self.item = item
      self.visit = visit
      self.isCounted = isCounted
      self.began = began
      self.started = started
      self.startup = startup
      self.preload = preload
      self.played = played
      self.rebuffer = rebuffer
    }
  }
}
