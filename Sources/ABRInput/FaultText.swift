/// How every error says what is wrong with a value, and what should stand there.
package enum FaultText {
  /// `found 3, expected 0 to 2`, or `missing, expected 0 to 2` of a value that is not there.
  ///
  /// - Parameters:
  ///   - found: what stands there, where that is known with what was meant: `bolla; did you mean bola?`.
  ///   - allowed: what may stand there.
  package static func of(found: String, allowed: String) -> String {
    let isMissing = ["", "none", "nothing"].contains(found)
    return (isMissing ? "missing" : "found \(found)") + expected(allowed, after: found)
  }

  /// `, expected 0 to 2`; a question in front is not continued.
  package static func expected(_ allowed: String, after text: String) -> String {
    text.hasSuffix("?") ? " Expected \(allowed)" : ", expected \(allowed)"
  }

  /// The same of a place in a file: `trace.csv:3:5: bandwidth_bps: found -1, expected …`.
  package static func at(
    _ file: String, line: Int?, column: Int? = nil, field: String, found: String, allowed: String
  ) -> String {
    let place = place(file, line: line, column: column)
    let text = "\(field): \(of(found: found, allowed: allowed))"
    if text.utf8.count <= longest { return place + text }
    // Names and values come from the file, and may be as long as it.
    return place + "\(cut(field, to: 80)): \(of(found: cut(found, to: 100), allowed: cut(allowed, to: 160)))"
  }

  /// The place in front of it: `trace.csv:3:5: `, as compilers write it and editors understand it.
  package static func place(_ file: String, line: Int?, column: Int? = nil) -> String {
    file + [line, column].prefix { $0 != nil }.compactMap { $0.map { ":\($0)" } }.joined() + ": "
  }

  /// Bytes of the longest text about a file, its name and line apart.
  package static let longest = 380

  /// A text of at most so many bytes and `…`.
  package static func cut(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    // Not inside a character of Unicode.
    while end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
    return text[..<end] + "…"
  }

  /// Names as a choice: `wrap, hold or stop`.
  package static func choice(_ names: some Collection<String>) -> String {
    let names = Array(names)
    guard names.count > 1, let last = names.last else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " or \(last)"
  }
}
