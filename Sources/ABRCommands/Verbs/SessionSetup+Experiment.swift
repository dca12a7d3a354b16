import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRuns
import ABRSessions

extension SessionSetup {
  /// Who watches, as results say it.
  var viewerName: String { queue?.watched[0].viewerName ?? viewers[0].canonical }

  /// What holds for every number of a result and is no column of it; `nil` under a peer's model.
  var caption: String? {
    guard model == .lab else { return nil }
    return "\(PlayableSpec(settings.playable).caption) (--playable); \(stream.caption) (--stream)"
  }

  /// Every configuration of a policy with a preload scheduler, a buffer and a viewer, with what plays it.
  ///
  /// - Parameters:
  ///   - videos: those of the run.
  ///   - external: what decides outside of the engine.
  /// - Throws: as `QueueSetup` does for settings that do not fit together.
  func players(
    _ policies: [Policy], videos: [VideoSource], external: ExternalPolicies = ExternalPolicies()
  ) throws -> [ConfiguredPlayer] {
    try policies.flatMap { policy in
      guard let queue else {
        let decides = external.policy(of: policy.spec)
        return buffers.flatMap { buffer in
          viewers.map { player(policy: policy, buffer: buffer, viewer: $0, external: decides) }
        }
      }
      let answered = external.answered(of: policy.spec)
      return try queue.preloads.flatMap { preload in
        try buffers.flatMap { buffer in
          try queue.watched.map { plan in
            try player(
              queue, watching: plan, policy: policy, buffer: buffer, preload: preload, videos: videos,
              answered: answered)
          }
        }
      }
    }
  }

  /// A configuration whose sessions are single videos.
  func player(
    policy: Policy, buffer: Buffer, viewer: ViewerSpec, external: (any ExternalPolicy)? = nil
  ) -> ConfiguredPlayer {
    ConfiguredPlayer(
      policy: policy, buffer: (buffer.spec, buffer.configuration), viewer: viewer, settings: settings,
      networkIsExpensive: networkIsExpensive, defaultLatency: defaultLatency, external: external)
  }

  /// A configuration whose sessions have several items.
  ///
  /// - Throws: as `QueueSetup` does for settings that do not fit together.
  func player(
    _ queue: QueueSetup, watching plan: SessionPlan, policy: Policy, buffer: Buffer, preload: PreloadSpec,
    videos: [VideoSource], answered: AnsweredPolicy? = nil
  ) throws -> ConfiguredPlayer {
    ConfiguredPlayer(
      policy: policy, buffer: buffer.spec,
      queue: try queue.configuration(
        plan, policy: policy, buffer: buffer, preload: preload, videos: videos.map(\.video), setup: self),
      answered: answered)
  }

  /// An experiment under the options.
  ///
  /// - Parameters:
  ///   - traces: the networks.
  ///   - videos: those of the run; a session's own come after them.
  ///   - players: the configurations.
  ///   - viewerCount: viewers over each trace, where they are drawn.
  ///   - more: what else belongs to the record of the run.
  func experiment(
    traces: [TraceSource], videos: [VideoSource], players: [ConfiguredPlayer], viewerCount: Int = 1,
    record more: [String: String] = [:]
  ) -> Experiment {
    Experiment(
      traces: traces, videos: videos + (queue?.plan.videos ?? []), players: players, model: model, traceEnd: traceEnd,
      seed: seed, defaultLatency: defaultLatency, payloadFraction: payloadFraction,
      sender: sender,
      settings: record.merging(more) { $1 }.merging(queue?.record ?? [:]) { $1 }.merging(
        viewerCount > 1 ? ["viewers-per-trace": "\(viewerCount)"] : [:]
      ) { $1 },
      queue: queue?.name, viewerCount: viewerCount)
  }
}
