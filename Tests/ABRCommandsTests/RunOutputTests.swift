import ABRComparison
import ABRRunsTestSupport
import ABRTestSupport
import Testing

@testable import ABRCommands

/// What `abrlab run` writes with options that concern a part of it, and what it refuses.
@Suite("Output of a run")
struct RunOutputTests {
  private static func movie(_ name: String, vmaf: [Int]?) -> String {
    let row = { (values: [Int]) in Array(repeating: "\(values)", count: 4).joined(separator: ",") }
    return """
      {"name": "\(name)", "segment_duration_s": 4, "renditions": [{"bandwidth_bps": 400000}, {"bandwidth_bps": 1500000}],
       "segment_sizes_bytes": [\(row([200_000, 750_000]))]\(vmaf.map { ", \"vmaf\": [\(row($0))]" } ?? "")}
      """
  }

  @Test(
    "an option that nothing of the output obeys is refused with what would obey it",
    arguments: [
      (
        ["--ladder", "--format", "csv"],
        "--ladder: renditions have a table of their own below the other, found csv, expected "
      ),
      (["--ladder", "--format", "latex", "--by", "trace"], "expected table, md, json or html"),
      (
        ["--per-session", "--by", "trace", "--format", "csv"], "--per-session: --by has groups of sessions in place of"
      ),
    ])
  func refused(words: [String], message: String) throws {
    let folder = try CommandFolder()
    let result = folder.perform(["run", "--policy", "bola"] + folder.inputs + words)
    #expect(result.code == 64 && result.output.isEmpty && result.diagnostics.contains(message), "\(result)")
  }

  @Test("Markdown and LaTeX of an interrupted run say what they cover, those of a complete one nothing")
  func interrupted() throws {
    for (isPlayed, line) in [
      ({ $0 < 8 }, "interrupted: the result covers 8 of 24 sessions, those of the first traces\n"),
      ({ _ in true }, nil),
    ] as [((Int) -> Bool, String?)] {
      let output = RunOutput(try SampleRun.result(SampleRun.single(), isPlayed: isPlayed), perSession: false)
      for (format, start) in [("md", "\n"), ("latex", "% ")] {
        var text = ""
        output.write(as: format) { text += $0 }
        #expect(line.map { text.hasSuffix(start + $0) } ?? !text.contains("interrupted"), "\(text)")
      }
      for format in ["csv", "table"] {
        output.write(as: format) { #expect(!$0.contains("interrupted")) }
      }
    }
  }

  @Test("the baseline comes first with every viewer, with what was played unchanged, and is one of the run")
  func baseline() throws {
    let folder = try CommandFolder()
    let words = ["run", "--viewer", "watch", "leave(20s)", "--policy", "bola", "fixed:0", "auto"] + folder.inputs
    func rows(_ more: [String]) -> [String] {
      folder.perform(words + ["--format", "csv"] + more).output.split(separator: "\n").map(String.init)
    }
    let chosen = rows(["--baseline", "fixed:0"])
    #expect(chosen[1...2].allSatisfy { $0.hasPrefix("fixed:0,") } && chosen.count == 7, "\(chosen)")
    #expect(chosen.sorted() == rows([]).sorted())
    let wrong = folder.perform(words + ["--baseline", "fixed:1"])
    #expect(wrong.code == 64 && wrong.diagnostics.contains("--baseline: unknown value fixed:1; did you mean fixed:0?"))
  }

  @Test(
    "the baseline and what is named may be a part as it was given", arguments: ["60/120", "growth(max=120s,min=60s)"])
  func givenParts(buffer: String) throws {
    let folder = try CommandFolder()
    let words = ["run", "--player", "hls.js", "--buffer", "15/30", "60/120"] + folder.inputs + ["--format", "csv"]
    let result = folder.perform(words + ["--baseline", buffer, "--name", "BIG=\(buffer)"])
    let rows = result.output.split(separator: "\n")
    #expect(result.code == 0 && rows[1].hasPrefix("BIG,") && rows[1].contains("growth(min=60s,max=120s)"), "\(result)")
    #expect(result.diagnostics.contains("hls.js: as shipped its buffer target does not grow"), "\(result)")
  }

  @Test("Markdown has names as they are, in the table and in the sentences below it")
  func namesInMarkdown() throws {
    let folder = try CommandFolder()
    let words = ["run", "--policy", "bola", "fixed:0", "--name", "*new*=bola", "<old>=fixed:0", "--ladder", "-q"]
    let text = folder.perform(words + folder.inputs + ["--format", "md"]).output
    let sentences = text.split(separator: "\n").filter { !$0.hasPrefix("|") }.joined(separator: "\n")
    #expect(sentences.contains("\\*new\\*") && sentences.contains("\\<old>"), "\(text)")
    #expect(!text.contains(" *new*") && !text.contains(" <old>"), "\(text)")
    #expect(folder.perform(words + folder.inputs).output.contains("*new* "))
  }

  @Test("Markdown and LaTeX say what is marked", arguments: [("md", "\nBold: "), ("latex", "% Bold: ")])
  func legends(format: String, legend: String) throws {
    let folder = try CommandFolder()
    let words = ["run", "--policy", "bola", "--format", format] + folder.inputs
    #expect(folder.perform(words).output.contains("\(legend)the best values of a column.\n"))
    let viewers = folder.perform(words + ["--viewer", "watch", "leave(10s)"]).output
    #expect(viewers.contains("\(legend)the best values of a column for each viewer.\n"))
    #expect(folder.perform(words + ["--by", "trace"]).output.contains("\(legend)better than every other of the group"))
  }

  @Test("a note says what asterisks mark, where there may be any")
  func asterisks() throws {
    let folder = try CommandFolder()
    func notes(_ words: [String]) -> String { folder.perform(["run"] + words + folder.inputs).diagnostics }
    let two = ["--policy", "bola", "fixed:0"]
    #expect(notes(two).contains("asterisk: the best values of a column\n"))
    let league = "asterisk: better than every other of the group with significance\n"
    #expect(notes(two + ["--by", "trace"]).contains(league))
    for words in [["--policy", "bola"], two + ["--format", "csv"], two + ["--format", "md", "--by", "trace"]] {
      #expect(!notes(words).contains("asterisk"), "\(words)")
    }
  }

  @Test("the help says that percentiles have no interval in a league, and they have none")
  func percentiles() throws {
    // With three more there are six recordings, which an interval needs.
    let more = [1, 2, 3].map { ("links/more\($0).csv", "duration_s,bandwidth_bps,latency_ms\n40,\($0)000000,50\n") }
    let folder = try CommandFolder(Dictionary(uniqueKeysWithValues: more))
    let help = folder.perform(["run", "--help"]).output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(help.contains("(none of percentiles, which are no means over recordings)"))
    let words = ["run", "--policy", "bola", "--by", "family", "--metric", "startup_s", "startup_s_p95"] + folder.inputs
    let lines = folder.perform(words + ["--format", "csv"]).output.split(separator: "\n")
    let cells = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let lows = cells[0].indices.filter { cells[0][$0].hasSuffix("_low") }
    #expect(lows.map { cells[1][$0].isEmpty } == [false, true], "\(lines)")
  }

  @Test("an unknown metric is answered with the columns that are metrics: those after sessions")
  func metricNames() throws {
    let folder = try CommandFolder()
    let words = ["run", "--policy", "bola"] + folder.inputs
    let wrong = folder.perform(words + ["--metric", "sessions"])
    #expect(wrong.diagnostics.contains("(the columns of abrlab run --format csv that follow sessions)"), "\(wrong)")
    let columns = folder.perform(words + ["--format", "csv"]).output.prefix { $0 != "\n" }.split(separator: ",")
    let metrics = columns.drop { $0 != "sessions" }.dropFirst().map(String.init)
    #expect(metrics.count > 40 && metrics.allSatisfy { Measure.named($0) != nil })
  }

  @Test("the ladder stands below a league, and an export obeys an option as standard output does")
  func ladder() throws {
    let folder = try CommandFolder()
    let words = ["run", "--policy", "bola", "--ladder"] + folder.inputs
    for format in ["table", "md"] {
      let result = folder.perform(words + ["--by", "trace", "--format", format])
      #expect(result.code == 0 && result.output.contains("95 % interval"), "\(result)")
      #expect(result.output.contains("rendition") && result.output.contains("bola %"), "\(result)")
    }
    // A saved run has every session, whatever is shown.
    let saved = folder.path("run.json")
    #expect(folder.perform(words + ["--by", "trace", "--export", "json=\(saved)"]).code == 0)
    #expect(folder.perform(["compare", saved, saved]).code == 0)
    let file = folder.path("run.md")
    let exported = folder.perform(words + ["--format", "csv", "--export", "md=\(file)"])
    #expect(exported.code == 0, "\(exported)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("| rendition |"))
  }

  @Test("videos without scores and scores in another order are said, where another has them")
  func scores() throws {
    let folder = try CommandFolder([
      "film.json": Self.movie("film", vmaf: [40, 80]), "talk.json": Self.movie("talk", vmaf: nil),
      "swapped.json": Self.movie("swapped", vmaf: [80, 40]),
    ])
    func diagnostics(_ videos: [String]) -> String {
      folder.perform(
        ["run", "--policy", "bola", "--traces", folder.path("links"), "--video"] + videos.map { folder.path($0) }
      ).diagnostics
    }
    let mixed = diagnostics(["film.json", "talk.json"])
    #expect(mixed.contains("metrics of VMAF leave out talk: no scores"), "\(mixed)")
    #expect(!mixed.contains("higher in no segment"))
    let alone = [diagnostics(["film.json"]), diagnostics(["talk.json"])]
    #expect(alone.allSatisfy { !$0.contains("scores") }, "\(alone)")
    let note = "swapped: VMAF of rendition 1 (1.5 Mbit/s) is 40.0 below that of rendition 0 (0.4 Mbit/s)"
    #expect(diagnostics(["swapped.json"]).contains(note))
    #expect(folder.perform(["video", "inspect", folder.path("swapped.json")]).diagnostics.contains(note))
  }
}
