/// A network that is lost, and what player and app do about it.
///
/// ```
/// fine ──no byte comes──▶ lost ──retries used up──▶ given up ──playback cannot go on──▶ failed ──app──▶ fine
///   ◀──bytes come──────────┘└──first one is the app's──▶ reloading ──▶ fine
/// ```
struct FaultState {
  /// Reloads of no use one after the other, after which the app gives up, so that no app makes a session endless.
  static let mostReloadsInARow = 100

  enum State {
    case fine
    /// No byte comes, which counts: the next time-out is at a time, and so many retries are left.
    case lost(timeout: Double, retriesLeft: Int)
    /// The app was asked and reloads at a time.
    case reloading(at: Double)
    /// The player has stopped fetching, and what is in the buffer plays.
    case givenUp
    /// Playback failed to get to the end; the app resumes it at a time, or when the link delivers again.
    case failed(resumesAt: Double?)
  }

  var state = State.fine
  /// Whether requests were answered with an error.
  var isRefused = false
  /// Retries and reloads of the request on its way since one brought anything that is kept; `nil` before the first one.
  var retriesLeft: Int?
  var reloadsInARow = 0
  /// Whether the app has set the player up again and playback has not gone on yet.
  var isResuming = false
  /// The next change of the link's capacity.
  var nextStretch = 0
  var isInStretch = false
  /// Memory is short until this time.
  var lowMemoryUntil = -Double.infinity

  @inline(__always)
  var allowsFastPath: Bool { !isGivenUp }

  var isGivenUp: Bool {
    switch state {
    case .givenUp, .failed: true
    case .fine, .lost, .reloading: false
    }
  }
}
