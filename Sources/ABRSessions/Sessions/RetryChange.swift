import ABRPlayback

/// What a session says about time-outs and retries; all else is the player's own.
package struct RetryChange: Sendable, Hashable {
  package var timeout: Double?
  package var count: Int?
  package var counting: RetrySettings.Counting?
  package var windows: RetrySettings.Windows?
  package var fetchesRest: Bool?
  package var errorCount: Int?
  package var interval: Double?
  package var reloadDelay: Double?
  package var resume: RetrySettings.Resume?
  package var resumeLimit: Int?

  /// Says nothing.
  package init() {}

  /// The settings of a player in such a session. A player that waits for ever has the time-outs of ApsaraVideo.
  package func applied(to settings: RetrySettings) -> RetrySettings {
    var changed = settings.shortestTimeout == nil ? RetrySettings.apsaraVideo : settings
    if let timeout { (changed.timeout, changed.firstByteTimeout) = (timeout, nil) }
    changed.count = count ?? changed.count
    changed.counting = counting ?? changed.counting
    changed.windows = windows ?? changed.windows
    changed.fetchesRest = fetchesRest ?? changed.fetchesRest
    changed.errorCount = errorCount ?? changed.errorCount
    changed.interval = interval ?? changed.interval
    changed.reloadDelay = reloadDelay ?? changed.reloadDelay
    changed.resume = resume ?? changed.resume
    changed.resumeLimit = resumeLimit ?? changed.resumeLimit
    return changed
  }
}
