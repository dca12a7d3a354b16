import Testing

@testable import ABRReports

@Suite struct TuningSentenceTests {
  @Test(
    "a sentence begins with a capital, unless it begins with a name",
    arguments: [
      ("keep the current setting", "Keep the current setting."),
      ("preloadDuration=1000 is the best so far", "preloadDuration=1000 is the best so far."),
      ("growth.min=2s comes no closer", "growth.min=2s comes no closer."),
      ("static(30s) is the best so far", "static(30s) is the best so far."),
      ("bytes_wasted_per_h falls", "bytes_wasted_per_h falls."),
      ("peak is at an end of its range", "peak is at an end of its range."),
      ("peaks are at ends", "Peaks are at ends."),
      ("interval, p and verdict", "Interval, p and verdict."),
    ])
  func names(text: String, expected: String) {
    #expect(TuningRecommendation.sentence(text, parameters: ["peak"]) == expected)
  }
}
