import ABRTestSupport
import Foundation
import Testing

@testable import ABRNetwork

@Suite struct BundledTracesTests {
  private static let folder = SharedData.package + "/Traces"

  @Test("the files in Traces/generated are those the generator makes, and no others")
  func committed() throws {
    let files = try BundledTraces.files()
    #expect(files.count == 24)
    for file in files {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(file.path)"))
      #expect([UInt8](bytes) == file.bytes, "\(file.path)")
    }
    let found = try TraceFile.paths(at: [Self.folder + "/generated"])
    #expect(Set(found) == Set(files.map { "\(Self.folder)/\($0.path)" }))
  }

  @Test("every file is read back as the trace it was written from")
  func readBack() throws {
    for file in try BundledTraces.files() {
      let loaded = try TraceFile.load("\(Self.folder)/\(file.path)")
      #expect(loaded.trace == file.trace)
      #expect(abs(loaded.trace.duration - 600) < 1e-9)
    }
  }

  @Test("the README has a row for every family")
  func readme() throws {
    let text = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
    for profile in BundledTraces.profiles { #expect(text.contains("| `\(profile.family)` |"), "\(profile.family)") }
  }
}
