import ABRPlayback

/// A forward target that never changes.
public struct StaticTarget: ForwardTarget, Hashable {
  /// The target in seconds; infinite for a buffer that only other settings limit.
  public let seconds: Double

  /// Creates a target.
  ///
  /// - Throws: `SettingsError` unless it is more than 0.
  public init(seconds: Double) throws(SettingsError) {
    guard seconds > 0 else {
      throw SettingsError(setting: "static", found: "\(seconds) s", allowed: "more than 0 s")
    }
    self.seconds = seconds
  }

  init(unchecked seconds: Double) { self.seconds = seconds }

  /// No target: fetching stops at the levels and budgets of the buffer settings, or never.
  public static let unlimited = StaticTarget(unchecked: .infinity)

  /// Infinite: it is never evaluated again.
  public var interval: Double { .infinity }

  /// The target.
  public var maximum: Double { seconds }

  /// The target.
  public mutating func begin() -> Double { seconds }

  /// The target.
  public mutating func tick(position: Double, watched: Double) -> Double { seconds }
}
