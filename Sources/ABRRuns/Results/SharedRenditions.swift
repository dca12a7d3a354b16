import ABRNetwork
import ABRPlayback

/// In how many segments two players have the same rendition.
///
/// A player's own code is counted by what it showed; every other player by what it downloaded last of each segment, as
/// long as the playhead was not behind the segment.
package struct SharedRenditions: Sendable, Hashable {
  /// Segments of which both have a rendition.
  package private(set) var segments = 0
  /// Those that have the same.
  package private(set) var same = 0

  /// Counts those of two sessions by what they downloaded.
  ///
  /// - Parameters:
  ///   - first: events of a session.
  ///   - second: events of another one of the same video.
  ///   - starts: media seconds at which segments begin, and the last one ends; `nil` to count downloads that came too
  ///     late to be shown.
  /// - Complexity: O(*events*).
  package init(of first: [SessionEvent], and second: [SessionEvent], starts: [Double]? = nil) {
    add(Self.renditions(of: first, starts), Self.renditions(of: second, starts))
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
        return Self.renditions(of: log.events, place.video?.video.starts)
      }
      add(try renditions(one, first.player), try renditions(other, second.player))
    }
  }

  /// The rendition that was downloaded last of each segment, in time to be shown.
  private static func renditions(of events: [SessionEvent], _ starts: [Double]?) -> [Int: Int] {
    events.reduce(into: [:]) { found, event in
      guard case .downloaded(let segment, let rendition, _, _, _) = event.kind else { return }
      // Of a segment that is fetched again the new copy may come when the old one has been shown.
      if let starts, event.position >= starts[segment + 1] { return }
      found[segment] = rendition
    }
  }

  private mutating func add(_ first: [Int: Int], _ second: [Int: Int]) {
    let both = first.filter { second[$0.key] != nil }
    segments += both.count
    same += both.count { second[$0.key] == $0.value }
  }
}
