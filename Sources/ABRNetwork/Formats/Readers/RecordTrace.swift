import ABRInput

/// JSON of a known layout: logs of servers, and what measures a network, as ``RecordLayout`` lists them.
///
/// `--columns` reads JSON of any other layout.
public enum RecordTrace: TraceFormat {
  /// The name to ask for it by.
  public static let name = "json"
  /// What a file holds, in one line.
  public static let summary =
    "JSON records of \(RecordLayout.titles.joined(separator: ", ")); of others with --columns"
  /// What its reader obeys.
  public static let options = ServerRecords.traceOptions.union(StampedRates.traceOptions).union(
    CoveredTime.traceOptions)

  /// Known by the names of members.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    RecordLayout.of(head) == nil ? nil : .signature
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*), and O(*n* log *n*) in the requests.
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    guard let layout = RecordLayout.of(TraceHead(input.bytes, fileName: input.name)) else {
      throw input.malformed(
        1, "layout", "none that is known",
        "JSON of \(FaultText.choice(RecordLayout.titles)), or --columns with the paths of its members")
    }
    return try TableTrace.read(input, as: layout)
  }
}
