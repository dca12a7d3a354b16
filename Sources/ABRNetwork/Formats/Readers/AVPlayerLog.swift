import ABRInput

/// The access log of AVPlayer: `AVPlayerItemAccessLog.extendedLogData()`, or its events as JSON.
///
/// An event is a stretch of playback at one bitrate, not a request: it has bytes and, in JSON, `transferDuration`;
/// the text has `c-observed-bitrate` instead, which the bytes are divided by. When in a stretch they came is not
/// known: they count from its beginning, or from the end of those before. The last event is written on until the next
/// begins.
public enum AVPlayerLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "avplayer"
  /// What a file holds, in one line.
  public static let summary = "access log of AVPlayer: extendedLogData(), or its events as JSON"
  /// What its reader obeys.
  public static let options = DownloadLog.traceOptions

  /// Known by the columns or the keys of an event.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    let isText = head.contains("#Fields:") && head.contains("c-observed-bitrate")
    return isText || head.hasKeys("numberOfBytesTransferred") ? .signature : nil
  }

  private static let note =
    "AVPlayer writes a stretch of playback at a bitrate as one event: the trace has one rate for each, and no dynamics "
    + "inside"

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    TraceHead(input.bytes, fileName: input.name).isJSON ? try json(input) : try text(input)
  }

  private static func json(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var stamps = TimeStamps(unit: .second)
    var last = 0.0
    return try PlayerLog.read(
      input, members: ["playbackStartDate", "transferDuration", "numberOfBytesTransferred", "observedBitrate"],
      isRecord: { $0.has("numberOfBytesTransferred") }, notes: [note]
    ) { record throws(InputFault) in
      guard let bytes = try record.number("numberOfBytesTransferred"), bytes > 0 else { return nil }
      let rate = try record.number("observedBitrate").flatMap { $0 > 0 ? $0 : nil }
      // Negative numbers mean unknown.
      let transfer = try record.number("transferDuration").flatMap { $0 > 0 ? $0 : nil }
      guard let duration = transfer ?? rate.map({ bytes * 8 / $0 }) else {
        throw record.fault("transferDuration", "none", "seconds of transfer, or observedBitrate")
      }
      let start = max(last, try record.seconds(&stamps, ["playbackStartDate"]) ?? last)
      last = start + duration
      return (start, duration, bytes * 8)
    }
  }

  private static func text(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var table = try ExtendedLog(input, separator: .spaces)
    var log = DownloadLog(input)
    var stamps = TimeStamps(unit: nil)
    var last = 0.0
    while try table.next() {
      guard let bytes = try table.number("bytes"), let rate = try table.number("c-observed-bitrate"), rate > 0 else {
        log.skip()
        continue
      }
      var start = last
      if table.isThere("date") { start = max(last, try table.time(&stamps)) }
      let duration = max(0, bytes) * 8 / rate
      try log.add(start: start, duration: duration, bits: bytes * 8, line: table.line)
      last = start + duration
    }
    log.notes = [note]
    return try log.content(lineCount: table.line)
  }
}
