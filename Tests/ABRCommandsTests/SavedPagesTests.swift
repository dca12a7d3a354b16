import ABRTestSupport
import Foundation
import Testing

@testable import ABRCommands

/// Pages of what verbs save, and of single sessions.
@Suite("Pages of saved results")
struct SavedPagesTests {
  private static func page(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  @Test("report writes the page of what check, compare, tune and explain save, with what was found as its heading")
  func documents() throws {
    let folder = try CommandFolder()
    let base = folder.path("base.json")
    let policy = ["--policy", "bola"] + folder.inputs
    #expect(folder.perform(["baseline", "save", base] + policy).code == 0)
    let saved = folder.path("saved.json")
    let html = folder.path("page.html")
    for (words, codes, heading, cell) in [
      (
        ["check", "--baseline", base, "--policy", "fixed:2", "--gate", "rebuffer_ratio<=+0pp"] + folder.inputs, [0, 2],
        "Check: regression, 1 of 1 gate failed", "rebuffer_ratio"
      ),
      (["compare", "bola", "fixed:2"] + folder.inputs, [0], "Comparison", "bytes_wasted_per_h"),
      (
        [
          "tune", "--min", "8s,20s", "--max", "40s", "--held-out", "0", "--policy", "bola", "--goal",
          "bytes_wasted_per_h",
        ] + folder.inputs, [0, 2, 3],
        "Settings", "8s"
      ),
      (
        ["explain", folder.path("links/a.csv"), "--video", folder.path("movie.json"), "--policy", "bola"], [0],
        "Session",
        "time_s"
      ),
    ] as [([String], [Int32], String, String)] {
      let result = folder.perform(words + ["--export", "json=\(saved)"])
      try #require(codes.contains(result.code), "\(words): \(result)")
      let report = folder.perform(["report", saved, "-o", html])
      #expect(report.code == 0 && report.diagnostics == "report: \(html)\n", "\(words): \(report)")
      let page = try Self.page(html)
      #expect(page.contains(heading) && page.contains(cell), "\(words)")
      #expect(!page.contains("id=\"inputs\""))
      let both = folder.perform(["report", saved, saved, "-o", html])
      #expect(both.code == 64 && both.diagnostics.contains("is a result by itself"), "\(both)")
    }
  }

  @Test("explain writes a session as a page: its pictures and its events, of two sessions both")
  func explained() throws {
    let folder = try CommandFolder()
    let html = folder.path("session.html")
    let words = ["explain", folder.path("links/b.csv"), "--video", folder.path("movie.json"), "--policy", "bola"]
    let one = folder.perform(words + ["--export", "html=\(html)"])
    #expect(one.code == 0, "\(one)")
    let page = try Self.page(html)
    #expect(page.contains(">Events</h2>") && page.contains("timeline-1"), "\(page.prefix(3000))")
    #expect(page.contains("received") && !page.contains("timeline-2"))
    let two = folder.perform(words + ["--against", "fixed:2", "--export", "html=\(html)"])
    #expect(two.code == 0, "\(two)")
    let both = try Self.page(html)
    #expect(both.contains("timeline-2") && both.contains("against fixed:2"))
  }
}
