import ABRPlayback
import ABRSessions

/// Viewers that were drawn for the sessions over one trace: configurations with the same viewers and the same visits
/// are watched by one that is drawn once.
struct DrawnViewers {
  private struct Draw {
    let model: FeedViewer
    let visits: [Visit]
    let seed: Int
    let script: Script
  }

  private var number = 0
  private var draws: [Draw] = []

  /// The script of a viewer.
  ///
  /// - Parameters:
  ///   - model: what the viewer is drawn from.
  ///   - queue: what is played.
  ///   - seed: seed of the viewers.
  ///   - sha256: digest of the trace's file, always the same one.
  ///   - number: which viewer over the trace; sessions come viewer by viewer.
  /// - Complexity: O(*visits*) for each different list of visits or model among the configurations.
  mutating func script(
    of model: FeedViewer, for queue: ItemQueue, seed: Int, sha256: String, number: Int
  ) -> Script {
    if number != self.number {
      self.number = number
      draws.removeAll(keepingCapacity: true)
    }
    if let drawn = draws.first(where: { $0.seed == seed && $0.visits == queue.visits && $0.model == model }) {
      return drawn.script
    }
    let script = model.script(for: queue, seed: seed, trace: sha256, stream: number)
    draws.append(Draw(model: model, visits: queue.visits, seed: seed, script: script))
    return script
  }
}
