/// How long a player waits for a network that brings nothing, how often it tries again, also after HTTP errors, and
/// what the app does then.
///
/// The network is lost to a request of the item on the screen while no byte of the answer comes: since the request, or
/// since the last byte. Whether a row of 0 bit/s of the trace or a declared outage makes the silence is all one.
public struct RetrySettings: Sendable, Hashable {
  /// When silence counts.
  public enum Counting: String, Sendable, Hashable, CaseIterable {
    /// While playback waits for media: at startup, in a stall, after a seek (the text of the ApsaraVideo SDK: retries
    /// for a problem that leads to loading).
    case whileWaiting = "waiting"
    /// From the last byte on, whatever the buffer holds (the source of CicadaPlayer; players that set a time-out on
    /// each request).
    case always
    /// The same, but while media plays the player tries again without end: it gives up at a time-out at which playback
    /// waits and the retries are used up (Media3: `Loader.maybeThrowError` is asked when the buffer is empty).
    case untilNeeded = "needed"
  }

  /// How many time-outs make an end.
  public enum Windows: String, Sendable, Hashable, CaseIterable {
    /// The request has one and each retry has one: one more than the retries.
    case eachAttempt = "attempts"
    /// Each retry has one, and a request before any media of the item has come has one too; with no retries there is
    /// one, after which the player asks the app (ApsaraVideo; windows as in CicadaPlayer's
    /// `SuperMediaPlayerDataSourceListener`).
    case eachRetry = "retries"
  }

  /// When the app resumes a session that failed to play to its end (Brightcove `resumeVideo`).
  public enum Resume: Sendable, Hashable {
    /// So many seconds after the failure.
    case after(Double)
    /// As soon as the link delivers again, as a reachability callback tells.
    case whenNetworkIsBack
  }

  /// Seconds of silence after which the player gives a request up and tries again, or fails (ApsaraVideo
  /// `networkTimeout`); `nil` for no limit.
  public var timeout: Double?
  /// The same since the request, as long as no byte of the answer has come (hls.js `maxTimeToFirstByteMs`); `nil` for
  /// ``timeout``.
  public var firstByteTimeout: Double?
  /// Retries that the player counts (ApsaraVideo `networkRetryCount`).
  public var count: Int
  /// Seconds between a time-out and the retry, which no time-out counts; ``backoff`` makes them more.
  public var delay: Double
  /// When silence counts.
  public var counting: Counting
  /// How many time-outs make an end.
  public var windows: Windows
  /// Whether a retry asks for the rest of a segment and not for all of it again, in which case the bytes that had come
  /// are `aborted`.
  public var fetchesRest: Bool
  /// Seconds between an HTTP error and the next attempt; ``backoff`` makes them more.
  public var interval: Double
  /// How often a request is made again after HTTP errors in a row, before the player fails; `nil` for an attempt after
  /// each interval, while the errors count as silence.
  public var errorCount: Int?
  /// Whether each rendition may have so many errors (Shaka Player leaves out the one that fails for `maxDisabledTime`).
  public var countsErrorsPerRendition: Bool
  /// How ``delay`` and ``interval`` grow from attempt to attempt.
  public var backoff: RetryBackoff
  /// Seconds that neither exceeds.
  public var longestDelay: Double
  /// Seconds after which the app reloads when the player has asked it to; `nil` never.
  public var reloadDelay: Double?
  /// When the app resumes a session that failed to play to its end; `nil` never.
  public var resume: Resume?
  /// How often the app resumes in one session.
  public var resumeLimit: Int

  /// Creates settings; the defaults are those of a player that never times out.
  public init(
    timeout: Double? = nil, firstByteTimeout: Double? = nil, count: Int = 0, delay: Double = 0,
    counting: Counting = .whileWaiting, windows: Windows = .eachAttempt, fetchesRest: Bool = true, interval: Double = 1,
    errorCount: Int? = nil, countsErrorsPerRendition: Bool = false, backoff: RetryBackoff = .none,
    longestDelay: Double = .infinity, reloadDelay: Double? = nil, resume: Resume? = nil, resumeLimit: Int = 3
  ) {
    self.timeout = timeout
    self.firstByteTimeout = firstByteTimeout
    self.count = count
    self.delay = delay
    self.counting = counting
    self.windows = windows
    self.fetchesRest = fetchesRest
    self.interval = interval
    self.errorCount = errorCount
    self.countsErrorsPerRendition = countsErrorsPerRendition
    self.backoff = backoff
    self.longestDelay = longestDelay
    self.reloadDelay = reloadDelay
    self.resume = resume
    self.resumeLimit = resumeLimit
  }

  /// ApsaraVideo by the text of its SDK: 15 s, 2 retries, while playback waits for media.
  public static let apsaraVideo = RetrySettings(timeout: 15, count: 2, windows: .eachRetry)
  /// The same as CicadaPlayer's source has it: the buffer does not matter.
  public static let cicadaPlayer = RetrySettings(timeout: 15, count: 2, counting: .always, windows: .eachRetry)
  /// AVPlayer, whose time is undocumented: 60 s, the time-out of a request of URLSession, and then
  /// `failedToPlayToEndTime`.
  public static let avPlayer = RetrySettings(timeout: 60)
  /// hls.js 1.5 to 1.7 (config.ts, `fragLoadPolicy`): 10 s to the first byte, and 4 retries of the whole segment at
  /// once; after HTTP errors 6, after 1, 2, 4 and then 8 s each.
  public static let hlsJS = RetrySettings(
    firstByteTimeout: 10, count: 4, counting: .always, fetchesRest: false, errorCount: 6, backoff: .double,
    longestDelay: 8)
  /// Media3: 8 s without a byte (`DefaultHttpDataSource`), 3 retries from the last byte on, after 0, 1, 2 s and so on
  /// up to 5 (`DefaultLoadErrorHandlingPolicy`), also of HTTP errors; they are raised when playback needs the media.
  public static let media3 = RetrySettings(
    timeout: 8, count: 3, delay: 1, counting: .untilNeeded, errorCount: 3, backoff: .linear, longestDelay: 5)

  /// The shortest silence that counts; `nil` for a player that never times out.
  public var shortestTimeout: Double? { firstByteTimeout.map { min($0, timeout ?? $0) } ?? timeout }

  /// Seconds of silence after which a request is given up; `nil` for no limit.
  func timeout(hasReceived: Bool) -> Double? { hasReceived ? timeout : firstByteTimeout ?? timeout }

  /// Seconds between a time-out and an attempt again, by its index from 0.
  func delay(before index: Int) -> Double { min(backoff.delay(before: index, base: delay), longestDelay) }

  /// Seconds between HTTP errors, so many in a row, and the next attempt.
  ///
  /// - Parameters:
  ///   - count: 1 or more.
  ///   - renditions: among how many the rule may choose.
  ///   - goesOn: whether attempts have no end.
  /// - Returns: `nil` where the player makes no further attempt.
  func interval(afterErrors count: Int, renditions: Int, goesOn: Bool) -> Double? {
    var index = count - 1
    if let errorCount {
      let most = (errorCount + 1) * (countsErrorsPerRendition ? renditions : 1)
      if count >= most {
        // Without end the time before an attempt is not 0 again and again.
        if !goesOn { return nil }
      } else if countsErrorsPerRendition {
        // What follows the last error of a rendition is no longer than what follows its first (Shaka Player, observed).
        index = index % (errorCount + 1) % max(1, errorCount)
      }
    }
    return min(backoff.delay(before: index, base: interval), longestDelay)
  }

  /// Checks ranges.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    for (name, seconds) in [("timeout", timeout), ("first byte timeout", firstByteTimeout)] {
      guard let seconds, !(seconds > 0 && seconds.isFinite) else { continue }
      throw SettingsError(setting: name, found: "\(seconds) s", allowed: "more than 0 s")
    }
    guard (0...100).contains(count) else {
      throw SettingsError(setting: "retry count", found: "\(count)", allowed: "0 to 100")
    }
    guard interval > 0, interval.isFinite else {
      throw SettingsError(setting: "retry interval", found: "\(interval) s", allowed: "more than 0 s")
    }
    var delays = [("retry delay", Double?.some(delay)), ("reload delay", reloadDelay)]
    if case .after(let delay) = resume { delays.append(("resume delay", delay)) }
    for (name, delay) in delays {
      guard let delay, !(delay >= 0 && delay.isFinite) else { continue }
      throw SettingsError(setting: name, found: "\(delay) s", allowed: "0 s or more")
    }
    guard (0...100).contains(errorCount ?? 0) else {
      throw SettingsError(setting: "error count", found: "\(errorCount ?? 0)", allowed: "0 to 100")
    }
    guard longestDelay > 0 else {
      throw SettingsError(setting: "longest delay", found: "\(longestDelay) s", allowed: "more than 0 s")
    }
    guard (0...100).contains(resumeLimit) else {
      throw SettingsError(setting: "resume limit", found: "\(resumeLimit)", allowed: "0 to 100")
    }
  }
}
