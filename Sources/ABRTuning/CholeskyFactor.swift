import ABRInput

/// The lower triangular *L* with *L Lᵀ* = *A* of a symmetric positive definite matrix (G. H. Golub and C. F. Van Loan, "Matrix
/// Computations", 4th ed., §4.2), which solves *A x* = *b*.
struct CholeskyFactor: Sendable {
  private let rows: [[Double]]

  /// Factors a matrix.
  ///
  /// - Parameter matrix: its rows; only what is on and below the diagonal is read.
  /// - Returns: `nil` where it is not positive definite.
  /// - Complexity: O(*n*³).
  init?(of matrix: [[Double]]) {
    var rows: [[Double]] = []
    for (index, row) in matrix.enumerated() {
      var factor: [Double] = []
      for column in 0...index {
        var rest = row[column]
        let other = column < index ? rows[column] : factor
        for place in 0..<column { rest -= factor[place] * other[place] }
        if column < index {
          factor.append(rest / rows[column][column])
        } else {
          guard rest > 0, rest.isFinite else { return nil }
          factor.append(rest.squareRoot())
        }
      }
      rows.append(factor)
    }
    self.rows = rows
  }

  /// Half the logarithm of the determinant of *A*.
  var logOfDiagonal: Double { rows.indices.reduce(0) { $0 + ReproducibleMath.log(rows[$1][$1]) } }

  /// The *x* of *L x* = *b*.
  /// - Complexity: O(*n*²).
  func solveLower(_ right: [Double]) -> [Double] {
    var solution = right
    for index in solution.indices {
      let row = rows[index]
      var rest = solution[index]
      for place in 0..<index { rest -= row[place] * solution[place] }
      solution[index] = rest / row[index]
    }
    return solution
  }

  /// The *x* of *A x* = *b*.
  /// - Complexity: O(*n*²).
  func solve(_ right: [Double]) -> [Double] {
    var solution = solveLower(right)
    for index in solution.indices.reversed() {
      for place in (index + 1)..<max(solution.count, index + 1) {
        solution[index] -= rows[place][index] * solution[place]
      }
      solution[index] /= rows[index][index]
    }
    return solution
  }
}
