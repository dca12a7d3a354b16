import FoundationEssentials

/// Writes values of the command line's own as JSON.
enum JSONOutput {
  /// Sorted keys, indented, one line feed at the end.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .throw
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
