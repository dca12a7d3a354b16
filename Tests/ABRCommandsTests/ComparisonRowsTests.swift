import Foundation
import Testing

/// Rows of a comparison as programs read them.
@Suite("Rows of a comparison")
struct ComparisonRowsTests {
  /// The row of one metric over links of constant rates.
  private static func row(
    _ a: String, _ b: String, _ metric: String, rates: [Int], viewer: String
  ) throws -> [String: Any] {
    let links = rates.map { ("rates/\($0).csv", "duration_s,bandwidth_bps,latency_ms\n60,\($0),50\n") }
    let folder = try CommandFolder(Dictionary(uniqueKeysWithValues: links))
    let document = try folder.document([
      "compare", a, b, "--traces", folder.path("rates"), "--video", folder.path("movie.json"), "--viewer", viewer,
      "--metric", metric,
    ])
    let comparison = try #require((document["comparisons"] as? [[String: Any]])?.first)
    return try #require((comparison["metrics"] as? [[String: Any]])?.first)
  }

  @Test("a trace that got no worse itself is no worst trace, though it weighs otherwise in the pooled value")
  func worst() throws {
    let row = try Self.row(
      "fixed:0", "fixed:2", "rebuffer_ratio", rates: [2_000_000, 10_000_000, 20_000_000], viewer: "leave(40s)")
    let worst = (row["worst_traces"] as? [[String: Any]])?.compactMap { $0["trace"] as? String }
    #expect(row["worse_traces"] as? Int == 1 && worst == ["2000000.csv"], "\(row)")
  }

  @Test("where both sides have no end there is no difference, interval or verdict, as the schema says")
  func noEnd() throws {
    let row = try Self.row(
      "bola", "fixed:0", "startup_s_p95", rates: Array(1001...1006), viewer: "leave(5s)")
    #expect(row["difference"] is NSNull && row["interval"] is NSNull, "\(row)")
    #expect(row["verdict"] as? String == "inconclusive", "\(row)")
    #expect(row["reference"] as? Double == nil && row["candidate"] as? Double == nil, "\(row)")
    let schema = try CommandFolder().perform(["schema", "show", "comparison"]).output
    #expect(
      schema.contains(
        "0 where they agree to 1e-12 of the greater one; null where a side has no value or no end"
      ))
  }
}
