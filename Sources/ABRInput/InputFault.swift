/// A place in a file whose content is not what was expected.
///
/// Readers turn it into the error of their own domain, which adds the name of the file.
package struct InputFault: Error, Sendable, Hashable {
  /// Line of the file, from 1; `nil` where the format has no lines.
  package var line: Int?
  /// Byte of the line, from 1; `nil` where the line as a whole is wrong, or the field says enough.
  package var column: Int?
  /// What is wrong: a column, or the path inside a document such as `renditions[2].width`.
  package var field: String
  /// What stands there.
  package var found: String
  /// What may stand there.
  package var allowed: String

  /// Names a fault.
  package init(line: Int?, column: Int? = nil, field: String, found: String, allowed: String) {
    self.line = line
    self.column = column
    self.field = field
    self.found = found
    self.allowed = allowed
  }

  /// The byte of its line, from 1, at which a place of a file lies.
  /// - Complexity: O(*length of the line*).
  package static func column(of place: Int, in bytes: [UInt8]) -> Int {
    place - (bytes[..<place].lastIndex(of: UInt8(ascii: "\n")) ?? -1)
  }

  /// The same of a text.
  package static func excerpt(_ text: String) -> String { excerpt(Array(text.utf8)[...]) }

  /// Bytes of a file as a short text in quotes that is safe to print: control characters and everything beyond ASCII
  /// become `\xNN`, and what is longer than 40 bytes is cut.
  package static func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    guard !bytes.isEmpty else { return "nothing" }
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in bytes.prefix(40) {
      if (0x20..<0x7f).contains(byte) {
        text.append(byte)
      } else {
        text += [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    text.append(UInt8(ascii: "\""))
    let shown = String(decoding: text, as: UTF8.self)
    return bytes.count > 40 ? "\(shown)… (\(bytes.count) bytes)" : shown
  }
}

/// A file or folder that cannot be read at all.
package struct FileFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path as it was given.
  package var path: String
  /// Why, for a person.
  package var reason: String
  /// Whether the machine failed or ran out of something, and the path may be right.
  package var isOfMachine: Bool

  package var description: String { "\(path): cannot be read: \(reason)" }

  /// Names a fault.
  package init(path: String, reason: String, isOfMachine: Bool = false) {
    self.path = path
    self.reason = reason
    self.isOfMachine = isOfMachine
  }
}
