import ABRInput
import ABRRuns

/// What a shard gave: a summary of each configuration, in the order of the plan.
package struct ShardResult: Sendable, Hashable {
  /// The name of the shard.
  package let name: String
  /// One for each configuration.
  package let summaries: [ConfigurationSummary]

  /// Puts a result together.
  package init(name: String, summaries: [ConfigurationSummary]) {
    self.name = name
    self.summaries = summaries
  }

  private var content: JSONValue { .array(summaries.map(\.json)) }

  private static func checksum(of content: JSONValue) -> String {
    SHA256.hexDigest(of: content.text(isPretty: false))
  }

  /// The file of the result. It has neither times nor hosts: a shard gives the same bytes wherever it is played.
  package var bytes: [UInt8] {
    let content = content
    let document: JSONValue = [
      "sweep_shard": .integer(SweepPlan.schema), "shard": .string(name), "configurations": content,
      "sha256": .string(Self.checksum(of: content)),
    ]
    return Array(document.text(isPretty: false).utf8)
  }

  /// Reads the file of a shard.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - shard: the shard whose result it must be.
  ///   - plan: the plan of the shard.
  ///   - file: what errors call it.
  /// - Throws: `RunFileError` where the file is cut, damaged or that of another shard.
  package init(parsing bytes: [UInt8], of shard: SweepShard, in plan: SweepPlan, file: String) throws(RunFileError) {
    do throws(InputFault) {
      try self.init(bytes, shard, plan)
    } catch {
      throw RunFileError(error, file: file)
    }
  }

  private init(_ bytes: [UInt8], _ shard: SweepShard, _ plan: SweepPlan) throws(InputFault) {
    var reader = JSONReader(bytes)
    let start = reader.mark()
    var summaries: [ConfigurationSummary] = []
    var sha256 = ""
    let recordings = Set(plan.traces[shard.traces].map(\.recording))
    try reader.members(["sweep_shard", "shard", "configurations", "sha256"]) { key, reader throws(InputFault) in
      switch key {
      case "sweep_shard": _ = try reader.integer(in: SweepPlan.schema...SweepPlan.schema)
      case "shard":
        let place = reader.mark()
        let name = try reader.string()
        guard name == shard.name else {
          throw reader.fault(InputFault.excerpt(Array(name.utf8)[...]), shard.name, at: place)
        }
      case "sha256": sha256 = try reader.sha256()
      default:
        summaries = try reader.list { reader throws(InputFault) in
          try ConfigurationSummary(
            &reader, sessions: shard.sessionsPerConfiguration, recordings: recordings,
            hasSeveralItems: plan.hasSeveralItems)
        }
      }
    }
    try reader.end()
    self.init(name: shard.name, summaries: summaries)
    guard summaries.count == plan.configurations.count else {
      throw reader.fault(
        "\(summaries.count) configurations", "\(plan.configurations.count) configurations", at: start)
    }
    guard sha256 == Self.checksum(of: content) else {
      throw reader.fault("a digest of other content", "the digest of the configurations", at: start)
    }
  }
}
