import ABRMedia
import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct BBA0Tests {
  private static let bandwidths = [235, 375, 560, 750, 1050, 1750, 2350, 3000]

  private func rule(reservoir: Double? = 90, cushion: Double? = 126, bandwidths: [Int] = Self.bandwidths) throws -> BBA0
  {
    let video = try constantVideo(bitrates: bandwidths.map { $0 * 1000 }, duration: 4, count: 2)
    var rule = BBA0(reservoir: reservoir, cushion: cushion)
    rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet(all: video.ladder)))
    return rule
  }

  private func decide(_ rule: inout BBA0, level: Double, last: Int, maximum: Double = 244) -> Int {
    rule.decide(
      RequestContext(
        segment: 1, segmentsLeft: 1, segmentDuration: 4, level: level, maximumLevel: maximum, lastRendition: last)
    ).rendition
  }

  @Test(
    "worked examples of the map from level to rendition",
    arguments: [
      (80.0, 3, 0), (120, 0, 3), (150, 3, 4), (150, 5, 5), (216, 2, 7), (90, 7, 0), (90.001, 7, 1), (215.9, 7, 7),
      (215.9, 0, 6), (0, 0, 0),
    ])
  func worked(level: Double, last: Int, expected: Int) throws {
    var rule = try rule()
    #expect(decide(&rule, level: level, last: last) == expected)
  }

  @Test("from the lowest and the highest start a higher level never means a lower rendition")
  func monotone() throws {
    var rule = try rule()
    for last in Self.bandwidths.indices {
      var before = 0
      for step in 0...960 {
        let rendition = decide(&rule, level: Double(step) / 4, last: last)
        #expect(rendition >= before, "level \(Double(step) / 4), last \(last)")
        before = rendition
      }
      #expect(before == 7)
    }
  }

  @Test("by default reservoir and cushion are the paper's shares of the buffer in force")
  func proportions() throws {
    var scaled = try rule(reservoir: nil, cushion: nil)
    // Decisions are taken up to 30 s: 11.25 s of reservoir, 15.75 s of cushion.
    #expect(decide(&scaled, level: 11.25, last: 5, maximum: 34) == 0)
    #expect(decide(&scaled, level: 27, last: 0, maximum: 34) == 7)
    var explicit = try rule(reservoir: 11.25, cushion: 15.75)
    for step in 0..<120 {
      let level = Double(step) / 4
      #expect(
        decide(&scaled, level: level, last: 3, maximum: 34) == decide(&explicit, level: level, last: 3, maximum: 34))
    }
    // Without a limit in seconds: the paper's own.
    var paper = try rule()
    for level in [80.0, 120, 150, 216] {
      #expect(
        decide(&scaled, level: level, last: 3, maximum: .infinity) == decide(&paper, level: level, last: 3))
    }
  }

  @Test("one rendition is always that one")
  func single() throws {
    var rule = try rule(bandwidths: [1000])
    for level in [0.0, 90, 100, 216, 500] { #expect(decide(&rule, level: level, last: 0) == 0) }
  }
}
