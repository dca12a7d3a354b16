import Foundation
import Testing

@testable import ABRCommands

/// What `check` says beside a gate that failed.
@Suite("Failed gates")
struct FailedGateTests {
  @Test("a failed gate has the command that explains its worst trace, which runs, in the terminal and in all files")
  func explanation() throws {
    let folder = try CommandFolder()
    let base = folder.path("base.json")
    let options = folder.inputs + ["--viewer", "leave(40s)", "--buffer", "static(20s)"]
    #expect(folder.perform(["baseline", "save", base, "--policy", "fixed:0"] + options).code == 0)
    let check = ["check", "--baseline", base, "--policy", "fixed:2", "--gate", "rebuffer_ratio<=+1pp"] + options
    let failed = folder.perform(check)
    #expect(failed.code == 2, "\(failed)")
    let line = try #require(
      failed.diagnostics.split(separator: "\n").last { $0.hasPrefix("  abrlab explain ") }, "\(failed)")
    #expect(failed.diagnostics.contains("rebuffer_ratio <= +1pp: the worst trace is "), "\(failed)")
    // Parentheses are quoted for a shell.
    let words = line.split(separator: " ").dropFirst().map { $0.filter { $0 != "'" } }
    let explained = try folder.document(words)
    let metrics = try #require(explained["metrics"] as? [String: Any])
    #expect(try #require(metrics["rebuffer_ratio"] as? Double) > 0.01)
    let markdown = folder.perform(check + ["--format", "md"])
    #expect(markdown.output.contains("`abrlab \(line.dropFirst("  abrlab ".count))`"), "\(markdown.output)")
    // Pages and JUnit have it with the characters that they escape; the picture of that session has it, too.
    for (format, character) in [("html", "&#39;"), ("junit", "'"), ("json", "'")] {
      let file = folder.path("check.\(format)")
      #expect(folder.perform(check + ["--export", "\(format)=\(file)"]).code == 2)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let count = text.ranges(of: line.dropFirst(2).replacing("'", with: character)).count
      #expect(count == (format == "html" ? 2 : 1), "\(format): \(line)")
    }
    let passed = folder.perform(check.map { $0 == "fixed:2" ? "fixed:0" : $0 })
    #expect(passed.code == 0 && !passed.diagnostics.contains("abrlab explain"), "\(passed)")
  }

  @Test("a gate that bounds a change below 0 warns once, and a table that says it is a change does not")
  func fallBelowZero() throws {
    let folder = try CommandFolder([
      "gates.toml": "[[gate]]\nmetric = \"qoe_lin\"\nmax_regression = \"-3000\"\n"
    ])
    let (base, inputs) = (folder.path("base.json"), folder.inputs + ["--qoe", "lin", "--policy", "bola"])
    #expect(folder.perform(["baseline", "save", base] + inputs).code == 0)
    func check(_ more: [String]) -> (code: Int32, output: String, diagnostics: String) {
      folder.perform(["check", "--baseline", base] + inputs + more)
    }
    let word = check(["--gate", "qoe_lin>=-3000", "rebuffer_ratio<=+1pp"])
    #expect(word.code == 0 && word.output.contains("ok      change of qoe_lin >= -3000 "), "\(word)")
    #expect(
      word.diagnostics.contains(
        "warning: --gate: qoe_lin>=-3000 allows a fall of 3000 from the baseline, whatever the value; no limit can be "
          + "below 0. In a [[gate]] table max_regression = \"-3000\" says so without this warning\n"), "\(word)")
    #expect(word.diagnostics.ranges(of: "allows a fall of").count == 1)
    for more in [["-c", folder.path("gates.toml")], ["--gate", "qoe_lin>=-90%"], ["--gate", "qoe_lin>=-0"]] {
      let other = check(more)
      #expect(other.code == 0 && !other.diagnostics.contains("allows a fall of"), "\(other)")
    }
  }

  @Test("an interrupted run is to be played to its end, and not to be kept as the baseline")
  func interruptedRun() throws {
    let folder = try CommandFolder()
    let run = folder.path("run.json")
    #expect(folder.perform(["run", "--policy", "bola", "--export", "json=\(run)"] + folder.inputs).code == 0)
    let text = try String(contentsOfFile: run, encoding: .utf8)
    #expect(text.hasPrefix("{\n"))
    try ("{\n  \"partial\" : true," + text.dropFirst()).write(toFile: run, atomically: true, encoding: .utf8)
    try text.write(toFile: folder.path("whole.json"), atomically: true, encoding: .utf8)
    for baseline in ["whole.json", "part.json"].map(folder.path) {
      if baseline.hasSuffix("part.json") { try FileManager.default.copyItem(atPath: run, toPath: baseline) }
      let result = folder.perform(["check", "--baseline", baseline, "--run", run, "--gate", "rebuffer_ratio<=+1pp"])
      #expect(result.code == 5 && !result.diagnostics.contains("baseline save"), "\(result)")
      #expect(result.diagnostics.contains("\(run): the candidate is an interrupted run that lacks sessions"))
      #expect(result.diagnostics.contains("abrlab run … --export json=\(run) plays it to its end"), "\(result)")
    }
  }

  /// A check whose files are those of an earlier one.
  private static func earlier() throws -> (folder: CommandFolder, check: [String]) {
    let folder = try CommandFolder([
      "wrong.toml": "polcy = \"auto\"\n", "old.json": "{\"outcome\": \"pass\"}", "old.xml": "<testsuites/>",
    ])
    let base = folder.path("base.json")
    #expect(folder.perform(["baseline", "save", base, "--policy", "fixed:0"] + folder.inputs).code == 0)
    let check =
      ["check", "--baseline", base, "--gate", "rebuffer_ratio<=+1pp", "--export", "json=\(folder.path("old.json"))"]
      + ["--export", "junit=\(folder.path("old.xml"))"]
    return (folder, check)
  }

  @Test(
    "a wrong configuration leaves no report of an earlier check",
    arguments: [("wrong.toml", 64), ("missing.toml", 5)] as [(String, Int32)])
  func wrongConfiguration(file: String, code: Int32) throws {
    let (folder, check) = try Self.earlier()
    let result = folder.perform(check + ["-c", folder.path(file)])
    #expect(result.code == code && result.diagnostics.contains(file), "\(result)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("old.json")))
    #expect(try String(contentsOfFile: folder.path("old.xml"), encoding: .utf8).contains(file))
    // The configuration is what is wrong, and not the folder of a report.
    let both = folder.perform(check + ["-c", folder.path(file), "--export", "md=\(folder.path("none/a.md"))"])
    #expect(both.code == code && both.diagnostics.contains("error: \(folder.path(file))"), "\(both)")
  }

  @Test("an interrupted check leaves no report of an earlier one")
  func interrupted() throws {
    let (folder, check) = try Self.earlier()
    let command = EmbeddedCommand(bundledData: nil)
    command.cancel()
    #expect(command.perform(check + ["--policy", "fixed:0", "--format", "github"] + folder.inputs) == 130)
    #expect(command.output.contains("interrupted"), "\(command.output)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("old.json")))
    #expect(try String(contentsOfFile: folder.path("old.xml"), encoding: .utf8).contains("interrupted"))
  }

  @Test("a verdict is printed also where a report of it cannot be written")
  func fullDisk() throws {
    let (folder, check) = try Self.earlier()
    let words = check + ["--policy", "fixed:2", "--export", "md=/dev/full"] + folder.inputs
    let result = folder.perform(words)
    #expect(result.code == 1 && result.output.hasPrefix("FAIL"), "\(result)")
    #expect(result.diagnostics.contains("/dev/full: cannot be written"), "\(result)")
  }
}
