/// A number with the noun that it counts.
package enum Counted {
  /// `1 trace`, `2 traces`.
  package static func text(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// One or two names, or how many there are: `a`, `a and b`, `3 metrics`.
  package static func named(_ names: [String], _ noun: String) -> String {
    names.count > 2 ? text(names.count, noun) : names.joined(separator: " and ")
  }

  /// `1 of 4 shards is missing`, `3 of 4 shards are missing`.
  package static func missing(_ count: Int, of whole: Int, _ noun: String) -> String {
    "\(count) of \(text(whole, noun)) \(count == 1 ? "is" : "are") missing"
  }
}
