/// Reads decimal numbers from bytes, rounded correctly to the nearest `Double`.
package enum DecimalParser {
  /// The longest number that is read. Longer ones are rubbish, and reading them would take time without bound.
  package static let maximumLength = 400

  /// The number that the bytes of a range spell, times a power of ten, or `nil` when they do not spell one.
  ///
  /// The grammar is an optional sign, digits with at most one point among or beside them, and an optional exponent:
  /// no spaces, no `nan`, `inf` or hexadecimal. A number too large for `Double` is infinite; callers check ranges.
  ///
  /// Short numbers need no search: when the digits without the point are an integer *m* up to 2⁵³ and the power of ten
  /// is at most 22, both are exact doubles, so that one multiplication or division rounds the true value once (Clinger,
  /// PLDI 1990). All others go to the C library, whose result is correctly rounded too. The power of ten, for units
  /// such as milliseconds, is part of the number that is rounded: there is one rounding, not two.
  /// - Complexity: O(*length*).
  package static func parse(_ bytes: [UInt8], _ range: Range<Int>, timesTenTo scale: Int = 0) -> Double? {
    guard !range.isEmpty, range.count <= maximumLength else { return nil }
    var next = range.lowerBound
    let end = range.upperBound
    let isNegative = bytes[next] == UInt8(ascii: "-")
    if isNegative || bytes[next] == UInt8(ascii: "+") { next += 1 }
    var mantissa: UInt64 = 0
    var exponent = 0
    var digits = 0
    var isShort = true
    var hasPoint = false
    while next < end {
      let digit = bytes[next] &- UInt8(ascii: "0")
      if digit < 10 {
        digits += 1
        // 10¹⁷ times ten plus nine still fits 64 bits; beyond 2⁵³ the short path is closed anyway.
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa * 10 + UInt64(digit)
        } else {
          isShort = false
        }
        if hasPoint { exponent -= 1 }
      } else if bytes[next] == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      next += 1
    }
    guard digits > 0 else { return nil }
    let significand = range.lowerBound..<next
    var shift = scale
    if next < end {
      guard bytes[next] | 0x20 == UInt8(ascii: "e") else { return nil }
      next += 1
      guard next < end else { return nil }
      let isSmall = bytes[next] == UInt8(ascii: "-")
      if isSmall || bytes[next] == UInt8(ascii: "+") { next += 1 }
      guard next < end else { return nil }
      var power = 0
      while next < end {
        let digit = bytes[next] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        power = min(power * 10 + Int(digit), 100_000)
        next += 1
      }
      shift += isSmall ? -power : power
    }
    exponent += shift
    if isShort, mantissa <= 1 << 53, abs(exponent) <= 22 {
      let magnitude =
        exponent < 0 ? Double(mantissa) / powersOfTen[-exponent] : Double(mantissa) * powersOfTen[exponent]
      return isNegative ? -magnitude : magnitude
    }
    return Double("\(String(decoding: bytes[significand], as: UTF8.self))e\(shift)")
  }

  /// The powers of ten that are exact doubles.
  private static let powersOfTen: InlineArray<23, Double> = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
