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
    let metrics = experiment.metrics
    inputs = Inputs(of: experiment, version: version, isPartial: result.isPartial)
    self.metrics = metrics
    configurations = result.configurations.map { result in
      var record = ConfigurationRecord(result.configuration, metrics: metrics)
      record.pooled = result.pooled.values.filter { $0.value.isFinite }
      record.outcomes = result.pooled.outcomes
      record.timelines = result.timelines
      record.renditions = RenditionTime.times(of: result.sessions, experiment)
      for session in result.sessions where withSessions {
        record.append(
          Session(
            trace: session.trace, content: session.content, outcome: session.metrics.outcome,
            visits: Visit.visits(of: session.metrics),
            peer: session.peer),
          values: metrics.map { $0.value(session.metrics).flatMap { $0.isFinite ? $0 : nil } })
      }
      return record
    }
  }
}

extension RunRecord.Visit {
  /// The visits of a session.
  package static func visits(of session: SessionMetrics) -> [Self] {
    session.visits.indices.map { Self($0, of: session.visits[$0]) }
  }

  private init(_ index: Int, of metrics: VisitMetrics) {
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
