import ABRInput
import ABRRuns

/// The shards of a sweep taken together.
package struct SweepResult: Sendable, Hashable {
  /// The plan.
  package let plan: SweepPlan
  /// One for each configuration, in the order of the plan.
  package private(set) var summaries: [ConfigurationSummary]
  /// Indices of the shards that are in it.
  package private(set) var shards: Set<Int> = []

  /// No shard yet.
  package init(of plan: SweepPlan) {
    self.plan = plan
    summaries = plan.configurations.map { _ in ConfigurationSummary(hasSeveralItems: plan.hasSeveralItems) }
  }

  /// Adds the result of a shard; one that is in it already is not counted again.
  package mutating func add(_ result: ShardResult, of index: Int) {
    guard shards.insert(index).inserted else { return }
    for place in summaries.indices { summaries[place].add(result.summaries[place]) }
  }

  /// Whether every shard is in it.
  package var isComplete: Bool { shards.count == plan.shardCount }

  /// A digest of what was played and of what came out, the same for any shards, engine, order and number of jobs;
  /// `nil` while shards are missing.
  package var digest: String? {
    guard isComplete else { return nil }
    let parts = zip(plan.configurations, summaries).sorted { $0.0.name < $1.0.name }
    let content: JSONValue = [
      "sweep": .string(plan.identity),
      "configurations": .array(
        parts.map { configuration, summary in .object(configuration.json.merging(["summary": summary.nameless]) { $1 })
        }),
    ]
    return SHA256.hexDigest(of: content.text(isPretty: false))
  }
}
