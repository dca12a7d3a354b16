import ABRInput
import ABRPolicies
import CTOML

/// A TOML file, parsed by toml++; the only file that talks to it.
package struct TOMLDocument: Sendable {
  /// The longest file that is read, in bytes. Longer ones are no configuration, and take 120 times their size.
  package static let maximumSize = 4 << 20

  /// The version of the library that parses, such as `3.3.0`.
  package static var libraryVersion: String {
    let version = ctoml_library_version()
    return "\(version / 10000).\(version / 100 % 100).\(version % 100)"
  }

  /// Name of the file, for errors.
  package let file: String
  /// The table of all that is in the file.
  package let root: TOMLTable

  /// Reads and parses a file.
  ///
  /// - Throws: ``ConfigurationError``.
  /// - Complexity: O(*bytes*).
  package init(contentsOf path: String) throws(ConfigurationError) {
    try self.init(parsing: try Self.bytes(at: path), file: path)
  }

  /// The bytes of a file or a pipe.
  ///
  /// - Throws: ``ConfigurationError/unreadable(file:reason:)``.
  /// - Complexity: O(*bytes*).
  package static func bytes(at path: String) throws(ConfigurationError) -> [UInt8] {
    do {
      return try InputFile.read(path, limit: Self.maximumSize, takesPipes: true)
    } catch {
      throw .unreadable(file: error.path, reason: error.reason)
    }
  }

  /// Parses the bytes of a file.
  ///
  /// - Throws: ``ConfigurationError``, with line and column where the text is not TOML.
  /// - Complexity: O(*bytes*).
  package init(parsing bytes: [UInt8], file: String) throws(ConfigurationError) {
    guard bytes.count <= Self.maximumSize else {
      throw .unreadable(file: file, reason: "larger than \(Self.maximumSize) bytes")
    }
    self.file = file
    root = TOMLTable(file: file, path: "", value: try Self.parse(bytes, file: file))
  }

  /// Turns the C side's flat list into values.
  private static func parse(_ bytes: [UInt8], file: String) throws(ConfigurationError) -> TOMLValue {
    // The parser copies what it keeps, so the bytes need to live only for this call.
    let parsed = unsafe bytes.withUnsafeBytes { buffer in
      unsafe ctoml_parse(buffer.bindMemory(to: CChar.self).baseAddress, buffer.count)
    }
    guard let document = unsafe parsed else { throw .unreadable(file: file, reason: "no memory") }
    defer { unsafe ctoml_destroy(document) }
    if let reason = unsafe ctoml_error(document) {
      throw .syntax(
        file: file, line: unsafe Int(ctoml_error_line(document)), column: unsafe Int(ctoml_error_column(document)),
        reason: unsafe String(cString: reason))
    }
    // Children follow their parents: from the back, every table and array is complete when its turn comes.
    var members: [Int: [(key: String, value: TOMLValue)]] = [:]
    for index in unsafe (0..<ctoml_node_count(document)).reversed() {
      // The index is below the count, and texts are copied before the document goes.
      let node = unsafe ctoml_node(document, index)
      let inside = members.removeValue(forKey: index) ?? []
      let content: TOMLValue.Content =
        switch unsafe node.kind {
        case CTOMLKindTable:
          .table(Dictionary(inside.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first }))
        case CTOMLKindArray: .array(inside.reversed().map(\.value))
        case CTOMLKindString: unsafe .string(text(node.text, node.text_length))
        case CTOMLKindInteger: unsafe .integer(Int(node.integer))
        case CTOMLKindFloat: unsafe .float(node.number)
        case CTOMLKindBoolean: unsafe .boolean(node.integer != 0)
        default: unsafe .date(text(node.text, node.text_length))
        }
      let value = unsafe TOMLValue(content: content, line: Int(node.line), column: Int(node.column))
      if index == 0 { return value }
      unsafe members[node.parent, default: []].append((text(node.key, node.key_length), value))
    }
    return TOMLValue(content: .table([:]), line: 1, column: 1)
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    // Pointer and length come from one node of a living document.
    guard let start = unsafe start else { return "" }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
