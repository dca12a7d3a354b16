import ABRInput

/// JSON logs of Akamai DataStream 2, an object a line.
///
/// An answer counts from `reqTimeSec` and `turnAroundTimeMSec` on for `transferTimeMSec`; its size is `totalBytes`,
/// else `bytes`. A trace is made for each CMCD session, or each `cliIP` without one.
public enum AkamaiLog: TraceFormat {
  /// The name to ask for it by.
  public static let name = "akamai"
  /// What a file holds, in one line.
  public static let summary = "JSON log of Akamai DataStream 2: reqTimeSec, transferTimeMSec and totalBytes"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions

  /// Known by the time of a request.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasKeys("reqTimeSec") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes* + *n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    var stamps = TimeStamps(unit: .second)
    return try ServerRecords.read(
      input, members: ["transferTimeMSec", "turnAroundTimeMSec", "totalBytes", "bytes", "cliIP"],
      markers: ["reqTimeSec"]
    ) { record throws(InputFault) in
      guard let time = try record.seconds(&stamps, ["reqTimeSec"]) else { return nil }
      guard let transfer = try record.number("transferTimeMSec") else {
        throw record.fault("transferTimeMSec", "none", "milliseconds: add Transfer time to the stream's data set")
      }
      guard transfer >= 0 else { throw record.fault("transferTimeMSec", "\(transfer)", "0 or more") }
      guard let bytes = try record.number("totalBytes", "bytes") else {
        throw record.fault("totalBytes", "none", "bytes: add Total bytes to the stream's data set")
      }
      let wait = max(0, try record.number("turnAroundTimeMSec") ?? 0)
      return ServerRecords.Request(
        start: time + wait / 1000, duration: transfer / 1000, bytes: bytes, client: record.text("cliIP"),
        isWholeSecond: ServerRecords.isWholeSecond(record.text("reqTimeSec")))
    }
  }
}
