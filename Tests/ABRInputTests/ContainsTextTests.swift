import Testing

@testable import ABRInput

@Suite struct ContainsTextTests {
  @Test("bytes contain a text where the library finds it", arguments: 1...200)
  func oracle(seed: Int) {
    var random = SeededRandom(seed: seed, path: "contains")
    let bytes = (0..<random.integer(below: 30)).map { _ in UInt8(ascii: "a") + UInt8(random.integer(below: 2)) }
    let some = bytes[random.integer(below: bytes.count + 1)...]
    let text = (0..<(1 + random.integer(below: 5))).map { _ in ["a", "b"][random.integer(below: 2)] }.joined()
    #expect(some.contains(text: text) == (some.firstRange(of: Array(text.utf8)) != nil))
  }
}
