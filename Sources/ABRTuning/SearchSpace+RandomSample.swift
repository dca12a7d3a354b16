import ABRInput

extension SearchSpace {
  /// Settings drawn at random without repetition, in the order of the grid; all of them where no more are wanted than
  /// there are.
  ///
  /// Selection sampling (D. E. Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S): every set of so many
  /// settings is as likely as any other.
  ///
  /// - Parameters:
  ///   - count: how many, at least 1.
  ///   - seed: the same seed draws the same settings of a space.
  /// - Complexity: O(settings).
  package func randomSample(_ count: Int, seed: Int) -> [TuningSetting] {
    precondition(count > 0, "a sample of \(count) settings")
    var random = SeededRandom(seed: seed, path: "sample of settings")
    var (left, wanted) = (settings.count, count)
    return settings.filter { _ in
      let isDrawn = random.integer(below: left) < wanted
      left -= 1
      wanted -= isDrawn ? 1 : 0
      return isDrawn
    }
  }
}
