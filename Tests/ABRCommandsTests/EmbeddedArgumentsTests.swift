import ABRTestSupport
import Foundation
import Synchronization
import Testing

@testable import ABRCommands

/// What a program hands over that has the lab in it: whatever it is, the answer is an error or a result.
@Suite("Arguments of embedding programs")
struct EmbeddedArgumentsTests {
  @Test("a comparison of words that are none is refused", arguments: [["--help"], ["--version"], [], ["x", "y"]])
  func comparisons(words: [String]) throws {
    let folder = try CommandFolder()
    let run = EmbeddedCommand(bundledData: nil)
    #expect(run.perform(["run", "--policy", "bola", "bba-0"] + folder.inputs) == 0)
    let comparison = EmbeddedCommand(bundledData: nil)
    #expect(comparison.perform(["compare", "bola"] + words, comparing: run) == 64)
    #expect(comparison.diagnostics.hasPrefix("error: "))
    // Behind two hyphens nothing is an option.
    let names = EmbeddedCommand(bundledData: nil)
    #expect(names.perform(["compare", "--metric=startup_s", "--", "--help", "bba-0"], comparing: run) == 64)
    #expect(names.diagnostics.contains("--help"))
  }

  @Test("a call is carried out once, and keeps what it has")
  func once() throws {
    let folder = try CommandFolder()
    let run = EmbeddedCommand(bundledData: nil)
    #expect(run.perform(["run", "--policy", "bola"] + folder.inputs) == 0)
    let output = run.output
    #expect(run.perform(["--version"]) == 64 && run.perform(["compare", "bola", "auto"], comparing: run) == 64)
    #expect(
      run.output == output && run.sessions != nil && run.diagnostics.contains("error: a call is carried out once"))
  }

  @Test(
    "an environment refuses what it cannot print",
    arguments: [
      ["--metric", "qoe_lin"], ["--export", "json=x.json"], ["--per-session"], ["--by", "family"], ["--jobs", "2"],
    ])
  func printed(words: [String]) throws {
    let folder = try CommandFolder()
    let command = EmbeddedCommand(bundledData: nil)
    #expect(command.sessions(["run"] + folder.inputs + words, count: 1) == nil)
    #expect(
      command.diagnostics.hasPrefix("error: \(words[0]): without effect in an environment"), "\(command.diagnostics)")
  }

  @Test("a program with the lab in it gets the rows of a league as JSON")
  func league() throws {
    let run = EmbeddedCommand(bundledData: nil)
    let folder = try CommandFolder()
    #expect(run.perform(["run", "--policy", "bola", "bba-0"] + folder.inputs) == 0)
    let text = try #require(run.text(as: "league family qoe_lin", perSession: false))
    #expect(
      text.hasPrefix("[\n") && text.contains("\"qoe_lin_rank\": ") && text.contains("\"configuration\": \"bba-0\""))
  }

  @Test("numbers of sessions, traces and seconds that there are not change nothing", arguments: [0, -1, 1 << 21, .min])
  func steppers(count: Int) throws {
    let folder = try CommandFolder()
    let command = EmbeddedCommand(bundledData: nil)
    #expect(command.sessions(["run"] + folder.inputs, count: count) == nil)
    #expect(command.diagnostics.contains("sessions: found \(count), expected 1 to"))
    let sessions = try #require(EmbeddedCommand(bundledData: nil).sessions(["run"] + folder.inputs, count: 2))
    for (session, trace, offset) in [
      (2, 0, 0.0), (-1, 0, 0), (0, 3, 0), (0, -1, 0), (0, 0, -1), (0, 0, .nan), (0, 0, .infinity),
    ] { #expect(!sessions.restart(session, over: trace, from: offset), "\(session), \(trace), \(offset)") }
    #expect(sessions.restart(1, over: 2, from: 3.5))
  }

  private static let pipeSignals = Atomic<Int>(0)

  @Test("a policy that closes its input and ends is an error, and no signal for the program that has the lab in it")
  func pipes() throws {
    let folder = try CommandFolder([
      "ends.sh": "#!/bin/sh\nread line\necho '{\"abrlab\": 1}'\n", "closes.sh": "#!/bin/sh\nexec <&-\n",
      "leaves.sh": "#!/bin/sh\nread line\necho '{\"abrlab\": 1}'\nexec <&- >&-\nsleep 5\n",
    ])
    let old = signal(SIGPIPE) { _ in EmbeddedArgumentsTests.pipeSignals.add(1, ordering: .relaxed) }
    defer { signal(SIGPIPE, old) }
    for name in ["ends.sh", "closes.sh", "leaves.sh"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
      for _ in 0..<(name == "leaves.sh" ? 1 : 10) {
        let result = folder.perform(["run", "--policy", "exec(\(folder.path(name)))", "-j", "2", "-q"] + folder.inputs)
        #expect(result.code == 1 && result.diagnostics.contains("error: exec("), "\(name): \(result)")
      }
    }
    #expect(Self.pipeSignals.load(ordering: .relaxed) == 0)
  }
}
