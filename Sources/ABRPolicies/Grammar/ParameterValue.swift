/// The value of a parameter of a rule, a limit or a buffer.
public enum ParameterValue: Sendable, Hashable {
  /// Seconds.
  case duration(Double)
  /// Seconds, one after the other.
  case durations([Double])
  /// Bits per second.
  case bitrate(Int)
  /// Bytes.
  case bytes(Int)
  /// A plain number.
  case number(Double)
  /// A whole number.
  case integer(Int)
  /// One of several words.
  case choice(String)
  /// A picture size.
  case resolution(PictureSize)
  /// A picture size on a screen with a scale.
  case viewport(Viewport)

  /// The value as a spec writes it; reading it gives the same value.
  public var text: String {
    switch self {
    case .duration(let seconds): Self.decimal(seconds) + "s"
    case .durations(let list): list.map { Self.decimal($0) + "s" }.joined(separator: "/")
    case .bitrate(let rate): Self.scaled(rate, "bit/s", kilo: "k", mega: "M")
    case .bytes(let bytes): Self.scaled(bytes, "B", kilo: "kB", mega: "MB")
    case .number(let number): Self.decimal(number)
    case .integer(let number): "\(number)"
    case .choice(let word): word
    case .resolution(let size): "\(size.width)x\(size.height)"
    case .viewport(let viewport):
      "\(viewport.size.width)x\(viewport.size.height)"
        + (viewport.scale == 1 ? "" : "@\(Self.decimal(viewport.scale))")
    }
  }

  /// A number in decimal notation without exponent: the digits of the shortest text that reads back to the same value.
  package static func decimal(_ value: Double) -> String {
    let text = "\(value)"
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let mantissa = text[..<mark]
    var digits = mantissa.filter { $0 != "." }
    let point =
      (mantissa.firstIndex(of: ".").map { mantissa.distance(from: mantissa.startIndex, to: $0) }
        ?? mantissa.count) + exponent
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
    if point >= digits.count { return digits + String(repeating: "0", count: point - digits.count) }
    return digits.prefix(point) + "." + digits.dropFirst(point)
  }

  private static func scaled(_ value: Int, _ unit: String, kilo: String, mega: String) -> String {
    guard value != 0 else { return "0" }
    guard value % 1000 == 0 else { return "\(value)\(unit)" }
    return value < 1_000_000 ? "\(value / 1000)\(kilo)" : decimal(Double(value) / 1e6) + mega
  }
}
