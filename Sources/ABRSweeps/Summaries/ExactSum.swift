/// A sum of numbers that is the same in any order and any grouping: a whole number of units of 2⁻⁴⁰.
///
/// Adding floating-point numbers rounds, and rounds otherwise when parts are added first. Here each number is rounded
/// once, to the nearest multiple of 2⁻⁴⁰, less than 5 × 10⁻¹³ away, and what follows is exact.
package struct ExactSum: Sendable, Hashable {
  /// The multiples of 2⁻⁴⁰.
  package private(set) var units: Int128 = 0

  private static let fractionBits = 40
  /// Numbers from here on cannot be added.
  package static let limit = 0x1p52

  /// Nothing.
  package init() {}

  /// Adds a number whose magnitude is below ``limit``.
  package mutating func add(_ value: Double) {
    precondition(value.magnitude < Self.limit, "\(value) cannot be summed; the caller looks")
    // Both parts are exact, so that only the units are rounded.
    let whole = value.rounded(.down)
    units += Int128(Int64(whole)) << Int128(Self.fractionBits)
    units += Int128(Int64(((value - whole) * 0x1p40).rounded()))
  }

  /// Adds a number whose magnitude is below ``limit``, and leaves out any other.
  ///
  /// - Returns: whether it was added.
  mutating func add(ifPossible value: Double) -> Bool {
    guard value.magnitude < Self.limit else { return false }
    add(value)
    return true
  }

  /// Adds another sum. Together they must stand for fewer than 2³⁵ numbers.
  package mutating func add(_ other: ExactSum) { units += other.units }

  /// The nearest number.
  package var value: Double { Double(units) * 0x1p-40 }

  /// The sum as decimal digits, as files have it.
  package var text: String { "\(units)" }

  /// Reads a sum of at most so many numbers; `nil` for what is none.
  package init?(_ text: String, of count: Int) {
    guard let units = Int128(text), "\(units)" == text,
      units.magnitude <= UInt128(count) << UInt128(52 + Self.fractionBits)
    else { return nil }
    self.units = units
  }
}
