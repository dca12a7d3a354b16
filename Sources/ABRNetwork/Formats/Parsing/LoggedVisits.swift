import ABRInput

/// When the sessions of a log began and ended, by their CMCD session id (`sid`).
///
/// A session lasts from its first request to its last and on for as long as the media of that request plays (`d`).
/// While its buffer is full a player asks once a segment, so that who leaves does so before that end: a watch time is
/// too long by up to one segment, half of one on the mean. What was fetched ahead of a pause or of the end of a short
/// video was watched later than the log shows; there a session seems shorter than it was.
package struct LoggedVisits: Sendable, Hashable {
  private struct Visit: Hashable {
    var first: Double
    /// When the next request is due.
    var end: Double
  }

  /// How long a session lasted.
  package struct Length: Sendable, Hashable {
    package var seconds: Double
    /// Whether it went on when the log ended, so that it was watched at least so long.
    package var isCensored: Bool

    /// A length.
    package init(seconds: Double, isCensored: Bool = false) {
      self.seconds = seconds
      self.isCensored = isCensored
    }
  }

  private var visits: [String: Visit] = [:]
  /// Whether no request named its session.
  package var isEmpty: Bool { visits.isEmpty }
  private var end = -Double.infinity
  /// Requests of no session.
  package private(set) var anonymous = 0

  /// Adds a request for some seconds of media, by a session or by none that it names.
  mutating func add(start: Double, session: String?, media: Double?) {
    end = max(end, start)
    guard let session else {
      anonymous += 1
      return
    }
    let end = start + max(0, media ?? 0)
    let visit = visits[session] ?? Visit(first: start, end: end)
    visits[session] = Visit(first: min(visit.first, start), end: max(visit.end, end))
  }

  /// The sessions, shortest first. One whose next request was due after the last line of the log still runs.
  /// - Complexity: O(*n* log *n*).
  package var lengths: [Length] {
    visits.values.map { visit in
      Length(seconds: min(visit.end, end) - visit.first, isCensored: visit.end >= end)
    }.sorted { ($0.seconds, $0.isCensored ? 1 : 0) < ($1.seconds, $1.isCensored ? 1 : 0) }
  }

  /// Notes for the user.
  package var notes: [String] {
    let running = visits.values.count { $0.end >= end }
    var notes: [String] = []
    if running > 0 {
      notes.append(
        "\(running) of \(visits.count) sessions still run when the log ends: their watch times are lower bounds")
    }
    if anonymous > 0 { notes.append("\(Counted.text(anonymous, "request")) without a session id of CMCD left out") }
    return notes
  }
}
