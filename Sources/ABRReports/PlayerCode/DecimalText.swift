/// Whole numbers as exact decimal text.
enum DecimalText {
  /// A number with its decimal point moved to the left, without trailing zeros: 12500 with 3 places is `12.5`.
  static func shifted(_ value: Int, places: Int) -> String {
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    var fraction = padded.suffix(places)
    while fraction.last == "0" { fraction.removeLast() }
    let whole = (value < 0 ? "-" : "") + padded.dropLast(places)
    return fraction.isEmpty ? whole : "\(whole).\(fraction)"
  }

  /// Milliseconds as seconds.
  static func seconds(_ milliseconds: Int) -> String { shifted(milliseconds, places: 3) }

  /// A number with its digits in groups of three from 10 000 on, as Swift and Kotlin write it: `3_000_000`.
  static func grouped(_ value: Int) -> String {
    guard value >= 10_000 else { return "\(value)" }
    var text = ""
    for (index, digit) in String(value).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append("_") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
