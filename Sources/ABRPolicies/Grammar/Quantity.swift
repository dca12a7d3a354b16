/// Reads the literals of the command line, of specs and of configuration files: durations, bitrates, sizes, shares.
///
/// A literal is a decimal number and a unit with nothing between them, such as `8s`, `3M` or `50MB`. There are no
/// exponents, signs, spaces, `inf` or `nan`. Every quantity needs its unit: players differ in whether a bare number
/// means seconds or milliseconds, and `3` is hardly ever 3 bit/s. Only `0` stands alone.
public enum Quantity {
  /// Reads a duration in seconds: `8s`, `500ms`, `2min`, `1.5h` or `0`.
  ///
  /// - Throws: ``QuantityError`` when the text is not a duration or is longer than a year.
  public static func duration(_ text: String) throws(QuantityError) -> Double {
    let allowed = "a duration such as 8s, 500ms, 2min or 1h"
    let (number, unit) = try split(text, allowed: allowed)
    let seconds: Double
    switch unit {
    case "ms": seconds = number / 1000
    case "s": seconds = number
    case "min": seconds = number * 60
    case "h": seconds = number * 3600
    case "" where number == 0: seconds = 0
    case "": throw QuantityError(found: "\(text) without a unit", allowed: allowed)
    default: throw QuantityError(found: text, allowed: allowed)
    }
    guard seconds <= 31_536_000 else { throw QuantityError(found: text, allowed: "a duration of at most a year") }
    return seconds
  }

  /// Reads a bitrate in bits per second: `3M`, `520k`, `2.5Mbps`, `800kbit/s`, `1400bit/s` or `0`. Prefixes are
  /// decimal.
  ///
  /// - Throws: ``QuantityError`` when the text is not a bitrate, is no whole number of bits per second or is over 1
  ///   Pbit/s.
  public static func bitrate(_ text: String) throws(QuantityError) -> Int {
    let allowed = "a bitrate such as 3M, 520k or 1400bit/s"
    let (number, unit) = try split(text, allowed: allowed)
    var prefix = Substring(unit)
    for suffix in ["bit/s", "bps", "b/s"] where prefix.hasSuffix(suffix) {
      prefix = prefix.dropLast(suffix.count)
      break
    }
    guard !unit.isEmpty || number == 0 else {
      throw QuantityError(found: bare(text, number, units: ["", "k", "M"], least: 100), allowed: allowed)
    }
    guard let scale = ["": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9][prefix] else {
      throw QuantityError(found: text, allowed: allowed)
    }
    return try whole(number * scale, text: text, unit: "bit/s")
  }

  /// Reads a size in bytes: `50MB`, `512kB`, `64MiB`, `1TB`, `1400B` or `0`.
  ///
  /// - Throws: ``QuantityError`` when the text is not a size, is no whole number of bytes or is over 10 TB.
  public static func bytes(_ text: String) throws(QuantityError) -> Int {
    let allowed = "a size such as 50MB or 1400B, in B, kB, MB, GB, TB, KiB, MiB, GiB or TiB"
    let (number, unit) = try split(text, allowed: allowed)
    let scales = [
      "": 1.0, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "KiB": 1024, "MiB": 1_048_576,
      "GiB": 1_073_741_824, "TiB": 1_099_511_627_776,
    ]
    guard !unit.isEmpty || number == 0 else {
      throw QuantityError(found: bare(text, number, units: ["B", "kB", "MB"], least: 1000), allowed: allowed)
    }
    guard let scale = scales[unit] else { throw QuantityError(found: text, allowed: allowed) }
    return try whole(number * scale, text: text, unit: "bytes")
  }

  /// Takes a whole number of bytes, 0 or more, as it takes a text of them.
  ///
  /// - Throws: ``QuantityError`` when it is over 10 TB.
  package static func bytes(_ number: Int) throws(QuantityError) -> Int {
    try whole(Double(number), text: "\(number)", unit: "bytes")
  }

  /// Reads a share of one: `75%` or `0.75`.
  ///
  /// - Throws: ``QuantityError`` when the text is not a share or is over one.
  public static func share(_ text: String) throws(QuantityError) -> Double {
    let allowed = "a share such as 75% or 0.75, at most 100%"
    let (number, unit) = try split(text, allowed: allowed)
    guard unit == "%" || unit.isEmpty else { throw QuantityError(found: text, allowed: allowed) }
    let share = unit == "%" ? number / 100 : number
    guard share <= 1 else { throw QuantityError(found: text, allowed: allowed) }
    return share
  }

  /// Reads a plain decimal number without a unit, at least 0.
  ///
  /// - Throws: ``QuantityError`` when the text is anything else.
  public static func number(_ text: String) throws(QuantityError) -> Double {
    let (number, unit) = try split(text, allowed: "a number such as 0.3 or 12")
    guard unit.isEmpty else { throw QuantityError(found: text, allowed: "a number such as 0.3 or 12, without a unit") }
    return number
  }

  /// Reads a whole number within a range.
  ///
  /// - Throws: ``QuantityError`` when the text is no whole number or lies outside.
  public static func integer(_ text: String, in range: ClosedRange<Int>) throws(QuantityError) -> Int {
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 }
    guard isPlain, let value = Int(text), range.contains(value) else {
      // A whole number beyond all that there are.
      let isTooLarge = isPlain && Int(text) == nil && !text.isEmpty && !text.utf8.contains(45)
      let upper = range.upperBound == .max && !isTooLarge ? "or more" : "to \(range.upperBound)"
      throw QuantityError(found: text, allowed: "a whole number, \(range.lowerBound) \(upper)")
    }
    return value
  }

  /// Reads a picture size: `1280x720`.
  ///
  /// - Throws: ``QuantityError`` when the text is anything else or a side is not 1 to 100000 pixels.
  public static func resolution(_ text: String) throws(QuantityError) -> (width: Int, height: Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    let sides = parts.compactMap { side in side.utf8.allSatisfy { (48...57).contains($0) } ? Int(side) : nil }
    guard parts.count == 2, sides.count == 2, sides.allSatisfy(PictureSize.sides.contains) else {
      throw QuantityError(found: text, allowed: "a picture size such as 1280x720, 1 to 100000 pixels a side")
    }
    return (sides[0], sides[1])
  }

  /// What is said of a number without a unit: what it means if it counts the smallest unit, or the largest where it is
  /// too small for that.
  private static func bare(_ text: String, _ number: Double, units: [String], least: Double) -> String {
    let found = "\(text) without a unit"
    guard number < 1e15 else { return found }
    guard number >= least else { return "\(found); did you mean \(text)\(units[2])?" }
    let power = number >= 1e6 ? 2 : number >= 1e3 ? 1 : 0
    let scaled = ParameterValue.decimal(number / [1, 1e3, 1e6][power])
    return "\(found); did you mean \(scaled)\(power == 0 && units[0].isEmpty ? "bit/s" : units[power])?"
  }

  /// Splits a literal into its number and its unit.
  private static func split(_ text: String, allowed: String) throws(QuantityError) -> (number: Double, unit: String) {
    let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    // `Double` reads more than decimal numbers (exponents, hexadecimal, nan); the prefix lets only digits and points
    // pass.
    guard digits.first != ".", digits.last != ".", digits.utf8.count <= 30, let number = Double(digits) else {
      throw QuantityError(found: text, allowed: allowed)
    }
    return (number, String(text.dropFirst(digits.count)))
  }

  /// Takes a product for the whole number it is but for rounding.
  private static func whole(_ value: Double, text: String, unit: String) throws(QuantityError) -> Int {
    // Sums of sizes over the items of a session stay inside `Int`.
    guard value <= (unit == "bytes" ? 1e13 : 1e15) else {
      throw QuantityError(found: text, allowed: "at most \(unit == "bytes" ? "10TB" : "1000000Gbit/s")")
    }
    let rounded = value.rounded()
    guard abs(value - rounded) <= 1e-9 * max(1, value) else {
      throw QuantityError(found: text, allowed: "a whole number of \(unit)")
    }
    return Int(rounded)
  }
}
