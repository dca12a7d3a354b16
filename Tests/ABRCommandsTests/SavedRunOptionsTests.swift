import Testing

@testable import ABRCommands

/// A saved run is judged as it was played: what would play another is refused.
@Suite("Options beside --run")
struct SavedRunOptionsTests {
  private static let gate = ["--gate", "rebuffer_ratio<=+1pp"]

  /// A folder with a baseline and a run of `bola`, and the start of commands that read the run.
  private static func folder(_ files: [String: String] = [:]) throws -> (folder: CommandFolder, verbs: [[String]]) {
    let folder = try CommandFolder(files)
    let (base, run) = (folder.path("base.json"), folder.path("run.json"))
    let bola = ["--policy", "bola", "-q"] + folder.inputs
    #expect(folder.perform(["baseline", "save", base] + bola).code == 0)
    #expect(folder.perform(["run", "--export", "json=\(run)"] + bola).code == 0)
    let verbs = [["check", "--baseline", base] + gate, ["baseline", "save", folder.path("new.json")]]
    return (folder, verbs.map { $0 + ["--run", run] })
  }

  /// The command that a message names: `hint: abrlab … WORDS`.
  private static func hint(_ diagnostics: String, before words: String) throws -> [String] {
    let line = try #require(diagnostics.split(separator: "\n").first { $0.hasPrefix("hint: ") }, "\(diagnostics)")
    let end = try #require(line.firstRange(of: " \(words)"), "\(diagnostics)")
    return line[..<end.lowerBound].filter { $0 != "'" }.split(separator: " ").dropFirst(2).map(String.init)
  }

  @Test(
    "options that say what is played are refused by their names, with a command that reads the run",
    arguments: [
      (["--policy", "fixed:0"], "--policy"), (["--player", "hls.js"], "--player"),
      (["--buffer", "static(9s)", "--viewer", "leave(8s)"], "--buffer, --viewer"),
      (["--latency", "90ms"], "--latency"),
      (["--traces", "links"], "--traces"), (["--expensive-network"], "--expensive-network"),
    ])
  func options(words: [String], names: String) throws {
    let (folder, verbs) = try Self.folder()
    for verb in verbs {
      let result = folder.perform(verb + words)
      #expect(
        result.code == 64 && result.diagnostics.contains("error: \(names) cannot be used with --run: "), "\(result)")
      let again = try Self.hint(result.diagnostics, before: "takes the run as it is")
      #expect(Set(again) == Set(verb) && folder.perform(again).code == 0)
      #expect(folder.perform(verb + ["--jobs", "1"]).code == 0)
    }
  }

  @Test(
    "a configuration is refused where the run has none of its players, by file and line, with a command that plays it",
    arguments: [
      ("policy = \"bola\"\nbuffer = \"static(30s)\"", nil),
      ("policy = [\"bola\", \"fixed:0\"]", ":3:1: policy: fixed:0 "),
      ("policy = \"bola\"\nbuffer = \"static(9s)\"", ":4:1: buffer: bola static(9s) "),
      ("player = \"hls.js\"", ":3:1: player: hls.js "), ("buffer = \"static(9s)\"", nil),
    ])
  func configuration(text: String, fault: String?) throws {
    let (folder, verbs) = try Self.folder([
      "lab.toml": "traces = \"links\"\nvideo = \"movie.json\"\n\(text)\n"
    ])
    for verb in verbs {
      let result = folder.perform(verb + ["-c", folder.path("lab.toml")])
      guard let fault else {
        #expect(result.code == 0, "\(result)")
        continue
      }
      #expect(
        result.code == 64 && result.diagnostics.contains("error: \(folder.path("lab.toml"))\(fault)"), "\(result)")
      #expect(result.diagnostics.contains(", which has bola static(30s) watch\n"), "\(result)")
      let played = folder.perform(try Self.hint(result.diagnostics, before: "plays it"))
      // What differs in more than one part from the baseline is played, and not compared.
      #expect([0, 2, 5].contains(played.code) && !played.diagnostics.contains("is not in"), "\(played)")
    }
  }
}
