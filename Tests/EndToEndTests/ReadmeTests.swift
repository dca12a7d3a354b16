import ABRPlayerCode
import ABRTestSupport
import Foundation
import Testing

/// The commands of the README and of the pages with examples, run as they stand there, and their output, compared with
/// what is printed there.
@Suite struct ReadmeTests {
  /// A `console` block: commands that are run one after the other in one folder, and the output that follows each.
  struct Example: Sendable, CustomTestStringConvertible {
    var steps: [Step] = []
    var testDescription: String { steps.first?.command ?? "nothing" }

    struct Step: Sendable {
      var command: String
      var output = ""
    }
  }

  /// The command that shows how the one before it ended, where that was not well.
  static let showStatus = "echo $?"

  /// Pages whose examples run.
  static let pages = [
    "README.md", "Sources/ABRRuns/ABRRuns.docc/BufferSettings.md", "Sources/ABRRuns/ABRRuns.docc/Explaining.md",
    "Sources/ABRSessions/ABRSessions.docc/Feeds.md", "Sources/ABRNetwork/ABRNetwork.docc/TracesAndVideos.md",
    "Sources/ABRNetwork/ABRNetwork.docc/FormatsOfTraces.md",
    "Sources/ABRNetwork/ABRNetwork.docc/ModelsOfTraces.md", "Sources/ABRRuns/ABRRuns.docc/BringYourOwn.md",
    "Sources/ABRRuns/ABRRuns.docc/PoliciesInAnyLanguage.md",
    "Sources/ABRComparison/ABRComparison.docc/ContinuousIntegration.md",
    "Sources/ABRComparison/ABRComparison.docc/LeagueOfRecordings.md", "Sources/ABRSweeps/ABRSweeps.docc/Sweeps.md",
    "Sources/ABRTuning/ABRTuning.docc/TuningExamples.md", "Sources/ABRPlayers/ABRPlayers.docc/Fingerprints.md",
    "Sources/ABRPlayers/ABRPlayers.docc/LeagueOfPlayers.md",
  ]

  static let examples: [Example] = pages.flatMap(examples(of:))

  static func examples(of page: String) -> [Example] {
    guard let text = try? text(of: page) else { return [] }
    var examples: [Example] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
        if isInside { examples.append(Example()) }
      } else if isInside, line.hasPrefix("$ ") {
        examples[examples.count - 1].steps.append(Example.Step(command: String(line.dropFirst(2))))
      } else if isInside, let last = examples.last?.steps.indices.last {
        examples[examples.count - 1].steps[last].output += line + "\n"
      }
    }
    return examples
  }

  static func text(of page: String) throws -> String {
    try String(contentsOf: Program.checkout.appendingPathComponent(page), encoding: .utf8)
  }

  /// Files that examples read as if they were the reader's.
  static let samples = Program.checkout.appendingPathComponent("Tests/EndToEndTests/Samples")

  @Test("there are examples to check")
  func exist() {
    for page in Self.pages { #expect(!Self.examples(of: page).isEmpty, "\(page)") }
    for example in Self.examples {
      #expect(example.steps.first?.command.hasPrefix("abrlab ") == true)
      #expect(example.steps.allSatisfy { $0.command.hasPrefix("abrlab ") || $0.command == Self.showStatus })
    }
  }

  @Test("the README is at most 200 lines long")
  func length() throws {
    #expect(try Self.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test("the commands of the pages print what the pages show", arguments: Self.examples)
  func example(_ example: Example) throws {
    // Files that a command writes stay out of the checkout.
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Traces", "Examples"] {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(name), withDestinationURL: Program.checkout.appendingPathComponent(name))
    }
    for sample in try FileManager.default.contentsOfDirectory(at: Self.samples, includingPropertiesForKeys: nil) {
      try FileManager.default.createSymbolicLink(
        at: folder.appendingPathComponent(sample.lastPathComponent), withDestinationURL: sample)
    }
    var status: Int32 = 0
    for step in example.steps {
      guard step.command != Self.showStatus else {
        #expect(step.output == "\(status)\n")
        status = 0
        continue
      }
      #expect(status == 0)
      let line = "cd '\(folder.path)' && \"$abrlab\"" + step.command.dropFirst("abrlab".count) + " 2>/dev/null"
      let result = try Program.shell(line)
      status = result.status
      // An ellipsis stands for the rest of a long output.
      if step.output.hasSuffix("…\n") {
        let shown = String(step.output.dropLast(2))
        #expect(shown.count > 100 && result.output.hasPrefix(shown))
      } else {
        #expect(result.output == step.output)
      }
    }
    #expect(status == 0)
  }

  static let answers: [String] = {
    let commands = ((try? text(of: "README.md")) ?? "").split(separator: "\n").filter { $0.hasPrefix("| ") }
      .compactMap { $0.components(separatedBy: " | ").dropFirst().first?.split(separator: "`").first.map(String.init) }
    // Those that want a file of the reader's are shown elsewhere.
    return commands.filter { command in
      command.hasPrefix("abrlab ") && !command.contains("FILE") && !command.contains("baseline.json")
        && (!command.contains("code(") || JavaScriptMachine.isAvailable)
    }
  }()

  /// A player that looks like hls.js to those who start it.
  private static let build =
    StandInPlayer.script(
      onLoad: """
        globalThis.Hls = class {
          on() {}
          loadSource(address) { this.address = address; }
          attachMedia(video) { new StandIn(video, this.address, 20); }
        };
        Hls.isSupported = () => true;
        Hls.Events = { ERROR: 'hlsError' };
        Hls.version = '1.6.15';
        """)

  @Test("the commands of the README's table run", arguments: Self.answers)
  func answer(_ command: String) throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("Traces"),
      withDestinationURL: Program.checkout.appendingPathComponent("Traces"))
    // A build of the reader's own.
    let builds = folder.appendingPathComponent("dist")
    try FileManager.default.createDirectory(at: builds, withIntermediateDirectories: true)
    try Data(Self.build.utf8).write(to: builds.appendingPathComponent("hls.js"))
    let result = try Program.shell("cd '\(folder.path)' && \"$abrlab\"" + command.dropFirst("abrlab".count))
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("the TOML file of the documentation runs")
  func configuration() throws {
    let page = try Self.text(of: "Sources/ABRRuns/ABRRuns.docc/BufferSettings.md")
    let start = try #require(page.range(of: "```toml\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    // Paths are relative to the file, which stands beside the folder of traces.
    let file = Program.checkout.appendingPathComponent("readme-suite-\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try String(page[start.upperBound..<end.lowerBound]).write(to: file, atomically: true, encoding: .utf8)
    let result = try Program.run(["run", "-c", file.path, "--format", "csv", "-q"])
    #expect(result.status == 0, "\(result.diagnostics)")
    #expect(result.output.split(separator: "\n").count == 1 + 2 * 2 * 2)
  }
}
