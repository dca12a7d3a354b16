import ABRPolicies
import Testing

@testable import ABRTuning

@Suite("Parameter ranges")
struct ParameterRangeTests {
  private static let duration = Parameter("min", .duration(1...86_400), default: .required, "a duration")
  private static let bitrate = Parameter("value", .bitrate, default: .required, isPositional: true, "a bitrate")
  private static let count = Parameter("next", .integer(0...100), default: .required, "a count")
  private static let share = Parameter("scale", .number(0...1), default: .required, "a number")
  private static let word = Parameter("basis", .choice(["position", "watched"]), default: .required, "a word")

  private func texts(_ text: String, _ parameter: Parameter = duration) throws -> [String] {
    try ParameterRange(parsing: text, of: parameter, name: "p").values.map(\.text)
  }

  @Test(
    "steps, counts, ratios and lists are what they say",
    arguments: [
      ("2..10s by 2s", ["2s", "4s", "6s", "8s", "10s"]), ("2s..9s by 2s", ["2s", "4s", "6s", "8s"]),
      ("2..3s by 0.1s", ["2s", "2.1s", "2.2s", "2.3s", "2.4s", "2.5s", "2.6s", "2.7s", "2.8s", "2.9s", "3s"]),
      ("2..4s in 5", ["2s", "2.5s", "3s", "3.5s", "4s"]), ("log 1..64s in 4", ["1s", "4s", "16s", "64s"]),
      ("30s,10s,20s", ["10s", "20s", "30s"]), ("12s", ["12s"]), ("500ms..2s by 500ms", []),
      ("1500ms..3s by 500ms", ["1.5s", "2s", "2.5s", "3s"]), ("7..7s", ["7s"]),
    ])
  func forms(text: String, expected: [String]) throws {
    guard !expected.isEmpty else {
      // Half a second is under what the parameter takes.
      #expect(throws: TuningError.self) { try texts(text) }
      return
    }
    #expect(try texts(text) == expected)
  }

  @Test("values of other kinds: bitrates, whole numbers, numbers, words")
  func kinds() throws {
    #expect(try texts("1..4M by 1M", Self.bitrate) == ["1M", "2M", "3M", "4M"])
    #expect(try texts("0..10 in 4", Self.count) == ["0", "3", "7", "10"])
    #expect(try texts("0..1 in 3", Self.share) == ["0", "0.5", "1"])
    #expect(try texts("watched,position", Self.word) == ["watched", "position"])
    // Of three whole numbers between 1 and 2 two are left.
    #expect(try texts("1..2 in 3", Self.count) == ["1", "2"])
  }

  @Test("a bare number of bits per second or bytes is refused, but for 0 and where a neighbour has a unit")
  func bareNumbers() throws {
    let size = Parameter("budget", .bytes, default: .required, "a size")
    for (text, parameter) in [
      ("1..8", Self.bitrate), ("1M..8", Self.bitrate), ("1..8M by 1", Self.bitrate), ("log 1..8", Self.bitrate),
      ("1,8", Self.bitrate), ("3000000", Self.bitrate), ("10..50", size), ("10MB,50", size),
    ] {
      let error = #expect(throws: TuningError.self) { try texts(text, parameter) }
      #expect(error.map { "\($0)" }?.contains("without a unit, expected a") == true, "\(text)")
    }
    #expect(try texts("1,3,8M", Self.bitrate) == ["1M", "3M", "8M"])
    #expect(try texts("500k,1,2M", Self.bitrate) == ["500k", "1M", "2M"])
    #expect(try texts("0,3M", Self.bitrate) == ["0", "3M"])
    #expect(try texts("10,20s") == ["10s", "20s"])
    #expect(try texts("1,2", Self.count) == ["1", "2"])
  }

  @Test(
    "a range without steps has its ends and round values between",
    arguments: [(2.0, 24.0), (6, 90), (1, 86_400), (1.5, 1.75), (3, 5), (10, 10.001)])
  func roundValues(low: Double, high: Double) throws {
    let text = "\(ParameterValue.decimal(low))s..\(ParameterValue.decimal(high))s"
    let range = try ParameterRange(parsing: text, of: Self.duration, name: "p")
    let values = range.values.compactMap(\.number)
    #expect(values.first == low && values.last == high)
    #expect(values == values.sorted() && Set(values).count == values.count)
    #expect((2...ParameterRange.roundCount + 1).contains(values.count), "\(values)")
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? 0) <= (high - low) / 9 || values.count < 10, "\(values)")
  }

  @Test("2..24s goes by 1 s, 6..90s by 5 s")
  func roundExamples() throws {
    #expect(try texts("2..24s") == (2...24).map { "\($0)s" })
    #expect(try texts("6..90s") == ["6s"] + stride(from: 10, through: 90, by: 5).map { "\($0)s" })
  }

  @Test(
    "what is no range is refused with what is allowed",
    arguments: [
      "", "..", "2..", "..3s", "24..2s", "2..24", "2..24s by", "2..24s by 0s", "2..24s by -1s", "2..24s in 1",
      "2..24s in 1001", "2..24s over 3", "log 0..3s", "1..86400s by 1s", "2s,2s", "2s,,3s", "0.5s", "1..100000s",
      "a..b",
      "2..3..4s", "2..24s by 2M", "log 2..24s by 2s", "2s,3s by 1s", "NaNs..3s", "2..infs",
    ])
  func refusals(text: String) {
    #expect { try texts(text) } throws: { error in
      guard case .badRange(let parameter, _, let allowed)? = error as? TuningError else { return false }
      return parameter == "p" && !allowed.isEmpty && !"\(error)".contains("nil")
    }
  }

  @Test("a word or a picture size has no range")
  func words() {
    #expect(throws: TuningError.self) { try texts("position..watched", Self.word) }
    #expect(throws: TuningError.self) { try texts("elsewhere", Self.word) }
  }
}
