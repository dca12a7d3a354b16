import Foundation
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

  @Test("under six recordings no confidence is claimed", arguments: [1, 2, 3, 5, 6])
  func confidence(count: Int) throws {
    let (text, document) = try Self.tune(count, ["bytes_wasted_per_h", "--constraint", "rebuffer_ratio<=50%"])
    let holds =
      count < 6
      ? "the constraint holds on the \(count == 1 ? "1 trace" : "\(count) traces") searched"
      : "the constraint holds with 95 % confidence"
    #expect(text.hasPrefix(count < 6 ? "Try " : "Set "), "\(text)")
    let traces = count == 1 ? "1 trace" : "\(count) traces"
    #expect((document["warnings"] as? [String])?.contains { $0.hasPrefix("only \(traces): below 45") } == true)
    #expect(text.prefix { $0 != "\n" }.contains("; \(holds)"), "\(text)")
    #expect((document["promise"] is NSNull) == (count < 6))
    for word in ["confidence", "promise"] { #expect(text.contains(word) == (count >= 6), "\(word) in\n\(text)") }
  }

  @Test("code on the page of a search is that of the setting to try, and says whose it is")
  func page() throws {
    let folder = try CommandFolder()
    let file = folder.path("page.html")
    let result = folder.perform(
      [
        "tune", "-q", "--policy", "bola", "--min", "8s", "--max", "8s,20s", "--held-out", "0", "--viewer", "leave(10s)",
        "--goal", "bytes_wasted_per_h", "--code", "media3", "--export", "html=\(file)",
      ] + folder.inputs)
    #expect(result.output.hasPrefix("Try growth.min=8s growth.max=20s "), "\(result)")
    let page = try String(contentsOfFile: file, encoding: .utf8)
    let whose = "growth.min=8s growth.max=20s, the best setting found"
    #expect(page.contains(": \(whose)</h2>") && page.contains("\"whose\":\"Code of \(whose):\""))
    #expect(page.contains("\"whose\":\"Code of growth.min=30s growth.max=30s, the current setting:\""))
    #expect(page.contains("\"current\":2") && page.contains("\"start\":1"))
  }

  @Test("a setting that does not change the first goal is not tried", arguments: [3, 8])
  func same(count: Int) throws {
    let first = try Self.tune(count, ["rebuffer_ratio", "bytes_wasted_per_h"]).text.prefix { $0 != "\n" }
    #expect(
      first == "Keep the current setting: best and current have the same rebuffer_ratio over all \(count) traces.")
  }
}
