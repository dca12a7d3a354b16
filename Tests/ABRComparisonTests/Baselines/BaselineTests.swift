import ABRRunsTestSupport
import ABRTestSupport
import Foundation
import Testing

@testable import ABRComparison
@testable import ABRRuns

@Suite("Baselines")
struct BaselineTests {
  private static func record(severalItems: Bool) throws -> RunRecord {
    let result = try SampleRun.result(severalItems ? SampleRun.feed() : SampleRun.single(viewer: "leave(15s)"))
    return RunRecord(result, version: "0.0")
  }

  @Test(
    "a baseline that is read again differs from its run by exactly nothing, in every measure", arguments: [false, true])
  func roundTrip(severalItems: Bool) throws {
    let record = try Self.record(severalItems: severalItems)
    let bytes = [UInt8](try Baseline(record).text().utf8)
    #expect(Baseline.recognises(bytes))
    let read = try Baseline(parsing: bytes, file: "base.json").record
    #expect(read.header == record.header && read.traces == record.traces && read.videos == record.videos)
    #expect(read.contents == record.contents)
    let pairing = try RunPairing(reference: read, candidate: record)
    for pair in pairing.configurations {
      for row in RunComparison(pairing, pair, measures: Measure.all(severalItems: severalItems)).measures {
        guard row.measure.direction != .neutral else { continue }
        #expect(row.difference ?? 0 == 0, "\(row.measure.name)")
        #expect((row.reference == nil) == (row.candidate == nil), "\(row.measure.name)")
      }
    }
    // And written again it is the same text.
    #expect(try Baseline(read).text() == String(decoding: bytes, as: UTF8.self))
  }

  @Test("a baseline holds no absolute path: the same run saved elsewhere is the same text")
  func paths() throws {
    let record = try Self.record(severalItems: false)
    func moved(to folder: String) -> RunRecord {
      var inputs = record.inputs
      for index in inputs.traces.indices { inputs.traces[index].file = "\(folder)/\(inputs.traces[index].file)" }
      for index in inputs.videos.indices { inputs.videos[index].file = "\(folder)/\(inputs.videos[index].file)" }
      return RunRecord(inputs: inputs, metrics: record.metrics, configurations: record.configurations)
    }
    let text = try Baseline(moved(to: "/home/one/work")).text()
    #expect(try Baseline(moved(to: "/srv/ci")).text() == text && !text.contains("/home/"))
    #expect(text.contains("\"file\":\"even/0.csv\""))
  }

  @Test("a run document is no baseline, and a baseline no run document")
  func kinds() throws {
    let document = try SampleRun.document(SampleRun.result(SampleRun.single()))
    #expect(!Baseline.recognises(document) && !Baseline.recognises([]) && !Baseline.recognises([0x7B]))
    #expect(throws: RunFileError.self) { try Baseline(parsing: document, file: "run.json") }
  }

  @Test(
    "a baseline that was edited by hand is refused with line and place",
    arguments: [
      ("\"baseline\": 1", "\"baseline\": 2", "baseline"), ("\"startup_s\",", "\"startup\",", "metrics[0]"),
      ("\"startup_s\",", "\"rebuffer_s\",", "metrics"), ("\"completed\",", "\"finished\",", "sessions"),
      ("[1,0,\"", "[2,0,\"", "sessions[2]"), ("\"policies\": [", "\"policies\": [], \"more\": [", "more"),
      ("[0,1,", "[0,", "sessions[1]"), ("[0,1,\"", "[0,0,\"", "sessions[1]"),
      ("\"policy\":\"bba-0\"", "\"policy\":\"throughput\"", "policies[1]"),
    ])
  func broken(old: String, new: String, place: String) throws {
    let text = try Baseline(Self.record(severalItems: false)).text()
    let range = try #require(text.range(of: old) ?? text.range(of: old.replacing("completed", with: "left")))
    let broken = text.replacingCharacters(in: range, with: new)
    let error = #expect(throws: RunFileError.self) { try Baseline(parsing: [UInt8](broken.utf8), file: "base.json") }
    let message = error.map { "\($0)" } ?? "none"
    #expect(message.hasPrefix("base.json:") && message.contains(place), "\(message)")
  }

  @Test("a session with more values than there are metrics is refused")
  func longRow() throws {
    var text = try Baseline(Self.record(severalItems: false)).text()
    let row = try #require(text.range(of: "[0,0,\""))
    let end = try #require(text[row.upperBound...].firstIndex(of: "]"))
    text.insert(contentsOf: ",0", at: end)
    let error = #expect(throws: RunFileError.self) { try Baseline(parsing: [UInt8](text.utf8), file: "base.json") }
    #expect(error?.description.contains("found more values") == true, "\(String(describing: error))")
  }

  @Test(
    "a session whose values contradict each other is refused with what they come to",
    arguments: [
      ("bytes_wasted", 1, "bytes_wasted of "), ("bytes_overhead", 1e12, "bytes_downloaded of "),
      ("rebuffer_ratio", 0.25, "rebuffer_ratio of "), ("waste_ratio", 0.25, "waste_ratio of "),
      ("rebuffer_count", -.infinity, "rebuffer_s of "), ("switch_count", -.infinity, "switch_magnitude_bps of "),
      ("rebuffer_count", 1, "rebuffer_count of 1.0"), ("playing_s", -.infinity, "played_s of "),
      ("played_s", -5, "played_s of "),
    ] as [(String, Double, String)])
  func contradictions(metric: String, more: Double, message: String) throws {
    let record = try RunRecord(
      SampleRun.result(SampleRun.single(policies: ["throughput"], viewer: "leave(45s)")), version: "0.0")
    func edited(_ session: Int) throws -> String {
      var configuration = record.configurations[0]
      let place = try #require(record.metrics.firstIndex { $0.name == metric })
      let sessions = configuration.sessions
      var columns = record.metrics.map { configuration.values(of: $0.name) ?? [] }
      columns[place][session] = more == -.infinity ? 0 : (columns[place][session] ?? 0) + more
      configuration = ConfigurationRecord(configuration.configuration, metrics: record.metrics)
      for (index, session) in sessions.enumerated() {
        configuration.append(session, values: columns.map { $0[index] })
      }
      return try Baseline(
        RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: [configuration])
      ).text()
    }
    // Where something happened: a session without a stall may have no stalls.
    let amounts = [
      "rebuffer_count": "rebuffer_s", "switch_count": "switch_magnitude_bps", "playing_s": "played_s",
    ]
    let values = try #require(record.configurations[0].values(of: amounts[metric] ?? metric))
    let session = try #require(more == -.infinity ? values.firstIndex { $0 ?? 0 > 0 } : 0)
    let text = try edited(session)
    let error = #expect(throws: RunFileError.self) { try Baseline(parsing: [UInt8](text.utf8), file: "base.json") }
    #expect(error?.description.contains("found \(message)") == true, "\(String(describing: error))")
    #expect(error?.description.contains("policies[0].sessions[\(session)]") == true)
  }

  @Test("a baseline that lacks the last session of a configuration is refused")
  func lastSession() throws {
    var text = try Baseline(Self.record(severalItems: false)).text()
    let end = try #require(text.range(of: "]]}")).lowerBound
    let start = try #require(text.range(of: ",\n", options: .backwards, range: text.startIndex..<end)).lowerBound
    text.removeSubrange(start...end)
    let error = #expect(throws: RunFileError.self) { try Baseline(parsing: [UInt8](text.utf8), file: "base.json") }
    #expect("\(try #require(error))".contains("one for each trace and video"), "\(String(describing: error))")
  }

  @Test("of thousands of damaged baselines none crashes, and what is read is whole", arguments: [false, true])
  func fuzz(severalItems: Bool) throws {
    let record = try Self.record(severalItems: severalItems)
    let bytes = [UInt8](try Baseline(record).text().utf8)
    var state: UInt64 = 0x5EED
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    var refused = 0
    for _ in 0..<Seeds.rounds(of: 1500) {
      var damaged = bytes
      switch next(4) {
      case 0: damaged.removeLast(1 + next(bytes.count))
      case 1: for _ in 0..<(1 + next(4)) { damaged[next(damaged.count)] = UInt8(next(256)) }
      case 2:
        let start = next(bytes.count)
        damaged.removeSubrange(start..<min(bytes.count, start + 1 + next(40)))
      default:
        let start = next(bytes.count)
        damaged.insert(contentsOf: bytes[start..<min(bytes.count, start + 1 + next(40))], at: next(bytes.count))
      }
      do throws(RunFileError) {
        let read = try Baseline(parsing: damaged, file: "base.json").record
        #expect(
          read.configurations.allSatisfy { $0.sessions.count == read.traces.count * read.contents.count })
      } catch {
        refused += 1
      }
    }
    #expect(refused > Seeds.rounds(of: 1000))
  }
}
