import ABRInput

/// Reads the time stamps of a file as seconds since its first one.
///
/// Numbers are subtracted in their own unit before they are converted, and calendar times in nanoseconds, so that an
/// epoch in front costs no digits. Where rows are in the order of time, times of day without a date go on after
/// midnight: one that is more than half a day before the one above it belongs to the next day.
package struct TimeStamps: Sendable {
  /// The unit of numbers; `nil` where only calendar times are read.
  package private(set) var unit: TimeUnit?
  /// The first stamp in seconds; `nil` before it is read and for calendar times.
  package private(set) var first: Double?
  private var numberOrigin: Double?
  private var calendarOrigin: Int64?
  /// Midnights that times of day have passed, and the last of these times with them, in nanoseconds.
  private var (days, lastOfDay): (Int64, Int64?) = (0, nil)

  private let isEpoch: Bool
  private let isOrdered: Bool

  /// Stands before the first stamp.
  ///
  /// - Parameters:
  ///   - unit: the unit of numbers.
  ///   - isEpoch: whether numbers are times since 1970, in the unit that the first one's size tells.
  ///   - isOrdered: whether a time of day that is far before the one above it is one of the next day.
  package init(unit: TimeUnit?, isEpoch: Bool = false, isOrdered: Bool = true) {
    self.unit = unit
    self.isEpoch = isEpoch
    self.isOrdered = isOrdered
  }

  /// The seconds since the first stamp; `nil` when no time stands there, or a number where a calendar time stood
  /// before.
  /// - Complexity: O(*length*).
  package mutating func seconds(_ bytes: [UInt8], _ place: Range<Int>) -> Double? {
    if isEpoch, unit == nil, let value = DecimalParser.parse(bytes, place) {
      // From 1973 to the year 5138.
      let units: [(ClosedRange<Double>, TimeUnit)] = [
        (1e8...1e11, .second), (1e11...1e14, .millisecond), (1e14...1e17, .microsecond), (1e17...1e20, .nanosecond),
      ]
      unit = units.first { $0.0.contains(value) }?.1
    }
    if calendarOrigin == nil, let unit, let value = DecimalParser.parse(bytes, place), value.isFinite {
      let origin = numberOrigin ?? value
      numberOrigin = origin
      if first == nil { first = value / unit.perSecond }
      return (value - origin) / unit.perSecond
    }
    guard numberOrigin == nil,
      let value = CalendarTime.nanoseconds(bytes, place) ?? Self.commonLogNanoseconds(bytes, place)
    else { return nil }
    let hasDate = place.count < 3 || bytes[place.lowerBound + 2] != UInt8(ascii: ":")
    let moment = hasDate || !isOrdered ? value : pastMidnights(value)
    let origin = calendarOrigin ?? moment
    calendarOrigin = origin
    return Double(moment - origin) / 1e9
  }

  /// A time of day on the day of the one before it, or on the next one where it is more than half a day before that.
  /// Where a transfer ends after midnight, the next one in the file may have begun less than an hour before.
  private mutating func pastMidnights(_ timeOfDay: Int64) -> Int64 {
    let (day, hour): (Int64, Int64) = (86_400_000_000_000, 3_600_000_000_000)
    if let lastOfDay {
      let step = timeOfDay + days * day - lastOfDay
      if step < -day / 2 { days += 1 } else if step > day - hour, days > 0 { days -= 1 }
    }
    lastOfDay = timeOfDay + days * day
    return timeOfDay + days * day
  }

  /// The nanoseconds since 1970 of a time of the Common Log Format: `10/Oct/2000:13:55:36 -0700`.
  package static func commonLogNanoseconds(_ bytes: [UInt8], _ place: Range<Int>) -> Int64? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let text = String(decoding: bytes[place], as: UTF8.self)
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    guard text.utf8.count == bytes[place].count, parts.count == 3,
      let month = months.firstIndex(where: { $0 == parts[1] }), let colon = parts[2].firstIndex(of: ":")
    else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    let time = parts[2][parts[2].index(after: colon)...].filter { $0 != " " }
    let stamp = Array("\(parts[2][..<colon])-\(number)-\(parts[0]) \(time)".utf8)
    return CalendarTime.nanoseconds(stamp, 0..<stamp.count)
  }
}
