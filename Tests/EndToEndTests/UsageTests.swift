import Foundation
import Testing

@testable import ABRCommands

@Suite("Usage", .timeLimit(.minutes(20)))
struct UsageTests {
  @Test("the version goes to standard output")
  func version() throws {
    let result = try Program.run(["--version"])
    #expect(result.output.wholeMatch(of: /abrlab \d+\.\d+\.\d+\n/) != nil)
    #expect(result.diagnostics.isEmpty && result.status == 0)
  }

  @Test(
    "every command prints its own help on standard output",
    arguments: [
      [], ["run"], ["explain"], ["trace"], ["trace", "inspect"], ["trace", "stats"], ["trace", "generate"], ["policy"],
      ["policy", "list"], ["policy", "show"], ["doctor"], ["completions"], ["compare"], ["check"], ["baseline"],
      ["baseline", "save"], ["baseline", "list"], ["baseline", "show"], ["schema"], ["schema", "list"],
      ["schema", "show"], ["tune"], ["demo"], ["manual"],
    ], ["--help", "-h"])
  func help(command: [String], option: String) throws {
    let result = try Program.run(command + [option])
    #expect(result.output.contains("Usage: \((["abrlab"] + command).joined(separator: " "))"))
    #expect(result.output.contains("-h, --help"))
    #expect(result.diagnostics.isEmpty && result.status == 0)
  }

  @Test("help before a command is its help, and the manual has a page for each")
  func helpAndManual() throws {
    #expect(try Program.run(["help", "trace", "stats"]).output == Program.run(["trace", "stats", "--help"]).output)
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try Program.run(["manual", "--output", folder.path]).status == 0)
    for command in [ProgramSpec.program] + ProgramSpec.program.subcommands {
      let name = command.name == "abrlab" ? "abrlab" : "abrlab-\(command.name)"
      let page = try String(contentsOf: folder.appendingPathComponent("\(name).1"), encoding: .utf8)
      #expect(page.hasPrefix(".TH \(name.uppercased()) 1 "))
      for option in command.options where option.isShown {
        #expect(page.contains("\\fB" + option.name.replacing("-", with: "\\-") + "\\fR"), "\(name) \(option.name)")
      }
    }
    #expect(try Program.run(["manual", "run"]).output.contains(".SH SYNOPSIS\n.B abrlab run\n"))
  }

  @Test("help lists no option that the command refuses")
  func refusedOptions() throws {
    let help = try Program.run(["tune", "--help"]).output
    #expect(!help.contains("--max-buffer") && help.contains("--trace-end"))
    #expect(
      try Program.run(["tune", "--max-buffer", "9s"]).diagnostics.contains("--max-buffer cannot be used with tune"))
  }

  @Test("help fits a terminal of 100 columns, but for lines to copy")
  func helpWidth() throws {
    for command in [[], ["run"], ["tune"], ["explain"], ["trace", "generate"]] {
      let help = try Program.run(command + ["--help"]).output
      let long = help.split(separator: "\n").filter { $0.count > 100 && !$0.hasPrefix("  abrlab ") }
      #expect(long.isEmpty)
    }
  }

  @Test(
    "a wrong command line exits with 64 and says what is wrong on standard error",
    arguments: [
      (
        [],
        "error: 'abrlab' needs a command: demo, run, explain, compare, check, tune, sweep, baseline, history, report, trace, "
          + "video, viewer, player, policy, schema, doctor, manual, completions"
      ),
      (["rnu"], "error: rnu: unknown command of 'abrlab'; did you mean run?"),
      (["hlep"], "error: hlep: unknown command of 'abrlab'; did you mean help?"),
      (["panda"], "error: panda: unknown command of 'abrlab', expected demo, run, explain, compare, "),
      (["compare", "run.json"], "'abrlab compare' needs B: the candidate: a saved run or a baseline where A is one, "),
      (["trace"], "error: 'abrlab trace' needs a command: inspect, stats, fit, generate"),
      (["trace", "stat"], "error: stat: unknown command of 'abrlab trace'; did you mean stats?"),
      (["run", "--polcy", "auto"], "error: --polcy: unknown option of 'abrlab run'; did you mean --policy?"),
      (["tune", "--keep", "x"], "error: --keep is called --constraint now\n"),
      (["run", "--scenario", "S02"], "error: --scenario is called --session now\n"),
      (["scenario", "list"], "error: scenario: unknown command of 'abrlab', expected demo, run, explain, compare, "),
      (["run", "--name-lookup=1s"], "error: --name-lookup is called --dns-lookup now\n"),
      (["run", "--panda"], "error: --panda: unknown option of 'abrlab run'\n"),
      (["run", "-x"], "error: -x: unknown option of 'abrlab run'"),
      (["run", "--format", "xml"], "error: --format: unknown value xml, expected table, json, csv, md or latex"),
      (
        ["run", "--format", "jsn"],
        "error: --format: unknown value jsn; did you mean json? Expected table, json, csv, md or latex"
      ),
      (["run"], "error: 'abrlab run' needs --policy or --player\n"),
      (["run", "--policy", "auto", "--buffer", "growth(min=40s,max=20s)"], "max 20.0 s, expected min ≤ max\n"),
      (["run", "--policy", "auto", "--buffer", "growth(max=20s)"], "found max 20.0 s with min 30.0 s, its default,"),
      (["run", "--model", "mm22"], "needs --traces, --video, --policy\n"),
      (
        ["run", "--policy", "bla"],
        "--policy: \"bla\": unknown policy bla; did you mean bola? Expected auto, throughput, "
      ),
      (["help", "rnu"], "error: rnu: unknown command of 'abrlab'; did you mean run?"),
      (["run", "--policy"], "error: --policy needs a value: --policy SPEC"),
      (["run", "--policy", "--seed", "3"], "error: --policy needs a value: --policy SPEC"),
      (["run", "--seed=", "3"], "error: --seed needs a value: --seed N"),
      (["run", "--seed", "1", "--seed", "2"], "error: --seed: given 2 times, expected once"),
      (["run", "--quiet=no"], "error: --quiet: found no, expected no value"),
      (["run", "-j0", "--policy", "auto"], "error: --jobs: found 0, expected a whole number, 1 to 1024"),
      (["doctor", "-qx"], "error: -x: unknown option of 'abrlab doctor'\n"),
      (["run", "--policy", "auto", "--", "x"], "error: x: 'abrlab run' takes no further argument"),
      (["run", "-c", "a.toml", "b"], "error: b: 'abrlab run' takes no further argument"),
      (["run", "hls.js", "shaka"], "error: hls.js: 'abrlab run' takes no further argument; write --player 'hls.js'"),
      (["tune", "bola"], "error: bola: 'abrlab tune' takes no further argument; write --policy 'bola'"),
      (["run", "a/b.csv"], "error: a/b.csv: 'abrlab run' takes no further argument; write --traces 'a/b.csv'"),
      (["--color", "never", "run"], "error: --color comes after the command"),
      (["trace", "inspect"], "error: 'abrlab trace inspect' needs FILE"),
      (["completions", "fishh"], "error: SHELL: unknown value fishh; did you mean fish? Expected bash, zsh or fish"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let result = try Program.run(arguments)
    #expect(result.diagnostics.contains(message))
    #expect(result.output.isEmpty && result.status == 64)
  }

  @Test("a folder called like a command is still a value")
  func commandNameAsValue() throws {
    let result = try Program.run(["trace", "stats", "trace", "run", "stats"])
    #expect(result.diagnostics.contains("trace: cannot be read"))
    #expect(result.status == 5)
  }

  @Test("a word in brackets is one value")
  func brackets() throws {
    let result = try Program.run(["trace", "inspect", "[a,b]"])
    #expect(result.diagnostics.contains("[a,b]: cannot be read"))
  }

  @Test("a reader who leaves ends the program quietly, with its own exit code")
  func closedPipe() throws {
    let result = try Program.shell("$abrlab run --help | head -n 1; echo ${PIPESTATUS[0]}")
    #expect(result.output == "Play videos over traces and compare policies\n0\n")
    let silent = try Program.shell("($abrlab doctor; echo $? >&2) | true")
    #expect(silent.output == "0\n")
  }

  @Test("a full disk is a failure")
  func fullDisk() throws {
    let result = try Program.shell("$abrlab doctor > /dev/full; echo $?")
    #expect(result.output == "error: standard output: No space left on device\n1\n")
  }
}
