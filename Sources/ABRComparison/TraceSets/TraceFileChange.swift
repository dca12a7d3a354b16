import ABRNetwork

/// A file that is not the same in two sets of traces.
package struct TraceFileChange: Sendable {
  /// What became of it.
  package enum Kind: String, Sendable, CaseIterable {
    /// Only the candidate has it.
    case added = "new"
    /// Only the reference has it.
    case removed
    /// It has other bytes.
    case changed
    /// The same bytes under another name or in another family.
    case renamed
  }

  /// What became of it.
  package let kind: Kind
  /// The file before; `nil` for a new one.
  package let reference: TraceSource?
  /// The file after; `nil` for a removed one.
  package let candidate: TraceSource?
  /// How far the capacity of a changed file is from what it was; `nil` for other kinds.
  package let distance: CapacityDistance?

  /// Whether a changed file holds the same rows as before, written in other bytes.
  package var hasSameRows: Bool {
    guard kind == .changed, let reference, let candidate else { return false }
    return reference.trace.rows == candidate.trace.rows
  }

  /// The families it belongs to: two where it moved between them.
  package var families: Set<String> { Set([reference, candidate].compactMap { $0?.family }) }

  private init(_ kind: Kind, _ reference: TraceSource?, _ candidate: TraceSource?) {
    self.kind = kind
    self.reference = reference
    self.candidate = candidate
    distance =
      if kind == .changed, let reference, let candidate {
        CapacityDistribution(of: [reference.trace]).distance(to: CapacityDistribution(of: [candidate.trace]))
      } else {
        nil
      }
  }

  /// What differs between two sets.
  ///
  /// Files of one family and name belong together. Of the rest, a file of the reference and one of the candidate with
  /// the same bytes are one that was renamed. Two paths of single files belong together whatever their names.
  ///
  /// - Returns: the candidate's files in its order, then those that were removed in the reference's order; and how many
  ///   files of each family are the same.
  /// - Complexity: O(*files*), and O(*n* log *n*) in the rows of changed files.
  static func all(
    from reference: TraceSet, to candidate: TraceSet
  ) -> (changes: [TraceFileChange], unchanged: [String: Int]) {
    let areSingle = reference.isFile && candidate.isFile
    func place(_ trace: TraceSource) -> [String] { areSingle ? [] : [trace.family, trace.trace.name] }
    var old = Remainder(reference.traces)
    var found: [Int: TraceFileChange] = [:]
    var unchanged: [String: Int] = [:]
    var rest = Array(candidate.traces.indices)

    func match(by key: (TraceSource) -> [String], _ body: (TraceSource, TraceSource) -> TraceFileChange?) {
      old.index(by: key)
      rest = rest.filter { index in
        let new = candidate.traces[index]
        guard let before = old.take(key(new)) else { return true }
        if let change = body(before, new) { found[index] = change } else { unchanged[new.family, default: 0] += 1 }
        return false
      }
    }
    // Several folders of one name may hold files of one name: equal bytes first, then in their order.
    match(by: { place($0) + [$0.trace.name, $0.sha256] }) { _, _ in nil }
    match(by: place) { $0.sha256 == $1.sha256 ? TraceFileChange(.renamed, $0, $1) : TraceFileChange(.changed, $0, $1) }
    match(by: { [$0.sha256] }) { TraceFileChange(.renamed, $0, $1) }
    for index in rest { found[index] = TraceFileChange(.added, nil, candidate.traces[index]) }
    return (
      found.sorted { $0.key < $1.key }.map(\.value) + old.traces.map { TraceFileChange(.removed, $0, nil) }, unchanged
    )
  }
}

/// Traces of the reference that nothing was found for yet, to be taken by some key, the first of a key first.
private struct Remainder {
  private var left: [TraceSource?]
  private var places: [[String]: [Int]] = [:]

  init(_ traces: [TraceSource]) { left = traces }

  var traces: [TraceSource] { left.compactMap(\.self) }

  mutating func index(by key: (TraceSource) -> [String]) {
    places = [:]
    for index in left.indices.reversed() {
      if let trace = left[index] { places[key(trace), default: []].append(index) }
    }
  }

  mutating func take(_ key: [String]) -> TraceSource? {
    guard let index = places[key]?.popLast() else { return nil }
    defer { left[index] = nil }
    return left[index]
  }
}
