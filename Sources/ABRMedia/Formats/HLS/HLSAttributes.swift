import ABRInput

/// The attribute list of an HLS tag (RFC 8216 §4.2): `NAME=VALUE,NAME="VALUE, with commas"`.
///
/// Spaces around names and values are passed over, as players do. What stands twice counts as it stands first.
struct HLSAttributes {
  private var values: [String: (text: String, start: Int)] = [:]
  private let tag: String
  private let place: HLSPlace

  /// Reads the list behind a tag.
  ///
  /// - Parameters:
  ///   - bytes: what follows the colon of the tag.
  ///   - tag: the tag, for errors.
  ///   - place: its line.
  /// - Throws: ``InputFault`` naming line and column of the list.
  init(_ bytes: ArraySlice<UInt8>, tag: String, _ place: HLSPlace) throws(InputFault) {
    self.tag = tag
    self.place = place
    var position = bytes.startIndex
    func fault(_ found: ArraySlice<UInt8>, _ allowed: String) -> InputFault { place.fault(tag, found, allowed) }
    while position < bytes.endIndex {
      let rest = bytes[position...]
      guard let equals = rest.firstIndex(of: UInt8(ascii: "=")),
        !rest[..<equals].contains(UInt8(ascii: ",")), !rest[..<equals].contains(UInt8(ascii: "\""))
      else {
        // Blanks behind the last comma are nothing.
        if rest.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) { break }
        throw fault(rest, "NAME=VALUE")
      }
      let name = HLSText.trimmed(rest[..<equals])
      position = equals + 1
      while position < bytes.endIndex, bytes[position] == UInt8(ascii: " ") { position += 1 }
      let value: ArraySlice<UInt8>
      if position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") {
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else {
          throw fault(bytes[position...], "a closing quote")
        }
        value = bytes[start..<end]
        position = end + 1
        while position < bytes.endIndex, bytes[position] == UInt8(ascii: " ") { position += 1 }
        guard position == bytes.endIndex || bytes[position] == UInt8(ascii: ",") else {
          throw fault(bytes[position...], "a comma behind the closing quote")
        }
      } else {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.endIndex
        value = HLSText.trimmed(bytes[position..<end])
        position = end
      }
      position += 1
      let key = String(decoding: name, as: UTF8.self)
      if values[key] == nil { values[key] = (String(decoding: value, as: UTF8.self), value.startIndex) }
    }
  }

  /// The text of an attribute without quotes.
  subscript(name: String) -> String? { values[name]?.text }

  /// A whole number (RFC 8216 §4.2, decimal-integer).
  ///
  /// - Parameters:
  ///   - name: the attribute.
  ///   - range: what is allowed.
  /// - Throws: ``InputFault`` for anything else; nothing where the attribute is missing.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(InputFault) -> Int? {
    guard let text = values[name]?.text else { return nil }
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Int(text), range.contains(value) else {
      throw fault(name, text, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Width and height in pixels, such as `1280x720`.
  func resolution(_ name: String) throws(InputFault) -> (width: Int, height: Int)? {
    guard let text = values[name]?.text else { return nil }
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], (1...100_000).contains(width),
      (1...100_000).contains(height)
    else { throw fault(name, text, "pixels such as 1280x720") }
    return (width, height)
  }

  /// An error of one attribute.
  func fault(_ name: String, _ found: String?, _ allowed: String) -> InputFault {
    InputFault(
      line: place.line, column: values[name].flatMap { place.column(of: $0.start) }, field: "\(tag) \(name)",
      found: found.map { InputFault.excerpt($0) } ?? "nothing", allowed: allowed)
  }
}
