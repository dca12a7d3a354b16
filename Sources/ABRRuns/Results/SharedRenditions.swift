import ABRNetwork
import ABRPlayback

/// In how many segments two players have the same rendition.
///
/// A player's own code is counted by what it showed; every other player by what it downloaded last of each segment.
package struct SharedRenditions: Sendable, Hashable {
  /// Segments of which both have a rendition.
  package private(set) var segments = 0
  /// Those that have the same.
  package private(set) var same = 0

  /// Counts those of two sessions by what they downloaded.
  /// - Complexity: O(*events*).
  package init(of first: [SessionEvent], and second: [SessionEvent]) {
    add(Self.renditions(of: first), Self.renditions(of: second))
  }

  /// Counts those of two configurations over all traces of a run. Sessions of the engine are played again.
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
        return Self.renditions(of: log.events)
      }
      add(try renditions(one, first.player), try renditions(other, second.player))
    }
  }

  /// The rendition that was downloaded last of each segment.
  private static func renditions(of events: [SessionEvent]) -> [Int: Int] {
    events.reduce(into: [:]) { found, event in
      if case .downloaded(let segment, let rendition, _, _, _) = event.kind { found[segment] = rendition }
    }
  }

  private mutating func add(_ first: [Int: Int], _ second: [Int: Int]) {
    let both = first.filter { second[$0.key] != nil }
    segments += both.count
    same += both.count { second[$0.key] == $0.value }
  }
}
