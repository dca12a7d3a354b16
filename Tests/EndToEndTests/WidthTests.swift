import Foundation
import Testing

/// What people read on a terminal.
@Suite("Width", .timeLimit(.minutes(20)))
struct WidthTests {
  @Test(
    "what people read fits a terminal of 80 columns",
    .enabled("needs script") { try Program.shell("command -v script").status == 0 },
    arguments: [
      "run --policy auto bola", "compare auto bola", "policy list", "trace stats traces",
      "trace compare traces traces/long-name-of-a-family-of-traces",
      "check --baseline base.json --policy bola --gate 'rebuffer_ratio<=+0.01pp' 'startup_s_p95<=1s' 'bytes_wasted_per_h<=+1%'",
      "tune --policy auto --min 2..4s --max 6..8s --goal bytes_wasted_per_h --constraint 'rebuffer_ratio<=+9pp'",
    ])
  func width(words: String) throws {
    let place = try RunTests.Place()
    let family = place.folder.appendingPathComponent("traces/long-name-of-a-family-of-traces")
    try FileManager.default.createDirectory(at: family, withIntermediateDirectories: true)
    let rows = try String(contentsOf: place.folder.appendingPathComponent("traces/slow/a.csv"), encoding: .utf8)
    for number in 0..<8 {
      // Copies would count as one recording.
      try (rows + "1,100000\(number),50\n").write(
        to: family.appendingPathComponent("\(number)_a-recording_with-a-name-that-is-longer-than-a-column.csv"),
        atomically: true, encoding: .utf8)
    }
    let inputs = "--traces traces --video movie.json"
    let plays = ["run", "compare", "check", "tune"].contains { words.hasPrefix("\($0) ") }
    let result = try Program.shell(
      """
      cd '\(place.folder.path)'; $abrlab baseline save base.json --policy auto \(inputs) -q
      echo "stty cols 80; $abrlab \(words) \(plays ? inputs : "") 2>/dev/null" > line
      script -qec 'bash line' /dev/null < /dev/null
      """)
    let lines = result.output.replacing("\r\n", with: "\n").split(separator: "\n")
    #expect(lines.count > 2 && lines.allSatisfy { $0.count <= 80 }, "\(result.output)")
  }
}
