import Testing

@testable import ABRInput

@Suite struct DecimalParserTests {
  private func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return DecimalParser.parse(bytes, 0..<bytes.count)
  }

  @Test(
    "what is no decimal number is refused",
    arguments: [
      "", "-", "+", ".", "e5", "1e", "1e+", "1e-", "nan", "NaN", "inf", "-inf", "infinity", "0x10", "1_000", "1,5",
      " 1",
      "1 ", "1..2", "1.2.3", "--1", "1e5.0", "1f", "١", "1e5e5", "\u{0}", "1\u{0}", String(repeating: "1", count: 401),
    ])
  func refused(text: String) {
    #expect(parse(text) == nil)
  }

  @Test(
    "all spellings of a number are read",
    arguments: [
      ("0", 0.0), ("-0", -0.0), ("+7", 7), ("007", 7), ("1.", 1), (".5", 0.5), ("-1.5e3", -1500), ("1E-2", 0.01),
      ("4.03768755221", 4.03768755221), ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1), ("1e22", 1e22),
      ("1e23", 1e23), ("5e-324", .leastNonzeroMagnitude), ("0.000000000000000000000000000000000000000000001", 1e-45),
      ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown),
    ])
  func read(text: String, value: Double) {
    #expect(parse(text)?.bitPattern == value.bitPattern)
  }

  @Test(
    "what is too large for a double is infinite, what is too small is 0", arguments: ["1e999", "1e99999999999999999"])
  func overflow(text: String) {
    #expect(parse(text) == .infinity)
    #expect(parse("-\(text)") == -.infinity)
    #expect(parse(text.replacing("e", with: "e-")) == 0)
  }

  @Test("every number agrees to the bit with the standard library's", arguments: [1, 2, 3])
  func oracle(seed: Int) {
    var random = SeededRandom(seed: seed, path: "decimal")
    for _ in 0..<20_000 {
      var text = random.integer(below: 2) == 0 ? "" : "-"
      let digits = 1 + random.integer(below: random.integer(below: 4) == 0 ? 40 : 17)
      let point = random.integer(below: digits + 2)
      for digit in 0..<digits {
        if digit == point { text += "." }
        text += "\(random.integer(below: 10))"
      }
      if random.integer(below: 3) == 0 { text += "e\(random.integer(below: 60) - 30)" }
      #expect(parse(text)?.bitPattern == Double(text)?.bitPattern, "seed \(seed): \(text)")
    }
  }

  @Test("a power of ten is part of the number that is rounded", arguments: [-3, 3, 6])
  func scaled(scale: Int) {
    var random = SeededRandom(seed: scale, path: "scaled")
    for _ in 0..<5000 {
      let value = random.uniform(in: 0..<1e4)
      let bytes = Array("\(value)".utf8)
      let parsed = DecimalParser.parse(bytes, 0..<bytes.count, timesTenTo: scale)
      #expect(parsed == Double("\(value)e\(scale)"), "\(value)")
    }
  }

  @Test("the shortest spelling of any double is read back to the bit", arguments: [1, 2])
  func roundTrip(seed: Int) {
    var random = SeededRandom(seed: seed, path: "round trip")
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(parse("\(value)")?.bitPattern == value.bitPattern, "seed \(seed): \(value)")
    }
  }
}
