import ABRPlayback

/// Metrics of a session of several items, kept elsewhere so that results of single videos have no room for them.
final class QueueRecord: Sendable {
  let metrics: QueueMetrics

  init(_ metrics: QueueMetrics) { self.metrics = metrics }
}
