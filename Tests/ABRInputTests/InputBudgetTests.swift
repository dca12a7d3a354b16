import Testing

@testable import ABRInput

@Suite struct InputBudgetTests {
  @Test("all of a budget may be taken in parts, and no more; what is refused takes nothing")
  func parts() {
    var budget = InputBudget.line
    let isTaken = [budget.limit - 2, 3, 2, 1].map { budget.take($0) }
    #expect(isTaken == [true, false, true, false] && budget.take(0))
  }
}
