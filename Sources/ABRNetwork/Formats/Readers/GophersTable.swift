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

  /// Whether the header has a number of seconds and a throughput.
  public static func recognises(_ head: TraceHead) -> Bool {
    guard head.contains("throughput_mbps") else { return false }
    let header = head.header
    return header.contains("seq_num") && header.contains { $0.hasSuffix(suffix) }
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
