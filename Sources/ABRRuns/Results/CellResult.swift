import ABRPlayback

/// What one combination of policy, buffer and viewer gave over all traces and videos.
package struct CellResult: Sendable {
  /// One session of the combination.
  package struct Session: Sendable {
    /// Index of the trace in the experiment.
    package let trace: Int
    /// Index of the video in the experiment.
    package let video: Int
    /// What it cost and brought.
    package let metrics: SessionMetrics
    /// A peer's own quantities, under a peer's model.
    package let peer: PeerAccount?
    let record: QueueRecord?
    /// What a session of several items cost and brought beside ``metrics``; `nil` for one video.
    package var queue: QueueMetrics? { record?.metrics }

    /// The value of a metric, `nil` where the session has none.
    package func value(of metric: MetricDefinition) -> Double? {
      queue.map(metric.queueValue) ?? metric.value(metrics)
    }
  }

  /// Index of the combination in the experiment.
  package let cell: Int
  /// The sessions, trace by trace.
  package let sessions: [Session]
  /// Their metrics taken together.
  package let pooled: PooledMetrics
}
