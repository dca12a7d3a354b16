/// Paths as texts, though a path of the system is any bytes but zero.
///
/// Bytes that are no UTF-8 become characters of the last private plane, U+10FF80 to U+10FFFF for 0x80 to 0xFF, and
/// become bytes again when the path goes back to the system. So that nothing is lost, these characters themselves are
/// kept byte by byte, too.
package enum PathText {
  /// The text of a path's bytes.
  /// - Complexity: O(*bytes*).
  package static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { byte(of: $0) != nil })
    {
      return text
    }
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var place = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        text += byte(of: scalar) == nil ? [scalar] : encoded.map(standIn)
        place += encoded.count
      case .error(let length):
        text += bytes[place..<place + length].map(standIn)
        place += length
      case .emptyInput: return String(text)
      }
    }
  }

  /// The bytes of a path's text, ended by a zero, for a call of the system.
  /// - Complexity: O(*bytes*).
  package static func cString(_ text: String) -> [CChar] {
    var bytes = Array(text.utf8)
    // All characters that stand for bytes begin with this one.
    guard bytes.contains(0xf4) else { return bytes.map { CChar(bitPattern: $0) } + [0] }
    bytes = []
    for scalar in text.unicodeScalars {
      if let byte = byte(of: scalar) { bytes.append(byte) } else { bytes += UTF8.encode(scalar).map(Array.init) ?? [] }
    }
    return bytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// The byte that a character stands for; `nil` for one that stands for itself.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    scalar.value >= 0x10_ff80 ? UInt8(scalar.value - 0x10_ff00) : nil
  }

  private static func standIn(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(0x10_ff00 + UInt32(byte)) ?? "\u{fffd}"
  }
}
