import Foundation
import Testing

/// Policies in programs of their own.
@Suite struct ProgramPolicyTests {
  private static let traces = ["--traces", "Traces/recorded/lumos-4g", "Traces/recorded/lumos5g-4g"]

  /// A program in a fresh folder, which the caller removes.
  private static func program(_ text: String) throws -> URL {
    let folder = try Program.makeFolder()
    let file = folder.appendingPathComponent("policy.py")
    try Data(("#!/usr/bin/env python3\nimport json, os, sys, time\n" + text).utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return file
  }

  private static let feed = [
    "--items", "8", "--viewer", "feed(short-video)", "--video", "Traces/video/short-form.json", "--buffer", "growth",
  ]

  @Test(
    "bba-0 in Python and JavaScript gives the bits of the lab's, for any number of jobs", arguments: ["py", "js"],
    [[], feed + ["--preload", "none", "network-balance"], ["--session", "Tests/EndToEndTests/Samples/limits.toml"]])
  func sameBits(language: String, options: [String]) throws {
    if language == "js", !FileManager.default.fileExists(atPath: "/usr/bin/node") {
      print("skipped: there is no node to run bba0.js")
      return
    }
    let policy = "exec(Examples/Policies/bba0.\(language))"
    var results: Set<String> = []
    for (words, name) in [(["-j", "1"], policy), (["-j", "3"], policy), ([], "bba-0")] {
      let result = try Program.run(
        ["run", "--policy", name] + Self.traces + options + words + ["--per-session", "--format", "csv", "-q"])
      #expect(result.status == 0, "\(result.diagnostics)")
      // Everything behind the name of the policy.
      results.insert(
        result.output.split(separator: "\n").dropFirst().map { line in
          line.drop { $0 != "," && $0 != "\"" }.drop { $0 != "," }.description
        }.joined(separator: "\n"))
    }
    #expect(results.count == 1 && (results.first?.count ?? 0) > 1000)
  }

  @Test(
    "a policy that fails ends the run with the exchange",
    arguments: [
      ("", "it ended with exit code 0"), ("sys.exit(3)", "it ended with exit code 3"),
      ("print('hello', flush=True); time.sleep(60)", "expected a value"),
      ("print('{}', flush=True); time.sleep(60)", "found no member abrlab"),
      ("print('{\"abrlab\": 3}', flush=True); time.sleep(60)", "found 3, expected 1 to 2"),
      ("print('{\"abrlab\": 2}', flush=True); time.sleep(60)", "found no member number, expected the number of"),
      (
        "print('{\"abrlab\": 2, \"number\": 7}', flush=True); time.sleep(60)",
        "found an answer to question 7, expected one to question 1"
      ),
      (
        "print('{\"abrlab\": 1, \"columns\": [\"mood\"]}', flush=True); time.sleep(60)",
        "found \"mood\", expected each once of session"
      ),
      ("time.sleep(60)", "no answer within 0.5 s"),
      ("print('{\"abrlab\": 1}\\n[0]', flush=True); time.sleep(60)", "it wrote more than one line"),
      ("os.kill(os.getpid(), 9)", "it was ended by signal 9"),
      (
        "for line in sys.stdin: print('{\"abrlab\": 1}' if 'setup' in line else '[0]', flush=True)",
        "found 1 renditions"
      ),
      (
        "for line in sys.stdin:\n m = json.loads(line)\n"
          + " print('{\"abrlab\": 1}' if m['type'] == 'setup' else [77] * len(m['segment']), flush=True)",
        "found rendition 77, expected 0 to 8"
      ),
      ("raise ValueError('no model')", "its standard error ends with: ValueError: no model"),
    ])
  func failures(text: String, expected: String) throws {
    let file = try Self.program(text)
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let result = try Program.run(["run", "--policy", "exec(\(file.path),timeout=0.5s)"] + Self.traces + ["-q"])
    #expect(result.status == 1, "\(result.diagnostics)")
    #expect(result.diagnostics.contains(expected), "\(result.diagnostics)")
    #expect(result.output.isEmpty)
  }

  @Test("in a feed a session is a conversation that goes on from item to item, and what goes wrong ends the run")
  func feeds() throws {
    let answers = "[0]"
    let text =
      "said = os.path.dirname(sys.argv[0]) + '/said'\nfor line in sys.stdin:\n m = json.loads(line)\n"
      + " if m['type'] == 'setup':\n  open(said, 'a').write('>' if 'continues' in m else '[')\n"
      + "  print('{\"abrlab\": 1}', flush=True)\n elif m['type'] == 'decide': print(ANSWERS, flush=True)\n"
      + " else: open(said, 'a').write(']')\n"
    let file = try Self.program(text.replacingOccurrences(of: "ANSWERS", with: answers))
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let words =
      Self.feed.filter { $0 != "--video" && !$0.hasSuffix(".json") } + [
        "--traces", "\(Program.checkout.path)/Traces/recorded/lumos-4g", "--video",
        "\(Program.checkout.path)/Traces/video/short-form.json", "--policy", "exec(\(file.path))", "-j", "1",
      ]
    let good = try Program.run(["run", "--format", "json"] + words, folder: folder)
    #expect(good.status == 0 && good.output.contains("program_sha256"), "\(good)")
    // The sessions one after the other, each with its items.
    let said = try String(contentsOf: folder.appendingPathComponent("said"), encoding: .utf8)
    let sessions = said.split(separator: "]")
    #expect((2...12).contains(sessions.count) && said.contains("[>>"), "\(said)")
    #expect(sessions.allSatisfy { $0.first == "[" && $0.dropFirst().allSatisfy { $0 == ">" } }, "\(said)")
    for (answers, expected) in [
      ("[77]", "found rendition 77, expected 0 to 2"), ("[0, 0]", "found 2 renditions, expected 1"),
      ("sys.exit(3)", "it ended with exit code 3"), ("time.sleep(60)", "no answer within 0.5 s"),
    ] {
      let wrong = try Self.program(text.replacingOccurrences(of: "ANSWERS", with: answers))
      defer { try? FileManager.default.removeItem(at: wrong.deletingLastPathComponent()) }
      let result = try Program.run(
        ["run", "--policy", "exec(\(wrong.path),timeout=0.5s)", "-q"] + Self.traces + Self.feed)
      #expect(result.status == 1 && result.diagnostics.contains(expected), "\(answers): \(result.diagnostics)")
      #expect(result.output.isEmpty)
    }
  }

  @Test("Ctrl-C does not wait for an answer, and nothing that was started is left", arguments: ["", "; true"])
  func interruption(wrapper: String) throws {
    let file = try Self.program("open('pid', 'w').write(str(os.getpid()))\nfor line in sys.stdin: time.sleep(300)\n")
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    // A script that starts the program in place of becoming it, too.
    let script = folder.appendingPathComponent("start.sh")
    try Data("#!/bin/bash\n\(wrapper.isEmpty ? "exec " : "")\(file.path)\(wrapper)\n".utf8).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let result = try Program.shell(
      """
      cd '\(folder.path)'
      $abrlab run --policy 'exec(./start.sh,timeout=1h)' --traces '\(Program.checkout.path)/Traces/recorded/lumos-4g' -q 2> log &
      until [[ -s pid ]] || ! kill -0 $! 2> /dev/null; do sleep 0.05; done
      SECONDS=0; kill -INT $!; wait $!; echo "status $?"; (( SECONDS < 5 )) && echo soon
      for (( tries = 0; tries < 50; tries++ )); do
        kill -0 $(cat pid) 2> /dev/null || { echo gone; break; }; sleep 0.1
      done
      cat log
      """)
    #expect(result.output.contains("status 130\nsoon\ngone\n"), "\(result.output)")
    #expect(!result.output.contains("error:"), "\(result.output)")
  }

  /// A program of version 1 that chooses the lowest rendition, with more to do for each decision and at the end.
  private static func lowest(each: String = "pass", end: String = "") -> String {
    "said = 0\nfor line in sys.stdin:\n m = json.loads(line)\n"
      + " if m['type'] == 'setup': print('{\"abrlab\": 1}', flush=True)\n"
      + " elif m['type'] == 'decide':\n  said += 1\n  print([0] * len(m['segment']), flush=True)\n  \(each)\n"
      + "\(end)\n"
  }

  @Test(
    "a line that answers no question ends the run, whenever it comes",
    arguments: [
      lowest(each: "if said == 3: print([1] * len(m['segment']), flush=True)"),
      lowest(each: "if said == 3: time.sleep(0.2); print([1] * len(m['segment']), flush=True)"),
      lowest(end: "print('[0]', flush=True)"), lowest(end: "time.sleep(0.2); print('bye', flush=True)"),
    ])
  func unasked(text: String) throws {
    let file = try Self.program(text)
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let result = try Program.run(["run", "--policy", "exec(\(file.path))", "-j", "1", "-q"] + Self.traces)
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    #expect(
      result.diagnostics.contains("it wrote more than one line") || result.diagnostics.contains("more lines than"),
      "\(result.diagnostics)")
  }

  @Test(
    "a program that fails after its last answer ends the run",
    arguments: [
      (lowest(end: "sys.stderr.write('no disk\\n'); sys.exit(7)"), "it ended with exit code 7 after its last answer; "),
      (lowest(end: "os.kill(os.getpid(), 11)"), "it was ended by signal 11 after its last answer"),
    ])
  func failsAtEnd(text: String, expected: String) throws {
    let file = try Self.program(text)
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let words = ["--policy", "exec(\(file.path))", "-q"]
    let trace = "Traces/recorded/lumos-4g/200509_1300-5Mbps-4g-strong-bbb_4s-4300Kbps.csv"
    for result in [
      try Program.run(["run", "-j", "1"] + words + Self.traces), try Program.run(["explain", trace] + words),
    ] {
      #expect(result.status == 1 && result.output.isEmpty, "\(result)")
      #expect(result.diagnostics.contains(expected), "\(result.diagnostics)")
    }
  }

  @Test("the end is orderly: the program sees the end of its input, and nothing that it has started is left")
  func end() throws {
    let file = try Self.program(
      "import subprocess\nchild = subprocess.Popen(['sleep', '300'])\nopen('child', 'w').write(str(child.pid))\n"
        + Self.lowest(end: "open('ended', 'a').write('x')"))
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    func isThere(_ child: String) -> Bool {
      // What has been killed takes a moment to die on a busy machine, and may not have been reaped yet.
      for _ in 0..<500 {
        let stat = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ") Z"
        if stat.contains(") Z") { return false }
        usleep(10_000)
      }
      return true
    }
    let words = [
      "run", "--policy", "exec(\(file.path))", "-j", "1", "-q", "--traces",
      "\(Program.checkout.path)/Traces/recorded/lumos-4g",
    ]
    for round in 1...5 {
      #expect(try Program.run(words, folder: folder).status == 0)
      let ended = try String(contentsOf: folder.appendingPathComponent("ended"), encoding: .utf8)
      #expect(ended.count == round)
      #expect(!isThere(try String(contentsOf: folder.appendingPathComponent("child"), encoding: .utf8)))
    }
    // A child that holds the output open hides no crash.
    let crash = try Self.program(
      "import subprocess\nsubprocess.Popen(['sleep', '300'])\n" + Self.lowest(each: "raise ValueError('no model')"))
    defer { try? FileManager.default.removeItem(at: crash.deletingLastPathComponent()) }
    let result = try Program.run(["run", "--policy", "exec(\(crash.path))", "-q"] + Self.traces)
    // In front of the question, which is long.
    let cause = "it ended with exit code 1; its standard error ends with: ValueError: no model; it was sent {"
    #expect(result.status == 1 && result.diagnostics.contains(cause), "\(result.diagnostics)")
  }

  @Test("a program that goes on after the end of its input is killed, which is said once, with its name")
  func goesOn() throws {
    let file = try Self.program(Self.lowest(end: "time.sleep(300)"))
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let policy = ["--policy", "exec(\(file.path))"]
    let trace = "Traces/recorded/lumos-4g/200509_1300-5Mbps-4g-strong-bbb_4s-4300Kbps.csv"
    let warning = "warning: exec(\(file.path)): still running after the end of its standard input, and killed"
    for result in [
      try Program.run(["run", "-j", "1"] + policy + Self.traces), try Program.run(["explain", trace] + policy),
    ] {
      #expect(result.status == 0 && result.diagnostics.ranges(of: warning).count == 1, "\(result)")
    }
  }

  @Test("of what a program writes to standard error the last words are told, and no room is kept for the rest")
  func lastWords() throws {
    let block = "  for _ in range(64): os.write(2, b'x' * 65535 + b'\\n')\n"
    let file = try Self.program(
      "def room(): return os.fstat(2).st_blocks * 512\n"
        + "for line in sys.stdin:\n m = json.loads(line)\n if m['type'] == 'setup': print('{\"abrlab\": 1}', flush=True)\n"
        + " elif m['type'] == 'decide':\n"
        + block + "  open('room', 'a').write(f'{room()}\\n')\n"
        + "  if os.path.exists('end'): os.write(2, b'no model\\n' ); sys.exit(3)\n"
        + "  said = globals().get('said', 0) + 1\n  if said > 8: open('end', 'w')\n"
        + "  print([0] * len(m['segment']), flush=True)\n")
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["run", "--policy", "exec(./policy.py)", "-j", "1", "-q", "--traces"]
        + ["\(Program.checkout.path)/Traces/recorded/lumos-4g"], folder: folder)
    #expect(result.status == 1 && result.diagnostics.contains("it ended with exit code 3"), "\(result.diagnostics)")
    #expect(result.diagnostics.contains("its standard error ends with: no model"), "\(result.diagnostics)")
    let rooms = try String(contentsOf: folder.appendingPathComponent("room"), encoding: .utf8).split(separator: "\n")
    // 4 MiB at each question.
    #expect(rooms.count == 10 && rooms.allSatisfy { Int($0).map { $0 < 6 << 20 } ?? false }, "\(rooms)")
  }

  @Test(
    "what keeps a program from being started is said in words",
    arguments: [
      ("#!/no/such/program\n", "", "it is there, but not what its first line names to run it"),
      ("#!/bin/sh\n", "TMPDIR=/no/such/folder", "no temporary file can be made in /no/such/folder: No such file"),
    ])
  func starts(text: String, environment: String, expected: String) throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.shell(
      """
      cd '\(folder.path)'; printf '\(text.replacing("\n", with: "\\n"))' > policy; chmod +x policy
      \(environment) $abrlab run --policy 'exec(./policy)' -q --traces '\(Program.checkout.path)/Traces/recorded/lumos-4g'
      """)
    #expect(result.status == 1 && result.output.contains("exec(./policy): it cannot be started: "), "\(result.output)")
    #expect(result.output.contains(expected), "\(result.output)")
  }

  @Test("a program does not take the place of a closed standard output")
  func closedOutput() throws {
    let file = try Self.program("log = open('log', 'a')\n" + Self.lowest(each: "log.write(line)"))
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.shell(
      """
      cd '\(folder.path)'
      $abrlab run --policy 'exec(./policy.py)' --traces '\(Program.checkout.path)/Traces/recorded/lumos-4g' -q >&- 2> said
      echo "status $?"; cat said; grep -c rebuffer log
      """)
    #expect(result.output.contains("status 1\n") && result.output.hasSuffix("\n0\n"), "\(result.output)")
    #expect(result.output.contains("standard output: Bad file descriptor"))
  }

  @Test(
    "a terminal that is closed ends a run, and not one that was started by nohup",
    arguments: [("", 130), ("trap '' HUP; ", 0)])
  func closedTerminal(start: String, status: Int) throws {
    let file = try Self.program("open('begun', 'w').write('x')\n" + Self.lowest(each: "time.sleep(0.02)"))
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.shell(
      """
      cd '\(folder.path)'
      (\(start)exec $abrlab run --policy 'exec(./policy.py)' --traces '\(Program.checkout.path)/Traces/recorded/lumos-4g' -q) > table &
      until [[ -s begun ]] || ! kill -0 $! 2> /dev/null; do sleep 0.05; done
      kill -HUP $!; wait $!; echo "status $?"
      """)
    #expect(result.output.hasSuffix("status \(status)\n"), "\(result.output)")
  }

  @Test("run and sweep start a program by the same path, links on the way included")
  func links() throws {
    let beside = "rung = int(open(os.path.dirname(sys.argv[0]) + '/rung').read())\n"
    let file = try Self.program(beside + Self.lowest().replacingOccurrences(of: "[0] *", with: "[rung] *"))
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let live = folder.appendingPathComponent("live")
    try FileManager.default.createDirectory(at: live, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: live.path + "/policy.py", withDestinationPath: "../policy.py")
    try Data("0".utf8).write(to: folder.appendingPathComponent("rung"))
    try Data("4".utf8).write(to: live.appendingPathComponent("rung"))
    let words = [
      "--policy", "exec(live/policy.py)", "-q", "--format", "csv", "--traces",
      "\(Program.checkout.path)/Traces/recorded/lumos-4g",
    ]
    let results = try [["run"], ["sweep", "-o", "sweep"]].map { command in
      let result = try Program.run(command + words, folder: folder)
      #expect(result.status == 0, "\(result.diagnostics)")
      let lines = result.output.split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let column = try #require(lines[0].firstIndex(of: "mean_bitrate_bps"))
      return Double(lines[1][column]) ?? 0
    }
    #expect(results[0] > 1e6 && abs(results[0] - results[1]) < 1, "\(results)")
  }

  @Test("a policy that crashes in one shard keeps no other from being played, and the status says so")
  func shards() throws {
    let file = try Self.program(
      Self.lowest(each: "if said == 2 and os.path.exists('crash'): os.remove('crash'); sys.exit(3)"))
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("crash"))
    let words = [
      "sweep", "-o", "sweep", "--shard-size", "3", "--policy", "exec(\(file.path))", "-j", "1", "--traces",
      "\(Program.checkout.path)/Traces/recorded/lumos-4g",
    ]
    let first = try Program.run(words, folder: folder)
    #expect(first.status == 1 && first.diagnostics.contains("1 of 4 shards failed: 0"), "\(first.diagnostics)")
    let status = try Program.run(["sweep", "-o", "sweep", "--status"], folder: folder)
    #expect(status.output.contains("it ended with exit code 3"), "\(status.output)")
    #expect(try Program.run(words, folder: folder).status == 0)
  }

  @Test("compare plays a program, and says which side is no policy")
  func compared() throws {
    let program = "exec(Examples/Policies/bba0.py)"
    let same = try Program.run(["compare", program, "bba-0", "-q"] + Self.traces)
    #expect(same.status == 0, "\(same.diagnostics)")
    #expect(same.output.contains("same") && !same.output.contains("WORSE"), "\(same.output)")
    let wrong = try Program.run(["compare", program, "nonsense"] + Self.traces)
    #expect(wrong.status == 64 && wrong.diagnostics.contains("error: B: "), "\(wrong.diagnostics)")
  }

  @Test(
    "explain plays a program, too, and has the events of the same rule in the lab, but for its reasons",
    arguments: [[], feed])
  func explanation(options: [String]) throws {
    let program = "exec(Examples/Policies/bba0.py)"
    let result = try Program.run(["run", "--policy", program])
    #expect(result.diagnostics.contains("abrlab explain"), "\(result.diagnostics)")
    let trace = "Traces/recorded/lumos5g-4g/4g_trace_walking_50160_a.csv"
    let events = try [program, "bba-0"].map { policy -> String in
      let result = try Program.run(["explain", trace, "--policy", policy, "-q"] + options)
      #expect(result.status == 0, "\(result.diagnostics)")
      return result.output.split(separator: "\n").filter { !$0.hasPrefix("policy") && !$0.contains("  decide  ") }
        .joined(separator: "\n")
    }
    #expect(events[0] == events[1] && events[0].contains("arrived"))
  }

  @Test("what is no program is refused before anything runs")
  func refusals() throws {
    let missing = try Program.run(["run", "--policy", "exec(./nowhere.py)"] + Self.traces)
    #expect(
      missing.status == 5
        && missing.diagnostics.contains("exec(./nowhere.py): cannot be read: no such file or directory"),
      "\(missing.diagnostics)")
    let text = try Program.run(["run", "--policy", "exec(README.md)"] + Self.traces)
    #expect(text.status == 64 && text.diagnostics.contains("it may not be run as a program"))
    let limit = try Program.run(["run", "--policy", "exec(Examples/Policies/bba0.py,timeout=2)"] + Self.traces)
    #expect(
      limit.status == 64 && limit.diagnostics.contains("timeout=2)\": exec timeout: found 2 without a unit"),
      "\(limit.diagnostics)")
    let noScript = try Self.program("")
    defer { try? FileManager.default.removeItem(at: noScript.deletingLastPathComponent()) }
    try FileHandle(forWritingTo: noScript).write(contentsOf: Data("import".utf8))
    let started = try Program.run(["run", "--policy", "exec(\(noScript.path))"] + Self.traces)
    #expect(
      started.status == 1 && started.diagnostics.contains("Exec format error; its first line names what runs it"),
      "\(started.diagnostics)")
  }

  @Test("a run says which program it was, and check takes another one")
  func gate() throws {
    let file = try Self.program(
      "for line in sys.stdin:\n m = json.loads(line)\n"
        + " if m['type'] == 'setup': print('{\"abrlab\": 1}', flush=True)\n"
        + " elif m['type'] == 'decide': print([0] * len(m['segment']), flush=True)\n")
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let baseline = folder.appendingPathComponent("baseline.json").path
    let policy = ["--policy", "exec(\(file.path))"] + Self.traces
    let saved = try Program.run(["baseline", "save", baseline, "-q"] + policy)
    #expect(saved.status == 0, "\(saved.diagnostics)")
    #expect(try String(contentsOfFile: baseline, encoding: .utf8).contains("program_sha256 \(file.path)"))
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("# another\n".utf8))
    try handle.close()
    let check = try Program.run(
      ["check", "--baseline", baseline, "--gate", "rebuffer_ratio<=+0.05pp", "-q"] + policy)
    #expect(check.status == 0, "\(check.diagnostics)")
  }

  @Test("try plays the edge cases, and names the one that goes wrong")
  func attempt() throws {
    let file = try Self.program(
      "for line in sys.stdin:\n m = json.loads(line)\n"
        + " if m['type'] == 'setup': sizes = m['segment_sizes_bytes'][0]; print('{\"abrlab\": 1}', flush=True)\n"
        + " elif m['type'] == 'decide': print([0] * len(m['segment']), flush=True)\n")
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let result = try Program.run(["policy", "try", file.path])
    #expect(result.status == 1)
    #expect(result.diagnostics.contains("missing sizes: exec") && result.diagnostics.contains("TypeError"))
  }

  @Test("a program that answers by chance is an error of try, a warning of a baseline and in every form of a check")
  func chance() throws {
    let file = try Self.program(
      "import random\nfor line in sys.stdin:\n m = json.loads(line)\n"
        + " if m['type'] == 'setup': n = len(m['bandwidths_bps']); print('{\"abrlab\": 1}', flush=True)\n"
        + " elif m['type'] == 'decide': print([random.randrange(n) for _ in m['segment']], flush=True)\n")
    let folder = file.deletingLastPathComponent()
    defer { try? FileManager.default.removeItem(at: folder) }
    let tried = try Program.run(["policy", "try", file.path])
    #expect(tried.status == 1 && tried.diagnostics.contains("played twice differ"), "\(tried.diagnostics)")
    let saved = try Program.run(
      ["baseline", "save", folder.appendingPathComponent("b.json").path, "--policy", "exec(\(file.path))"] + Self.traces
    )
    #expect(saved.status == 0 && saved.diagnostics.contains("is not deterministic"), "\(saved.diagnostics)")
    let exports = ["md", "html", "junit", "github", "json"].map { ($0, folder.appendingPathComponent("r.\($0)").path) }
    let checked = try Program.run(
      ["check", "--baseline", folder.appendingPathComponent("b.json").path, "--policy", "exec(\(file.path))"]
        + Self.traces + ["--gate", "rebuffer_ratio<=+99pp", "--export"] + exports.map { "\($0)=\($1)" })
    #expect(checked.output.contains("is not deterministic"), "\(checked)")
    for (format, path) in exports {
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("is not deterministic"), "\(format)")
    }
  }
}
