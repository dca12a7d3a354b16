/// Dates and times as files write them.
package enum CalendarTime {
  /// The nanoseconds since 1970 of a calendar time: date and time of ISO 8601 or RFC 3339, also with `.` and `_`
  /// between the parts as G-NetTrack writes them, and `UTC` or `GMT` behind. A time of day alone (`13:58:29`) counts
  /// from midnight. Without an offset from UTC it is taken for UTC, whose differences are right as long as no clock
  /// change lies between.
  package static func nanoseconds(_ bytes: [UInt8], _ place: Range<Int>) -> Int64? {
    var next = place.lowerBound
    var end = place.upperBound
    if end - next > 3, ["UTC", "GMT"].contains(where: { bytes[end - 3..<end].elementsEqual($0.utf8) }) { end -= 3 }
    func digits(_ count: Int) -> Int? {
      guard next + count <= end else { return nil }
      var value = 0
      for _ in 0..<count {
        let digit = bytes[next] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value * 10 + Int(digit)
        next += 1
      }
      return value
    }
    func skip(_ allowed: StaticString) -> Bool {
      guard next < end else { return false }
      let byte = bytes[next]
      let isThere = allowed.withUTF8Buffer { unsafe $0.contains(byte) }
      if isThere { next += 1 }
      return isThere
    }
    var day = 0
    if end - next < 3 || bytes[next + 2] != UInt8(ascii: ":") {
      guard let year = digits(4), skip("-./"), let month = digits(2), skip("-./"), let ofMonth = digits(2),
        skip("Tt _"), (1970...2200).contains(year), (1...12).contains(month),
        (1...days(of: month, year)).contains(ofMonth)
      else { return nil }
      day = daysSince1970(year, month, ofMonth)
    }
    guard let hour = digits(2), skip(":."), let minute = digits(2), skip(":."), let second = digits(2), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    var fraction: Int64 = 0
    if skip(".,") {
      var scale: Int64 = 100_000_000
      let start = next
      while next < end, let digit = digits(1) {
        fraction += Int64(digit) * scale
        scale /= 10
      }
      guard next > start else { return nil }
    }
    var offset = 0
    _ = skip(" ")
    if next < end, !skip("Zz") {
      let isWest = bytes[next] == UInt8(ascii: "-")
      guard skip("+-"), let hours = digits(2), hours < 24 else { return nil }
      _ = skip(":")
      guard let minutes = digits(2), minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
    guard next == end else { return nil }
    let seconds = day * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Int64(seconds) * 1_000_000_000 + fraction
  }

  /// How many days a month has in the Gregorian calendar.
  private static func days(of month: Int, _ year: Int) -> Int {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return daysSince1970(next.0, next.1, 1) - daysSince1970(year, month, 1)
  }

  /// Days of the Gregorian calendar (Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`).
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
