import Foundation
import Testing

/// The README's commands, run as they stand there, and their output, compared with what is printed there.
@Suite struct ReadmeTests {
  /// A command of a `console` block and the output that follows it.
  struct Example: Sendable, CustomTestStringConvertible {
    var command: String
    var output: String
    var testDescription: String { command }
  }

  static let examples: [Example] = {
    let file = Program.checkout.appendingPathComponent("README.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    var examples: [Example] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2)), output: ""))
      } else if isInside, !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
    return examples
  }()

  @Test("there are examples to check")
  func exist() {
    #expect(Self.examples.count >= 4)
    #expect(Self.examples.allSatisfy { $0.command.hasPrefix("abrlab ") })
  }

  @Test("a command of the README prints what the README shows", arguments: Self.examples)
  func example(_ example: Example) throws {
    let line = "\"$abrlab\"" + example.command.dropFirst("abrlab".count) + " 2>/dev/null"
    let result = try Program.shell(line)
    #expect(result.status == 0)
    // An ellipsis stands for the rest of a long output.
    if example.output.hasSuffix("…\n") {
      let shown = String(example.output.dropLast(2))
      #expect(shown.count > 100 && result.output.hasPrefix(shown))
    } else {
      #expect(result.output == example.output)
    }
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
