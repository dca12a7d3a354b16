/// Requests of the item on the screen.
///
/// ```
/// idle ──buffer full──▶ waiting for room ──▶ idle ──rule answers "later"──▶ waiting for the rule ──▶ idle
/// idle ──▶ a main flow of the network ──▶ idle
/// ```
@usableFromInline
struct RequestState {
  enum Phase {
    /// A request may be made, or is in flight.
    case idle
    /// The buffer is full since a time. It has room at another, unless target or viewer change that; `nil` where
    /// unknown.
    case waitingForRoom(since: Double, until: Double?)
    /// The rule wants a rendition of the ladder, but only at a time.
    case waitingForRule(until: Double, rendition: Int)
  }

  /// A change of limits that no request has answered yet came at a time.
  struct LimitChange {
    var unanswered: Double?
    /// One that was answered: when it came, and the position at which the new rendition comes on the screen.
    var visible: (since: Double, from: Double)?
  }

  /// The highest rendition of the ladder that is requested up to a time, after a download was abandoned for it.
  struct Hold {
    var rendition: Int
    var until: Double
  }

  /// Maximum consecutive abandonments of a segment; then the download runs to its end, so that no rule makes a session
  /// endless.
  @usableFromInline static var abandonmentsInARow: Int { 1000 }

  var phase = Phase.idle
  /// Whether anything of the item has been requested.
  var hasRequested = false
  /// The rendition to start with, where that is known before the rule is asked.
  var startRendition: Int?
  /// Eligible position and ladder index of the last segment.
  var lastPosition = 0
  var lastRendition: Int?
  /// Bytes of the segments that have come since playback waits, and the seconds from the first byte of each to its
  /// last.
  var sample = (bytes: 0.0, seconds: 0.0)
  /// Whether the request that follows comes after a full buffer.
  var justFilled = false
  var abandonedInARow = 0
  var hold: Hold?
  /// Whether the next segment was on the screen in part before its buffer was flushed.
  var isRefetching = false
  var limits = LimitChange()
  /// Requests of any item are of no use before this time.
  var blockedUntil = 0.0
  /// When to look at requests again; infinite where only an event of another part can change something.
  var wakeTime = Double.infinity

  init() {}

  /// Nothing of the item has been requested yet, and nothing waits to be.
  mutating func forget() {
    phase = .idle
    hasRequested = false
    startRendition = nil
  }

  /// What a wait for room was worked out from has changed.
  mutating func reconsiderRoom() {
    if case .waitingForRoom(let since, _) = phase { phase = .waitingForRoom(since: since, until: nil) }
  }

  /// Whether the next request may be made by ``FastPath``: nothing waits, and nothing special is to be done with the next
  /// segment.
  @inline(__always)
  func allowsFastPath(at now: Double) -> Bool {
    switch phase {
    case .idle: break
    case .waitingForRule(let time, _): if time > now { return false }
    case .waitingForRoom: return false
    }
    return hasRequested && !justFilled && startRendition == nil && limits.unanswered == nil && !isRefetching
      && hold == nil && blockedUntil <= now
  }

  var isWaitingForRoom: Bool {
    if case .waitingForRoom = phase { true } else { false }
  }
}
