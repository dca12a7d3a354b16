import ABRPlayback

/// Media seconds of a neighbour by its distance *k* = 1, 2, … (ApsaraVideo dynamic preloading, SDK 7.x).
///
/// `sub`: d(k) = max(0, duration − (k − 1)·offset). `div`: d(k) = duration·scale^(k − 1). The vendor documents names,
/// defaults and "decreasing"; that the whole duration holds at k = 1, that nothing is negative and that `div`
/// multiplies (dividing by 0.75 would grow) are readings of ours.
struct PreloadAmount: Sendable, Hashable {
  /// How the amount falls with the distance.
  enum Dynamic: String, Sendable, Hashable, CaseIterable {
    case off
    case sub
    case div
  }

  let duration: Double
  let dynamic: Dynamic
  let offset: Double
  let scale: Double

  /// Reads the arguments that say how much is preloaded.
  ///
  /// - Throws: `SettingsError` for a step or a factor that another way of falling has, and that would change nothing.
  init(_ arguments: Arguments) throws(SettingsError) {
    duration = arguments.seconds("duration")
    dynamic = arguments.word("dynamic")
    let defaults = Arguments(defaultsOf: arguments.parameters)
    for (key, way) in [("offset", Dynamic.sub), ("scale", .div)]
    where dynamic != way && arguments[key] != defaults[key] {
      throw SettingsError(
        setting: key, found: "dynamic=\(dynamic.rawValue) beside it",
        allowed: "dynamic=\(way.rawValue), with which it acts")
    }
    offset = arguments.seconds("offset")
    scale = arguments.number("scale")
  }

  /// The amounts up to a distance, at least of one neighbour.
  /// - Complexity: O(*distance*).
  func table(distance: Int) -> PreloadSettings.Amount {
    var scaled = duration
    var table: [Double] = []
    for steps in 0..<max(1, distance) {
      switch dynamic {
      case .off: table.append(duration)
      case .sub: table.append(max(0, duration - Double(steps) * offset))
      case .div: table.append(scaled)
      }
      scaled *= scale
    }
    return .seconds(table)
  }
}
