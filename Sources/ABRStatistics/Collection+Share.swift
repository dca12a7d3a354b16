extension Collection {
  /// The share of elements that satisfy a condition, 0 to 1, such as the share of sessions that never stall; `nil` of
  /// nothing.
  /// - Complexity: O(*n*).
  package func share<Failure: Error>(where condition: (Element) throws(Failure) -> Bool) throws(Failure) -> Double? {
    guard !isEmpty else { return nil }
    var matching = 0
    for element in self where try condition(element) { matching += 1 }
    return Double(matching) / Double(count)
  }
}
