import Foundation

/// Writes numbers of any size for people.
enum NumberText {
  /// At most five significant digits, whole numbers in full.
  static func short(_ value: Double) -> String {
    if value.magnitude < 1e15, value == value.rounded() { return String(format: "%.0f", value) }
    return String(format: value.magnitude >= 10_000 ? "%.0f" : "%.5g", value)
  }
}
