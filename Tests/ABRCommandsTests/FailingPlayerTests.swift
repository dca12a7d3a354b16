import ABRPlayerCode
import ABRTestSupport
import Foundation
import Testing

@Suite("Players' own code that fails or never starts", .enabled(if: JavaScriptMachine.isAvailable, "no JavaScriptCore"))
struct FailingPlayerTests {
  private let folder: CommandFolder

  /// Eight traces, a player that fails after some segments, and one that never requests anything.
  init() throws {
    var files = [
      "good.js": StandInPlayer.script(),
      "failing.js": StandInPlayer.script(onSegment: "if (number > 4) throw new Error('no more');"),
      "silent.js": StandInPlayer.script().replacing("this.load(address)", with: "Promise.resolve()"),
      "adapter.js": StandInPlayer.adapter,
    ]
    for number in 0..<5 {
      files["links/\(number).csv"] = "duration_s,bandwidth_bps,latency_ms\n40,\(number + 2)200000,50\n"
    }
    folder = try CommandFolder(files)
  }

  private func spec(_ name: String) -> String {
    "code(\(folder.path("\(name).js")),adapter=\(folder.path("adapter.js")))"
  }

  @Test("compare has a row of failed sessions where either side fails, with its verdict")
  func compare() throws {
    let words = ["compare", spec("good"), spec("failing")] + folder.inputs
    let table = folder.perform(words)
    let row = try #require(table.output.split(separator: "\n").first { $0.hasPrefix("failed_share") }, "\(table)")
    #expect(row.contains("100.000 %") && row.hasSuffix("WORSE"), "\(row)")
    let alike = folder.perform(["compare", spec("good"), "lab"] + folder.inputs)
    #expect(alike.code == 0 && !alike.output.contains("failed_share"), "\(alike)")
  }

  @Test("options that a build does not know are warned of, also with --quiet")
  func doubtfulOptions() throws {
    let folder = try CommandFolder([
      "good.js": StandInPlayer.script(), "adapter.js": StandInPlayer.adapter, "typo.json": "{\"gaol\": 6}",
    ])
    let files = ["good.js", "adapter.js", "typo.json"].map(folder.path)
    let words = ["--player", "code(\(files[0]),adapter=\(files[1]),config=\(files[2]))", "--quiet"]
    let trace = folder.path("links/a.csv")
    for command in [["run"] + folder.inputs, ["explain", trace, "--video", folder.path("movie.json")]] {
      let result = folder.perform(command + words)
      let warning = "warning: \(files[2]): stand-in 1.0 has no option gaol and ignores it; did you mean goal?"
      #expect(result.code == 0 && result.diagnostics.contains(warning), "\(result)")
    }
  }

  @Test("run prefers the one that does not fail, and says which one does")
  func run() {
    let result = folder.perform(["run", "--player", spec("failing"), spec("good")] + folder.inputs)
    #expect(result.output.contains(" has fewer failed sessions than "), "\(result)")
    #expect(result.output.contains("Failed sessions: 0.000 % with "), "\(result)")
    let league = folder.perform(["run", "--by", "family", "--player", spec("failing"), spec("good")] + folder.inputs)
    #expect(league.output.contains("failed %"), "\(league)")
  }

  @Test("a sweep tests failed sessions as compare does, where there are any")
  func sweep() throws {
    func lines(_ other: String) -> [Substring] {
      let words = ["sweep", "--player", spec("good"), other, "-o", folder.path("sweep-\(other.count)")] + folder.inputs
      return folder.perform(words).output.split(separator: "\n").filter { $0.hasPrefix("failed_share ") }
    }
    let rows = lines(spec("failing"))
    #expect(rows.count == 2 && rows.last?.contains("+100.000 pp") == true, "\(rows)")
    #expect(lines("lab").isEmpty)
  }

  @Test("a player that viewers leave before it starts has the command that shows why", arguments: ["silent", "good"])
  func unstarted(name: String) {
    let words = ["run", "--player", spec(name), "--viewer", "leave(30s)"] + folder.inputs
    let notes = folder.perform(words).diagnostics.split(separator: "\n")
    let place = notes.firstIndex { $0.hasSuffix(" showed no frame and received nothing, see why with:") }
    #expect((place != nil) == (name == "silent"), "\(notes)")
    guard let place else { return }
    #expect(notes[place].hasPrefix("8 of 8 sessions of "))
    #expect(notes[place + 1].hasPrefix("  abrlab explain "))
  }

  @Test("explain holds own code against players alone, and says what another part is")
  func against() throws {
    func explain(_ other: String) -> (code: Int32, output: String, diagnostics: String) {
      folder.perform([
        "explain", folder.path("links/a.csv"), "--video", folder.path("movie.json"), "--player", spec("good"),
        "--against", other,
      ])
    }
    for (other, part) in [("bola", "policy"), ("static(20s)", "buffer")] {
      let refused = explain(other)
      #expect(refused.code == 64)
      #expect(refused.diagnostics.contains("--against: \(other) is a \(part), which code("), "\(refused)")
      #expect(refused.diagnostics.contains("expected another player, such as hls.js or code(dist/hls.js)"))
    }
    #expect(explain("hls.js").code == 0 && explain(spec("good")).output.contains("all requests the same"))
  }
}
