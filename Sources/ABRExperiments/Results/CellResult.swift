import ABRPlayback

/// What one combination of policy, buffer and viewer gave over all traces and videos.
public struct CellResult: Sendable {
  /// One session of the combination.
  public struct Session: Sendable {
    /// Index of the trace in the experiment.
    public let trace: Int
    /// Index of the video in the experiment.
    public let video: Int
    /// What it cost and brought.
    public let metrics: SessionMetrics
    /// A peer's own quantities, under a peer's model.
    public let peer: PeerAccount?
    let record: QueueRecord?
    /// What a session of several items cost and brought beside ``metrics``; `nil` for one video.
    public var queue: QueueMetrics? { record?.metrics }

    /// The value of a metric, `nil` where the session has none.
    public func value(of metric: MetricDefinition) -> Double? {
      queue.map(metric.queueValue) ?? metric.value(metrics)
    }
  }

  /// Index of the combination in the experiment.
  public let cell: Int
  /// The sessions, trace by trace.
  public let sessions: [Session]
  /// Their metrics taken together.
  public let pooled: PooledMetrics
}
