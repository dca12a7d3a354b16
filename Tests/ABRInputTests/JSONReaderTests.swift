import Foundation
import Testing

@testable import ABRInput

@Suite struct JSONReaderTests {
  /// Reads a whole document of unknown content.
  private func skip(_ text: String) throws(InputFault) {
    var reader = JSONReader(Array(text.utf8))
    try reader.skip()
    try reader.end()
  }

  private func fault(_ text: String) -> InputFault? {
    do {
      try skip(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "a valid document is read to its end",
    arguments: [
      "0", "-0.5e+10", "\"\"", "null", "true", "false", "[]", "{}", " [ ] ", "[1,2,[3,{\"a\":[null]}]]",
      "{\"a\":1,\"b\":{},\"c\":[]}", "\"\\u00e9\\n\\\"\\ud83d\\ude00é😀\"", "\u{feff}[1]", "\n\t[\r\n]",
    ])
  func valid(text: String) throws {
    try skip(text)
  }

  @Test(
    "an invalid document is refused",
    arguments: [
      "", " ", "[", "]", "{", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{1:2}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
      "{\"a\" 1}",
      "[1}", "{\"a\":1]", "nul", "nulll", "True", "01", "-", "1.", ".5", "+1", "1e", "--1", "NaN", "Infinity",
      "-Infinity", "'a'",
      "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\ud83d\"", "\"\\ud83dx\"", "\"\\ude00\"",
      "\"\n\"", "1 2",
      "[1] x", "// a\n1", "[1]\u{0}",
    ])
  func invalid(text: String) {
    #expect(fault(text) != nil)
  }

  /// Foundation accepts a comma before a closing bracket and refuses numbers beyond `Double`; RFC 8259 has it the other
  /// way.
  @Test("whether a random document is valid, Foundation agrees but for trailing commas", arguments: 1...4)
  func foundation(seed: Int) {
    var random = SeededRandom(seed: seed, path: "json")
    let pieces = [
      "[", "]", "{", "}", ",", ":", "\"a\"", "\"b\"", "1", "-2.5", "1e5 ", "01", "null", "true", " ", "\n", "\"\\n\"",
      "x",
    ]
    for _ in 0..<4000 {
      var text = ""
      for _ in 0...random.integer(below: 9) { text += pieces[random.integer(below: pieces.count)] }
      let isValid =
        (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
      let compact = text.filter { !$0.isWhitespace }
      let hasTrailingComma = compact.contains(",]") || compact.contains(",}")
      #expect((fault(text) == nil) == (isValid && !hasTrailingComma), "seed \(seed): \(text)")
    }
  }

  @Test("nesting beyond 64 levels is refused, however deep")
  func nesting() {
    #expect(fault(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
    #expect(fault(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) != nil)
    for piece in ["[", "{\"a\":", "[{\"a\":"] {
      #expect(fault(String(repeating: piece, count: 100_000))?.found == "more than 64 open brackets")
    }
  }

  @Test("bytes that are not UTF-8 are refused")
  func invalidText() {
    var reader = JSONReader([0x22, 0xff, 0xfe, 0x22])
    #expect(throws: InputFault.self) { try reader.skip() }
    var surrogate = JSONReader([0x22, 0xed, 0xa0, 0x80, 0x22])
    #expect(throws: InputFault.self) { try surrogate.skip() }
  }

  @Test("a fault names line and path")
  func place() {
    let text = "{\n \"a\": [1,\n  {\"b, ]\": 2,\n \"c\": [0, [1, x]]}]}"
    let fault = fault(text)
    #expect(fault?.line == 4)
    #expect(fault?.field == "a[1].c[1][1]")
    #expect(fault?.found == "\"x]]}]}\"")
  }

  @Test("of a long path the end is shown, and of many keys that may stand somewhere the first")
  func longPlace() {
    let text = String(repeating: "{\"abcdefgh\": [", count: 30) + "x"
    let path = (0..<10).map { _ in "abcdefgh[0]" }.joined(separator: ".")
    #expect(fault(text)?.field == "…." + path)
    let keys = (10..<90).map { "key\($0)" }.joined(separator: ", ")
    #expect(
      FaultText.at("f", line: 1, field: "x", found: "an unknown key", allowed: keys)
        == "f:1: x: found an unknown key, expected \(keys.prefix(160))…")
  }

  @Test("keys that could upset a terminal are shown escaped")
  func escapedKeys() {
    #expect(fault("{\"\\u001b[2J\": x}")?.field == "\"\\x1b[2J\"")
    #expect(fault("{\"\(String(repeating: "k", count: 90))\": x}")?.field.utf8.count ?? 999 < 80)
  }

  @Test("a key that stands twice is refused, and so is one that is missing or not known")
  func keys() {
    for (text, found) in [("{\"a\": 1, \"a\": 2}", "the key twice"), ("{}", "no a"), ("{\"b\": 1}", "an unknown key")] {
      var reader = JSONReader(Array(text.utf8))
      let fault = #expect(throws: InputFault.self) {
        try reader.members(["a"]) { _, reader throws(InputFault) in _ = try reader.integer() }
      }
      #expect(fault?.found == found)
    }
  }

  @Test("values are given as what they are")
  func values() throws {
    var reader = JSONReader(Array("{\"n\": 3.0, \"x\": -0.25, \"s\": \"a\\tb\", \"z\": null, \"l\": [1, 1e3]}".utf8))
    try reader.enterObject()
    #expect(try reader.nextKey() == "n")
    #expect(try reader.integer() == 3)
    #expect(try reader.nextKey() == "x")
    #expect(try reader.number() == -0.25)
    #expect(try reader.nextKey() == "s")
    #expect(try reader.string() == "a\tb")
    #expect(try reader.nextKey() == "z")
    #expect(try reader.skipNull())
    #expect(try reader.nextKey() == "l")
    try reader.enterArray()
    var numbers: [Int] = []
    while try reader.nextElement() { numbers.append(try reader.integer()) }
    #expect(numbers == [1, 1000])
    #expect(try reader.nextKey() == nil)
    try reader.end()
  }

  @Test(
    "what is no whole number is refused as one",
    arguments: ["1.5", "1e-3", "9007199254740994", "1e999", "123456789012345678901234567890", "\"1\"", "null"])
  func notWhole(text: String) {
    var reader = JSONReader(Array(text.utf8))
    #expect(throws: InputFault.self) { try reader.integer() }
  }
}
