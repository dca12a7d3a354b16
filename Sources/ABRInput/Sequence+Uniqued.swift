extension Sequence where Element: Hashable {
  /// The elements without repetitions, in their order.
  package func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
