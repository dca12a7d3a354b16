import Foundation
import Testing

/// Files that cannot be read, wherever a command line names them.
@Suite("Files of the command line", .timeLimit(.minutes(20)))
struct InputFileErrorTests {
  /// Command lines that name a file by `FILE`.
  static let lines = [
    ["run"] + RunTests.inputs + ["--policy", "auto", "--session", "FILE"],
    ["run", "-c", "FILE"],
    ["run"] + RunTests.inputs + ["--policy", "auto", "--items", "2", "--viewer", "feed(FILE)"],
    ["explain", "traces/fast/c.csv", "--video", "movie.json", "--session", "FILE"],
  ]

  static func run(_ line: [String], file: String, content: String? = nil) throws -> Program.Result {
    let place = try RunTests.Place(content.map { [file: $0] } ?? [:])
    return try Program.run(line.map { $0.replacing("FILE", with: file) }, folder: place.folder)
  }

  @Test("a file that is not there has exit code 5 and the system's reason", arguments: lines)
  func missing(line: [String]) throws {
    let result = try Self.run(line, file: "./nope.toml")
    #expect(result.diagnostics.contains("./nope.toml: cannot be read: no such file or directory\n"))
    #expect(result.diagnostics.hasPrefix("error: ") && result.status == 5 && result.output.isEmpty)
  }

  @Test("a folder in place of a file has exit code 5 and says so", arguments: lines)
  func folder(line: [String]) throws {
    let result = try Self.run(line, file: "./traces")
    #expect(result.diagnostics.contains("./traces: cannot be read: is a folder\n"))
    #expect(result.diagnostics.hasPrefix("error: ") && result.status == 5 && result.output.isEmpty)
  }

  @Test("a file that is no text has exit code 64 and a place", arguments: lines)
  func binary(line: [String]) throws {
    let result = try Self.run(line, file: "./x.toml", content: "\u{1}\u{2}\u{0}\u{7f}")
    #expect(result.diagnostics.contains("./x.toml:1:1: ") && result.status == 64 && result.output.isEmpty)
  }

  @Test(
    "an empty file is no configuration, and what is missing is named",
    arguments: zip(
      lines,
      [
        "./x.toml:1: item: missing", "'abrlab run' needs --policy", "./x.toml:1: model: missing",
        "./x.toml:1: item: missing", "./x.toml:1: variant: missing", "./x.toml:1: variant: missing",
      ]))
  func empty(line: [String], message: String) throws {
    let result = try Self.run(line, file: "./x.toml", content: "")
    #expect(result.diagnostics.contains(message) && result.status == 64 && result.output.isEmpty)
  }

  @Test("of several wrong traces the first by name is told, whatever the number of jobs", arguments: ["1", "2", "7"])
  func firstOfSeveral(jobs: String) throws {
    let place = try RunTests.Place([
      "d/a.csv": "duration_s,bandwidth_bps,latency_ms\n1,1000000,\n", "d/b.csv": "1 2\n0 3\n", "d/c.csv": "",
    ])
    let line = ["run", "--traces", "d", "--video", "movie.json", "--policy", "auto", "--jobs", jobs]
    let result = try Program.run(line, folder: place.folder)
    #expect(result.diagnostics.hasPrefix("error: d/b.csv") && result.status == 64)
  }

  @Test("a video or viewer that a session names and that is not there has exit code 5 and the session's line")
  func named() throws {
    let video = "[[item]]\nvideo = \"none.json\"\n"
    let result = try Self.run(Self.lines[0], file: "./x.toml", content: video)
    #expect(
      result.diagnostics.hasPrefix("error: ./x.toml:2:1: item[0].video: ") && result.status == 5
        && result.diagnostics.contains("none.json: cannot be read: no such file or directory"))
    let viewer = "[session]\nviewer = \"feed(none.toml)\"\n[[item]]\n"
    let other = try Self.run(Self.lines[0], file: "./x.toml", content: viewer)
    #expect(other.diagnostics.contains("none.toml: cannot be read: no such file or directory") && other.status == 5)
  }

  @Test("a session may come through a pipe, whose bytes come only once")
  func pipe() throws {
    let place = try RunTests.Place()
    let result = try Program.shell(
      """
      cd '\(place.folder.path)'
      $abrlab run \(RunTests.inputs.joined(separator: " ")) --policy auto -q --session <(printf '[[item]]\\ncount = 2\\n')
      """)
    #expect(result.status == 0 && result.output.contains("hit %"), "\(result.output)")
  }
}
