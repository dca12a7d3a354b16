/// A network that is lost, and what player and app do about it.
///
/// ```
/// fine ──no progress──▶ lost ──retries used up──▶ given up ──app──▶ fine
///                         └──first one is the app's──▶ reloading ──▶ lost
/// ```
struct FaultState {
  enum State {
    case fine
    /// No progress: the next retry comes at a time, and so many are left.
    case lost(nextRetry: Double, retriesLeft: Int)
    /// The app was asked and reloads at a time.
    case reloading(at: Double)
    /// The player has stopped fetching; the app resumes the session at a time, if it does.
    case givenUp(resumesAt: Double?)
  }

  var state = State.fine
  /// Whether requests were answered with an error.
  var isRefused = false
  /// The next change of the link's capacity.
  var nextStretch = 0
  var isInStretch = false
  /// Memory is short until this time.
  var lowMemoryUntil = -Double.infinity

  var isGivenUp: Bool {
    if case .givenUp = state { true } else { false }
  }
}
