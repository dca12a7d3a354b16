import ABRPolicies
import Testing

@testable import ABRExperiments

@Suite("Pilot settings")
struct PilotSettingsTests {
  private func space(_ ranges: [(String, String)]) throws -> SearchSpace {
    try SearchSpace(
      templates: [SpecTemplate(.policy, parsing: "bola"), SpecTemplate(.buffer, parsing: "growth")],
      ranges: ranges.map { (name: $0.0, text: $0.1) })
  }

  @Test("pilots are few, different, and have the corners of the grid")
  func corners() throws {
    let space = try space([("min", "2..24s in 24"), ("max", "6..90s by 6s")])
    let pilots = PilotSettings(of: space).settings
    #expect(pilots.count == 16 && Set(pilots).count == 16)
    let values = pilots.map { space.settings[$0].values.compactMap(\.number) }
    for corner in [[2, 6], [2, 90], [24, 90]] as [[Double]] { #expect(values.contains(corner), "\(corner)") }
    #expect(try PilotSettings(of: self.space([("min", "2s,4s")])).settings.isEmpty)
  }

  @Test("a linear gain is carried over, and a pilot's own value is exact")
  func expectation() throws {
    let space = try space([("min", "2..24s in 24"), ("max", "6..90s by 6s")])
    let pilots = PilotSettings(of: space)
    let gains = pilots.settings.map { Double($0) / 100 }
    for (pilot, gain) in zip(pilots.settings, gains) {
      #expect(pilots.expected(1, of: pilot, gains: gains) == 1 + gain)
    }
    let (least, most) = (gains.min() ?? 0, gains.max() ?? 0)
    for setting in space.settings.indices {
      let expected = pilots.expected(1, of: setting, gains: gains)
      #expect((1 + least - 1e-12...1 + most + 1e-12).contains(expected))
    }
    #expect(pilots.expected(1, of: 5, gains: gains.map { _ in 0.25 }) == 1.25)
    #expect(pilots.expected(.infinity, of: 5, gains: gains) == .infinity)
    #expect(pilots.expected(1, of: 5, gains: gains.map { _ in .nan }) == 1)
  }

  @Test("sessions that stand for several count as if they were so many")
  func weights() throws {
    let record = RunRecord(try SampleRun.result(SampleRun.single()), version: "0.0", withTimelines: false)
    let combination = record.combinations[0]
    for measure in Measure.all(ofQueues: false) {
      let repeated = measure.value(of: combination, over: [0, 0, 0, 1, 2, 2])
      let weighted = measure.value(of: combination, over: [0, 1, 2], weights: [3, 1, 2])
      guard let repeated, let weighted, repeated.isFinite else { continue }
      if measure.name.hasSuffix("_p50") || measure.name.hasSuffix("_p95") { continue }
      #expect(abs(repeated - weighted) <= 1e-12 * (1 + abs(repeated)), "\(measure.name)")
    }
  }
}
