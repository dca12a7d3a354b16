import ABRInput
import ABRPlayback
import ABRRuns

extension SweepPlan {
  /// The plan as a document, which every worker reads.
  ///
  /// - Parameter version: version of the program.
  package func json(version: String) -> JSONValue {
    [
      "sweep_plan": .integer(Self.schema), "abrlab": .string(version),
      "engine_semantics": .integer(EngineSemantics.version), "identity": .string(identity),
      "options": .object(options.mapValues { .array($0.map { .string($0) }) }),
      "configurations": .array(configurations.map { .object($0.json) }), "contents": .integer(contentCount),
      "seeds": seeds.map { [.integer($0.lowerBound), .integer($0.upperBound)] } ?? .null,
      "traces_per_shard": .integer(tracesPerShard), "seeds_per_shard": .integer(seedsPerShard),
      "shards": .integer(shardCount), "sessions": .integer(sessionCount),
      "traces": .list(
        JSONList(count: traces.count) { index in
          [
            "file": .string(traces[index].file), "family": .string(traces[index].family),
            "sha256": .string(traces[index].sha256),
          ]
        }),
    ]
  }

  /// Reads the bytes of a plan.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: what errors call it.
  /// - Throws: `RunFileError` naming file, line and place; a plan of another engine is one, because its shards would
  ///   not fit to those that are there.
  /// - Complexity: O(*bytes*).
  package init(parsing bytes: [UInt8], file: String) throws(RunFileError) {
    do throws(InputFault) {
      try self.init(bytes)
    } catch {
      throw RunFileError(error, file: file)
    }
  }

  private init(_ bytes: [UInt8]) throws(InputFault) {
    var reader = JSONReader(bytes)
    let start = reader.mark()
    var options: [String: [String]] = [:]
    var configurations: [Configuration] = []
    var counts: [String: Int] = [:]
    var seeds: ClosedRange<Int>?
    var traces: [Trace] = []
    var identity = ""
    let required: Set = [
      "sweep_plan", "abrlab", "engine_semantics", "identity", "options", "configurations", "contents", "seeds",
      "traces_per_shard", "seeds_per_shard", "shards", "sessions", "traces",
    ]
    try reader.members(required) { key, reader throws(InputFault) in
      switch key {
      case "sweep_plan": _ = try reader.integer(in: Self.schema...Self.schema)
      case "engine_semantics": _ = try reader.integer(in: EngineSemantics.version...EngineSemantics.version)
      case "abrlab": _ = try reader.string()
      case "identity": identity = try reader.sha256()
      case "options":
        try reader.enterObject()
        while let name = try reader.nextKey() {
          guard options[name] == nil else { throw reader.fault("the option twice", "every option once") }
          options[name] = try reader.list { reader throws(InputFault) in try reader.string() }
        }
      case "configurations":
        configurations = try reader.list { reader throws(InputFault) in
          var texts: [String: String] = [:]
          try reader.members(["policy", "buffer", "viewer"], optional: ["name", "player", "preload"]) {
            key, reader throws(InputFault) in texts[key] = try reader.string()
          }
          return Configuration(texts)
        }
      case "seeds": seeds = try Self.seeds(&reader)
      case "traces":
        traces = try reader.list { reader throws(InputFault) in
          var trace = Trace(file: "", family: "", sha256: "")
          try reader.members(["file", "family", "sha256"]) { key, reader throws(InputFault) in
            switch key {
            case "file": trace.file = try reader.string()
            case "family": trace.family = try reader.string()
            default: trace.sha256 = try reader.sha256()
            }
          }
          return trace
        }
      default: counts[key] = try reader.integer(in: 1...Self.mostSessions)
      }
    }
    try reader.end()
    self.init(
      options: options, configurations: configurations, contentCount: counts["contents"] ?? 1, traces: traces,
      seeds: seeds, identity: identity, tracesPerShard: counts["traces_per_shard"] ?? 1,
      seedsPerShard: counts["seeds_per_shard"] ?? 1)
    // A product that is too large must not be worked out.
    let factors = [traces.count, seeds?.count ?? 1, contentCount, configurations.count]
    let product = factors.reduce((1, false)) { product, factor in
      let next = product.0.multipliedReportingOverflow(by: factor)
      return (next.partialValue, product.1 || next.overflow)
    }
    guard !product.1, product.0 > 0, product.0 == counts["sessions"], product.0 <= Self.mostSessions,
      shardCount == counts["shards"], shardCount <= Self.mostShards
    else { throw reader.fault("parts that do not fit together", "a plan as abrlab sweep writes it", at: start) }
  }

  private static func seeds(_ reader: inout JSONReader) throws(InputFault) -> ClosedRange<Int>? {
    if try reader.skipNull() { return nil }
    let place = reader.mark()
    let bounds = try reader.list { reader throws(InputFault) in try reader.integer(in: 0...mostSessions) }
    guard bounds.count == 2, bounds[0] <= bounds[1] else {
      throw reader.fault("\(bounds.count) numbers", "the first and the last seed", at: place)
    }
    return bounds[0]...bounds[1]
  }
}
