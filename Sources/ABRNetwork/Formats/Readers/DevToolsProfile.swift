import ABRInput

/// Network conditions of Chrome DevTools (`Network.emulateNetworkConditions`) or a list of them, each with a `duration`
/// in seconds, an extension that DevTools ignores.
///
/// `download` or `downloadThroughput` is bytes a second, `latency` milliseconds; `offline` is an outage.
public enum DevToolsProfile: TraceFormat {
  /// The name to ask for it by.
  public static let name = "devtools"
  /// What a file holds, in one line.
  public static let summary = "JSON of Chrome DevTools conditions: download in bytes/s, latency in ms, duration in s"
  /// Seconds of a single condition without a duration.
  static let duration = 60.0

  /// Known by a key of conditions.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasKeys("downloadThroughput") || head.hasKeys("download") ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var timeline = TraceTimeline(input)
    var conditions: [(Condition, line: Int)] = []
    do {
      var reader = JSONReader(input.bytes)
      if try reader.kind() == .array {
        try reader.enterArray()
        while try reader.nextElement() {
          let mark = reader.mark()
          conditions.append((try condition(&reader), reader.line(at: mark)))
        }
      } else {
        conditions.append((try condition(&reader), 1))
      }
      try reader.end()
    } catch {
      throw TraceError(error, file: input.file)
    }
    for (condition, line) in conditions {
      guard let length = condition.duration ?? (conditions.count == 1 ? duration : nil) else {
        throw input.malformed(line, "duration", "none", "seconds, where there are several conditions")
      }
      if condition.duration == nil {
        timeline.notes.append("no duration: the condition makes a trace of \(Int(duration)) s, which wraps")
      }
      guard let bytes = condition.isOffline ? 0 : condition.download, bytes >= 0 else {
        throw input.malformed(
          line, "download", condition.download == nil ? "none" : "an unlimited rate (-1)", "bytes a second")
      }
      try timeline.append(length, bytes * 8, latency: condition.latency.map { $0 / 1000 }, line: line)
    }
    return try timeline.content(lineCount: conditions.count)
  }

  private struct Condition {
    var download: Double?
    var latency: Double?
    var duration: Double?
    var isOffline = false
  }

  private static func condition(_ reader: inout JSONReader) throws(InputFault) -> Condition {
    var condition = Condition()
    try reader.enterObject()
    while let key = try reader.nextKey() {
      switch key {
      case "download", "downloadThroughput": condition.download = try reader.number()
      case "latency": condition.latency = try reader.number()
      case "duration": condition.duration = try reader.number()
      case "offline": condition.isOffline = try reader.boolean()
      default: try reader.skip()
      }
    }
    return condition
  }
}
