import ABRInput

/// What a saved file is that is no run, by the keys at its top; of one that was cut, by those that are left.
package enum SavedResult: Sendable, Hashable {
  /// A document with a schema; of one that was cut each that begins alike.
  case document([DocumentSchema])
  /// What `explain` saves.
  case session
  /// What `history add` writes.
  case history

  /// Members of runs and baselines.
  private static let ofRuns: Set = ["policies", "baseline"]
  /// Members of which each tells a document, the most telling first: a check has those of a comparison, too.
  private static let marks = [
    ("check", ["gates", "outcome"]), ("tuning", ["best", "goals", "recommendation"]), ("comparison", ["comparisons"]),
    ("sweep", [sweep]),
  ]
  /// Sweeps have configurations as runs do, behind what they were planned as.
  private static let sweep = "identity"

  /// Tells what bytes are.
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: `nil` for a run, a baseline, or anything else.
  /// - Complexity: O(size of the file).
  package init?(_ bytes: [UInt8]) {
    // Runs may be large: their keys are enough to tell them.
    var (keys, scanner, isWhole) = (Set<String>(), JSONReader(bytes), false)
    guard (try? scanner.enterObject()) != nil else { return nil }
    do throws(InputFault) {
      while let key = try scanner.nextKey() {
        guard !Self.ofRuns.contains(key) || keys.contains(Self.sweep) else { return nil }
        keys.insert(key)
        try scanner.skip()
      }
      isWhole = true
    } catch {}
    if keys.isSuperset(of: ["commit", "gates"]) {
      self = .history
    } else if let name = Self.marks.first(where: { !keys.isDisjoint(with: $0.1) })?.0 {
      let names = name == "comparison" && !isWhole ? [name, "check"] : [name]
      self = .document(names.compactMap(DocumentSchema.named))
    } else if keys.isSuperset(of: ["schema", "events"]) {
      self = .session
    } else {
      return nil
    }
  }

  /// The commands that write such a file.
  ///
  /// - Parameter file: the file.
  package func origin(of file: String) -> String {
    switch self {
    case .document(let schemas):
      schemas.map { $0.origin.replacing("FILE", with: file) }.joined(separator: " or ")
    case .session: "abrlab explain … --export json=\(file)"
    case .history: "abrlab history add \(file) CHECK"
    }
  }
}
