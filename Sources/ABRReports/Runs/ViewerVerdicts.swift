import ABRComparison
import ABRRuns
import ABRStatistics

/// What is said about the configurations of a run, for each of its viewers: which viewer is the best is nothing to
/// choose, and which configuration is the best may depend on who watches.
package struct ViewerVerdicts {
  /// The viewers in their order, each with the verdict on what it watches.
  let groups: [(viewer: String, verdict: RunVerdict)]

  /// Parts configurations by their viewers.
  init(_ sides: [(viewer: String, side: RunVerdict.Side)]) {
    var order: [String] = []
    for (viewer, _) in sides where !order.contains(viewer) { order.append(viewer) }
    groups = order.map { viewer in (viewer, RunVerdict(sides.filter { $0.viewer == viewer }.map(\.side))) }
  }

  private init(_ result: ExperimentResult) {
    let names = Self.names(of: result.configurations.map(\.configuration))
    let clusters = result.experiment.traces.map { TraceCluster.name(of: $0.file, family: $0.family) }
    self.init(
      zip(result.configurations, names).map { entry, name in
        let side = RunVerdict.Side(name: name, values: entry.pooled.values) { metric in
          guard case .ratio(let ratio) = metric.pooling else { return [] }
          return entry.sessions.map { session in
            let parts = session.queue.map(ratio.parts) ?? ratio.parts(session.metrics)
            return .init(cluster: clusters[session.trace], numerator: parts.numerator, denominator: parts.denominator)
          }
        }
        return (entry.configuration.viewer, side)
      })
  }

  /// The sentences of the verdict, each behind its viewer where there are several: waits or stalls, waste, bitrate.
  /// None of a single configuration.
  /// - Complexity: O(*n* log *n*) in sessions.
  package static func sentences(on result: ExperimentResult) -> [String] {
    result.configurations.count > 1 ? ViewerVerdicts(result).sentences : []
  }

  /// The sentences; of a single configuration of a viewer what it costs and brings.
  var sentences: [String] {
    groups.flatMap { viewer, verdict in
      groups.count == 1 ? verdict.sentences : verdict.sentences.map { "\(viewer): \($0)" }
    }
  }

  /// The finding in a few words; `nil` where a metric is missing.
  var headline: String? {
    guard groups.count > 1 else { return groups.first?.verdict.headline }
    let judged = groups.filter { $0.verdict.sides.count > 1 }
    guard let first = judged.first else { return "Nothing to choose: one configuration for each viewer" }
    let findings = judged.map(\.verdict.finding)
    guard let finding = findings[0], !findings.contains(where: { $0 == nil }) else { return nil }
    let doubt = findings.contains { $0?.doubt.isEmpty == false } ? " (could be chance)" : ""
    // Feeds are led by waiting and single videos by stalls: where there are both, one word is for both.
    let verb = judged.allSatisfy { $0.verdict.lead == first.verdict.lead } ? first.verdict.lead.verb : nil
    let least = verb.map { "\($0)s least" } ?? "does best"
    guard findings.allSatisfy({ $0?.name == finding.name }) else {
      return "Which \(least) depends on the viewer\(doubt)"
    }
    let text = finding.name.map { "\($0) \(least)" } ?? "All \(verb ?? "do") alike"
    let viewers = judged.count == groups.count ? "every viewer" : judged.map(\.viewer).joined(separator: " and ")
    return "\(text) with \(viewers)\(doubt)"
  }

  /// What tells configurations apart but their viewers, or the policy where nothing does.
  private static func names(of configurations: [Configuration]) -> [String] {
    let specs = configurations.map { [$0.policy, $0.preload.map { "preload \($0)" } ?? "", $0.buffer] }
    let differing = specs[0].indices.filter { place in Set(specs.map { $0[place] }).count > 1 }
    return specs.map { specs in
      (differing.isEmpty ? [0] : differing).map { specs[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }
}
