import Testing

/// Under six recordings a search says what it found, and not that it is better.
@Suite("Searches over few traces")
struct FewTracesTests {
  private static func tune(_ count: Int, _ goals: [String]) throws -> (text: String, document: [String: Any]) {
    let links = (0..<count).map { number in
      ("few/\(number).csv", "duration_s,bandwidth_bps,latency_ms\n40,\(5_000_000 + 10_000 * number),50\n")
    }
    let folder = try CommandFolder(Dictionary(uniqueKeysWithValues: links))
    let words =
      [
        "tune", "-q", "--policy", "bola", "--min", "8s", "--max", "8s,20s", "--held-out", "0", "--viewer", "leave(10s)",
        "--traces", folder.path("few"), "--video", folder.path("movie.json"), "--goal",
      ] + goals
    return (folder.perform(words).output, try folder.document(words, codes: [0, 3]))
  }

  @Test("under six recordings nothing that was searched is judged, nor set", arguments: [1, 2, 5, 6, 8])
  func few(count: Int) throws {
    let (text, document) = try Self.tune(count, ["bytes_wasted_per_h"])
    let gain = try #require(document["gain"] as? [String: Any])
    #expect((gain["interval"] is [Double]) == (count >= 6) && (gain["difference"] as? Double).map { $0 < 0 } == true)
    let traces = count == 1 ? "1 trace is" : "\(count) traces are"
    let first = text.prefix { $0 != "\n" }
    #expect(first.hasPrefix(count < 6 ? "Try " : "Set "), "\(first)")
    #expect(first.hasSuffix(", but \(traces) too few to confirm it.") == (count < 6), "\(first)")
  }

  @Test("a setting that does not change the first goal is not tried", arguments: [3, 8])
  func same(count: Int) throws {
    let first = try Self.tune(count, ["rebuffer_ratio", "bytes_wasted_per_h"]).text.prefix { $0 != "\n" }
    #expect(
      first == "Keep the current setting: best and current have the same rebuffer_ratio over all \(count) traces.")
  }
}
