import ABRPlayback

/// What goes wrong, and what happens beside playback.
extension SessionFile {
  mutating func readFaults(_ root: TOMLTable) throws(ConfigurationError) -> FaultSettings {
    var faults = FaultSettings()
    let outages = try stretches("outage", of: root, keys: SessionKeys.outage)
    for outage in outages {
      let factor = try outage.table.number("factor", in: 0...1) ?? 0
      if factor == 1 {
        warnings.append("\(outage.table.place("factor")): 1 leaves all of the capacity: nothing changes")
      }
      faults.stretches.append(FaultSettings.Stretch(from: outage.start, for: outage.duration, factor: factor))
    }
    faults.refusals = try stretches("refusal", of: root, keys: SessionKeys.refusal).map {
      FaultSettings.Refusal(from: $0.start, for: $0.duration)
    }
    guard let retry = try root.table("retry") else { return faults }
    try retry.allow(only: SessionKeys.retry)
    faults.timeout = try retry.positiveDuration("timeout") ?? faults.timeout
    faults.retryCount = try retry.integer("count", in: 0...100) ?? faults.retryCount
    faults.retryInterval = try retry.positiveDuration("interval") ?? faults.retryInterval
    faults.reloadDelay = try retry.duration("reload-after")
    faults.resumeDelay = try retry.duration("resume-after")
    faults.resumeLimit = try retry.integer("resume-limit", in: 0...100) ?? faults.resumeLimit
    warn(about: retry, faults)
    return faults
  }

  /// Settings of the retries that never take effect.
  private mutating func warn(about retry: TOMLTable, _ faults: FaultSettings) {
    if faults.reloadDelay != nil, faults.retryCount > 0 {
      warnings.append(
        "\(retry.place("reload-after")): never takes effect with count = \(faults.retryCount): the app is asked to reload only "
          + "with count = 0")
    }
    if faults.resumeDelay == nil, retry.line(of: "resume-limit") != nil {
      warnings.append("\(retry.place("resume-limit")): never takes effect without resume-after")
    }
    if faults.resumeDelay != nil, faults.resumeLimit == 0 {
      warnings.append("\(retry.place("resume-after")): never takes effect with resume-limit = 0")
    }
    // Each counted retry is an attempt, whatever the interval; after the last one, or the app's reload, comes nothing
    // more.
    if faults.retryInterval >= faults.timeout, faults.reloadDelay == nil || faults.retryCount > 0 {
      let key = retry.line(of: "interval") == nil ? "timeout" : "interval"
      warnings.append(
        "\(retry.place(key)): an interval of \(SessionPlan.seconds(faults.retryInterval)) is not shorter than the timeout of "
          + "\(SessionPlan.seconds(faults.timeout)): a refused request is "
          + (faults.retryCount == 0 ? "never tried again" : "tried again by the counted retries only"))
    }
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

  /// How many streams the service allows at once, and those of other devices.
  mutating func readStreams(_ root: TOMLTable, into plan: inout SessionPlan) throws(ConfigurationError) {
    let session = try root.table("session")
    let others = try root.tables("other-stream")
    for other in others { try other.allow(only: SessionKeys.otherStream) }
    guard let session, let streams = try session.integer("stream-limit", in: 1...1000) else {
      if let other = others.first {
        warnings.append("\(other.place()): never takes effect without stream-limit")
      } else if let session, session.line(of: "heartbeat") != nil {
        warnings.append("\(session.place("heartbeat")): never takes effect without stream-limit")
      }
      return
    }
    var limit = StreamLimit(streams: streams)
    limit.heartbeat = try session.positiveDuration("heartbeat") ?? limit.heartbeat
    for other in others {
      let start = try other.required("at", try other.duration("at"), allowed: "a duration such as 40s")
      let seconds = try other.required("for", try other.positiveDuration("for"), allowed: "a duration such as 60s")
      limit.others.append(StreamLimit.Other(from: start, to: start + seconds))
    }
    plan.streamLimit = limit
  }

  func readSideFlows(_ root: TOMLTable) throws(ConfigurationError) -> [SideFlow] {
    var flows: [SideFlow] = []
    for table in try root.tables("side-flow") {
      try table.allow(only: SessionKeys.sideFlow)
      let start = try table.required("at", try table.duration("at"), allowed: "a duration such as 10s")
      let size = try table.bytes("bytes", atLeast: 1)
      let bytes = try table.required("bytes", size, allowed: "a size such as 2MB")
      let words: [(word: String, answer: SideFlow.Answer)] = [
        ("content", .content), ("error", .error), ("fatal-error", .fatalError),
      ]
      let word = try table.choice("answer", of: words.map(\.word)) ?? "content"
      flows.append(
        SideFlow(
          at: start, bytes: bytes, isGated: try table.boolean("gated") ?? false,
          answer: words.first { $0.word == word }?.answer ?? .content))
    }
    return flows
  }
}
