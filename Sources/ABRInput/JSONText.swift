/// Reads one JSON string (RFC 8259 §7).
struct JSONText {
  private let bytes: [UInt8]
  /// Behind the closing quote once ``read()`` gave a text.
  private(set) var position: Int
  /// What was missing when ``read()`` gave none.
  private(set) var allowed = "a string that ends in quotes"

  /// Stands before the opening quote.
  init(_ bytes: [UInt8], openingQuote: Int) {
    self.bytes = bytes
    position = openingQuote
  }

  /// The text, or `nil` when it is not closed, holds a control character or an unknown escape, or is not valid UTF-8.
  mutating func read() -> String? {
    position += 1
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        return validated(bytes[start..<position])
      case UInt8(ascii: "\\"):
        return readWithEscapes(from: start)
      case 0..<0x20:
        allowed = "a string without control characters"
        return nil
      default: position += 1
      }
    }
    return nil
  }

  private mutating func validated(_ text: some Collection<UInt8>) -> String? {
    guard let text = String(validating: text, as: UTF8.self) else {
      allowed = "valid UTF-8"
      return nil
    }
    return text
  }

  private mutating func readWithEscapes(from start: Int) -> String? {
    var text = Array(bytes[start..<position])
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return validated(text)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else {
          allowed = "an escape of JSON"
          return nil
        }
        text += Array(String(Character(scalar)).utf8)
      case 0..<0x20:
        allowed = "a string without control characters"
        return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// The character of an escape whose backslash is read.
  private mutating func escaped() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { return nil }
      guard (0xd800..<0xdc00).contains(unit) else { return Unicode.Scalar(unit) }
      // A character beyond the basic plane is spelled as two escapes.
      guard bytes[position...].starts(with: "\\u".utf8) else { return nil }
      position += 2
      guard let low = codeUnit(), (0xdc00..<0xe000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    position += 4
    return unit
  }
}
