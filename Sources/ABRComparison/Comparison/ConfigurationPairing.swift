import ABRRuns

/// Which configurations of two runs belong together.
///
/// 1. Configurations to which users gave one name, whatever it plays; of several viewers first those of the same
///    viewer.
/// 2. Configurations with equal specs, however they are spelled: see ``ComparedSpecs``.
/// 3. Of what is left: one that is left on each side, of a viewer or of all, because a changed policy is what
///    comparisons are for.
/// 4. Otherwise those whose specs agree in all but one part, the same part for all, where each of the candidate has
///    exactly one of the reference: a changed buffer of several policies. Where more than one part would do, none does.
///
/// Every configuration of the candidate must have one of the reference; what the reference has beyond stays out of the
/// comparison.
struct ConfigurationPairing {
  /// Indices that belong together, in the candidate's order.
  let pairs: [(reference: Int, candidate: Int)]
  /// Configurations of the reference that nothing is compared with.
  let left: [Int]

  /// Pairs the configurations of two runs.
  ///
  /// - Throws: ``IncomparableRuns/configurations(reference:candidate:)`` with what is left on both sides.
  /// - Complexity: O(*n*²) in the number of configurations.
  init(_ reference: RunRecord, _ candidate: RunRecord, _ spelling: PlayerSpelling) throws(IncomparableRuns) {
    let (old, new) = (
      ComparedSpecs.all(of: reference, PlayerSpelling()),
      ComparedSpecs.all(of: candidate, spelling)
    )
    var (left, rest) = (Array(old.indices), Array(new.indices))
    var pairs: [(reference: Int, candidate: Int)] = []
    func pair(where isSame: (_ old: Int, _ new: Int) -> Bool) {
      rest.removeAll { index in
        guard let place = left.firstIndex(where: { isSame($0, index) }) else { return false }
        pairs.append((left.remove(at: place), index))
        return true
      }
    }
    func haveOneName(_ place: Int, _ index: Int) -> Bool {
      let name = candidate.configurations[index].configuration.label
      return name != nil && reference.configurations[place].configuration.label == name
    }
    pair { haveOneName($0, $1) && old[$0].viewer == new[$1].viewer }
    pair(where: haveOneName)
    pair { old[$0] == new[$1] }
    let alone = Self.single(left.map { old[$0].viewer }).intersection(Self.single(rest.map { new[$0].viewer }))
    pair { old[$0].viewer == new[$1].viewer && alone.contains(new[$1].viewer) }
    if !rest.isEmpty {
      guard
        let found = left.count == 1 && rest.count == 1
          ? left : Self.matches(rest.map { new[$0].parts }, left, old.map(\.parts))
      else {
        throw .configurations(
          reference: left.map { reference.configurations[$0].configuration.fullName },
          candidate: rest.map { candidate.configurations[$0].configuration.fullName })
      }
      pairs += zip(found, rest).map { ($0, $1) }
      left.removeAll(where: found.contains)
    }
    self.pairs = pairs.sorted { $0.candidate < $1.candidate }
    self.left = left
  }

  /// The texts that stand there once.
  private static func single(_ texts: [String]) -> Set<String> {
    Set(Dictionary(texts.map { ($0, 1) }) { $0 + $1 }.filter { $0.value == 1 }.keys)
  }

  /// For each of some specs the one of others that differs from it in one part only, the same part for all; `nil` where
  /// there is no such choice, or more than one.
  private static func matches(_ specs: [[String]], _ left: [Int], _ old: [[String]]) -> [Int]? {
    let parts = specs.map(\.count).max() ?? 0
    let choices = (0..<parts).compactMap { part -> [Int]? in
      var found: [Int] = []
      for own in specs {
        let alike = left.filter { index in
          old[index].count == own.count && own.indices.allSatisfy { (own[$0] == old[index][$0]) == ($0 != part) }
        }
        guard alike.count == 1, !found.contains(alike[0]) else { return nil }
        found.append(alike[0])
      }
      return found
    }
    return choices.count == 1 ? choices[0] : nil
  }
}
