import ABRMedia
import ABRPlayback

/// How a player fills its buffer: the optimizer that sets the forward target, and the levels and budgets around it.
public struct BufferConfiguration: Sendable {
  /// Sets the forward target.
  public var target: BufferTarget
  /// Start, resume and maximum levels, byte budget.
  public var settings: BufferSettings

  /// Creates a configuration.
  public init(target: BufferTarget, settings: BufferSettings = BufferSettings()) {
    self.target = target
    self.settings = settings
  }

  /// The lab's default: 30 s ahead at all times, start at 0.5 s, resume at 3 s.
  ///
  /// 30 s is what a Brightcove player begins with, what hls.js holds (`maxBufferLength`) and between the 18 s and 30 s
  /// of dash.js; 0.5 s and 3 s are ApsaraVideo's.
  public static let standard = BufferConfiguration(target: .constant(StaticTarget.standard))

  /// Checks the levels.
  ///
  /// - Parameter spec: how the user wrote the buffer, for the message.
  /// - Throws: `SettingsError` with the values that do not fit together.
  public func validate(as spec: String) throws(SettingsError) { try settings.validate(as: spec) }

  /// Repairs impossible levels as ApsaraVideo's player does.
  ///
  /// - Returns: the repairs in words; empty when there was nothing to repair.
  public mutating func normalise() -> [String] { settings.normalise() }

  /// What may surprise in this configuration with a ladder, with the numbers.
  public func warnings(for ladder: Ladder) -> [String] {
    var warnings: [String] = []
    if case .growth(let optimizer) = target { warnings += optimizer.warnings(for: ladder) }
    let largest = min(target.maximum, settings.maximum)
    if settings.resume >= largest {
      warnings.append(
        "resume \(ParameterValue.decimal(settings.resume)) s is not under the \(ParameterValue.decimal(largest)) s "
          + "that are held at most: playback goes on when the buffer is full")
    }
    return warnings
  }
}

extension StaticTarget {
  /// The target of ``BufferConfiguration/standard``.
  static let standard = StaticTarget(unchecked: 30)
}
