import ABRPolicies
import ABRRunsTestSupport
import Testing

@testable import ABRComparison
@testable import ABRRuns
@testable import ABRTuning

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

  @Test("what relations leave of a grid has its own corners, and they are pilots")
  func cornersOfRelations() throws {
    let space = try space([("min", "2..24s in 24"), ("max", "6..90s by 6s")])
    let pilots = Set(PilotSettings(of: space).settings.compactMap { space.settings[$0].place })
    // Six seconds of both, and 24 s of the minimum with the least maximum for it.
    for corner in [[0, 0], [0, 14], [4, 0], [23, 3], [23, 14]] { #expect(pilots.contains(corner), "\(corner)") }
  }

  @Test("settings nearby weigh more, all add up to 1, and one that is known weighs alone")
  func weightsOfKnown() throws {
    let space = try space([("min", "2..24s in 24"), ("max", "6..90s by 6s")])
    let pilots = PilotSettings(of: space)
    for setting in space.settings.indices {
      let weights = pilots.weights(of: pilots.settings, near: setting)
      #expect(abs(weights.reduce(0, +) - 1) < 1e-12 && weights.allSatisfy { $0 >= 0 })
      if let own = pilots.settings.firstIndex(of: setting) { #expect(weights[own] == 1) }
    }
    let two = pilots.weights(of: [0, space.settings.count - 1], near: 1)
    #expect(two[0] > two[1])
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
