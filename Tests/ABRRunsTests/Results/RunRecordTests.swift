import ABRInput
import ABRNetwork
import ABRPlayback
import ABRRunsTestSupport
import ABRTestSupport
import Foundation
import Testing

@testable import ABRRuns

@Suite("Saved runs")
struct RunRecordTests {
  /// Documents to break, made once.
  static let single = Result { try SampleRun.document(SampleRun.result(SampleRun.single())) }
  static let feed = Result { try SampleRun.document(SampleRun.result(SampleRun.feed())) }

  @Test("a run in memory and its document make equal records", arguments: [nil, 7])
  func equality(seed: Int?) throws {
    for experiment in [try SampleRun.single(seed: seed), try SampleRun.feed(seed: seed)] {
      let result = try SampleRun.result(experiment)
      let read = try RunRecord(parsing: SampleRun.document(result), file: "run.json")
      let made = RunRecord(result, version: "0.0")
      #expect(read == made)
      #expect(read.json(perSession: true) == made.json(perSession: true))
      #expect(read.header.seed == seed && read.header.engineSemantics == EngineSemantics.version)
      #expect(read.configurations.allSatisfy { $0.sessions.count == experiment.traces.count * experiment.contentCount })
    }
  }

  @Test("a run over a network that ends is read again, and its sessions end without a stall")
  func exhausted() throws {
    let experiment = try SampleRun.single(viewer: "watch")
    let short = try experiment.traces.map { trace in
      let rows = (1...20).map { _ in BandwidthTrace.Row(duration: 1, bandwidth: 1e7) }
      return TraceSource(
        file: trace.file, family: trace.family, sha256: trace.sha256,
        trace: try BandwidthTrace(name: trace.name, rows: rows))
    }
    let ending = Experiment(
      traces: short, videos: experiment.videos, players: experiment.players, traceEnd: .stop)
    let result = try SampleRun.result(ending)
    let metrics = result.configurations.flatMap(\.sessions).map(\.metrics)
    #expect(metrics.contains { $0.outcome == .networkExhausted && $0.playedMedia > 0 })
    #expect(metrics.allSatisfy { $0.stallCount == 0 || $0.stalledTime > 0 })
    #expect(try RunRecord(parsing: SampleRun.document(result), file: "run.json") == RunRecord(result, version: "0.0"))
  }

  @Test("the page about saved runs names every key")
  func documentation() throws {
    let page = try String(
      contentsOfFile: SharedData.package + "/Sources/ABRRuns/ABRRuns.docc/SavedRuns.md", encoding: .utf8)
    let metrics = Set(MetricDefinition.all.map(\.name))
    func check(_ value: Any, of parent: String) {
      if let list = value as? [Any] {
        for element in list { check(element, of: parent) }
      } else if let object = value as? [String: Any],
        !["pooled", "settings", "peer", "options", "parts"].contains(parent)
      {
        for (key, value) in object {
          #expect(metrics.contains(key) || page.contains("`\(key)`") || page.contains("\"\(key)\""), "\(parent).\(key)")
          check(value, of: key)
        }
      }
    }
    for bytes in [try Self.single.get(), try Self.feed.get()] {
      check(try JSONSerialization.jsonObject(with: Data(bytes)), of: "document")
    }
  }

  @Test("values stand in columns: every one is that of its session")
  func columns() throws {
    let result = try SampleRun.result(SampleRun.single(viewer: "leave(5s)"))
    let record = try RunRecord(parsing: SampleRun.document(result), file: "run.json")
    var missing = 0
    for (configuration, cell) in zip(record.configurations, result.configurations) {
      for metric in result.experiment.metrics {
        let values = try #require(configuration.values(of: metric.name))
        for (index, session) in cell.sessions.enumerated() {
          #expect(values[index] == metric.value(session.metrics))
          #expect(configuration.value(of: metric.name, at: index) == values[index])
          missing += values[index] == nil ? 1 : 0
        }
      }
      #expect(configuration.pooled == cell.pooled.values)
      #expect(configuration.values(of: "no_such_metric") == nil)
    }
    #expect(missing > 0)
  }

  @Test("an interrupted run keeps what was played, in its place")
  func partial() throws {
    let experiment = try SampleRun.single()
    let result = try SampleRun.result(experiment) { $0 % 5 != 2 && $0 > 3 }
    let record = try RunRecord(parsing: SampleRun.document(result), file: "run.json")
    #expect(record.header.isPartial && record == RunRecord(result, version: "0.0"))
    #expect(record.configurations[0].sessions.count < 12)
    // Two traces of one name leave it open which one a session belongs to.
    let twins = Experiment(
      traces: experiment.traces + [experiment.traces[0]], videos: experiment.videos, players: experiment.players)
    let halves = try SampleRun.result(twins) { $0 > 5 }
    #expect(throws: RunFileError.self) { try RunRecord(parsing: SampleRun.document(halves), file: "run.json") }
    // A complete run does not: sessions are counted.
    let whole = try SampleRun.result(twins)
    #expect(try RunRecord(parsing: SampleRun.document(whole), file: "run.json") == RunRecord(whole, version: "0.0"))
  }

  @Test("the order of keys means nothing, and a metric of a later version is passed over")
  func tolerance() throws {
    let text = String(decoding: try Self.single.get(), as: UTF8.self)
    let record = try RunRecord(parsing: Array(text.utf8), file: "run.json")
    let begin = try #require(text.range(of: "  \"schema\" : 1\n"))
    var moved = text
    moved.removeSubrange(begin)
    moved.replaceSubrange(
      try #require(moved.range(of: "{\n")), with: "{ \"schema\": 1,\n")
    let comma = try #require(moved.range(of: "],\n}", options: .backwards))
    moved.replaceSubrange(comma, with: "]\n}")
    #expect(try RunRecord(parsing: Array(moved.utf8), file: "run.json") == record)
    let later = text.replacing("\"startup_s\" : ", with: "\"startup_joy\" : [1, {\"a\": null}], \"startup_s\" : ")
    #expect(later != text)
    #expect(try RunRecord(parsing: Array(later.utf8), file: "run.json") == record)
    // What this version knows and the document does not have would be taken for 0.
    let earlier = text.replacing(#/"qoe_log" : [^,]*,/#, with: "")
    #expect(throws: RunFileError.self) { try RunRecord(parsing: Array(earlier.utf8), file: "run.json") }
  }

  @Test(
    "a wrong document is refused with line, place, what was found and what is allowed",
    arguments: [
      ("\"schema\" : 1", "\"schema\" : 2", "schema", "1, the schema of this version"),
      ("\"schema\" : 1", "\"scheme\" : 1", "document", "a run saved by abrlab"),
      ("\"seed\" : null", "\"seed\" : -1", "inputs.seed", "0 to"),
      ("\"seed\" : null", "\"seed\" : null, \"seed\" : 1", "inputs.seed", "every key once"),
      ("\"seed\" : null", "\"seed\" : null, \"sed\" : 1", "inputs.sed", "seed"),
      ("\"model\" : \"lab\"", "\"model\" : \"labs\"", "inputs.model", "lab, sabre"),
      ("\"engine_semantics\" : ", "\"engine_semantics\" : 1e99, \"x\" : ", "inputs.engine_semantics", "whole number"),
      ("\"traces_sha256\" : \"", "\"traces_sha256\" : \"0", "inputs.traces_sha256", "64 hexadecimal"),
      ("\"name\" : \"1.csv\"", "\"nam\" : \"1.csv\"", "inputs.traces[1].nam", "duration_s"),
      ("\"duration_s\" : 50", "\"duration_s\" : -50", "inputs.traces[0].duration_s", "0.0 to"),
      ("\"trace\" : \"0.csv\"", "\"trace\" : \"1.csv\"", "policies[0].sessions[0]", "in the order of inputs"),
      ("\"outcome\" : \"left\"", "\"outcome\" : \"lost\"", "policies[0].sessions[0].outcome", "completed, left"),
      ("\"rebuffer_s\" : ", "\"rebuffer_s\" : -1, \"x\" : ", "rebuffer_s", "0 or more"),
      ("\"rebuffer_s\" : ", "\"rebuffer_s\" : 1e300, \"x\" : ", "rebuffer_s", "1e18"),
      ("\"rebuffer_ratio\" : ", "\"rebuffer_ratio\" : 1.5, \"x\" : ", "rebuffer_ratio", "0 to 1"),
      ("\"rebuffer_count\" : ", "\"rebuffer_count\" : 1.5, \"x\" : ", "rebuffer_count", "a whole number"),
      ("\"bytes_wasted\" : ", "\"bytes_waste\" : ", "sessions[0]", "bytes_wasted"),
      ("\"policy\" : \"bba-0\"", "\"policy\" : \"throughput\"", "policies[1]", "each once"),
      ("\"sessions\" : 12", "\"sessions\" : 11", "policies[0]", "equal numbers"),
      ("\"video\" : \"v4.0\",", "\"video\" : null,", "policies[0].sessions[0].video", "a string"),
    ])
  func wrong(_ part: String, _ replacement: String, _ place: String, _ allowed: String) throws {
    var text = String(decoding: try Self.single.get(), as: UTF8.self)
    // Sessions come after what is pooled in the order of keys: their metrics are the first to be read.
    let sessions = try #require(text.range(of: "\"sessions\" : ["))
    let isMetric = part.hasPrefix("\"rebuffer") || part.hasPrefix("\"bytes")
    let from = isMetric ? sessions.upperBound : text.startIndex
    let range = try #require(text.range(of: part, range: from..<text.endIndex))
    text.replaceSubrange(range, with: replacement)
    let error = #expect(throws: RunFileError.self) { try RunRecord(parsing: Array(text.utf8), file: "run.json") }
    guard case .malformed(let file, let line?, _?, let field, _, let what)? = error else {
      Issue.record("found \(String(describing: error))")
      return
    }
    #expect(file == "run.json" && line > 0)
    #expect(field.contains(place) && what.contains(allowed), "\(field): \(what)")
  }

  @Test(
    "what is no run is told to be none, whatever its schema",
    arguments: [
      "### PASS 2 of 2 gates", "[1]", "{\"comparisons\": [], \"schema\": 2}", "{\"inputs\": {}, \"schema\": 3}",
    ])
  func other(_ text: String) throws {
    let error = #expect(throws: RunFileError.self) { try RunRecord(parsing: Array(text.utf8), file: "gates.md") }
    #expect("\(try #require(error))".contains("expected a run saved by abrlab run --export json=FILE"))
  }

  @Test("a changed digest of a file is seen")
  func digests() throws {
    let text = String(decoding: try Self.single.get(), as: UTF8.self)
    let old = SHA256.hexDigest(of: "trace 2")
    #expect(text.contains(old))
    let error = #expect(throws: RunFileError.self) {
      try RunRecord(parsing: Array(text.replacing(old, with: SHA256.hexDigest(of: "x")).utf8), file: "run.json")
    }
    let words = "\(try #require(error))"
    #expect(words.contains("the digest of the files listed beside it"))
  }

  @Test("renditions are shown while media plays, of a player's own code or for less of that", arguments: [false, true])
  func shownTimes(isOwnCode: Bool) throws {
    let document = try JSONSerialization.jsonObject(with: Data(try Self.single.get())) as? [String: Any]
    func record(shownBeyond seconds: Double) throws -> RunRecord {
      var document = try #require(document)
      var inputs = try #require(document["inputs"] as? [String: Any])
      var policies = try #require(document["policies"] as? [[String: Any]])
      for place in policies.indices {
        policies[place]["player"] = isOwnCode ? "code(player.js)" : "lab"
        var renditions = try #require(policies[place]["renditions"] as? [[String: Any]])
        renditions[0]["shown_s"] = try #require(renditions[0]["shown_s"] as? Double) + seconds
        policies[place]["renditions"] = renditions
      }
      inputs["players"] = [
        [
          "spec": isOwnCode ? "code(player.js)" : "lab", "version": "1", "options": [String: String](),
          "parts": isOwnCode ? [:] : ["rate": "1"],
        ]
      ]
      (document["inputs"], document["policies"]) = (inputs, policies)
      return try RunRecord(parsing: Array(JSONSerialization.data(withJSONObject: document)), file: "run.json")
    }
    _ = try record(shownBeyond: 0)
    #expect(throws: RunFileError.self) { try record(shownBeyond: 0.1) }
    if isOwnCode {
      _ = try record(shownBeyond: -0.1)
    } else {
      #expect(throws: RunFileError.self) { try record(shownBeyond: -0.1) }
    }
  }

  @Test("a run without its sessions names the command that saves them")
  func withoutSessions() throws {
    let result = try SampleRun.result(SampleRun.single())
    let bytes = Array(RunRecord(result, version: "0").json(perSession: false).text().utf8)
    let error = #expect(throws: RunFileError.self) { try RunRecord(parsing: bytes, file: "run.json") }
    #expect(error == .withoutSessions(file: "run.json"))
    let words = "\(try #require(error))"
    #expect(words.contains("abrlab run … --export json=run.json"))
  }

  @Test("a missing, empty or foreign file is refused")
  func files() throws {
    let folder = try TemporaryFolder()
    #expect(throws: RunFileError.self) { try RunRecord(contentsOf: folder.path + "/none.json") }
    for text in [
      "", " ", "{}", "[]", "null", "3", "{\"schema\": 1}", "{\"schema\": 1, \"inputs\": {}, \"policies\": []}",
    ] {
      let file = try folder.write("run.json", text)
      #expect(throws: RunFileError.self, "\(text)") { try RunRecord(contentsOf: file) }
    }
  }

  @Test("cut, changed and shuffled documents are read or refused, and never end the program", arguments: [1, 2, 3, 4])
  func fuzz(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "fuzz")
    let sources = [try Self.single.get(), try Self.feed.get()]
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "-", "1e999", "0", "\\u0000", "true", "\n", "9007199254740993",
    ]
    var refused = 0
    for round in 0..<Seeds.rounds(of: 150) {
      var bytes = sources[round % 2]
      switch round % 3 {
      case 0: bytes.removeLast(1 + Int(random.uniform() * Double(bytes.count - 1)))
      case 1:
        for _ in 0..<3 { bytes[Int(random.uniform() * Double(bytes.count))] = UInt8(random.uniform() * 255) }
      default:
        let place = Int(random.uniform() * Double(bytes.count))
        let end = min(bytes.count, place + Int(random.uniform() * 8))
        bytes.replaceSubrange(place..<end, with: Array(pieces[Int(random.uniform() * Double(pieces.count))].utf8))
      }
      do {
        _ = try RunRecord(parsing: bytes, file: "run.json")
      } catch {
        refused += 1
        #expect("\(error)".hasPrefix("run.json"), "seed \(seed), round \(round)")
      }
    }
    #expect(refused > Seeds.rounds(of: 50), "seed \(seed)")
  }
}
