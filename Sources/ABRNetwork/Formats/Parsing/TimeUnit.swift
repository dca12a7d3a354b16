import ABRInput

/// A unit that times are written in.
package enum TimeUnit: String, Sendable, Hashable, CaseIterable {
  case second = "s"
  case millisecond = "ms"
  case microsecond = "us"
  case nanosecond = "ns"
  case minute = "min"

  /// Units in a second.
  package var perSecond: Double {
    switch self {
    case .second: 1
    case .millisecond: 1e3
    case .microsecond: 1e6
    case .nanosecond: 1e9
    case .minute: 1.0 / 60
    }
  }

  /// The seconds of a duration with a unit, such as `100ms`; microseconds are `us` or `µs`.
  package static func duration(_ text: String) -> Double? {
    let text = text.replacing("µs", with: "us")
    // The longest unit first: `ms` ends in `s`.
    for unit in allCases.sorted(by: { $0.rawValue.utf8.count > $1.rawValue.utf8.count })
    where text.hasSuffix(unit.rawValue) {
      let digits = Array(text.utf8.dropLast(unit.rawValue.utf8.count))
      return DecimalParser.parse(digits, 0..<digits.count).map { $0 / unit.perSecond }
    }
    return nil
  }
}
