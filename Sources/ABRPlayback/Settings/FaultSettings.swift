/// What goes wrong with the network beside what its trace says; what a player does about it is in ``RetrySettings``.
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

  /// Creates settings; by default nothing goes wrong.
  public init(stretches: [Stretch] = [], refusals: [Refusal] = []) {
    self.stretches = stretches
    self.refusals = refusals
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
  }
}
