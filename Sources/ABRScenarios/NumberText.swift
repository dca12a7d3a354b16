import ABRInput

/// Writes numbers of any size for people.
enum NumberText {
  /// At most five significant digits, whole numbers in full.
  static func short(_ value: Double) -> String {
    if value.magnitude < 1e15, value == value.rounded() { return DecimalPrinter.fixed(value, digits: 0) }
    return value.magnitude >= 10_000
      ? DecimalPrinter.fixed(value, digits: 0) : DecimalPrinter.significant(value, digits: 5)
  }
}
