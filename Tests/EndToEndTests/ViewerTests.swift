import Foundation
import Testing

@Suite("Viewer models of one's own")
struct ViewerTests {
  static let samples = ReadmeTests.samples.path

  @Test("an imported file is a viewer of runs and searches, and its name and habits are told as those of feed(FILE)")
  func imported() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func run(_ arguments: [String]) throws -> Program.Result { try Program.run(arguments, folder: folder) }
    let made = try run([
      "viewer", "import", "\(Self.samples)/watch-times.csv", "--columns", "watched:s@watch_seconds", "-o", "own.toml",
    ])
    #expect(made.status == 0 && made.diagnostics.contains("own.toml: use it as --viewer 'own.toml'"))
    let text = try String(contentsOf: folder.appendingPathComponent("own.toml"), encoding: .utf8)
    #expect(text.hasPrefix("# Watch times of 400 viewers, imported by abrlab.\n"))
    // The same text where no file is named.
    let shown = try run([
      "viewer", "import", "\(Self.samples)/watch-times.csv", "--columns", "watched:s@watch_seconds",
    ])
    #expect(shown.output == text)
    let base = ["--items", "4", "--policy", "auto", "--seed", "3", "-q", "--format", "csv", "--viewer"]
    let short = try run(["run"] + base + ["own.toml"])
    #expect(short.status == 0 && short.output.contains("feed(own.toml)"))
    #expect(try run(["run"] + base + ["feed(own.toml)"]).output == short.output)
    let missing = try run(["run"] + base + ["other.toml"])
    #expect(missing.status == 5 && missing.diagnostics.contains("other.toml: cannot be read"))
  }

  @Test("the nearest distribution is written, or the one that is asked for")
  func fitted() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["viewer", "fit", "\(Self.samples)/watch-times.csv", "--columns", "watched:s@watch_seconds"]
    let table = try Program.run(arguments, folder: folder)
    let names = table.output.split(separator: "\n").dropFirst().map { $0.prefix { $0 != " " && $0 != "," } }
    #expect(names.first == "observed" && names.count == 4 && names[1] == "feed(lognormal")
    for (model, wanted) in [(nil, "lognormal"), ("weibull", "weibull")] {
      let choice = model.map { ["--model", $0] } ?? []
      let result = try Program.run(arguments + choice + ["-o", "own.toml"], folder: folder)
      let text = try String(contentsOf: folder.appendingPathComponent("own.toml"), encoding: .utf8)
      #expect(result.status == 0 && text.contains("model = \"\(wanted)\""))
    }
  }

  @Test(
    "wrong use is told with the mend",
    arguments: [
      (["import", "SAMPLES/watch-times.csv"], "or --columns: watched:s for watch times", Int32(64)),
      (["import"], "'abrlab viewer import' needs FILE", 64),
      (["import", "none.csv"], "none.csv: cannot be read", 5),
      (["import", "SAMPLES/watch-times.csv", "--columns", "watched"], "expected a unit: watched:s", 64),
      (["import", "SAMPLES/retention.csv", "--columns", "time:s,share"], "shares in % are told by --columns", 64),
      (["fit", "SAMPLES/retention.csv", "--columns", "time:s,share:%", "--model", "normal"], "normal", 64),
      (["inspect"], "'abrlab viewer inspect' needs MODEL", 64),
      (["inspect", "watch"], "expected a model such as feed(short-video)", 64),
    ])
  func wrong(arguments: [String], message: String, status: Int32) throws {
    let arguments = arguments.map { $0.replacing("SAMPLES", with: Self.samples) }
    let result = try Program.run(["viewer"] + arguments)
    #expect(result.status == status && result.diagnostics.contains(message), "\(result.diagnostics)")
    #expect(result.output.isEmpty)
  }

  @Test("models are shown by when viewers have left")
  func inspected() throws {
    let result = try Program.run([
      "viewer", "inspect", "feed(exponential,mean=10s)", "feed(long-form)", "--format", "csv",
    ])
    let lines = result.output.split(separator: "\n").map { $0.split(separator: ",") }
    #expect(result.status == 0 && lines.count == 3)
    #expect(lines[0].contains("left_p50_s") && lines[0].contains("share_at_60s"))
    #expect(result.output.contains("6.93147"))
  }
}
