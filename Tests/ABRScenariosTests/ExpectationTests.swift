import Testing

@Suite("Expectations")
struct ExpectationTests {
  private static func check(_ text: String) throws -> Bool {
    try Expectation.check(text) { metric, variant in
      switch (metric, variant) {
      case ("startup_s", "a"): 2
      case ("startup_s", "b-2"): 3
      case ("startup_s_p95", "at-75%"): 5
      case ("rebuffer_s", "0.5x"): 0
      // Known, and without a value.
      case ("rebuffer_s", "a"): .nan
      default: nil
      }
    }.holds
  }

  @Test(
    "comparisons of sums, products and functions",
    arguments: [
      ("startup_s(a) < startup_s(b-2)", true), ("startup_s(a) > startup_s(b-2)", false),
      ("startup_s(a) <= 2", true), ("startup_s(a) >= 2.5", false), ("startup_s(a) == 2", true),
      ("startup_s(a) != 2", false), ("1 < startup_s(a) < startup_s(b-2)", true), ("1 < startup_s(b-2) < 3", false),
      ("startup_s(a) + startup_s(b-2) * 2 == 8", true), ("(startup_s(a) + startup_s(b-2)) * 2 == 10", true),
      ("startup_s(a) - startup_s(b-2) - 1 == 0 - 2", true), ("8 / startup_s(a) / 2 == 2", true),
      ("abs(startup_s(a) - startup_s(b-2)) == 1", true), ("max(1, startup_s(a), 1.5) == 2", true),
      ("min(startup_s(a), startup_s(b-2)) == 2", true), ("startup_s_p95(at-75%) == 5", true),
      ("rebuffer_s(0.5x) < 1e-6", true), ("2e3 == 2000", true), ("startup_s(a)<=startup_s(b-2)", true),
      // No value, or no number: it does not hold, whichever way round.
      ("rebuffer_s(a) < 1", false), ("rebuffer_s(a) >= 1", false), ("rebuffer_s(a) != rebuffer_s(a)", false),
      ("0 / rebuffer_s(0.5x) <= 1", false), ("max(1, rebuffer_s(a)) == 1", false), ("rebuffer_s(a) != 1", false),
    ])
  func comparisons(text: String, holds: Bool) throws {
    #expect(try Self.check(text) == holds)
  }

  @Test(
    "what cannot be read is an error",
    arguments: [
      "", "1", "startup_s(a)", "startup_s(a) <", "startup_s(a) < < 1", "startup_s(a < 1", "startup_s a < 1",
      "startup_z(a) < 1", "startup_s(c) < 1", "startup_s() < 1", "abs() < 1", "1 < 2 3", "1..2 < 3", "(1 < 2)",
      "1 << 2",
      "-1 < 2",
    ])
  func errors(text: String) {
    #expect(throws: Expectation.Unreadable.self) { try Self.check(text) }
  }
}
