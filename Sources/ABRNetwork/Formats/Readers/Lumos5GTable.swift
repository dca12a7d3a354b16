import ABRInput

/// The table of Lumos5G 1.0 (Narayanan et al., IMC 2020): `run_num`, `seq_num` in seconds and `Throughput` in Mbit/s
/// among other columns.
///
/// Each run is a trace. A row's throughput holds for the second that ends at its `seq_num`; a row without one (nothing,
/// or 2147483647) is time without cover.
public enum Lumos5GTable: TraceFormat {
  /// The name to ask for it by.
  public static let name = "lumos5g"
  /// What a file holds, in one line.
  public static let summary = "CSV with run_num, seq_num (s) and Throughput (Mbit/s), a trace for each run: Lumos5G 1.0"
  /// What its reader obeys.
  public static let options = CoveredTime.traceOptions

  /// Known by its columns.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasColumns("run_num", "seq_num", "Throughput") ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    try SampledSeconds.read(input, keys: ["run_num"], prefix: "run-", second: "seq_num") { $0 == "Throughput" }
  }
}
