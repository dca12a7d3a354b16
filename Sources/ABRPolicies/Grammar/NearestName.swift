import ABRInput

/// Finds the name that may have been meant.
public enum NearestName {
  /// The candidate with the smallest edit distance to a text, `nil` when none is near enough to be meant.
  ///
  /// Near enough is a distance (insertions, deletions, substitutions and swaps of neighbours; Damerau 1964, optimal
  /// string alignment) of at most a third of the longer text, or a candidate that starts with the text. Ties go to the
  /// candidate that comes first.
  ///
  /// - Complexity: O(*candidates* · *n* · *m*); texts over 100 characters are not compared.
  public static func nearest(to text: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(text.lowercased())
    guard !wanted.isEmpty, wanted.count <= 100 else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      guard letters.count <= 100 else { continue }
      let isBeginning = wanted.count >= 2 && letters.starts(with: wanted)
      let most = max(1, max(wanted.count, letters.count) / 3)
      // The distance is at least the difference of the lengths.
      guard isBeginning || abs(wanted.count - letters.count) <= most else { continue }
      let distance = isBeginning ? 1 : distance(wanted, letters)
      guard distance <= most, distance < letters.count else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.name
  }

  /// A hint to append to an error: `; did you mean bola?`, empty when no candidate is near.
  public static func hint(for text: String, among candidates: some Sequence<String>) -> String {
    // A name that is known but cannot stand here is no news.
    nearest(to: text, among: candidates).flatMap { $0 == text ? nil : "; did you mean \($0)?" } ?? ""
  }

  /// The message for an unknown name: the name, the one that may have been meant, and last all that are
  /// allowed.
  ///
  /// - Parameters:
  ///   - found: the unknown name.
  ///   - kind: what it should be the name of, such as `key`.
  ///   - allowed: all known names.
  package static func message(found: String, kind: String, allowed: [String]) -> String {
    let wrong = found.isEmpty ? "missing \(kind)" : "unknown \(kind) \(found)" + hint(for: found, among: allowed)
    return wrong + FaultText.expected(FaultText.choice(allowed), after: wrong)
  }

  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for row in a.indices {
      var current = [row + 1]
      current.reserveCapacity(b.count + 1)
      for column in b.indices {
        let substitution = last[column] + (a[row] == b[column] ? 0 : 1)
        var cost = min(last[column + 1] + 1, current[column] + 1, substitution)
        if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[b.count]
  }
}
