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

  /// Whether a changed file holds the same rows as before, of the same measure, written in other bytes.
  package let hasSameRows: Bool
  /// What the rates of a changed file measured before and measure now, where that differs.
  package let measures: (before: BandwidthTrace.Measure, after: BandwidthTrace.Measure)?

  /// The families it belongs to: two where it moved between them.
  package var families: Set<String> { Set([reference, candidate].compactMap { $0?.family }) }

  private init(_ kind: Kind, _ reference: TraceSource?, _ candidate: TraceSource?) throws(TraceError) {
    self.kind = kind
    self.reference = reference
    self.candidate = candidate
    guard kind == .changed, let before = try reference?.trace(), let after = try candidate?.trace() else {
      (distance, hasSameRows, measures) = (nil, false, nil)
      return
    }
    distance = CapacityDistribution(of: [before]).distance(to: CapacityDistribution(of: [after]))
    measures = before.measure == after.measure ? nil : (before.measure, after.measure)
    hasSameRows = measures == nil && before.rows == after.rows
  }

  /// What differs between two sets.
  ///
  /// Files of one family and name belong together. Of the rest, a file of the reference and one of the candidate with
  /// the same bytes are one that was renamed. Two paths of single files belong together whatever their names.
  ///
  /// - Returns: the candidate's files in its order, then those that were removed in the reference's order; and how many
  ///   files of each family are the same.
  /// - Throws: as `TraceSource.trace()`.
  /// - Complexity: O(*files*), and O(*n* log *n*) in the rows of changed files.
  static func all(
    from reference: TraceSet, to candidate: TraceSet
  ) throws(TraceError) -> (changes: [TraceFileChange], unchanged: [String: Int]) {
    let areSingle = reference.isFile && candidate.isFile
    func place(_ trace: TraceSource) -> [String] { areSingle ? [] : [trace.family, trace.name] }
    var old = Remainder(reference.traces)
    var found: [Int: (kind: Kind, before: TraceSource?)] = [:]
    var unchanged: [String: Int] = [:]
    var rest = Array(candidate.traces.indices)

    func match(by key: (TraceSource) -> [String], _ kind: (TraceSource, TraceSource) -> Kind?) {
      old.index(by: key)
      rest = rest.filter { index in
        let new = candidate.traces[index]
        guard let before = old.take(key(new)) else { return true }
        if let kind = kind(before, new) {
          found[index] = (kind, before)
        } else {
          unchanged[new.family, default: 0] += 1
        }
        return false
      }
    }
    // Several folders of one name may hold files of one name: equal bytes first, then in their order.
    match(by: { place($0) + [$0.name, $0.sha256] }) { _, _ in nil }
    match(by: place) { $0.sha256 == $1.sha256 ? .renamed : .changed }
    match(by: { [$0.sha256] }) { _, _ in .renamed }
    for index in rest { found[index] = (.added, nil) }
    var changes: [TraceFileChange] = []
    for (index, change) in found.sorted(by: { $0.key < $1.key }) {
      changes.append(try TraceFileChange(change.kind, change.before, candidate.traces[index]))
    }
    for trace in old.traces { changes.append(try TraceFileChange(.removed, trace, nil)) }
    return (changes, unchanged)
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
