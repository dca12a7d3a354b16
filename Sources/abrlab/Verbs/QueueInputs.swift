import ABRMedia
import ABRNetwork
import ABRPolicies
import ABRRuns

/// Reads what `abrlab run` is told about sessions of several items into an experiment.
enum QueueInputs {
  /// Makes every configuration of policy, preload scheduler, buffer and viewer.
  ///
  /// - Parameters:
  ///   - videos: those of the run.
  ///   - traces: reads the traces of `--traces`.
  /// - Throws: ``UsageError`` and the typed errors of traces, specs and settings.
  static func experiment(
    _ queue: QueueSetup, setup: SessionSetup, policies: [Policy], videos: [VideoSource],
    traces: () throws -> [TraceSource]
  ) throws -> Experiment {
    var players: [ConfiguredPlayer] = []
    for policy in policies {
      for preload in queue.preloads {
        for buffer in setup.buffers {
          for plan in queue.watched {
            players.append(
              try setup.player(
                queue, watching: plan, policy: policy, buffer: buffer, preload: preload, videos: videos))
          }
        }
      }
    }
    return setup.experiment(traces: try traces(), videos: videos, players: players)
  }
}
