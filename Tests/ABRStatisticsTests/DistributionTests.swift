import ABRStatistics
import ABRTestSupport
import Testing

@Suite struct DistributionTests {
  private let fixtures: StatisticsFixtures

  init() throws { fixtures = try StatisticsFixtures.load() }

  @Test("Student's probabilities and quantiles are SciPy's to 1e-11")
  func student() {
    #expect(fixtures.student.cumulative.count == 176)
    for row in fixtures.student.cumulative {
      let found = StudentT(degreesOfFreedom: row[0]).cumulative(row[1])
      #expect(
        StatisticsFixtures.agree(found, row[2], within: 1e-11), "ν \(row[0]), t \(row[1]): \(found), not \(row[2])")
    }
    for row in fixtures.student.quantile {
      let found = StudentT(degreesOfFreedom: row[0]).quantile(at: row[1])
      #expect(
        StatisticsFixtures.agree(found, row[2], within: 1e-11), "ν \(row[0]), p \(row[1]): \(found), not \(row[2])")
    }
  }

  @Test("quantiles are the same however often, in whichever order and by how many they are asked for")
  func askedAgain() async {
    let questions: [(freedom: Double, probability: Double)] = (0..<Seeds.rounds(of: 600)).map { (number: Int) in
      (1 + Double(number % 3), 0.51 + 0.0008 * Double(number))
    }
    let first = questions.map { StudentT(degreesOfFreedom: $0.freedom).quantile(at: $0.probability) }
    await withTaskGroup(of: [Double].self) { tasks in
      for _ in 0..<4 {
        tasks.addTask {
          questions.reversed().flatMap { question in
            (0..<2).map { _ in StudentT(degreesOfFreedom: question.freedom).quantile(at: question.probability) }
          }
        }
      }
      for await again in tasks { #expect(again == first.reversed().flatMap { [$0, $0] }) }
    }
  }

  @Test("with one degree of freedom Student's quantiles are those of Cauchy, with two those of their closed form")
  func closedForms() {
    for (tail, tangent) in [(0.25, 1.0), (0.125, 2.414_213_562_373_095)] {
      let found = StudentT(degreesOfFreedom: 1).quantile(at: 1 - tail)
      #expect(StatisticsFixtures.agree(found, tangent, within: 1e-13))
    }
    // ½ − arctan(10⁻⁶)/π; SciPy 1.17 is wrong here in the eleventh place.
    let near = StudentT(degreesOfFreedom: 1).cumulative(-1e-6)
    #expect(StatisticsFixtures.agree(near, 0.499_999_681_690_113_82, within: 1e-15))
    for probability in [0.6, 0.75, 0.9, 0.999] {
      let odd = 2 * probability - 1
      let expected = odd / (2 * probability * (1 - probability)).squareRoot()
      let found = StudentT(degreesOfFreedom: 2).quantile(at: probability)
      #expect(StatisticsFixtures.agree(found, expected, within: 1e-12))
    }
  }

  @Test("tails far out vanish and what is no number stays none")
  func ends() {
    #expect(StudentT(degreesOfFreedom: 3).cumulative(-.infinity) == 0)
    #expect(StudentT(degreesOfFreedom: 3).upper(-.infinity) == 1)
    #expect(StudentT(degreesOfFreedom: 3).cumulative(.nan).isNaN)
    #expect(StudentT(degreesOfFreedom: 3).quantile(at: 0.5) == 0)
  }
}
