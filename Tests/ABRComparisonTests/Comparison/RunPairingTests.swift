import ABRInput
import ABRNetwork
import ABRRunsTestSupport
import Testing

@testable import ABRComparison
@testable import ABRRuns

@Suite("Pairing of runs")
struct RunPairingTests {
  private static func record(
    _ policies: [String], traces: Int = 6, dropping first: Int = 0, seed: Int? = nil, viewer: String = "leave(30s)",
    buffer: String = "static(30s)"
  ) throws -> RunRecord {
    var experiment = try SampleRun.single(
      policies: policies, viewer: viewer, seed: seed, traces: traces, buffer: buffer)
    experiment = Experiment(
      traces: Array(experiment.traces.dropFirst(first)), videos: experiment.videos, players: experiment.players,
      seed: seed, settings: experiment.settings)
    return RunRecord(try SampleRun.result(experiment), version: "0.0")
  }

  @Test("equal specs belong together, and one that is left on each side")
  func configurations() throws {
    let left = try Self.record(["throughput", "bba-0"])
    let right = try Self.record(["bba-0", "bola"])
    let pairing = try RunPairing(reference: left, candidate: right)
    #expect(pairing.configurations.map { [$0.reference, $0.candidate] } == [[1, 0], [0, 1]])
    #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: left, candidate: Self.record(["bola", "fixed:0"]))
    }
  }

  @Test("a name that users gave stays with its configuration, whatever that plays now")
  func names() throws {
    func named(_ names: [String?], _ policies: [String]) throws -> RunRecord {
      let record = try Self.record(policies)
      var configurations = record.configurations
      for (index, name) in names.enumerated() { configurations[index].configuration.label = name }
      return RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: configurations)
    }
    let left = try named(["now", "next"], ["bba-0", "bola"])
    func pairs(_ right: RunRecord) throws -> [[Int]] {
      try RunPairing(reference: left, candidate: right).configurations.map { [$0.reference, $0.candidate] }
    }
    #expect(try pairs(named(["now", "next"], ["bola", "bba-0"])) == [[0, 0], [1, 1]])
    #expect(try pairs(named(["now", "next"], ["bola", "throughput"])) == [[0, 0], [1, 1]])
    #expect(try pairs(named([nil, "other"], ["bola", "bba-0"])) == [[1, 0], [0, 1]])
  }

  /// A run whose configurations are those of others.
  private static func together(_ records: [RunRecord]) -> RunRecord {
    RunRecord(inputs: records[0].inputs, metrics: records[0].metrics, configurations: records.flatMap(\.configurations))
  }

  private static func pairs(_ pairing: RunPairing) -> [[Int]] {
    pairing.configurations.map { [$0.reference, $0.candidate] }
  }

  @Test("the file of a viewer is known by its name and content, whatever its folder")
  func viewerFiles() throws {
    func watched(_ path: String, _ digest: String) throws -> RunRecord {
      Self.changed(try Self.watched("feed(\(path))")) { $0.header.settings["feed(\(path)) sha256"] = digest }
    }
    let left = try watched("aud.toml", "1")
    #expect(throws: Never.self) { try RunPairing(reference: left, candidate: watched("../a/aud.toml", "1")) }
    let error = #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: left, candidate: watched("../a/aud.toml", "2"))
    }
    #expect(error?.description == "feed(aud.toml) sha256 differs: 1 in the reference, 2 in the candidate")
    // Two files of one name.
    func both(_ digests: [String]) throws -> RunRecord {
      let records = try zip(["a/x.toml", "b/x.toml"], digests).map { try watched($0, $1) }
      let settings = records.reduce(into: [:]) { $0.merge($1.header.settings) { $1 } }
      return Self.changed(Self.together(records)) { $0.header.settings = settings }
    }
    #expect(
      try Self.pairs(RunPairing(reference: both(["1", "2"]), candidate: both(["2", "1"]))) == [[1, 0], [0, 1]])
  }

  @Test("a player with the same values of all options is the same, however it is spelled")
  func spellings() throws {
    let record = try Self.record(["bola"])
    func played(_ spec: String, _ length: Int) throws -> RunRecord {
      var reader = JSONReader(
        Array(
          """
          {"spec": "\(spec)", "version": "1", "options": {"maxBufferLength": "\(length)"}, "parts": {}}
          """.utf8))
      let player = try RunRecord.Player(&reader)
      return Self.changed(Self.configured(record) { $0.player = spec }) { $0.players = [player] }
    }
    func fault(_ spec: String, _ length: Int) throws -> String? {
      let (reference, candidate) = (try played("hls.js", 30), try played(spec, length))
      do throws(IncomparableRuns) {
        _ = try RunPairing(reference: reference, candidate: candidate, allowing: .init(player: false))
        return nil
      } catch { return error.description }
    }
    #expect(try fault("hls.js(maxBufferLength=30)", 30) == nil)
    #expect(
      try fault("hls.js(maxBufferLength=40)", 40)
        == "player differs: hls.js in the reference, hls.js(maxBufferLength=40) in the candidate")
    #expect(try fault("other(maxBufferLength=30)", 30)?.hasPrefix("player differs: ") == true)
    // Values of a player's own code are no options.
    #expect(try fault("code(maxBufferLength=30)", 30)?.hasPrefix("player differs: ") == true)
  }

  @Test("of each viewer one that is left on each side belongs together, though player and buffer changed")
  func viewersApart() throws {
    let viewers = ["leave(30s)", "leave(20s)"]
    let left = Self.together(try viewers.map { try Self.record(["bola"], viewer: $0) })
    let right = Self.together(
      try viewers.reversed().map { try Self.record(["bba-0"], viewer: $0, buffer: "static(9s)") })
    #expect(try Self.pairs(RunPairing(reference: left, candidate: right)) == [[1, 0], [0, 1]])
    // Two that are left of one viewer are ambiguous.
    let more = Self.together([left, try Self.record(["throughput"], viewer: viewers[0])])
    let error = #expect(throws: IncomparableRuns.self) { try RunPairing(reference: more, candidate: right) }
    #expect(error?.description.contains("--name NAME=SPEC") == true)
    #expect(error?.description.contains("leave(20s)") == false)
  }

  @Test("a name that several viewers share is paired by viewer, and shown with it")
  func sharedNames() throws {
    func named(_ viewers: [String]) throws -> RunRecord {
      let record = Self.together(try viewers.map { try Self.record(["bola"], viewer: $0) })
      var configurations = record.configurations
      for index in configurations.indices { configurations[index].configuration.label = "A" }
      return RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: configurations)
    }
    let left = try named(["leave(30s)", "leave(20s)"])
    let pairing = try RunPairing(reference: left, candidate: named(["leave(20s)", "leave(30s)"]))
    #expect(Self.pairs(pairing) == [[1, 0], [0, 1]])
    #expect(pairing.names.candidate == ["A leave(20s)", "A leave(30s)"])
    #expect(try RunPairing(reference: left, candidate: named(["leave(20s)"])).names.candidate == ["A"])
  }

  @Test("what the reference has beyond the candidate is left out, with a note")
  func left() throws {
    let left = try Self.record(["throughput", "bba-0", "bola"])
    let pairing = try RunPairing(reference: left, candidate: Self.record(["bola", "throughput"]))
    #expect(pairing.configurations.map { [$0.reference, $0.candidate] } == [[2, 0], [0, 1]])
    #expect(pairing.notes.count == 1 && pairing.warnings.isEmpty)
    #expect(pairing.notes[0].hasPrefix("bba-0 static(30s) leave(30s) of the reference is left out"))
    let refused = #expect(throws: IncomparableRuns.self) {
      try RunPairing(
        reference: left, candidate: Self.record(["bola", "throughput"]), allowing: .init(missing: false))
    }
    #expect(
      refused?.description == "the candidate lacks 1 configuration of the reference: bba-0 static(30s) leave(30s)")
    #expect(refused?.hasCommonPart == true)
    // The other way round a policy of the candidate would not be judged.
    let error = #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: Self.record(["bola"]), candidate: Self.record(["bola", "bba-0"]))
    }
    #expect(
      try #require(error).description.contains(
        "the reference lacks 1 configuration of the candidate: bba-0 static(30s) leave(30s)"))
  }

  @Test("a changed buffer of several policies pairs each policy with itself, also where the reference has more")
  func changedPart() throws {
    let left = try Self.record(["bola", "throughput", "bba-0"])
    let right = try Self.record(["throughput", "bola"], buffer: "static(20s)")
    let pairing = try RunPairing(reference: left, candidate: right)
    #expect(pairing.configurations.map { [$0.reference, $0.candidate] } == [[1, 0], [0, 1]])
    #expect(pairing.notes.count == 1)
  }

  @Test("where more than one pairing would do, none does")
  func ambiguous() throws {
    let thirty = try Self.record(["bba-0"])
    let twenty = try Self.record(["bola"], buffer: "static(20s)")
    // bola at 30 s is bba-0 at 30 s with another policy, and bola at 20 s with another buffer.
    let left = RunRecord(
      inputs: thirty.inputs, metrics: thirty.metrics,
      configurations: thirty.configurations + twenty.configurations)
    let error = #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: left, candidate: Self.record(["bola"]))
    }
    let message = try #require(error).description
    #expect(message.contains("bba-0 static(30s)") && message.contains("bola static(20s)"), "\(message)")
    #expect(message.contains("the candidate bola static(30s)"), "\(message)")
  }

  @Test("another viewer is refused as another rate is, and a warning where options may differ")
  func viewers() throws {
    let (left, right) = (try Self.record(["bola"]), try Self.record(["bola"], viewer: "leave(20s)"))
    let error = #expect(throws: IncomparableRuns.self) { try RunPairing(reference: left, candidate: right) }
    #expect(error?.description == "viewer differs: leave(30s) in the reference, leave(20s) in the candidate")
    let pairing = try RunPairing(reference: left, candidate: right, allowing: .init(settings: .all))
    #expect(pairing.warnings == ["viewer differs: leave(30s) in the reference, leave(20s) in the candidate"])
  }

  /// The run with other traces, players or settings.
  private static func changed(_ record: RunRecord, _ change: (inout RunRecord.Inputs) -> Void) -> RunRecord {
    var inputs = record.inputs
    change(&inputs)
    return RunRecord(inputs: inputs, metrics: record.metrics, configurations: record.configurations)
  }

  @Test("a recording that is of another family is a note, and refused where one of the two is judged by itself")
  func families() throws {
    let record = try Self.record(["bola"])
    let moved = Self.changed(record) { inputs in
      for index in inputs.traces.indices.prefix(3) { inputs.traces[index].family = "other" }
    }
    let pairing = try RunPairing(reference: record, candidate: moved)
    #expect(pairing.warnings.isEmpty)
    #expect(
      pairing.notes == [
        "3 traces of another family than in the reference, such as 0.csv: even there, other in the candidate, "
          + "whose families count"
      ])
    for family in ["even", "odd", "other"] {
      let error = #expect(throws: IncomparableRuns.self) {
        try RunPairing(reference: record, candidate: moved, allowing: .init(families: [family]))
      }
      let (name, old) = family == "odd" ? ("1.csv", "odd") : ("0.csv", "even")
      #expect(error?.description == "family of \(name) differs: \(old) in the reference, other in the candidate")
    }
    #expect(throws: Never.self) {
      try RunPairing(reference: record, candidate: moved, allowing: .init(families: ["one that is in neither"]))
    }
    #expect(try RunPairing(reference: record, candidate: record, allowing: .init(families: ["even"])).notes.isEmpty)
  }

  @Test("a player with other parts though its spec is the same is a warning that names them")
  func parts() throws {
    let record = try Self.record(["bola"])
    func played(initial: String, rate: String, setting: String = "1") throws -> RunRecord {
      var record = Self.changed(record) { $0.header.version = "0.1" }
      var reader = JSONReader(
        Array(
          """
          {"spec": "lab", "version": "", "options": {"old": "1"}, "parts": {"initial": "\(initial)", "rate": "\(rate)"}}
          """.utf8))
      let player = try RunRecord.Player(&reader)
      record = Self.changed(record) {
        $0.players = [player]
        $0.header.settings["rate"] = setting
      }
      return record
    }
    func warnings(_ reference: RunRecord) throws -> [String] {
      try RunPairing(reference: reference, candidate: record, allowing: .init(settings: .all)).warnings
    }
    #expect(try warnings(record).isEmpty && warnings(played(initial: "lowest", rate: "1")).isEmpty)
    #expect(
      try warnings(played(initial: "by-rule", rate: "2")) == [
        "the player lab has other parts though its spec is the same: initial by-rule, rate 2 in the reference, "
          + "initial lowest, rate 1 in the candidate; abrlab 0.1 and 0.0 played them"
      ])
    // Options that were set otherwise are named as such; documents of older versions say no parts.
    #expect(
      try warnings(played(initial: "lowest", rate: "2", setting: "2")) == [
        "rate differs: 2 in the reference, 1 in the candidate"
      ])
    #expect(try warnings(Self.changed(record) { $0.players = [] }).isEmpty)
  }

  @Test("viewers' files are held together in one pass: twice the text takes no more than some times as long")
  func longViewers() throws {
    // The least of several, so that what else the machine does is left out.
    func seconds(_ viewer: String) throws -> Duration {
      let (left, right) = (try Self.watched(viewer + "(/a/x=b/y)"), try Self.watched(viewer + "(c/x=/d/y)"))
      return try (0..<5).map { _ in
        try ContinuousClock().measure { _ = try RunPairing(reference: left, candidate: right) }
      }.min() ?? .zero
    }
    let text = String(repeating: "x", count: 50_000)
    let once = try seconds(text)
    #expect(try seconds(text + text) < once * 3 + .milliseconds(100))
    #expect(once < .seconds(2))
  }

  private static func watched(_ viewer: String) throws -> RunRecord {
    configured(try record(["bola"])) { $0.viewer = viewer }
  }

  /// A run of one configuration, as if it had been of another.
  private static func configured(_ record: RunRecord, _ change: (inout Configuration) -> Void) -> RunRecord {
    let old = record.configurations[0]
    var configuration = old.configuration
    change(&configuration)
    var copy = ConfigurationRecord(configuration, metrics: record.metrics)
    let columns = record.metrics.map { old.values(of: $0.name) ?? [] }
    for (index, session) in old.sessions.enumerated() { copy.append(session, values: columns.map { $0[index] }) }
    return RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: [copy])
  }

  @Test("traces that are no files are clusters of their own")
  func withoutFiles() throws {
    let record = try Self.record(["bola"])
    let traces = record.traces.enumerated().map { index, trace in
      var trace = trace
      (trace.file, trace.name, trace.family) = ("", "constant \(index).0 Mbit/s", "scenario")
      return trace
    }
    let bare = RunRecord(
      inputs: .init(header: record.header, traces: traces, videos: record.videos), metrics: record.metrics,
      configurations: record.configurations)
    let pairing = try RunPairing(reference: bare, candidate: bare)
    #expect(pairing.clusters == (0..<6).map { "scenario/constant \($0).0 Mbit/s" })
  }

  @Test("sessions are paired by the content of the trace, wherever it stands")
  func sessions() throws {
    let left = try Self.record(["bola"])
    let right = try Self.record(["bola"], traces: 8, dropping: 2)
    let error = #expect(throws: IncomparableRuns.self) { try RunPairing(reference: left, candidate: right) }
    #expect(error?.hasCommonPart == true)
    #expect("\(try #require(error))".contains("2 of the reference's traces are gone and 2 are new"))
    let one = #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: left, candidate: Self.record(["bola"], traces: 7))
    }
    #expect("\(try #require(one))".contains("0 of the reference's traces are gone and 1 is new"))
    let pairing = try RunPairing(reference: left, candidate: right, allowing: .init(subset: true))
    #expect(pairing.sessions.count == 8 && pairing.traceCount == 4 && !pairing.isWhole)
    #expect(
      pairing.warnings == [
        "only part of the traces is compared: 4 of the reference's 6 and 4 of the candidate's 6"
      ])
    let more = try RunPairing(
      reference: left, candidate: Self.record(["bola"], traces: 8), allowing: .init(subset: true))
    #expect(!more.isWhole && more.warnings.count == 1 && more.warnings[0].hasSuffix("6 of the candidate's 8"))
    for session in pairing.sessions {
      let old = left.configurations[0].sessions[session.reference]
      let new = right.configurations[0].sessions[session.candidate]
      #expect(left.traces[old.trace].sha256 == right.traces[new.trace].sha256 && old.content == new.content)
      #expect(session.trace == new.trace)
    }
    #expect(
      RunComparison(pairing, pairing.configurations[0], measures: Measure.usual(severalItems: false)).measures
        .allSatisfy { $0.difference == 0 })
  }

  @Test("copies of a recording count once, which is said, and a run without them is the same")
  func copies() throws {
    let single = try SampleRun.single(policies: ["bola"])
    let copies = try single.traces.map { trace in
      TraceSource(file: "copy/\(trace.name)", family: trace.family, sha256: trace.sha256, trace: try trace.trace())
    }
    let experiment = Experiment(traces: single.traces + copies, videos: single.videos, players: single.players)
    let record = RunRecord(try SampleRun.result(experiment), version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record)
    #expect(pairing.sessions.allSatisfy { $0.reference == $0.candidate } && pairing.sessions.count == 12)
    #expect(pairing.traceCount == 6 && pairing.isWhole)
    #expect(
      pairing.warnings == [
        "6 of 12 traces are copies of others, such as copy/0.csv of t/even/0.csv: each recording counts once"
      ])
    let alone = RunRecord(
      try SampleRun.result(Experiment(traces: single.traces, videos: single.videos, players: single.players)),
      version: "0.0")
    let mixed = try RunPairing(reference: alone, candidate: record)
    #expect(mixed.sessions.count == 12 && mixed.warnings == pairing.warnings)
  }

  @Test("runs that differ in what both must share are refused by name")
  func refusals() throws {
    let left = try Self.record(["bola"])
    func error(_ right: RunRecord, _ allowance: RunPairing.Allowance = .init()) -> String {
      do {
        _ = try RunPairing(reference: left, candidate: right, allowing: allowance)
        return "none"
      } catch {
        return "\(error)"
      }
    }
    #expect(error(try Self.record(["bola"], seed: 4)) == "seed differs: none in the reference, 4 in the candidate")
    let feed = RunRecord(try SampleRun.result(try SampleRun.feed()), version: "0.0")
    #expect(error(feed) == "what a session plays differs: one video in the reference, several items in the candidate")
    func changed(_ change: (inout RunRecord.Header) -> Void) -> RunRecord {
      var header = left.header
      change(&header)
      return RunRecord(
        inputs: .init(header: header, traces: left.traces, videos: left.videos), metrics: left.metrics,
        configurations: left.configurations)
    }
    #expect(error(changed { $0.engineSemantics += 1 }).hasPrefix("engine_semantics differs"))
    #expect(error(changed { $0.videosSHA256 = "0" }).hasPrefix("videos_sha256 differs"))
    #expect(error(changed { $0.traceEnd = .hold }).hasPrefix("trace_end differs"))
    #expect(error(changed { $0.defaultLatency = 9 }).hasPrefix("default_latency_s differs"))
    #expect(error(changed { $0.isPartial = true }, .init(subset: true)).contains("interrupted"))
    // The same file may have another path.
    func file(_ path: String, _ digest: String) -> RunRecord {
      changed { ($0.settings["file"], $0.settings["file_sha256"]) = (path, digest) }
    }
    #expect(throws: Never.self) { try RunPairing(reference: file("/a/x", "1"), candidate: file("/b/x", "1")) }
    let other = #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: file("/a/x", "1"), candidate: file("/b/x", "2"))
    }
    #expect(other?.description.hasPrefix("file differs") == true)
    let (one, same) = (try Self.watched("recorded(/a/x.json)"), try Self.watched("recorded(/b/x.json)"))
    #expect(throws: Never.self) { try RunPairing(reference: one, candidate: same) }
    #expect(throws: IncomparableRuns.self) {
      try RunPairing(reference: one, candidate: Self.watched("recorded(/a/y.json)"))
    }
    let rate = changed { $0.settings["rate"] = "2" }
    #expect(error(rate) == "rate differs: 1 in the reference, 2 in the candidate")
    #expect(
      try RunPairing(reference: left, candidate: rate, allowing: .init(settings: .all)).warnings
        == ["rate differs: 1 in the reference, 2 in the candidate"])
    // Another player has parts of its own; who watches and what the network does stay.
    let players = RunPairing.Allowance(settings: .ofPlayers, player: true)
    #expect(error(rate, players) == "rate differs: 1 in the reference, 2 in the candidate")
    #expect(error(try Self.record(["bola"], viewer: "leave(20s)"), players).hasPrefix("viewer differs: leave(30s)"))
    for key in ["dns-lookup", "payload-fraction", "path-queue", "response-header", "startup-overhead", "sizes"] {
      #expect(
        error(changed { $0.settings[key] = "9" }, players)
          == "\(key) differs: not set in the reference, 9 in the candidate")
    }
    for key in ["stream", "connections", "setup-round-trips", "slow-start", "max-buffer", "timeout", "pace"] {
      #expect(error(changed { $0.settings[key] = "9" }).hasPrefix("\(key) differs: "))
      #expect(error(changed { $0.settings[key] = "9" }, players) == "none")
    }
  }
}
