import ABRInput

/// Conditions that a tool slows a network down to: those of Chrome DevTools (`Network.emulateNetworkConditions`), alone
/// or in a list with a `duration` in seconds each, the named ones of Puppeteer, Lighthouse's throttling, and the
/// profiles of CAdViSE.
///
/// `download` and `downloadThroughput` are bytes a second, `latency` and `rttMs` milliseconds; `offline` is an outage.
/// Of Lighthouse (`throughputKbps`, 1024 bits each: core/lib/emulation.js of version 12) the link is read, and not
/// what its requests are delayed by to imitate it. Of CAdViSE, `availableBandwidth` is bits a second, and
/// `serverEgress` and `clientIngress` are kilobits a second, 0 without a limit.
public enum DevToolsProfile: TraceFormat {
  /// The name to ask for it by.
  public static let name = "devtools"
  /// What a file holds, in one line.
  public static let summary =
    "JSON of Chrome DevTools conditions: download in bytes/s, latency in ms, duration in s; of Puppeteer, Lighthouse, "
    + "CAdViSE"
  /// Seconds of a single condition without a duration.
  static let duration = 60.0

  /// Units of rates in bits per second, by member; of several the first that is there counts.
  private static let rates: [(member: String, bits: Double)] = [
    ("download", 8), ("downloadThroughput", 8), ("throughputKbps", 1024), ("downloadThroughputKbps", 1024),
    ("availableBandwidth", 1),
  ]
  /// Limits of one way, in kilobits a second: the tightest counts.
  private static let limits = ["serverEgress", "clientIngress"]
  private static let latencies = ["latency", "rttMs", "requestLatencyMs"]
  /// Delays of one way each.
  private static let delays = ["serverLatency", "clientLatency"]

  /// Known by a key of conditions.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let keys = rates.map(\.member) + limits
    return !ForeignFile.isSpeedTest(head) && keys.contains { head.hasKeys($0) } ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var conditions: [Condition] = []
    let members = rates.map(\.member) + limits
    _ = try JSONRecords.read(
      input, members: members + latencies + delays + ["duration", "offline"],
      isRecord: { record in
        // What has a latency and a duration is a condition, too, whose rate is misspelt.
        record.has("offline") || members.contains { record.has($0) } || record.has("latency") && record.has("duration")
      }
    ) { record throws(InputFault) in
      conditions.append(try Condition(record))
    }
    guard !conditions.isEmpty else {
      throw input.malformed(1, "conditions", "none", "objects with download in bytes a second")
    }
    let isNamed = conditions.count > 1 && conditions.allSatisfy { !$0.name.isEmpty && $0.duration == nil }
    guard isNamed, Set(conditions.map(\.name)).count == conditions.count else {
      return try content(of: conditions, input)
    }
    var content = TraceContent([])
    for condition in conditions {
      // A condition without a limit is no trace.
      guard condition.rate.map({ $0 > 0 }) ?? false else {
        content.notes.append("\(condition.name) has no rate and is left out")
        continue
      }
      let read = try Self.content(of: [condition], input, series: condition.name)
      content.traces += read.traces
      for note in read.notes where !content.notes.contains(note) { content.notes.append(note) }
    }
    guard !content.traces.isEmpty else {
      throw input.malformed(1, "conditions", "none with a rate", "objects with download in bytes a second")
    }
    return content
  }

  /// One trace of conditions after each other.
  private static func content(
    of conditions: [Condition], _ input: TraceInput, series: String? = nil
  ) throws(TraceError) -> TraceContent {
    var timeline = TraceTimeline(input)
    for condition in conditions {
      guard let length = condition.duration ?? (conditions.count == 1 ? duration : nil) else {
        throw input.malformed(condition.line, "duration", "none", "seconds, where there are several conditions")
      }
      if condition.duration == nil {
        timeline.notes.append("no duration: the condition makes a trace of \(Int(duration)) s, which wraps")
      }
      guard let rate = condition.rate, rate >= 0 else {
        throw input.malformed(
          condition.line, "download", condition.rate == nil ? "none" : "an unlimited rate (-1)", "bytes a second")
      }
      try timeline.append(length, rate, latency: condition.latency, line: condition.line)
    }
    return try timeline.content(series: series, lineCount: conditions.count)
  }

  private struct Condition {
    var name: String
    var line: Int
    /// Bits per second; negative without a limit.
    var rate: Double?
    /// Seconds.
    var latency: Double?
    var duration: Double?

    init(_ record: JSONRecords.Record) throws(InputFault) {
      name = record.key
      line = record.line
      for (member, bits) in rates where rate == nil { rate = try record.number(member).map { $0 * bits } }
      for member in limits {
        guard let limit = try record.number(member), limit > 0 else { continue }
        rate = min(rate ?? .infinity, limit * 1000)
      }
      if record.text("offline") == "true" { rate = 0 }
      latency = try record.number(latencies).map { $0 / 1000 }
      for member in delays {
        if let delay = try record.number(member) { latency = (latency ?? 0) + delay / 1000 }
      }
      duration = try record.number("duration")
    }
  }
}
