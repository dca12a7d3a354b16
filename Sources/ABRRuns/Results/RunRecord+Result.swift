import ABRMedia
import ABRPlayback

extension RunRecord {
  /// The record of a run that was just played.
  ///
  /// - Parameters:
  ///   - result: the run.
  ///   - version: version of the program.
  ///   - withSessions: whether it has every session, beside what is pooled over them.
  /// - Complexity: O(sessions × metrics).
  package init(_ result: ExperimentResult, version: String, withSessions: Bool = true) {
    let experiment = result.experiment
    let metrics = MetricDefinition.all(ofQueues: experiment.playsQueues)
    inputs = Inputs(of: experiment, version: version, isPartial: result.isPartial)
    self.metrics = metrics
    configurations = result.configurations.map { result in
      var record = ConfigurationRecord(result.configuration, metrics: metrics)
      record.pooled = result.pooled.values.filter { $0.value.isFinite }
      record.outcomes = result.pooled.outcomes
      record.timelines = result.timelines
      for session in result.sessions where withSessions {
        let visits = session.queue.map { queue in queue.visits.indices.map { Visit($0, of: queue) } } ?? []
        record.append(
          Session(
            trace: session.trace, content: session.content, outcome: session.metrics.outcome, visits: visits,
            peer: session.peer),
          values: metrics.map { session.value(of: $0).flatMap { $0.isFinite ? $0 : nil } })
      }
      return record
    }
  }
}

extension RunRecord.Visit {
  /// One visit of a session.
  package init(_ index: Int, of queue: QueueMetrics) {
    let metrics = queue.visits[index]
    item = metrics.item
    visit = metrics.visit
    isCounted = !metrics.isClip
    began = metrics.began
    started = metrics.started
    startup = metrics.started ? metrics.startupTime : nil
    preload = index == 0 || metrics.isClip ? nil : metrics.hit
    played = metrics.playedMedia
    rebuffer = metrics.stalledTime
  }
}
