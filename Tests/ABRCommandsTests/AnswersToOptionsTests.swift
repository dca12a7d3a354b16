import ABRTestSupport
import Testing

@testable import ABRCommands

/// Options that are accepted have an effect; those that are refused are answered with what to write.
@Suite("Answers to options")
struct AnswersToOptionsTests {
  @Test(
    "headings of columns are names of metrics",
    arguments: [
      (["run", "--policy", "auto", "--metric"], "stalls/h"), (["run", "--policy", "auto", "--sort"], "REBUFFER %"),
      (["compare", "auto", "bola", "--metric"], "waste MB/h"),
      (["compare", "auto", "bola", "--margin"], "waste %=1pp"),
      (["tune", "--policy", "auto", "--min", "5s,8s", "--max", "20s", "--held-out", "0", "--goal"], "rebuffer %"),
      (["tune", "--policy", "auto", "--min", "5s,8s", "--max", "20s", "--held-out", "0", "--constraint"], "p95 s<=9s"),
    ])
  func headings(words: [String], heading: String) throws {
    let folder = try CommandFolder()
    let positionals = words[0] == "compare" ? 3 : 1
    let result = folder.perform(words.prefix(positionals) + folder.inputs + words.dropFirst(positionals) + [heading])
    #expect([0, 3].contains(result.code), "\(result)")
  }
}
