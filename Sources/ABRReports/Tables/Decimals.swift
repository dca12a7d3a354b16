import ABRInput

/// Writes numbers for people.
package enum Decimals {
  /// A number with a fixed count of digits after the point, rounded to nearest.
  package static func text(_ value: Double, digits: Int) -> String {
    let text = DecimalPrinter.fixed(value, digits: digits)
    // Minus nothing is nothing.
    return text.hasPrefix("-") && text.allSatisfy({ "-0.".contains($0) }) ? String(text.dropFirst()) : text
  }
}
