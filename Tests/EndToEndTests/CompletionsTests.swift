import Foundation
import Testing

@testable import ABRCommands

@Suite("Completions", .timeLimit(.minutes(20)))
struct CompletionsTests {
  /// What bash offers for a line; the last word is the one being typed.
  static func offers(_ words: [String]) throws -> [String] {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.shell(
      """
      source <($abrlab completions bash)
      COMP_WORDS=(\(list)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _abrlab 2>&1; printf '%s\\n' "${COMPREPLY[@]}"
      """)
    return result.output.split(separator: "\n").map(String.init)
  }

  @Test(
    "bash completes commands, options and their values",
    arguments: [
      (["abrlab", "tr"], ["trace"]),
      (["abrlab", "trace", "st"], ["stats"]),
      (["abrlab", "run", "--polic"], ["--policy"]),
      (["abrlab", "run", "--format", ""], ["table", "json", "csv", "md", "latex"]),
      (["abrlab", "run", "--format", "j"], ["json"]),
      (["abrlab", "run", "--traces", "Pack"], ["Package.swift"]),
      (["abrlab", "run", "--traces", "a", "Pack"], ["Package.swift"]),
      (["abrlab", "run", "-q", "--color", "a"], ["auto", "always"]),
      (["abrlab", "completions", ""], ["bash", "zsh", "fish"]),
      (["abrlab", "run", "--policy", "bb"], ["bba-0", "bb"]),
      (["abrlab", "run", "--policy", "auto", "thr"], ["throughput"]),
      (["abrlab", "explain", "--buffer", "gr"], ["growth"]),
      (["abrlab", "run", "--preload", "net"], ["network-balance"]),
    ])
  func bash(words: [String], expected: [String]) throws {
    #expect(try Self.offers(words) == expected)
  }

  @Test("after the one value of an option, options follow")
  func afterValue() throws {
    #expect(try Self.offers(["abrlab", "run", "--format", "json", ""]).contains("--policy"))
  }

  @Test("every script names every command and option", arguments: ["bash", "zsh", "fish"])
  func complete(shell: String) throws {
    let script = try Program.run(["completions", shell]).output
    for (_, command) in CompletionTable.commands(of: ProgramSpec.program) {
      #expect(script.contains(command.name))
      for option in command.options where option.kind != .positional && option.isShown {
        #expect(script.contains(option.name.dropFirst(2)))
      }
    }
  }

  @Test("the shells that are installed accept their scripts", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) throws {
    let result = try Program.shell(
      "command -v \(shell) >/dev/null || exit 0; $abrlab completions \(shell) > /dev/null && "
        + "\(shell) -n <($abrlab completions \(shell))")
    #expect(result.output.isEmpty && result.status == 0)
  }
}
