import ABRPlayback
import Testing

@Suite("Expectations")
struct ExpectationTests {
  private static func evaluate(_ text: String) throws -> (holds: Bool, values: [Double?]) {
    let comparison = try ExpectationReader.comparison(text, variants: ["a", "b-2", "at-75%", "0.5x"])
    return comparison.evaluate { metric, variant in
      switch (metric, variant) {
      case ("startup_s", "a"): 2
      case ("startup_s", "b-2"): 3
      case ("startup_s_p95", "at-75%"): 5
      case ("rebuffer_s", "0.5x"): 0
      default: nil
      }
    }
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
      ("0 / rebuffer_s(0.5x) <= 1", false), ("max(1, rebuffer_s(a)) == 1", false),
    ])
  func comparisons(text: String, holds: Bool) throws {
    #expect(try Self.evaluate(text).holds == holds)
  }

  @Test(
    "what cannot be read is refused",
    arguments: [
      "", "1", "startup_s(a)", "startup_s(a) <", "startup_s(a) < < 1", "startup_s(a < 1", "startup_s a < 1",
      "startup_z(a) < 1", "startup_s(c) < 1", "startup_s() < 1", "abs(1, 2) < 3", "abs() < 1", "1 < 2 3", "1..2 < 3",
      "(1 < 2)", "rebuffer_ratio_p50(a) < 1", "1 << 2", "-1 < 2", "1e999 > 0",
    ])
  func refusals(text: String) {
    #expect(throws: ExpectationError.self) { try Self.evaluate(text) }
  }

  @Test("parentheses deeper than anybody needs are refused, not followed into the ground")
  func depth() {
    let text = String(repeating: "(", count: 100_000) + "1"
    #expect(throws: ExpectationError.self) { try Self.evaluate(text) }
  }

  @Test("statistics are over sessions, ratios over all of them")
  func statistics() throws {
    let sessions = [1.0, 2, 3, 10].map { seconds in
      var metrics = QueueMetrics()
      metrics.seekTime = seconds
      metrics.session.stalledTime = seconds
      metrics.session.playingTime = 10
      metrics.measuredBytes = Int(seconds) * 500
      metrics.measuredTime = 2
      metrics.session.outcome = seconds > 5 ? .failed : .completed
      return metrics
    }
    func value(_ name: String) -> Double? { ScenarioMetric.named(name)?.value(over: sessions) }
    #expect(value("seek_wait_s") == 4 && value("seek_wait_s_sum") == 16)
    #expect(value("seek_wait_s_min") == 1 && value("seek_wait_s_max") == 10 && value("seek_wait_s_p50") == 2.5)
    #expect(value("rebuffer_ratio") == 16.0 / 56)
    #expect(value("outcome_failed") == 0.25 && value("outcome_completed") == 0.75)
    // 8000 bytes in 8 s; of sessions without a segment there is no speed.
    #expect(value("download_speed_bps") == 8000)
    #expect(ScenarioMetric.named("download_speed_bps")?.value(over: [QueueMetrics()]) == nil)
    #expect(value("preload_hit_ratio") == nil && value("error_s_max") == nil)
    #expect(ScenarioMetric.named("rebuffer_ratio_p50") == nil)
    #expect(Set(ScenarioMetric.all.map(\.name)).count == ScenarioMetric.all.count)
  }
}
