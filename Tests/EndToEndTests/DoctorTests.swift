import Foundation
import Testing

@Suite("Doctor", .timeLimit(.minutes(20)))
struct DoctorTests {
  @Test("it names the version, the libraries and the machine")
  func text() throws {
    let result = try Program.run(["doctor"])
    for word in ["abrlab", "toml++", "libnuma", "processors", "node 0", "corpus", "UTF-8"] {
      #expect(result.output.contains(word))
    }
    #expect(result.diagnostics.isEmpty && result.status == 0)
  }

  @Test("its JSON has the same for machines")
  func json() throws {
    let result = try Program.run(["doctor", "--format", "json"])
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let machine = try #require(report["machine"] as? [String: Any])
    #expect(try #require(machine["usable_processors"] as? Int) >= 1)
    #expect(!(try #require(machine["nodes"] as? [Any])).isEmpty)
  }

  @Test("it counts the files of the corpus, and says when the folder is not there")
  func corpus() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("1,2\n".utf8).write(to: folder.appendingPathComponent("a.csv"))
    try Data("1,2\n".utf8).write(to: folder.appendingPathComponent("b.csv"))
    let found = try Program.run(["doctor"], environment: ["ABRLAB_CORPUS": folder.path])
    #expect(found.output.contains("\(folder.path): 2 files"))
    let missing = try Program.run(["doctor"], environment: ["ABRLAB_CORPUS": "/nonexistent"])
    #expect(missing.output.contains("/nonexistent: none; ") && missing.status == 0)
  }
}
