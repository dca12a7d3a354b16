import ABRInput

/// The tables of 5Gophers 1.0 (Narayanan et al., WWW 2020): `seq_num` in seconds and throughput columns in Mbit/s.
///
/// Each throughput column is a trace: mobility tables have one for each carrier. In tables of runs each protocol,
/// carrier, number of connections, server and run is one.
public enum GophersTable: TraceFormat {
  /// The name to ask for it by.
  public static let name = "5gophers"
  /// What a file holds, in one line.
  public static let summary = "CSV with seq_num (s) and columns of throughput in Mbit/s, a trace for each: 5Gophers 1.0"
  /// What its reader obeys.
  public static let options = CoveredTime.traceOptions

  private static let suffix = "throughput_mbps"

  /// Known by its columns.
  public static func match(_ head: TraceHead) -> FormatMatch? {
    head.hasColumns("seq_num") && head.header.contains { $0.hasSuffix(suffix) } ? .signature : nil
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``TraceError`` naming file, line and field.
  /// - Complexity: O(*bytes*).
  public static func read(_ input: TraceInput) throws(TraceError) -> TraceContent {
    let keys = ["protocol", "carrier", "num_tcp_conn", "server_location", "run_num"]
    return try SampledSeconds.read(input, keys: keys, prefix: "", second: "seq_num", isRate: { $0.hasSuffix(suffix) })
  }
}
