import ABRPlayback

/// What goes wrong, and what happens beside playback.
extension SessionFile {
  func readFaults(_ root: TOMLTable) throws(ConfigurationError) -> FaultSettings {
    var faults = FaultSettings()
    let outages = try stretches("outage", of: root, keys: ["at", "for", "factor"])
    for outage in outages {
      let factor = try outage.table.number("factor", in: 0...1000) ?? 0
      faults.stretches.append(FaultSettings.Stretch(from: outage.start, for: outage.duration, factor: factor))
    }
    faults.refusals = try stretches("refusal", of: root, keys: ["at", "for"]).map {
      FaultSettings.Refusal(from: $0.start, for: $0.duration)
    }
    guard let retry = try root.table("retry") else { return faults }
    try retry.allow(only: ["timeout", "count", "interval", "reload-after", "resume-after", "resume-limit"])
    faults.timeout = try retry.positiveDuration("timeout") ?? faults.timeout
    faults.retryCount = try retry.integer("count", in: 0...100) ?? faults.retryCount
    faults.retryInterval = try retry.positiveDuration("interval") ?? faults.retryInterval
    faults.reloadDelay = try retry.duration("reload-after")
    faults.resumeDelay = try retry.duration("resume-after")
    faults.resumeLimit = try retry.integer("resume-limit", in: 0...100) ?? faults.resumeLimit
    return faults
  }

  /// Stretches of time in order, which must not overlap.
  private func stretches(
    _ key: String, of root: TOMLTable, keys: [String]
  ) throws(ConfigurationError) -> [(table: TOMLTable, start: Double, duration: Double)] {
    var stretches: [(table: TOMLTable, start: Double, duration: Double)] = []
    for table in try root.tables(key) {
      try table.allow(only: keys)
      let start = try table.required("at", try table.duration("at"), allowed: "a duration such as 120s")
      let duration = try table.required("for", try table.positiveDuration("for"), allowed: "a duration such as 20s")
      stretches.append((table, start, duration))
    }
    stretches.sort { $0.start < $1.start }
    for (before, after) in zip(stretches, stretches.dropFirst()) where before.start + before.duration > after.start {
      throw after.table.invalid(
        "at", allowed: "a time from \(before.start + before.duration) s, when the \(key) before it is over")
    }
    return stretches
  }

  func readSideFlows(_ root: TOMLTable) throws(ConfigurationError) -> [SideFlow] {
    var flows: [SideFlow] = []
    for table in try root.tables("side-flow") {
      try table.allow(only: ["at", "bytes", "gated"])
      let start = try table.required("at", try table.duration("at"), allowed: "a duration such as 10s")
      let size = try table.bytes("bytes", atLeast: 1)
      let bytes = try table.required("bytes", size, allowed: "a size such as 2MB")
      flows.append(SideFlow(at: start, bytes: bytes, isGated: try table.boolean("gated") ?? false))
    }
    return flows
  }
}
