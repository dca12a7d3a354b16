/// A number with the noun that it counts.
package enum Counted {
  /// `1 trace`, `2 traces`.
  package static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// `1 of 4 shards is missing`, `3 of 4 shards are missing`.
  package static func missing(_ count: Int, of whole: Int, _ noun: String) -> String {
    "\(count) of \(text(whole, noun)) \(count == 1 ? "is" : "are") missing"
  }
}
