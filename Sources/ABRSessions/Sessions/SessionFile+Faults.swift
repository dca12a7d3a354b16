import ABRPlayback
import ABRPolicies

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
    return faults
  }

  mutating func readRetry(_ root: TOMLTable) throws(ConfigurationError) -> RetryChange? {
    guard let table = try root.table("retry") else { return nil }
    try table.allow(only: SessionKeys.retry)
    var retry = RetryChange()
    retry.timeout = try table.positiveDuration("timeout")
    retry.count = try table.integer("count", in: 0...100)
    retry.counting = try table.choice("counts", of: RetrySettings.Counting.allCases.map(\.rawValue)).flatMap {
      .init(rawValue: $0)
    }
    retry.windows = try table.choice("windows", of: RetrySettings.Windows.allCases.map(\.rawValue)).flatMap {
      .init(rawValue: $0)
    }
    retry.fetchesRest = try table.choice("fetches", of: ["rest", "whole"]).map { $0 == "rest" }
    retry.errorCount = try table.integer("errors", in: 0...100)
    retry.interval = try table.positiveDuration("interval")
    retry.reloadDelay = try table.duration("reload-after")
    if let delay = try table.duration("resume-after") {
      retry.resume = .after(delay)
      if table.has("resume") {
        throw table.refused("resume", "cannot be used beside resume-after; leave one of them out")
      }
    } else if try table.choice("resume", of: ["network-back"]) != nil {
      retry.resume = .whenNetworkIsBack
    }
    retry.resumeLimit = try table.integer("resume-limit", in: 0...100)
    warn(about: table, retry.applied(to: RetrySettings()))
    return retry
  }

  /// Settings of the retries that never take effect.
  private mutating func warn(about retry: TOMLTable, _ settings: RetrySettings) {
    if settings.reloadDelay != nil, settings.count > 0 {
      warnings.append(
        "\(retry.place("reload-after")): never takes effect with count = \(settings.count): the app is asked to reload only "
          + "with count = 0")
    }
    if settings.resume == nil, retry.has("resume-limit") {
      warnings.append("\(retry.place("resume-limit")): never takes effect without resume or resume-after")
    }
    if settings.resume != nil, settings.resumeLimit == 0 {
      let key = retry.has("resume") ? "resume" : "resume-after"
      warnings.append("\(retry.place(key)): never takes effect with resume-limit = 0")
    }
    // Each counted retry is an attempt, whatever the interval; after the last one, or the app's reload, comes nothing
    // more.
    if settings.errorCount == nil, let timeout = settings.timeout, settings.interval >= timeout,
      settings.reloadDelay == nil || settings.count > 0
    {
      let key = retry.has("interval") ? "interval" : "timeout"
      warnings.append(
        "\(retry.place(key)): an interval of \(SessionPlan.seconds(settings.interval)) is not shorter than the timeout of "
          + "\(SessionPlan.seconds(timeout)): a refused request is "
          + (settings.count == 0 ? "never tried again" : "tried again by the counted retries only")
          + ", but by players that count errors")
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
      } else if let session, session.has("heartbeat") {
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

  func readDownloads(_ root: TOMLTable) throws(ConfigurationError) -> [SessionPlan.Download] {
    var downloads: [SessionPlan.Download] = []
    for table in try root.tables("download") {
      try table.allow(only: SessionKeys.download)
      let start = try table.required("at", try table.duration("at"), allowed: "a duration such as 10s")
      let item = try item("item", of: table)
      guard !items[item].isDownloaded else { throw table.invalid("item", allowed: "an item without downloaded = true") }
      downloads.append(
        SessionPlan.Download(
          start: start, item: item,
          minimumBitrate: try table.quantity("bitrate", Quantity.bitrate),
          isGated: try table.boolean("gated") ?? false))
    }
    return downloads
  }
}
