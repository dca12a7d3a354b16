import Testing

@testable import ABRTuning

@Suite("Halving plans")
struct HalvingPlanTests {
  @Test("321 settings over 400 traces are 15-30-400, as many in the last rung as the budget has left")
  func example() {
    let plan = HalvingPlan(settings: 321, traces: 400, budget: 0.25)
    #expect(plan.rungs.map(\.settings) == [321, 107, 69] && plan.rungs.map(\.traces) == [15, 30, 400])
    #expect(plan.sessions == 321 * 15 + 107 * 15 + 69 * 370)
    let withPilots = HalvingPlan(settings: 321, traces: 400, budget: 0.25, pilots: 16)
    // Pilots are played over all traces before, and are of the last rung.
    #expect(withPilots.rungs.last?.settings == 16 + (32_100 - 6_400 - 4_815 - 1_605 + 16 * 15) / 370)
  }

  @Test("a plan begins with all settings, ends with all traces, and cuts and grows in between")
  func shape() {
    for settings in [1, 2, 47, 48, 49, 100, 321, 5000] {
      for traces in [1, 24, 49, 50, 51, 99, 288, 400, 700, 3536] {
        for budget in [0.01, 0.25, 1] {
          let plan = HalvingPlan(settings: settings, traces: traces, budget: budget)
          let rungs = plan.rungs
          #expect(rungs.first?.settings == settings && rungs.last?.traces == traces)
          #expect(zip(rungs, rungs.dropFirst()).allSatisfy { $0.settings > $1.settings && $0.traces < $1.traces })
          #expect(rungs.count == 1 || rungs[0].traces >= HalvingPlan.firstTraces)
          #expect(plan.sessions <= settings * traces)
        }
      }
    }
  }

  @Test("a budget is kept wherever there are enough settings and traces for it", arguments: [280, 350, 400, 700, 1768])
  func budget(traces: Int) {
    for settings in [321, 600, 1000] {
      let plan = HalvingPlan(settings: settings, traces: traces, budget: 0.25)
      #expect(Double(plan.sessions) <= 0.25 * Double(settings * traces), "\(settings) x \(traces): \(plan.sessions)")
    }
  }

  @Test("few traces or few settings are played whole")
  func small() {
    #expect(
      HalvingPlan(settings: 48, traces: 400, budget: 0.01).rungs.map(\.settings) == [48, HalvingPlan.lastSettings])
    #expect(HalvingPlan(settings: 300, traces: 36, budget: 0.25).rungs.map(\.settings) == [300])
    #expect(HalvingPlan(settings: 20, traces: 400, budget: 0.25).rungs.map(\.traces) == [400])
  }
}
