import ABRTestSupport
import Foundation
import Testing

/// `Scripts/recorded-traces`, which made `Traces/recorded`.
@Suite struct RecordedTracesTests {
  @Test(
    "the recordings are chosen and made again byte for byte",
    .enabled(
      if: SharedData.corpus != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"),
      "skipped: set ABRLAB_CORPUS to the folder of recorded traces"), arguments: ["", "--choose"])
  func repeatable(_ option: String) throws {
    let folder = try Program.makeFolder().path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let corpus = try #require(SharedData.corpus) + "/open"
    let line =
      "mkdir \(folder)/Traces && cp -R Scripts \(folder) && cp -R Traces/recorded \(folder)/Traces"
      + " && /usr/bin/python3 \(folder)/Scripts/recorded-traces \(option) '\(corpus)' 2>/dev/null"
      + " && diff -rq Traces/recorded \(folder)/Traces/recorded"
    let result = try Program.shell(line)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
  }
}
