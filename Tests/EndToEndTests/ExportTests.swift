import Foundation
import Testing

/// Files that results go to: nothing is lost, nothing is left behind.
@Suite("Exports", .timeLimit(.minutes(20)))
struct ExportTests {
  private static let inputs = ["--traces", "traces", "--video", "movie.json"]
  private static let gate = ["--gate", "rebuffer_ratio<=+0.10pp"]

  private static func run(_ place: RunTests.Place, _ words: [String]) throws -> Program.Result {
    try Program.run(words, folder: place.folder)
  }

  private static func exists(_ name: String, in place: RunTests.Place) -> Bool {
    FileManager.default.fileExists(atPath: place.folder.appendingPathComponent(name).path)
  }

  @Test(
    "a file that the command reads is never overwritten, by whatever path",
    arguments: [
      (["check", "--export", "json=base.json"], "base.json would overwrite what --baseline reads"),
      (["check", "--export", "md=./base.json"], "./base.json would overwrite what --baseline reads"),
      (["check", "--export", "json=link.json"], "link.json would overwrite what --baseline reads"),
      (["check", "--export", "csv=traces/slow/a.csv"], "traces/slow/a.csv would overwrite what --traces reads"),
      (["check", "--export", "json=movie.json"], "movie.json would overwrite what --video reads"),
      (["compare", "--export", "json=run.json"], "run.json would overwrite what B reads"),
      (
        ["run", "--export", "csv=sub/../traces/fast/c.csv"],
        "sub/../traces/fast/c.csv would overwrite what --traces reads"
      ),
      (["save", "movie.json"], "movie.json would overwrite what --video reads"),
      (["report", "-o", "run.json"], "run.json would overwrite what RUN reads"),
    ])
  func inputs(words: [String], message: String) throws {
    let place = try RunTests.Place(["sub/x": ""])
    let saved = try Self.run(place, ["baseline", "save", "base.json"] + Self.inputs + ["--policy", "fixed:0"])
    let played = try place.run(Self.inputs + ["--policy", "fixed:0", "--per-session", "--export", "json=run.json"])
    #expect(saved.status == 0 && played.status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: place.folder.appendingPathComponent("link.json").path, withDestinationPath: "base.json")
    let names = ["base.json", "run.json", "movie.json", "traces/slow/a.csv", "traces/fast/c.csv"]
    let before = try names.map(place.text)
    let rest = Array(words.dropFirst())
    let line =
      switch words[0] {
      case "check": ["check", "--baseline", "base.json", "--policy", "fixed:0"] + Self.inputs + Self.gate + rest
      case "compare": ["compare", "base.json", "run.json"] + rest
      case "run": ["run", "--policy", "fixed:0"] + Self.inputs + rest
      case "save": ["baseline", "save"] + rest + Self.inputs + ["--policy", "fixed:0"]
      default: ["report", "run.json"] + rest
      }
    let result = try Self.run(place, line)
    #expect(result.status == 64 && result.output.isEmpty, "\(result.diagnostics)")
    #expect(result.diagnostics.contains("\(message)"), "\(result.diagnostics)")
    #expect(try names.map(place.text) == before)
  }

  @Test(
    "nor is a file that a spec or a session file names",
    arguments: [
      (["--player", "code(b.js)"], "b.js", "--player"),
      (["--player", "code(b.js,adapter=b2.js)"], "b2.js", "--player"),
      (["--player", "hls.js(config=k.json)"], "k.json", "--player"),
      (["--name", "n=hls.js(config=k.json)"], "k.json", "--name"),
      (["--policy", "auto", "--session", "i.toml"], "m.json", "--session"),
    ])
  func namedInside(words: [String], file: String, reader: String) throws {
    let place = try RunTests.Place([
      "b.js": "//", "b2.js": "//", "k.json": "{}", "m.json": "{}", "i.toml": "[[item]]\nvideo = \"m.json\"\n",
    ])
    let before = try place.text(file)
    let result = try place.run(Self.inputs + words + ["--export", "json=\(file)"])
    #expect(
      result.status == 64 && result.diagnostics.contains("\(file) would overwrite what \(reader) reads"),
      "\(result.diagnostics)")
    #expect(try place.text(file) == before)
  }

  @Test("a new baseline beside the traces is not read as one of them")
  func besideTraces() throws {
    let place = try RunTests.Place()
    let words = ["baseline", "save", "traces/base.json"] + Self.inputs + ["--policy", "fixed:0"]
    let saved = try Self.run(place, words)
    #expect(saved.status == 0 && Self.exists("traces/base.json", in: place), "\(saved.diagnostics)")
    // Now it lies among them, and is said so.
    let again = try Self.run(place, words)
    #expect(
      again.status == 64 && again.diagnostics.contains("error: traces/base.json would overwrite what --traces reads"))
  }

  @Test("a command that fails, or is ended while it reads, by a parent that blocks signals, too, leaves no new file")
  func noRests() throws {
    let place = try RunTests.Place()
    let failed = try Self.run(
      place,
      ["check", "--baseline", "none.json", "--policy", "fixed:0", "--export", "json=new.json"] + Self.inputs
        + Self.gate)
    #expect(failed.status == 5 && !Self.exists("new.json", in: place))
    let ended = try Program.shell(
      """
      cd '\(place.folder.path)'
      exec 2> /dev/null
      mkfifo z.csv && exec 9<> z.csv
      perl -MPOSIX -e 'sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGTERM)); exec @ARGV' \
        $abrlab baseline save new.json --traces traces z.csv --video movie.json --policy fixed:0 2> log &
      sleep 0.5; kill -TERM $! && echo it was reading; wait $!; ls
      """)
    #expect(ended.output.hasPrefix("it was reading\n") && ended.output.contains("movie.json"), "\(ended.output)")
    #expect(!ended.output.contains("new.json"), "\(ended.output)")
  }

  @Test(
    "a path that cannot be written is said with the option that names it, before anything is played",
    arguments: [
      (
        ["baseline", "save", "no/base.json"],
        "error: no/base.json: cannot be written: No such file or directory\n"
      ),
      (
        ["run", "--export", "csv=no/out.csv"],
        "error: --export: no/out.csv: cannot be written: No such file or directory\n"
      ),
      (["run", "--export", "csv=sub"], "error: --export: sub: cannot be written: Is a directory\n"),
      (["run", "--export", "json=-"], "error: --export: - is no file; --format says"),
      (["run", "--export", "json=a.json", "json=./a.json"], "error: --export: ./a.json is named twice"),
    ])
  func unwritable(words: [String], message: String) throws {
    let place = try RunTests.Place(["sub/x": ""])
    let result = try Self.run(place, words + Self.inputs + ["--policy", "fixed:0"])
    #expect(
      result.status == 64 && result.output.isEmpty && result.diagnostics.hasPrefix(message), "\(result.diagnostics)")
  }

  @Test("a full device is a failure of the machine, in its own words")
  func full() throws {
    let place = try RunTests.Place()
    let result = try place.run(Self.inputs + ["--policy", "fixed:0", "-q", "--export", "csv=/dev/full"])
    #expect(result.status == 1)
    #expect(result.diagnostics == "error: --export: /dev/full: cannot be written: No space left on device\n")
    let saved = try Self.run(place, ["baseline", "save", "/dev/full", "-q", "--policy", "fixed:0"] + Self.inputs)
    #expect(saved.status == 1)
    #expect(saved.diagnostics == "error: /dev/full: cannot be written: No space left on device\n")
  }

  @Test("exports of a configuration are relative to its folder")
  func configuration() throws {
    let place = try RunTests.Place([
      "ci/suite.toml": """
      traces = "../traces"
      video = "../movie.json"
      policy = "fixed:0"
      export = ["csv=out.csv", "json=no/out.json"]
      """
    ])
    let wrong = try place.run(["-c", "ci/suite.toml"])
    #expect(wrong.status == 64, "\(wrong.diagnostics)")
    #expect(
      wrong.diagnostics.contains("ci/suite.toml:4:1: export: ci/no/out.json: cannot be written"), "\(wrong.diagnostics)"
    )
    let text = try place.text("ci/suite.toml").replacing(", \"json=no/out.json\"", with: "")
    try Data(text.utf8).write(to: place.folder.appendingPathComponent("ci/suite.toml"))
    #expect(try place.run(["-c", "ci/suite.toml"]).status == 0)
    #expect(try place.text("ci/out.csv").hasPrefix("policy"))
  }

  @Test("names of one character are names, of a configuration and of an export")
  func shortNames() throws {
    let place = try RunTests.Place(["c": "traces = \"traces\"\nvideo = \"movie.json\"\npolicy = \"fixed:0\"\n"])
    let result = try place.run(["-c", "c", "--export", "csv=o"])
    #expect(result.status == 0, "\(result.diagnostics)")
    #expect(try place.text("o").hasPrefix("policy"))
  }
}
