import ABRPlayback

/// One configuration of a saved run, with its sessions.
package struct ConfigurationRecord: Sendable, Hashable {
  /// The specs.
  package var configuration: Configuration
  /// What the run pooled over the sessions, by exported name: metrics, their percentiles `<name>_p50` and
  /// `<name>_p95`, and ``MetricDefinition/ofSets``. A value that does not exist is absent.
  package var pooled: [String: Double]
  /// Number of sessions by how they ended.
  package var outcomes: [SessionOutcome: Int]
  /// The sessions, trace by trace, in a trace video by video.
  package internal(set) var sessions: [RunRecord.Session]
  /// How long each rendition was on the screen; empty where the run does not say.
  package internal(set) var renditions: [RenditionTime] = []
  /// Sessions with what happened over time, for pictures; empty where the run has none.
  package internal(set) var timelines: [SessionTimeline]
  /// Values by metric, in each one by session.
  private var columns: [[Double?]]
  private var places: [String: Int]

  /// Creates a record without sessions.
  ///
  /// - Parameters:
  ///   - configuration: what was played.
  ///   - metrics: those whose values sessions have, each with a name of its own.
  package init(_ configuration: Configuration, metrics: [MetricDefinition]) {
    self.configuration = configuration
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
  ///   - session: what was played, and how it ended.
  ///   - values: one for each metric, in their order.
  package mutating func append(_ session: RunRecord.Session, values: [Double?]) {
    precondition(values.count == columns.count, "a session has a value or none of each metric")
    sessions.append(session)
    for (index, value) in values.enumerated() { columns[index].append(value) }
  }

  /// The record with some of its sessions, and nothing that was taken over all of them.
  ///
  /// - Parameter kept: indices of the sessions.
  package func limited(toSessions kept: [Int]) -> ConfigurationRecord {
    var copy = self
    copy.sessions = kept.map { sessions[$0] }
    copy.columns = columns.map { column in kept.map { column[$0] } }
    copy.pooled = [:]
    copy.outcomes = [:]
    copy.renditions = []
    copy.timelines = []
    return copy
  }

  /// The record of the sessions over some of the traces. Timelines of the worst and the best session are kept where
  /// their trace is; that of the median session is dropped, as another session may be the median of fewer.
  ///
  /// - Parameter places: new indices of the traces by their old ones.
  func limited(toTraces places: [Int: Int]) -> ConfigurationRecord {
    var copy = limited(toSessions: sessions.indices.filter { places[sessions[$0].trace] != nil })
    for index in copy.sessions.indices { copy.sessions[index].trace = places[copy.sessions[index].trace] ?? 0 }
    copy.timelines = timelines.compactMap { timeline in
      guard timeline.role != .median, let place = places[timeline.trace] else { return nil }
      var own = timeline
      own.trace = place
      return own
    }
    return copy
  }

  /// Values of a metric, session by session, `nil` where a session has none; `nil` when the run does not have the
  /// metric.
  package func values(of metric: String) -> [Double?]? { places[metric].map { columns[$0] } }

  /// The value of a metric in one session; `nil` where the session, or the run, has none.
  package func value(of metric: String, at session: Int) -> Double? {
    places[metric].flatMap { columns[$0][session] }
  }
}
