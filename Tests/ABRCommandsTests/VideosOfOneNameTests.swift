import Foundation
import Testing

@testable import ABRCommands

/// Results tell videos apart by name, and a video that is given twice counts twice.
@Suite("Videos of one name") struct VideosOfOneNameTests {
  private static func video(_ sizes: String) -> String {
    """
    {"bitrates_kbps": [400, 1000], "segment_duration_ms": 4000,
     "segment_sizes_bits": [\(Array(repeating: sizes, count: 8).joined(separator: ","))]}
    """
  }

  private let folder: CommandFolder

  init() throws {
    folder = try CommandFolder([
      "a/film.json": Self.video("[1600000, 4000000]"), "b/film.json": Self.video("[800000, 3000000]"),
    ])
  }

  private func run(_ videos: [String], _ more: [String] = []) -> (code: Int32, output: String, diagnostics: String) {
    folder.perform(
      ["run", "--policy", "bola", "--traces", folder.path("links"), "--video"] + videos.map(folder.path) + more)
  }

  @Test("different videos of one name have their files in it")
  func different() throws {
    let result = run(["a/film.json", "b/film.json"], ["--by", "video", "--format", "csv"])
    let rows = result.output.split(separator: "\n").dropFirst()
    let names = ["a", "b"].map { "film (\(folder.path("\($0)/film.json")))," }
    #expect(result.code == 0 && names.allSatisfy { name in rows.contains { $0.hasPrefix(name) } }, "\(result)")
    #expect(!result.diagnostics.contains("is given"), "\(result)")
  }

  @Test("a video that is given twice is a warning, but not where it is every other item")
  func twice() throws {
    let warning = "warning: --video: film is given 2 times: each of its sessions counts as often"
    let result = run(["a/film.json", "a/film.json"])
    #expect(result.code == 0 && result.diagnostics.contains(warning), "\(result)")
    let items = run(["a/film.json", "a/film.json"], ["--items", "2"])
    #expect(items.code == 0 && !items.diagnostics.contains("is given"), "\(items)")
  }
}
