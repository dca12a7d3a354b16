/// The shortest digits that identify a number, with the point moved where another unit is wanted: a product would be
/// rounded.
enum DecimalText {
  /// The digits of a number times a power of ten; whole numbers have no point.
  static func of(_ value: Double, timesTenTo power: Int = 0) -> String {
    let text = "\(value)"
    let plain = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    guard power != 0, value != 0 else { return plain }
    if let mark = plain.firstIndex(of: "e"), let exponent = Int(plain[plain.index(after: mark)...]) {
      return "\(plain[..<mark])e\(exponent + power)"
    }
    let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
    var whole = String(parts[0])
    var fraction = parts.count > 1 ? String(parts[1]) : ""
    if power > 0 {
      whole += fraction.prefix(power) + String(repeating: "0", count: max(0, power - fraction.count))
      fraction = String(fraction.dropFirst(power))
    } else {
      let padded = String(repeating: "0", count: max(0, 1 - power - whole.count)) + whole
      fraction = padded.suffix(-power) + fraction
      whole = String(padded.dropLast(-power))
    }
    whole = String(whole.drop { $0 == "0" })
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)")
  }
}
