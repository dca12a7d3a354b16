import Foundation
import Testing

/// The README's commands, run as they stand there, and their output, compared with what is printed there.
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

  static let examples: [Example] = {
    let file = Program.checkout.appendingPathComponent("README.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
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
  }()

  @Test("there are examples to check")
  func exist() {
    #expect(Self.examples.count >= 5)
    for example in Self.examples {
      #expect(example.steps.first?.command.hasPrefix("abrlab ") == true)
      #expect(example.steps.allSatisfy { $0.command.hasPrefix("abrlab ") || $0.command == Self.showStatus })
    }
  }

  @Test("the commands of the README print what the README shows", arguments: Self.examples)
  func example(_ example: Example) throws {
    // Files that a command writes stay out of the checkout.
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("Traces"),
      withDestinationURL: Program.checkout.appendingPathComponent("Traces"))
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

  @Test("the TOML file of the README runs")
  func configuration() throws {
    let readme = try String(contentsOf: Program.checkout.appendingPathComponent("README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "```toml\n"))
    let end = try #require(readme.range(of: "```", range: start.upperBound..<readme.endIndex))
    // Paths are relative to the file, which stands beside the README.
    let file = Program.checkout.appendingPathComponent("readme-suite-\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try String(readme[start.upperBound..<end.lowerBound]).write(to: file, atomically: true, encoding: .utf8)
    let result = try Program.run(["run", "-c", file.path, "--format", "csv", "-q"])
    #expect(result.status == 0, "\(result.diagnostics)")
    #expect(result.output.split(separator: "\n").count == 1 + 2 * 2 * 2)
  }
}
