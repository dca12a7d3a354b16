import ABRInput
import ABRNetwork
import ABRRuns
import ABRStatistics

/// The traces of a search in two: those that it looks at, and those that are held out to judge its answer by.
///
/// What belongs to one recording (`TraceCluster`) is on one side, or the judgement would be of traces that resemble
/// those of the search. Families and speeds are spread over both sides alike.
package struct TraceSplit: Sendable, Hashable {
  /// Indices of the traces of the search, in an order of which every beginning is spread over families and speeds.
  package let search: [Int]
  /// The recordings of the search: the indices of the traces of each.
  package let searchRecordings: [[Int]]
  /// Indices of the traces held out, ascending.
  package let heldOut: [Int]
  /// Number of recordings on the side of the search.
  package var searchClusters: Int { searchRecordings.count }
  /// Number of recordings held out.
  package let heldOutClusters: Int

  /// Splits traces.
  ///
  /// - Parameters:
  ///   - traces: all traces.
  ///   - share: of the recordings that are held out, 0 to less than 1.
  ///   - seed: decides which ones, and the order of the others.
  /// - Throws: ``TuningError/tooFewTraces(found:allowed:)`` where a side would have no recording.
  /// - Complexity: O(*n* log *n*).
  package init(_ traces: [TraceSource], heldOut share: Double, seed: Int) throws(TuningError) {
    precondition((0..<1).contains(share), "a share of \(share)")
    var members: [String: [Int]] = [:]
    for (index, trace) in traces.enumerated() {
      members[trace.recording, default: []].append(index)
    }
    // Equal files under two names have one speed: the name decides then, so that the order is always the same.
    let clusters = members.map { name, members in
      Cluster(
        name: name, family: traces[members[0]].family,
        speed: members.map { traces[$0].meanBandwidth }.reduce(0, +) / Double(members.count), traces: members)
    }.sorted { ($0.family, $0.speed, $0.name) < ($1.family, $1.speed, $1.name) }
    let wanted = share == 0 ? 0 : min(max(Int((Double(clusters.count) * share).rounded()), 1), clusters.count - 1)
    guard share == 0 || clusters.count > 1 else { throw .tooFewTraces(found: clusters.count, allowed: 2) }
    var random = SeededRandom(seed: seed, path: "held out")
    let order = StratifiedOrder.permutation(of: clusters.count, random: &random)
    let kept = order.dropFirst(wanted).sorted()
    heldOut = order.prefix(wanted).flatMap { clusters[$0].traces }.sorted()
    heldOutClusters = wanted
    searchRecordings = kept.map { clusters[$0].traces }
    let sorted = kept.flatMap { clusters[$0].traces }
    var second = SeededRandom(seed: seed, path: "order of traces")
    search = StratifiedOrder.permutation(of: sorted.count, random: &second).map { sorted[$0] }
  }

  private struct Cluster {
    var name: String
    var family: String
    var speed: Double
    var traces: [Int]
  }
}
