import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRuns
import ABRSessions

extension SessionSetup {
  /// A configuration whose sessions are single videos.
  func player(policy: Policy, buffer: Buffer, viewer: ViewerSpec) -> ConfiguredPlayer {
    ConfiguredPlayer(
      policy: policy, buffer: (buffer.spec, buffer.configuration), viewer: viewer, settings: settings,
      networkIsExpensive: networkIsExpensive, defaultLatency: defaultLatency)
  }

  /// A configuration whose sessions have several items.
  ///
  /// - Throws: as `QueueSetup` does for settings that do not fit together.
  func player(
    _ queue: QueueSetup, watching plan: SessionPlan, policy: Policy, buffer: Buffer, preload: PreloadSpec,
    videos: [VideoSource]
  ) throws -> ConfiguredPlayer {
    ConfiguredPlayer(
      policy: policy, buffer: buffer.spec,
      queue: try queue.configuration(
        plan, policy: policy, buffer: buffer, preload: preload, videos: videos.map(\.video), setup: self))
  }

  /// An experiment under the options.
  ///
  /// - Parameter videos: those of the run; a session's own come after them.
  func experiment(traces: [TraceSource], videos: [VideoSource], players: [ConfiguredPlayer]) -> Experiment {
    Experiment(
      traces: traces, videos: videos + (queue?.plan.videos ?? []), players: players, model: model, traceEnd: traceEnd,
      seed: seed, defaultLatency: defaultLatency, settings: record.merging(queue?.record ?? [:]) { $1 },
      queue: queue?.name)
  }
}
