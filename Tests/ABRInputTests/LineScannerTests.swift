import Testing

@testable import ABRInput

@Suite struct LineScannerTests {
  private func lines(_ text: String) -> [String] {
    var scanner = LineScanner(Array(text.utf8))
    var lines: [String] = []
    while let line = scanner.next() {
      lines.append(String(decoding: scanner.bytes[line], as: UTF8.self))
      #expect(scanner.line == lines.count)
    }
    return lines
  }

  @Test(
    "a last line without a line feed may be cut off",
    arguments: [("a\nb", true), ("a\nb\n", false), ("a\nb\r\n\n", false)])
  func unended(text: String, isUnended: Bool) {
    var lines = LineScanner(Array(text.utf8))
    while lines.next() != nil { #expect(lines.isUnended == (isUnended && lines.line == 2)) }
  }

  @Test(
    "lines end in LF, CRLF or with the file",
    arguments: [
      ("", []), ("\n", []), ("\r\n\r\n", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\n", ["a"]), ("a\nb", ["a", "b"]),
      ("a\r\nb\r\n", ["a", "b"]), ("a\n\nb\n\n\n", ["a", "", "b"]), ("\na", ["", "a"]), ("a\rb\n", ["a\rb"]),
      ("\u{feff}a\nb", ["a", "b"]), ("a\r\r\nb", ["a\r", "b"]),
    ])
  func lines(text: String, expected: [String]) {
    #expect(lines(text) == expected)
  }
}
