/// Texts from outside with nothing in them that is acted on in place of being shown.
package enum VisibleText {
  /// Whether a terminal or a page acts on a scalar: control characters, separators of lines and paragraphs, controls of
  /// the direction of text, what is no character (XML 1.0 §2.2), and bytes of a path that are no text.
  package static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff, 0xfffe...0xffff: true
    case 0x10_ff80...: true
    default: false
    }
  }

  /// The text without what a build's runner takes for a command wherever it stands in a line: `##[` of GitHub and
  /// `##vso[` of Azure Pipelines.
  private static func withoutCommands(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    // A sign that joins what follows to one character hides nothing from a runner.
    return text.replacing(/##(?=(?i:vso)?\[)/.matchingSemantics(.unicodeScalar), with: "#\\u{23}")
  }

  /// The text with every such scalar as an escape, such as `\n`, `\u{1b}` and, for a byte of a path, `\xff`.
  ///
  /// - Parameter isKept: which of them stay as they are.
  package static func text(_ text: String, keeping isKept: (Unicode.Scalar) -> Bool = { _ in false }) -> String {
    let text = withoutCommands(text)
    guard text.unicodeScalars.contains(where: { isActive($0) && !isKept($0) }) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where !isActive(scalar) || isKept(scalar): shown.append(scalar)
      case "\n": shown += "\\n".unicodeScalars
      case "\r": shown += "\\r".unicodeScalars
      case "\t": shown += "\\t".unicodeScalars
      default:
        let byte = PathText.byte(of: scalar).map { "\\x\(String($0, radix: 16))" }
        shown += (byte ?? "\\u{\(String(scalar.value, radix: 16))}").unicodeScalars
      }
    }
    return String(shown)
  }
}
