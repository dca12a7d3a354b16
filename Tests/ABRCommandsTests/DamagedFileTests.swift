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

  @Test("a search is refused by the name of a member that is missing, null, of another kind or no number, at any depth")
  func search() throws {
    // Enough recordings for a promise.
    let links = (0..<4).map { ("links/\($0).csv", "duration_s,bandwidth_bps,latency_ms\n40,\(4_000_000 + $0),50\n") }
    let folder = try CommandFolder(Dictionary(uniqueKeysWithValues: links))
    let (saved, damaged) = (folder.path("tune.json"), folder.path("damaged.json"))
    let words = [
      "tune", "--policy", "bola", "--min", "8s,20s", "--vary", "growth.basis=position,watched", "--held-out", "0",
      "--goal", "bytes_wasted_per_h", "--constraint", "rebuffer_ratio<=90%", "--code", "brightcove", "-q",
    ]
    let tuned = folder.perform(words + folder.inputs + ["--export", "json=\(saved)"])
    try #require([0, 2, 3].contains(tuned.code), "\(tuned)")
    let whole = try Self.object(saved)
    /// Each member below a place, of the first element of lists.
    func members(_ value: Any, _ place: [String]) -> [[String]] {
      switch value {
      case let object as [String: Any]:
        object.sorted { $0.key < $1.key }.flatMap { [place + [$0.key]] + members($0.value, place + [$0.key]) }
      case let list as [Any]: list.first.map { members($0, place + ["0"]) } ?? []
      default: []
      }
    }
    func setting(_ place: ArraySlice<String>, of value: Any, to change: (Any) -> Any?) -> Any? {
      guard let name = place.first else { return change(value) }
      if var list = value as? [Any] {
        list[0] = setting(place.dropFirst(), of: list[0], to: change) ?? NSNull()
        return list
      }
      guard var object = value as? [String: Any] else { return value }
      object[name] = setting(place.dropFirst(), of: object[name] ?? NSNull(), to: change)
      return object
    }
    // Without what was played, as in runs, and the code, which is by player.
    let places = members(whole, []).filter { $0[0] != "inputs" && $0[0] != "code" }
    #expect(places.contains(["settings", "0", "values", "rebuffer_ratio"]) && places.count > 60)
    #expect(places.contains(["promise", "confidence"]))
    for place in places {
      let name = place[place.count - 1]
      func refused(_ kind: String, _ change: (Any) -> Any?) throws {
        try Self.write(setting(place[...], of: whole, to: change) ?? [:], to: damaged)
        let result = folder.perform(["report", damaged, "-o", folder.path("page.html")])
        #expect(result.code == 5 && result.diagnostics.contains(name), "\(place), \(kind): \(result)")
      }
      try refused("missing") { _ in nil }
      try refused("of another kind") { $0 is [Any] || $0 is [String: Any] ? "x" : [1] }
      // Others may be null: what was not found, and values without an end.
      if ["settings", "space", "goals", "played", "parameters", "growth.min", "growth.basis"].contains(name) {
        try refused("null") { _ in NSNull() }
      }
    }
    let text = try String(contentsOfFile: saved, encoding: .utf8)
    try text.replacing("\"confidence\" : ", with: "\"confidence\" : NaN, \"more\" : ")
      .write(toFile: damaged, atomically: true, encoding: .utf8)
    let result = folder.perform(["report", damaged, "-o", folder.path("page.html")])
    #expect(result.code == 5 && result.diagnostics.contains("confidence"), "\(result)")
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

  @Test("copies of a recording count once in run and sweep, whatever their line ends, which is said")
  func copies() throws {
    let folder = try CommandFolder()
    let words = ["--policy", "bola", "fixed:0", "--video", folder.path("movie.json"), "--traces", folder.path("links")]
    let run = folder.perform(["run"] + words)
    let sweep = folder.perform(["sweep", "-o", folder.path("one")] + words)
    #expect(run.code == 0 && sweep.code == 0)
    let text = try String(contentsOfFile: folder.path("links/b.csv"), encoding: .utf8)
    let copies = [text, text.replacing("\n", with: "\r\n"), text + "\n\n", text.replacing("900000", with: "9e5")]
    for (index, copy) in copies.enumerated() {
      try copy.write(toFile: folder.path("links/copy\(index + 1).csv"), atomically: true, encoding: .utf8)
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
