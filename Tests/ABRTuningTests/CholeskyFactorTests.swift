import ABRInput
import Testing

@testable import ABRTuning

@Suite("Cholesky factors")
struct CholeskyFactorTests {
  @Test("what is solved gives the right side again", arguments: 0..<50)
  func solves(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "cholesky")
    let count = 1 + random.integer(below: 20)
    let roots = (0..<count).map { _ in (0..<count + 3).map { _ in random.uniform() - 0.5 } }
    var matrix = roots.map { one in roots.map { zip(one, $0).reduce(0) { $0 + $1.0 * $1.1 } } }
    for index in matrix.indices { matrix[index][index] += 0.01 }
    let right = (0..<count).map { _ in random.uniform() - 0.5 }
    let solution = try #require(CholeskyFactor(of: matrix)).solve(right)
    for (row, value) in zip(matrix, right) {
      #expect(abs(zip(row, solution).reduce(0) { $0 + $1.0 * $1.1 } - value) < 1e-9, "seed \(seed)")
    }
  }

  @Test("a matrix that is not positive definite has none")
  func refuses() {
    #expect(CholeskyFactor(of: [[0]]) == nil && CholeskyFactor(of: [[-1]]) == nil)
    #expect(CholeskyFactor(of: [[1, 2], [2, 1]]) == nil && CholeskyFactor(of: [[.nan]]) == nil)
    #expect(CholeskyFactor(of: []) != nil)
  }
}
