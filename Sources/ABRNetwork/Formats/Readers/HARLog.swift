import ABRInput

/// HAR 1.2 (HTTP Archive), as browsers and proxies export it.
///
/// A request counts from its first byte to its last: `receive` of its `timings`, after `blocked`, `dns`, `connect`,
/// `send` and `wait` (`ssl` is a part of `connect`). Its size is Chrome's `_transferSize`, else `bodySize`, else that
/// of the content without what compression saved. What came from a cache is left out. All requests of a browser share
/// one link: a file is one trace.
public enum HARLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "har"
  /// What a file holds, in one line.
  public static let summary = "HAR of a browser or proxy: first to last byte of each request"
  /// What its reader obeys.
  public static let options = DownloadLog.traceOptions

  /// Recognised by an object with a log that names its creator or has an entry.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown =
      head.firstByte == UInt8(ascii: "{") && head.hasKeys("log")
      && ["creator", "entries", "startedDateTime"].contains { head.hasKeys($0) }
    return isKnown ? .signature : nil
  }

  /// Exporters that knew nothing of SPDY and HTTP/2 wrote no times of receipt, or 0.
  private static let fix =
    "; --columns start@startedDateTime,duration:ms@time,bytes@response.content.size takes the whole time of each request"

  private static let sizes = [
    "response._transferSize", "response.bodySize", "response.content.size", "response.content.compression",
  ]
  private static let waits = ["timings.blocked", "timings.dns", "timings.connect", "timings.send", "timings.wait"]

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var log = DownloadLog(input)
    var requests: [(start: Double, duration: Double, bits: Double, line: Int)] = []
    var stamps = TimeStamps(unit: nil)
    let lines = try JSONRecords.read(
      input,
      members: ["startedDateTime", "request.method", "timings.receive", "_fromCache", "_fetchType"] + sizes + waits,
      // Pages have a start, too.
      isRecord: { $0.has("startedDateTime") && ($0.has("request.method") || $0.has("timings.receive")) }
    ) { record throws(InputFault) in
      guard var start = try record.seconds(&stamps, ["startedDateTime"]) else {
        throw record.fault("startedDateTime", "none", "a date and time")
      }
      // -1 means not applicable.
      for wait in waits { start += max(0, try record.number(wait) ?? 0) / 1000 }
      // Safari names the memory cache and the disk cache.
      let isCached = record.has("_fromCache") || record.text("_fetchType")?.hasSuffix("Cache") ?? false
      let bits = isCached ? 0 : try size(of: record) * 8
      // Firefox gives no times to what was blocked or aborted before an answer.
      guard let receive = try record.number("timings.receive") ?? (bits == 0 ? 0 : nil) else {
        throw record.fault("timings.receive", "none", "milliseconds from the first byte to the last" + fix)
      }
      requests.append((start, max(0, receive) / 1000, bits, record.line))
    }
    log.fix =
      requests.contains { $0.bits > 0 }
      ? fix : "; no response has a size: export the archive with the content of responses"
    for request in requests {
      try log.add(start: request.start, duration: request.duration, bits: request.bits, line: request.line)
    }
    return try log.content(lineCount: lines)
  }

  /// Bytes that were received, 0 where that is not known.
  private static func size(of record: JSONRecords.Record) throws(InputFault) -> Double {
    if let transferred = try record.number("response._transferSize"), transferred >= 0 { return transferred }
    if let body = try record.number("response.bodySize"), body >= 0 { return body }
    let saved = try record.number("response.content.compression") ?? 0
    return max(0, (try record.number("response.content.size") ?? 0) - max(0, saved))
  }
}
