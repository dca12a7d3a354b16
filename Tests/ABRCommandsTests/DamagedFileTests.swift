import ABRTestSupport
import Foundation
import Testing

@testable import ABRCommands

/// Records that were edited, as commands answer them: exit code 5, the file and the name of what is missing.
@Suite("Damaged records")
struct DamagedFileTests {
  private static let gates = ["--gate", "rebuffer_ratio<=+1pp", "startup_s_p95<=+5%"]

  private static func object(_ file: String) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(fileURLWithPath: file))) as? [String: Any])
  }

  private static func write(_ document: Any, to file: String) throws {
    try JSONSerialization.data(withJSONObject: document, options: .sortedKeys).write(to: URL(fileURLWithPath: file))
  }

  /// Each outermost member of a file, with a document that lacks it and one in which it is null.
  private static func damages(of file: String) throws -> [(name: String, document: [String: Any])] {
    let whole = try object(file)
    return whole.keys.sorted().flatMap { name in
      [nil, NSNull()].map { value in
        var damaged = whole
        damaged[name] = value
        return (name, damaged)
      }
    }
  }

  @Test("a baseline, a run and a plan without one of their members, or with null, is refused by its name")
  func members() throws {
    let folder = try CommandFolder()
    let (base, run, plan) = (folder.path("base.json"), folder.path("run.json"), folder.path("sweep/plan.json"))
    let policy = ["--policy", "bola", "-q"] + folder.inputs
    #expect(folder.perform(["baseline", "save", base] + policy).code == 0)
    #expect(folder.perform(["run", "--export", "json=\(run)"] + policy).code == 0)
    #expect(folder.perform(["sweep", "-o", folder.path("sweep"), "--engine", "slurm"] + policy).code == 0)
    let damaged = folder.path("damaged.json")
    func refused(_ words: [String], _ name: String, at location: SourceLocation = #_sourceLocation) {
      let result = folder.perform(words)
      let isNamed = result.diagnostics.contains(name) && result.diagnostics.contains("hint: ")
      #expect(
        result.code == 5 && result.output.isEmpty && isNamed, "\(name): \(result)", sourceLocation: location)
    }
    for (name, document) in try Self.damages(of: base) {
      try Self.write(document, to: damaged)
      refused(["check", "--baseline", damaged] + policy + Self.gates, name)
    }
    for (name, document) in try Self.damages(of: run) {
      try Self.write(document, to: damaged)
      refused(["check", "--baseline", base, "--run", damaged] + Self.gates, name)
      refused(["report", damaged, "-o", folder.path("page.html")], name)
    }
    // No seed is null.
    for (name, document) in try Self.damages(of: plan) where name != "seeds" || document[name] == nil {
      try Self.write(document, to: plan)
      refused(["sweep", "-o", folder.path("sweep"), "--merge"], name)
    }
  }

  @Test("a baseline or a run that is empty or was cut is missing: exit code 5 with its name")
  func cut() throws {
    let folder = try CommandFolder()
    let (base, run) = (folder.path("base.json"), folder.path("run.json"))
    let policy = ["--policy", "bola", "-q"] + folder.inputs
    #expect(folder.perform(["baseline", "save", base] + policy).code == 0)
    #expect(folder.perform(["run", "--export", "json=\(run)"] + policy).code == 0)
    for file in [base, run] {
      let whole = try Data(contentsOf: URL(fileURLWithPath: file))
      for length in [0, 1, 200, whole.count / 2, whole.count - 3] {
        try whole.prefix(length).write(to: URL(fileURLWithPath: file))
        let result = folder.perform(["check", "--baseline", file] + policy + Self.gates)
        let isNamed = result.diagnostics.contains("error: \(file)") && result.diagnostics.contains("hint: ")
        #expect(result.code == 5 && isNamed, "\(length): \(result)")
      }
    }
  }

  @Test("another kind of file, and one of another version, is a wrong input")
  func others() throws {
    let folder = try CommandFolder(["other.json": "{\"metrics\": 1, \"schema\": 3}", "later.json": "{\"baseline\": 7}"])
    for name in ["other.json", "later.json", "movie.json"] {
      let result = folder.perform(
        ["check", "--baseline", folder.path(name), "--policy", "bola"] + folder.inputs + Self.gates)
      #expect(result.code == 64 && result.diagnostics.contains(name), "\(result)")
    }
  }

  @Test(
    "whatever reads a file refuses pipes without a writer, devices and folders, by its path and with exit code 5",
    arguments: ["pipe", "/dev/zero", "links"])
  func files(name: String) throws {
    let folder = try CommandFolder()
    let file = name.hasPrefix("/") ? name : folder.path(name)
    if name == "pipe" { try folder.makePipe(name) }
    for words in [
      ["check", "--baseline", file, "--policy", "bola"] + folder.inputs + Self.gates, ["report", file],
      ["compare", file, file], ["run", "--policy", "exec(\(file))"] + folder.inputs,
      ["run", "--player", "code(\(file))"] + folder.inputs,
      ["run", "--policy", "bola", "--traces", folder.path("links"), "--video", file],
    ] where name != "links" || words.last != file || words[0] != "run" {
      let result = folder.perform(words)
      let isNamed = result.diagnostics.contains("\(file)") && result.diagnostics.contains(" cannot be read: ")
      #expect(result.code == 5 && isNamed, "\(words): \(result)")
    }
    // These take a pipe such as <(…), and here none has a writer.
    for words in [
      ["run", "--player", "hls.js", "--player-config", file] + folder.inputs,
      ["run", "-c", file, "--policy", "bola"] + folder.inputs, ["sweep", file, "-o", folder.path("sweep")],
      ["run", "--policy", "bola", "--session", file] + folder.inputs,
      ["run", "--policy", "bola", "--items", "2", "--viewer", "feed(\(file).toml)"] + folder.inputs,
      ["trace", "generate", "--model", file, "--count", "1", "-o", folder.path("new")],
      ["viewer", "fit", file, "-o", folder.path("new")],
    ] {
      let result = folder.perform(words)
      let isNamed = result.diagnostics.contains("\(file)") && result.diagnostics.contains(" cannot be read: ")
      #expect(result.code == 5 && isNamed, "\(words): \(result)")
    }
  }

  @Test("copies of a recording count once in run and sweep, which is said")
  func copies() throws {
    let folder = try CommandFolder()
    let words = ["--policy", "bola", "fixed:0", "--video", folder.path("movie.json"), "--traces", folder.path("links")]
    let run = folder.perform(["run"] + words)
    let sweep = folder.perform(["sweep", "-o", folder.path("one")] + words)
    #expect(run.code == 0 && sweep.code == 0)
    for copy in 1...4 {
      try FileManager.default.copyItem(
        atPath: folder.path("links/b.csv"), toPath: folder.path("links/copy\(copy).csv"))
    }
    let note =
      "4 of 7 traces are copies of others, such as \(folder.path("links/copy1.csv")) of "
      + "\(folder.path("links/b.csv")): each recording counts once\n"
    for (words, whole) in [(["run"] + words, run), (["sweep", "-o", folder.path("two")] + words, sweep)] {
      let result = folder.perform(words)
      #expect(result.code == 0 && result.output == whole.output, "\(result)")
      #expect(result.diagnostics.contains(note), "\(result.diagnostics)")
    }
  }

  @Test(
    "a run whose document could not be read again says so before it plays, and its size is no guess",
    arguments: [[], ["--items", "2", "--viewer", "feed(short-video)"]])
  func documentSize(words: [String]) throws {
    let folder = try CommandFolder()
    let file = folder.path("run.json")
    #expect(
      folder.perform(["run", "--policy", "bola", "-q", "--export", "json=\(file)"] + words + folder.inputs).code == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let sessions = try #require(text.firstMatch(of: /"sessions" : \[.*?\n      \]/.dotMatchesNewlines())).0
    let length = sessions.utf8.count / 3
    let severalItems = !words.isEmpty
    let told = RunCommand.sessionLength(severalItems: severalItems)
    #expect((length * 8 / 10...length * 12 / 10).contains(told), "\(length)")
    let most = (256 << 20) / told
    #expect(RunCommand.sizeWarning(sessions: most, severalItems: severalItems) == nil)
    let warning = RunCommand.sizeWarning(sessions: most + 1, severalItems: severalItems)
    #expect(warning?.contains("make a file of more than 256 MiB") == true)
  }
}
