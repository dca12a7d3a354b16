import ABRInput
import Testing

/// Files that commands about traces and videos write, and what they say of them.
@Suite("Files of traces")
struct TraceFilesTests {
  private static let header = "duration_s,bandwidth_bps,latency_ms\n"

  /// A recording that is long enough for a model.
  private static func recording(_ number: Int) -> String {
    header + (1...60).map { "1,\(1_000_000 + 1000 * (($0 * 7 + number) % 13)),\n" }.joined()
  }

  @Test("models of folders with spaces and of folders of one name are written with names that are read")
  func models() throws {
    let folder = try CommandFolder([
      "route 7/a.csv": Self.recording(1), "may/drive/1.csv": Self.recording(2), "june/drive/2.csv": Self.recording(3),
      "route-7/b.csv": Self.recording(4),
    ])
    let model = folder.path("m.json")
    let fit = folder.perform(
      ["trace", "fit", "-o", model] + ["route 7", "may/drive", "june/drive", "route-7"].map(folder.path))
    #expect(fit.code == 0, "\(fit.diagnostics)")
    #expect(fit.diagnostics.contains("june/drive and may/drive have one name: each is a family of its own"))
    let made = folder.perform(["trace", "generate", "--model", model, "-o", folder.path("made")])
    #expect(made.code == 0 && made.diagnostics.contains("4 files in"), "\(made.diagnostics)")
    for name in ["route-7", "2-route-7", "may-drive", "june-drive"] {
      #expect(InputFile.size(of: folder.path("made/generated-\(name)_01.csv")) != nil, "\(name)")
    }
  }
}
