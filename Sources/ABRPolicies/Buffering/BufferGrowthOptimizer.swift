import ABRMedia
import ABRPlayback

/// The dynamic buffer-growth optimizer of the Brightcove player SDK: holds about as much ahead as has been viewed.
///
/// The target starts at ``minimum`` and is set at every tick to what has been viewed, kept within [``minimum``,
/// ``maximum``]. A viewer who leaves a teaser after seconds then costs seconds of media, not minutes. Between ticks the
/// target stays; nothing already buffered is dropped when it falls. Source: `BCOVPlaybackController.h` of SDK 7.2.8,
/// option-key comments; what that text leaves open is marked below.
public struct BufferGrowthOptimizer: ForwardTarget, Hashable {
  /// What "viewed" is.
  public enum Basis: String, Sendable, Hashable, CaseIterable {
    /// The playhead: the literal "current time viewed". A seek forward jumps straight to the maximum.
    case position
    /// Media seconds of this item that were played: the stated purpose. A seek changes nothing.
    case watched
  }

  /// Where the optimizer stands.
  public enum State: Sendable, Hashable {
    /// No item has begun.
    case idle
    /// The target is the minimum.
    case base
    /// The target follows what has been viewed.
    case growing
    /// The target is the maximum.
    case capped
  }

  /// Smallest target in seconds, at least 1.
  public let minimum: Double
  /// Largest target in seconds, at least ``minimum``.
  public package(set) var maximumTarget: Double
  /// Playing seconds between two ticks.
  public let interval: Double
  /// What "viewed" is.
  public let basis: Basis
  /// Seconds added to what has been viewed: 0 with Brightcove, 30 s with VHS, whose goal grows from the first second
  /// on.
  public let offset: Double
  /// Factor on the target for a player that takes it as a hint only (AVPlayer calls its forward buffer duration a
  /// "guideline"); 1 for a player that keeps to it.
  public let overshoot: Double
  /// Where the optimizer stands.
  public private(set) var state = State.idle

  /// Creates an optimizer; the defaults are Brightcove's.
  ///
  /// - Throws: `SettingsError` when `minimum` or `maximum` is under 1 s or not finite, `minimum` exceeds `maximum`,
  ///   `interval` is not more than 0, `overshoot` is under 1 or `offset` is under 0.
  public init(
    minimum: Double = 30, maximum: Double = 90, interval: Double = 5, basis: Basis = .watched, overshoot: Double = 1,
    offset: Double = 0
  ) throws(SettingsError) {
    func check(_ isAllowed: Bool, _ name: String, _ found: String, _ allowed: String) throws(SettingsError) {
      guard isAllowed else { throw SettingsError(setting: "growth \(name)", found: found, allowed: allowed) }
    }
    try check(minimum >= 1 && minimum.isFinite, "min", "\(minimum) s", "at least 1 s")
    try check(maximum >= 1 && maximum.isFinite, "max", "\(maximum) s", "at least 1 s")
    try check(minimum <= maximum, "min", "min \(minimum) s with max \(maximum) s", "min ≤ max")
    try check(interval > 0 && interval.isFinite, "interval", "\(interval) s", "more than 0 s")
    try check(overshoot >= 1 && overshoot.isFinite, "overshoot", "\(overshoot)", "at least 1")
    try check(offset >= 0 && offset.isFinite, "offset", "\(offset) s", "0 s or more")
    self.minimum = minimum
    maximumTarget = maximum
    self.interval = interval
    self.basis = basis
    self.overshoot = overshoot
    self.offset = offset
  }

  /// The largest target with the overshoot.
  public var maximum: Double { maximumTarget * overshoot }

  /// The target at the beginning of an item: the minimum.
  public mutating func begin() -> Double {
    state = .base
    return minimum * overshoot
  }

  /// The target from this tick on.
  public mutating func tick(position: Double, watched: Double) -> Double {
    let viewed = offset + (basis == .position ? position : watched)
    if viewed >= maximumTarget {
      state = .capped
    } else if viewed > minimum {
      state = .growing
    } else {
      state = .base
    }
    return min(max(viewed, minimum), maximumTarget) * overshoot
  }

  /// The smallest minimum that Brightcove's documentation calls realistic, in seconds.
  static let realisticMinimum = 15.0
  /// What Brightcove says AVPlayer buffers without its optimizer, in bytes.
  static let legacyBytes = 50_000_000

  /// What may surprise in these settings, with the numbers: what Brightcove's documentation says of its optimizer. With
  /// an offset, as in video.js, it is another player's.
  func warnings(for ladder: Ladder) -> [String] {
    guard offset == 0 else { return [] }
    var warnings: [String] = []
    if minimum < Self.realisticMinimum {
      warnings.append(
        "growth min \(ParameterValue.decimal(minimum)) s is under \(ParameterValue.decimal(Self.realisticMinimum)) s: "
          + "Brightcove, whose optimizer this is, warns of stalls on erratic links")
    }
    let top = ladder[ladder.count - 1].bandwidth
    let bytes = maximum * Double(top) / 8
    if bytes > Double(Self.legacyBytes) {
      let megabytes = (bytes / 1e5).rounded() / 10
      warnings.append(
        "growth max \(ParameterValue.decimal(maximum)) s at \(ParameterValue.decimal(Double(top) / 1e6)) Mbit/s is "
          + "\(ParameterValue.decimal(megabytes)) MB, more than the 50 MB that AVPlayer holds without Brightcove's optimizer"
      )
    }
    return warnings
  }
}
