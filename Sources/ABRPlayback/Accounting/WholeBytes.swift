/// Bytes that have come or were shown, as a real number, become whole ones.
///
///     Int(wholeBytes: 199_999.99999999997)  // 200000, where times were rounded
extension Int {
  /// What rounding of times and positions may leave under a whole byte.
  private static let rounding = 1e-6

  /// The whole bytes of a number of them; the last one counts when all of it is there.
  ///
  /// - Parameter bytes: 0 or more.
  @inline(__always)
  package init(wholeBytes bytes: Double) { self.init(bytes + Self.rounding) }
}
