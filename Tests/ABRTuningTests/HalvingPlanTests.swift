import Testing

@testable import ABRTuning

@Suite("Halving plans")
struct HalvingPlanTests {
  @Test("321 settings over 400 traces: half of the settings over twice the traces in each round")
  func example() {
    let plan = HalvingPlan(settings: 321, traces: 400)
    #expect(plan.rounds.map(\.settings) == [321, 161, 81, 48] && plan.rounds.map(\.traces) == [25, 50, 100, 400])
    #expect(plan.sessions == 321 * 25 + 161 * 25 + 81 * 50 + 48 * 300)
  }

  @Test("a plan begins with all settings, ends with all traces, and cuts and grows in between")
  func shape() {
    for settings in [1, 2, 47, 48, 49, 100, 321, 5000] {
      for traces in [1, 24, 49, 50, 51, 99, 288, 400, 700, 3536] {
        let plan = HalvingPlan(settings: settings, traces: traces)
        let rounds = plan.rounds
        #expect(rounds.first?.settings == settings && rounds.last?.traces == traces)
        #expect(zip(rounds, rounds.dropFirst()).allSatisfy { $0.settings > $1.settings && $0.traces < $1.traces })
        #expect(rounds.count == 1 || rounds[0].traces >= HalvingPlan.firstTraces)
        #expect(plan.sessions <= settings * traces)
      }
    }
  }

  @Test("few traces or few settings are played whole")
  func small() {
    #expect(HalvingPlan(settings: 300, traces: 49).rounds.map(\.traces) == [49])
    #expect(HalvingPlan(settings: HalvingPlan.lastSettings, traces: 400).rounds.map(\.traces) == [400])
    #expect(HalvingPlan(exhaustiveOf: 300, traces: 400).sessions == 120_000)
  }
}
