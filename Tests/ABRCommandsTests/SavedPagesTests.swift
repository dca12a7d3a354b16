import ABRTestSupport
import Foundation
import Testing

@testable import ABRCommands

/// Pages of what verbs save, and of single sessions.
@Suite("Pages of saved results")
struct SavedPagesTests {
  private static func page(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  @Test("report writes the page of what check, compare, tune, explain and sweep save, with what was found on top")
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
        "FAIL 1 of 1 gate<", "rebuffer_ratio"
      ),
      (
        ["compare", "bola", "fixed:2"] + folder.inputs, [0], "Unclear whether bola and fixed:2 differ",
        "bytes_wasted_per_h"
      ),
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
      (
        ["sweep", "--policy", "bola", "fixed:2", "-o", folder.path("sweep")] + folder.inputs, [0], "Intervals",
        "bytes_wasted_per_h"
      ),
    ] as [([String], [Int32], String, String)] {
      let result = folder.perform(words + ["--export", "json=\(saved)"])
      try #require(codes.contains(result.code), "\(words): \(result)")
      let report = folder.perform(["report", saved, "-o", html])
      // Without the library that draws, a page with pictures has a warning.
      let said = report.diagnostics.split(separator: "\n").filter { !$0.contains("make charts") }
      #expect(report.code == 0 && said == ["report: \(html)"], "\(words): \(report)")
      let page = try Self.page(html)
      #expect(page.contains(heading) && page.contains(cell), "\(words)")
      #expect(!page.contains("id=\"inputs\""))
      // Values have the units that people read.
      if words[0] != "explain" { #expect(page.contains(" MB/h</td>") && !page.contains("e+0"), "\(words)") }
      let both = folder.perform(["report", saved, saved, "-o", html])
      #expect(both.code == 64 && both.diagnostics.contains("is a result by itself"), "\(both)")
    }
  }

  @Test("the page of a saved check has the headline of its own page, and older files that of older versions")
  func checkHeadlines() throws {
    let folder = try CommandFolder([
      "gates.toml": "[[gate]]\nmetric = \"rebuffer_ratio\"\nmax_regression = \"+99pp\"\nkind = \"population\"\n"
        + "level = \"warn\"\n\n[[gate]]\nmetric = \"bytes_wasted\"\nmax_regression = \"+0MB\"\n"
    ])
    let (base, saved, html) = (folder.path("base.json"), folder.path("saved.json"), folder.path("page.html"))
    #expect(folder.perform(["baseline", "save", base, "--policy", "bola"] + folder.inputs).code == 0)
    var headlines: [String] = []
    for policy in ["bola", "fixed:2"] {
      for failOn in ["regression", "inconclusive", "improvement", "none"] {
        let check = folder.perform(
          ["check", "--baseline", base, "-c", folder.path("gates.toml"), "--policy", policy, "--fail-on", failOn]
            + ["--export", "json=\(saved)", "html=\(html)"] + folder.inputs)
        let document = try String(contentsOfFile: saved, encoding: .utf8)
        #expect(document.contains("\"exit_code\" : \(check.code),"), "\(check)")
        #expect(document.contains("\"fail_on\" : \"\(failOn)\","))
        func headline() throws -> Substring {
          try #require(try Self.page(html).firstMatch(of: /<h1 id="headline"[^>]*>[^<]*<\/h1>/)).0
        }
        let own = try headline()
        #expect(folder.perform(["report", saved, "-o", html]).code == 0)
        #expect(try headline() == own)
        headlines.append(String(own))
        let old = document.replacing(/"(exit_code|fail_on)" : [^,]*,/, with: "")
        try old.write(toFile: saved, atomically: true, encoding: .utf8)
        #expect(folder.perform(["report", saved, "-o", html]).code == 0)
        #expect(try headline().contains(">Check: "))
      }
    }
    #expect(headlines[0].contains(">PASS 1 of 2 gates, 1 unclear<"), "\(headlines)")
  }

  @Test("text and page of a search list the current setting among those that nothing beats, as CSV does")
  func currentOnFront() throws {
    let folder = try CommandFolder()
    let (csv, html) = (folder.path("t.csv"), folder.path("t.html"))
    let result = folder.perform(
      [
        "tune", "--policy", "fixed:2", "--min", "4s,8s", "--max", "8s,12s", "--held-out", "0", "--viewer", "leave(40s)",
        "--goal", "bytes_wasted_per_h", "rebuffer_ratio", "--export", "csv=\(csv)", "html=\(html)",
      ] + folder.inputs)
    let rows = try Self.page(csv).split(separator: "\n").filter { $0.hasPrefix("lab,fixed:2,static(30s),") }
    #expect(rows.count == 1 && rows[0].hasSuffix(",yes,no"), "\(rows)")
    #expect(result.output.contains("\n4 of 4, current "), "\(result)")
    #expect(try Self.page(html).contains(">4 of 4, current</"))
  }

  @Test("the page of a search over a feed names the feed once, and says that its command has one viewer a trace")
  func feed() throws {
    let folder = try CommandFolder()
    let html = folder.path("tune.html")
    let result = folder.perform(
      [
        "tune", "--items", "3", "--viewer", "feed(short-video)", "--policy", "bola", "--min", "8s,20s", "--max", "40s",
        "--goal", "wait_ratio", "--held-out", "0", "--export", "html=\(html)",
      ] + folder.inputs)
    #expect([0, 2, 3].contains(result.code), "\(result)")
    let page = try Self.page(html)
    #expect(page.contains("id=\"facts\">3 items · ") && !page.contains("3 items, viewer 1, 3 items"))
    #expect(page.contains("with one viewer over each; the search had 4:</p>"))
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
    // The first picture is the session over time, and no distribution of one session.
    #expect(!page.contains("cdf-") && page.contains("movie over b.csv"))
    let two = folder.perform(words + ["--against", "fixed:2", "--export", "html=\(html)"])
    #expect(two.code == 0, "\(two)")
    let both = try Self.page(html)
    #expect(both.contains("timeline-2") && both.contains("against fixed:2"))
  }

  @Test("a saved result that is cut, of another version, or not as its schema says is refused with the member's name")
  func damaged() throws {
    let folder = try CommandFolder()
    let (base, saved, file) = (folder.path("base.json"), folder.path("saved.json"), folder.path("history.jsonl"))
    let bola = ["--policy", "bola"] + folder.inputs
    #expect(folder.perform(["baseline", "save", base] + bola).code == 0)
    func hold(_ verbs: [[String]], _ text: String, _ message: String, hint: String) throws {
      try text.write(toFile: saved, atomically: true, encoding: .utf8)
      for words in verbs {
        let result = folder.perform(words)
        #expect(result.code == 5 && result.diagnostics.contains(message), "\(words), \(message): \(result)")
        #expect(result.diagnostics.contains(hint), "\(words), \(message): \(result)")
      }
    }
    let report = ["report", saved, "-o", folder.path("page.html")]
    let add = ["history", "add", file, saved, "--commit", "x"]
    let check = ["check", "--baseline", base, "--gate", "rebuffer_ratio<=+1pp", "--export", "json=\(saved)"] + bola
    try #require(folder.perform(check).code == 0)
    let whole = try Self.page(saved)
    for (old, new, message) in [
      ("\"schema\" : 3", "\"schema\" : 99", "saved.json: schema: found 99, expected 3"),
      ("\"status\" : \"pass\"", "\"status\" : \"banana\"", "gates[0].status: found \"banana\", expected pass, fail or"),
      ("\"outcome\" : \"pass\"", "\"outcome\" : \"banana\"", "outcome: found \"banana\", expected pass, regression,"),
      ("\"outcome\" : \"pass\"", "\"outcome\" : \"regression\"", "outcome: found \"regression\", expected pass, which"),
      ("\"status\" : \"pass\"", "\"status\" : \"fail\"", "gates[0].status: found \"fail\", expected pass, which"),
      ("\"comparison\" : {", "\"other\" : {", "gates[0].comparison: missing"),
      ("\"candidate\" : ", "\"other\" : ", "candidate: missing"),
      ("\"gates\" : [", "\"gates\" : [], \"more\" : [", "gates: found 0 elements, expected 1 or more"),
    ] {
      let range = try #require(whole.range(of: old), "\(old)")
      try hold(
        [report, add], whole.replacingCharacters(in: range, with: new), message, hint: "json=\(saved) writes it anew")
    }
    try hold(
      [add], "{\"schema\": 3, \"gates\": []}", "outcome: missing", hint: "abrlab check --gate GATE --export json=")
    for length in [whole.count / 3, whole.count - 3] {
      try hold([report, add], String(whole.prefix(length)), "saved.json:", hint: "abrlab check --")
    }
    #expect(!FileManager.default.fileExists(atPath: file))

    let tune = [
      "tune", "--min", "8s,20s", "--held-out", "0", "--goal", "bytes_wasted_per_h", "--export", "json=\(saved)",
    ]
    try #require([0, 2, 3].contains(folder.perform(tune + bola).code))
    let search = try Self.page(saved)
    for name in ["best", "recommendation"] {
      try hold(
        [report], search.replacing("\n  \"\(name)\" : ", with: "\n  \"more\" : "), "saved.json: \(name): missing",
        hint: "abrlab tune --export json=")
    }

    try "{\"commit\":\"a\",\"gates\":[]}\n{}\n".write(toFile: file, atomically: true, encoding: .utf8)
    let history = folder.perform(["report", file, "-o", folder.path("page.html")])
    #expect(history.code == 64, "\(history)")
    #expect(history.diagnostics.contains("abrlab history show \(file) --export html="), "\(history)")
  }

  @Test("a history takes checks, shows them in every form and refuses what is none")
  func history() throws {
    let folder = try CommandFolder(["other.json": "{\"schema\": 3}", "none.jsonl": ""])
    let (base, check, file) = (folder.path("base.json"), folder.path("check.json"), folder.path("history.jsonl"))
    #expect(folder.perform(["baseline", "save", base, "--policy", "bola"] + folder.inputs).code == 0)
    for (index, policy) in ["bola", "fixed:2", "fixed:2"].enumerated() {
      let checked = folder.perform(
        ["check", "--baseline", base, "--policy", policy, "--export", "json=\(check)"] + folder.inputs
          + ["--gate", "rebuffer_ratio<=+1pp", "mean_bitrate_bps>=-2%"])
      #expect([0, 2].contains(checked.code), "\(checked)")
      let added = folder.perform(["history", "add", file, check, "--commit", "c\(index)"])
      #expect(added.code == 0 && added.diagnostics.contains("c\(index) added"), "\(added)")
    }
    let lines = try Self.page(file).split(separator: "\n")
    #expect(lines.count == 3 && lines[0].contains("\"commit\":\"c0\""), "\(lines)")
    let html = folder.path("history.html")
    let shown = folder.perform(["history", "show", file, "--export", "html=\(html)"])
    // Over so few traces no interval leaves another.
    #expect(shown.code == 0 && shown.output.contains("c1") && !shown.output.contains("got worse"), "\(shown)")
    #expect(try Self.page(html).contains("No gated metric moved in the last build"))
    for (format, name) in [("smaller-is-better", "rebuffer_ratio"), ("bigger-is-better", "mean_bitrate_bps")] {
      let result = folder.perform(["history", "show", file, "--format", format])
      #expect(result.code == 0 && result.output.contains("\"\(name)\""), "\(result)")
    }
    let document = try folder.document(["history", "show", file])
    #expect((document["builds"] as? [Any])?.count == 3)
    for (words, code, message) in [
      (["history", "add", file, folder.path("other.json"), "--commit", "x"], 64, "other.json:1: gates: missing"),
      (["history", "add", file, folder.path("gone.json"), "--commit", "x"], 5, "gone.json"),
      (["history", "show", folder.path("none.jsonl")], 5, "holds no build"),
      (["history", "show", folder.path("movie.json")], 64, "movie.json:1"),
    ] as [([String], Int32, String)] {
      let result = folder.perform(words)
      #expect(result.code == code && result.diagnostics.contains(message), "\(words): \(result)")
    }
    #expect(try Self.page(file).split(separator: "\n").count == 3)
    try Self.page(file).replacing("\"value\":", with: "\"valu\":").write(
      toFile: folder.path("damaged.jsonl"), atomically: true, encoding: .utf8)
    for words in [["show", folder.path("damaged.jsonl")], ["add", folder.path("damaged.jsonl"), check]] {
      let result = folder.perform(["history"] + words)
      #expect(result.code == 5 && result.diagnostics.contains("damaged.jsonl:1: value: missing"), "\(result)")
    }
    // A file that an editor has left without its last line end.
    try String(try Self.page(file).dropLast()).write(toFile: file, atomically: true, encoding: .utf8)
    #expect(folder.perform(["history", "add", file, check, "--commit", "c3"]).code == 0)
    #expect(try Self.page(file).split(separator: "\n").count == 4)
    // Without a commit it comes from the build service or the checkout.
    let unnamed = folder.perform(["history", "add", file, check, "--commit", ""])
    #expect(!unnamed.diagnostics.contains(":  added"), "\(unnamed)")
  }
}
