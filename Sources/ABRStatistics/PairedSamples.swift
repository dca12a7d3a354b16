/// The values of single sessions of two policies on the same networks, cluster by cluster: the input of paired
/// percentiles.
package struct PairedSamples: Sendable, Hashable {
  /// A session's value.
  package struct Value: Sendable, Hashable {
    /// Name of the session's cluster, see ``PairedClusters``.
    package let cluster: String
    /// The value; infinite where a session has none and having none is the worst, as of a startup that never ends.
    package let value: Double

    /// Describes a session.
    package init(cluster: String, value: Double) {
      self.cluster = cluster
      self.value = value
    }
  }

  /// A value with the index of its cluster.
  struct Entry: Sendable, Hashable {
    let value: Double
    let cluster: Int
  }

  /// Names of the clusters that both sides have, in order.
  package let clusters: [String]
  /// Names of the clusters that only one side has, in order. They are in no statistic.
  package let unpaired: [String]
  /// The reference's values in clusters of both sides, ascending.
  let reference: [Entry]
  /// The candidate's values in clusters of both sides, ascending.
  let candidate: [Entry]

  /// Pairs values by cluster.
  /// - Throws: ``StatisticsError`` when a value is not a number or minus infinity, when a side has no value, and when
  ///   no cluster is on both sides.
  /// - Complexity: O(*n* log *n*).
  package init(reference: some Sequence<Value>, candidate: some Sequence<Value>) throws(StatisticsError) {
    let old = try Self.checked(reference, on: .reference)
    let new = try Self.checked(candidate, on: .candidate)
    let oldNames = Set(old.map(\.cluster))
    let newNames = Set(new.map(\.cluster))
    let common = oldNames.intersection(newNames).sorted()
    guard !common.isEmpty else { throw .noCommonCluster(reference: oldNames.count, candidate: newNames.count) }
    clusters = common
    unpaired = oldNames.symmetricDifference(newNames).sorted()
    var places: [String: Int] = [:]
    for (index, name) in common.enumerated() { places[name] = index }
    func entries(_ values: [Value]) -> [Entry] {
      values.compactMap { value in places[value.cluster].map { Entry(value: value.value, cluster: $0) } }
        .sorted { ($0.value, $0.cluster) < ($1.value, $1.cluster) }
    }
    self.reference = entries(old)
    self.candidate = entries(new)
  }

  private static func checked(
    _ values: some Sequence<Value>, on side: StatisticsError.Side
  ) throws(StatisticsError) -> [Value] {
    let values = Array(values)
    guard !values.isEmpty else { throw .noValue(side) }
    for value in values where !(value.value > -.infinity) {
      throw .badNumber(
        side, cluster: value.cluster, field: "value", found: value.value, allowed: "a number or plus infinity")
    }
    return values
  }
}
