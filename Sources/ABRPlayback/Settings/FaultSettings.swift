/// What goes wrong with the network, and what the player does about it.
public struct FaultSettings: Sendable, Hashable {
  /// A stretch of the session's time in which the link carries only a share of its capacity.
  public struct Stretch: Sendable, Hashable {
    /// Seconds since the session began.
    public var start: Double
    /// Seconds.
    public var duration: Double
    /// Share of the capacity: 0 for an outage, 1 for no change.
    public var factor: Double

    /// Creates a stretch.
    public init(from start: Double, for duration: Double, factor: Double = 0) {
      self.start = start
      self.duration = duration
      self.factor = factor
    }

    /// Seconds since the session began.
    public var end: Double { start + duration }
  }

  /// A stretch in which every request is answered with an error.
  public struct Refusal: Sendable, Hashable {
    /// Seconds since the session began.
    public var start: Double
    /// Seconds.
    public var duration: Double

    /// Creates a refusal.
    public init(from start: Double, for duration: Double) {
      self.start = start
      self.duration = duration
    }
  }

  /// Outages and slow stretches, in order, without overlap.
  public var stretches: [Stretch]
  /// Failing requests, in order, without overlap.
  public var refusals: [Refusal]
  /// Seconds of a retry window (ApsaraVideo `networkTimeout`).
  public var timeout: Double
  /// Counted retries (ApsaraVideo `networkRetryCount`); 0 leaves it to the app.
  public var retryCount: Int
  /// Seconds between a refused request and the next attempt inside a window.
  public var retryInterval: Double
  /// Seconds after which the app reloads when the player has asked it to, with no counted retries; `nil` never.
  public var reloadDelay: Double?
  /// Seconds after which the app resumes a session that failed to play to its end (Brightcove `resumeVideo`); `nil`
  /// never.
  public var resumeDelay: Double?
  /// How often the app resumes in one session.
  public var resumeLimit: Int

  /// Creates settings; the defaults are those of ApsaraVideo, and nothing goes wrong.
  public init(
    stretches: [Stretch] = [], refusals: [Refusal] = [], timeout: Double = 15, retryCount: Int = 2,
    retryInterval: Double = 1, reloadDelay: Double? = nil, resumeDelay: Double? = nil, resumeLimit: Int = 3
  ) {
    self.stretches = stretches
    self.refusals = refusals
    self.timeout = timeout
    self.retryCount = retryCount
    self.retryInterval = retryInterval
    self.reloadDelay = reloadDelay
    self.resumeDelay = resumeDelay
    self.resumeLimit = resumeLimit
  }

  /// Checks ranges and order.
  ///
  /// - Throws: ``SettingsError``.
  public func validate() throws(SettingsError) {
    var end = 0.0
    for stretch in stretches {
      guard stretch.start >= end, stretch.duration > 0, stretch.end.isFinite else {
        throw SettingsError(
          setting: "outage", found: "\(stretch.duration) s at \(stretch.start) s",
          allowed: "more than 0 s, in order, without overlap")
      }
      guard stretch.factor >= 0, stretch.factor.isFinite else {
        throw SettingsError(setting: "outage factor", found: "\(stretch.factor)", allowed: "0 or more")
      }
      end = stretch.end
    }
    end = 0
    for refusal in refusals {
      guard refusal.start >= end, refusal.duration > 0, (refusal.start + refusal.duration).isFinite else {
        throw SettingsError(
          setting: "refusal", found: "\(refusal.duration) s at \(refusal.start) s",
          allowed: "more than 0 s, in order, without overlap")
      }
      end = refusal.start + refusal.duration
    }
    guard timeout > 0, timeout.isFinite else {
      throw SettingsError(setting: "timeout", found: "\(timeout) s", allowed: "more than 0 s")
    }
    guard (0...100).contains(retryCount) else {
      throw SettingsError(setting: "retry count", found: "\(retryCount)", allowed: "0 to 100")
    }
    guard retryInterval > 0, retryInterval.isFinite else {
      throw SettingsError(setting: "retry interval", found: "\(retryInterval) s", allowed: "more than 0 s")
    }
    for (name, delay) in [("reload delay", reloadDelay), ("resume delay", resumeDelay)] {
      guard let delay, !(delay >= 0 && delay.isFinite) else { continue }
      throw SettingsError(setting: name, found: "\(delay) s", allowed: "0 s or more")
    }
    guard (0...100).contains(resumeLimit) else {
      throw SettingsError(setting: "resume limit", found: "\(resumeLimit)", allowed: "0 to 100")
    }
  }
}
