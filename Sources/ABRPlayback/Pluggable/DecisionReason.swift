/// Why a rendition was chosen: what the rule saw of the network, and what decided.
///
///     explain   …  decide    5 (3.30 Mbit/s 720p): estimate 7.41 Mbit/s x 0.90 = 6.67, the most that this carries
public struct DecisionReason: Sendable, Hashable {
  /// What decided.
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    /// The player's first rendition, before any rule is asked.
    case initial
    /// Nothing has been measured.
    case nothingMeasured = "nothing_measured"
    /// The lowest rendition, fetched to measure and thrown away.
    case test
    /// The most that the share of the estimate carries.
    case estimate
    /// The most of which that share carries the average bandwidth.
    case average
    /// The share that a switch up may take does not carry a higher rendition, whatever the one at hand takes.
    case upSwitch = "up_switch"
    /// The buffer level alone.
    case level
    /// The best of scores of level and bitrate.
    case score
    /// The best of the sequences of renditions that were looked at.
    case plan
    /// The level is too low for what the estimate carries.
    case lowLevel = "low_level"
    /// The level is too low to switch up.
    case lowForUpSwitch = "low_for_up_switch"
    /// The level is high enough not to switch down.
    case highForDownSwitch = "high_for_down_switch"
    /// No rule answers while the buffer is empty.
    case emptyBuffer = "empty_buffer"
    /// No rendition avoids a stall.
    case leastStall = "least_stall"
    /// The time for another choice has not come.
    case interval
    /// A higher rendition was left lately.
    case history
    /// What follows an abandoned download.
    case abandoned
    /// The trend of the level.
    case trend
    /// The policy names the rendition.
    case fixed
  }

  /// What decided; `nil` where the rule does not say.
  public var cause: Cause?
  /// Which of several rules decided; `nil` for a rule that is one.
  public var part: String?
  /// Throughput that the rule counts on, in bit/s; `nil` for a rule without an estimate.
  public var estimate: Double?
  /// Share of the estimate that a rendition may take.
  public var share: Double?
  /// Seconds of a segment's own time that its request waits for its first byte, and in which nothing is carried.
  public var latency: Double?

  /// States a reason.
  ///
  /// - Parameters:
  ///   - cause: what decided.
  ///   - part: which of several rules.
  ///   - estimate: throughput in bit/s that the rule counts on.
  ///   - share: share of it that a rendition may take.
  ///   - latency: seconds of a segment's own time in which nothing is carried.
  public init(
    _ cause: Cause? = nil, by part: String? = nil, estimate: Double? = nil, share: Double? = nil,
    latency: Double? = nil
  ) {
    self.cause = cause
    self.part = part
    self.estimate = estimate
    self.share = share
    self.latency = latency
  }

  /// The same reason of one of several rules.
  public func by(_ part: String) -> DecisionReason {
    var copy = self
    copy.part = part
    return copy
  }
}
