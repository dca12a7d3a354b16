extension ArraySlice<UInt8> {
  /// Whether the bytes of a text stand among these.
  ///
  /// The library's `firstRange(of:)` takes a thousand instructions a byte, and readers look into every file.
  /// - Complexity: O(*bytes* × *text*).
  package func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return false }
    var next = startIndex
    while let place = self[next...].firstIndex(of: first), place + wanted.count <= endIndex {
      if self[place...].starts(with: wanted) { return true }
      next = place + 1
    }
    return false
  }
}
