import ABRInput

/// An order of things in which every beginning is spread evenly over all of them.
///
/// A search that is stopped has played the first recordings only, so that they must not all be of one kind. Things are
/// given sorted by what they are like; the order visits them at the places of the binary van der Corput sequence,
/// shifted by a random amount (R. Cranley and T. N. L. Patterson, SIAM J. Numer. Anal. 13, 1976), after neighbours have
/// been shuffled.
package enum StratifiedOrder {
  /// How many neighbours count as alike.
  static let neighbours = 8

  /// A permutation of `0..<count`.
  ///
  /// - Parameters:
  ///   - count: how many things there are.
  ///   - random: drawn from; equal streams give equal orders.
  /// - Complexity: O(*count* log *count*).
  package static func permutation(of count: Int, random: inout SeededRandom) -> [Int] {
    var places = Array(0..<count)
    for start in stride(from: 0, to: count, by: neighbours) {
      let end = min(start + neighbours, count)
      for index in start..<max(start, end - 1) {
        places.swapAt(index, index + random.integer(below: end - index))
      }
    }
    let shift = random.uniform()
    // Next free place at or after one, with path compression.
    var next = Array(0...count)
    func free(from place: Int) -> Int {
      var found = place
      while next[found] != found { found = next[found] }
      var step = place
      while next[step] != found, step != found { (step, next[step]) = (next[step], found) }
      return found
    }
    return (0..<count).map { number in
      let target = min(
        Int((radicalInverse(number) + shift).truncatingRemainder(dividingBy: 1) * Double(count)), count - 1)
      var place = free(from: target)
      if place == count { place = free(from: 0) }
      next[place] = place + 1
      return places[place]
    }
  }

  /// The number's binary digits mirrored at the point.
  private static func radicalInverse(_ number: Int) -> Double {
    var (value, weight, rest) = (0.0, 0.5, number)
    while rest > 0 {
      if rest & 1 == 1 { value += weight }
      weight /= 2
      rest >>= 1
    }
    return value
  }
}
