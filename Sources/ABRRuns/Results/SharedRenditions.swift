import ABRNetwork
import ABRPlayback

/// In how many segments two configurations of a run show the same rendition.
///
/// A player's own code is counted by what it showed; every other player by what it downloaded last of each segment.
package struct SharedRenditions: Sendable, Hashable {
  /// Segments of which both have a rendition, over all traces.
  package private(set) var segments = 0
  /// Those that have the same.
  package private(set) var same = 0

  /// Counts them. Sessions of the engine are played again.
  ///
  /// - Parameters:
  ///   - first: a configuration of the run.
  ///   - second: another, over the same traces.
  ///   - experiment: what was run, sessions of one video.
  /// - Throws: `TraceError` where a trace cannot be read again; what a policy outside of the engine throws.
  /// - Complexity: that of playing both.
  package init(of first: ConfigurationResult, and second: ConfigurationResult, in experiment: Experiment) throws {
    for (one, other) in zip(first.sessions, second.sessions) where one.trace == other.trace {
      let network = try experiment.network(one.trace)
      func renditions(_ result: SessionResult, _ session: PreparedSession) throws -> [Int: Int] {
        if let shown = result.renditions {
          return Dictionary(
            uniqueKeysWithValues: shown.enumerated().compactMap { at, rendition in rendition.map { (at, $0) } })
        }
        let place = experiment.place(ofContent: result.content)
        var log = EventLog()
        _ = try session.play(
          place.player, over: network.start, trace: network.trace.name, sha256: experiment.traces[result.trace].sha256,
          viewer: place.viewer, observer: &log)
        return log.events.reduce(into: [:]) { found, event in
          if case .downloaded(let segment, let rendition, _, _, _) = event.kind { found[segment] = rendition }
        }
      }
      let (shown, others) = (try renditions(one, first.player), try renditions(other, second.player))
      for (segment, rendition) in shown {
        guard let second = others[segment] else { continue }
        segments += 1
        if second == rendition { same += 1 }
      }
    }
  }
}
