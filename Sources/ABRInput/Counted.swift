/// A number with the noun that it counts.
package enum Counted {
  /// `1 trace`, `2 traces`.
  package static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
