/// The paths of a list, found by their ends.
struct PathEnds: Sendable, Hashable {
  private let paths: Set<String>
  /// The paths with their components from the last to the first, in order.
  private let reversed: [String]

  /// Orders paths.
  ///
  /// - Complexity: O(*n* log *n*).
  init(_ paths: some Sequence<String>) {
    self.paths = Set(paths)
    reversed = self.paths.map(Self.reversed).sorted()
  }

  /// The path itself where it is there, else the only one that ends in it.
  ///
  /// - Complexity: O(log *n*).
  func path(endingIn path: String) -> String? {
    if paths.contains(path) { return path }
    let start = Self.reversed(path) + "/"
    var (low, high) = (0, reversed.count)
    while low < high {
      let middle = (low + high) / 2
      if reversed[middle] < start { low = middle + 1 } else { high = middle }
    }
    guard low < reversed.count, reversed[low].hasPrefix(start) else { return nil }
    let isOnly = low + 1 == reversed.count || !reversed[low + 1].hasPrefix(start)
    return isOnly ? Self.reversed(reversed[low]) : nil
  }

  private static func reversed(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).reversed().joined(separator: "/")
  }
}
