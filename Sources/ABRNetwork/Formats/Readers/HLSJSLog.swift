import ABRInput

/// The load statistics of hls.js: `stats` of `FRAG_LOADED` and the like, in a list or one a line, and the events that
/// the metrics of its demo page export.
///
/// A request counts from its first byte to its last: `loading.first` to `loading.end` with `loaded` bytes; `tfirst` to
/// `tload` before version 1; in events `load` milliseconds after `time` and `latency`, with `size`. The clock is
/// `performance.now()` in milliseconds.
public enum HLSJSLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "hls.js"
  /// What a file holds, in one line.
  public static let summary = "JSON of hls.js load statistics: loading.first, loading.end and loaded"
  /// What its reader obeys.
  public static let options = DownloadLog.traceOptions

  /// Known by the statistics of a request, in the forms of three versions.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isKnown =
      head.hasKeys("loading", "loaded") || head.hasKeys("tfirst", "tload") || head.hasKeys("latency", "load", "size")
    return isKnown ? .structure : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    try PlayerLog.read(
      input,
      members: [
        "loading.start", "loading.first", "loading.end", "loaded", "trequest", "tfirst", "tload", "time", "latency",
        "load", "size",
      ],
      isRecord: { $0.has("loading.end") || $0.has("tload") || $0.has("latency") && $0.has("load") }
    ) { record throws(InputFault) in
      if let latency = try record.number("latency"), let load = try record.number("load") {
        guard let time = try record.number("time") else {
          throw record.fault("time", "none", "milliseconds at which the request began")
        }
        guard load >= 0 else { throw record.fault("load", "\(load)", "0 or more milliseconds") }
        return ((time + latency) / 1000, load / 1000, (try record.number("size") ?? 0) * 8)
      }
      // 0 means not received.
      guard let end = try record.number("loading.end", "tload"), end > 0 else { return nil }
      let first = try record.number("loading.first", "tfirst") ?? 0
      guard let start = first > 0 ? first : try record.number("loading.start", "trequest") else {
        throw record.fault("loading.start", "none", "milliseconds")
      }
      guard end >= start else { throw record.fault("loading.end", "\(end - start) ms after start", "a later time") }
      return (start / 1000, (end - start) / 1000, (try record.number("loaded") ?? 0) * 8)
    }
  }
}
