import ABRRunsTestSupport
import ABRTestSupport
import Foundation
import Testing

@testable import ABRComparison
@testable import ABRRuns

/// Records from which members are taken one at a time: none of them may become 0.
@Suite("Records with members missing")
struct DamagedRecordTests {
  /// What is put in the place of a member.
  enum Damage: CaseIterable {
    case missing, null, text, notANumber
  }

  /// Stands for NaN until the document is text.
  private static let marker = "a number that is none"
  /// What a record may lack: what it was given by name, or older versions did not write.
  private static let optional: Set = ["name", "player", "players", "bandwidths_bps"]
  /// What may be null: no seed, and what came up first is no preload.
  private static let nullable: Set = ["seed", "preload", "visible_switch_latency_s"]
  /// Objects with free keys.
  private static let free: Set = ["settings", "options", "parts"]

  private static func record(severalItems: Bool) throws -> RunRecord {
    let whole = try severalItems ? SampleRun.feed() : SampleRun.single(policies: ["bba-0"])
    let experiment = Experiment(
      traces: Array(whole.traces.prefix(1)), videos: Array(whole.videos.prefix(1)),
      players: Array(whole.players.prefix(1)), seed: whole.seed, settings: whole.settings, queue: whole.queue)
    // Without pictures, whose many points take long to read.
    let sessions = try ExperimentRunner(experiment, jobs: 1).run()
    return RunRecord(ExperimentResult(experiment, sessions: sessions), version: "0")
  }

  private static func bytes(_ document: Any) throws -> [UInt8] {
    let data = try JSONSerialization.data(withJSONObject: document, options: .sortedKeys)
    return Array(String(decoding: data, as: UTF8.self).replacing("\"\(marker)\"", with: "NaN").utf8)
  }

  /// The document with a change at a place: keys of objects and indices of arrays.
  private static func changed(_ document: Any, _ path: ArraySlice<String>, _ damage: Damage) -> Any {
    guard let step = path.first else {
      switch damage {
      case .missing, .null: return NSNull()
      case .text: return document is String ? 1 : "some text"
      case .notANumber: return marker
      }
    }
    if var list = document as? [Any], let index = Int(step) {
      list[index] = changed(list[index], path.dropFirst(), damage)
      return list
    }
    guard var object = document as? [String: Any], let member = object[step] else { return document }
    object[step] = changed(member, path.dropFirst(), damage)
    if path.count == 1, damage == .missing { object[step] = nil }
    return object
  }

  /// Every member, of an array those of its first element.
  private static func paths(in document: Any, below path: [String] = []) -> [[String]] {
    if let list = document as? [Any] { return list.isEmpty ? [] : paths(in: list[0], below: path + ["0"]) }
    guard let object = document as? [String: Any], !free.contains(path.last ?? "") else { return [] }
    return object.keys.sorted().flatMap { key in [path + [key]] + paths(in: object[key] ?? 0, below: path + [key]) }
  }

  @Test("each member of a run that is missing, null, a text or NaN is refused by its name", arguments: [false, true])
  func members(severalItems: Bool) throws {
    let record = try Self.record(severalItems: severalItems)
    let document = try JSONSerialization.jsonObject(with: Data(record.json(perSession: true).text().utf8))
    #expect(try RunRecord(parsing: Self.bytes(document), file: "run.json") == record)
    var count = 0
    let paths = Self.paths(in: document)
    // In debug one in three: a quarter of a minute otherwise.
    for path in stride(from: 0, to: paths.count, by: Seeds.areAll ? 1 : 3).lazy.map({ paths[$0] }) {
      let name = path.last ?? ""
      for damage in Damage.allCases {
        // Times by rendition are not there where ladders differ.
        if damage == .missing, Self.optional.contains(name) || path == ["policies", "0", "renditions"] { continue }
        if damage == .null, Self.nullable.contains(name) || name.contains("startup_s_p") { continue }
        let damaged = try Self.bytes(Self.changed(document, path[...], damage))
        do throws(RunFileError) {
          let read = try RunRecord(parsing: damaged, file: "run.json")
          // What was null already.
          #expect(damage == .null && read == record, "\(path.joined(separator: ".")), \(damage)")
        } catch {
          count += 1
          let message = "\(error)"
          #expect(message.hasPrefix("run.json"), "\(message)")
          // Without its queue or preloads a run is one of single videos, and without sessions the command is named.
          if damage == .missing, ["queue", "preload", "sessions", "schema", "inputs", "policies"].contains(name) {
            continue
          }
          #expect(message.contains(name), "\(path.joined(separator: ".")), \(damage): \(message)")
        }
      }
    }
    #expect(count > (Seeds.areAll ? 200 : 60))
  }

  @Test(
    "each metric that a baseline lacks, or that is null, a text or NaN, is refused by its name",
    arguments: [false, true])
  func baselines(severalItems: Bool) throws {
    let record = try Self.record(severalItems: severalItems)
    let text = try Baseline(record).text()
    let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let metrics = try #require(document["metrics"] as? [String])
    func refusal(_ document: [String: Any]) throws -> String? {
      let bytes = try Self.bytes(document)
      do throws(RunFileError) {
        _ = try Baseline(parsing: bytes, file: "base.json")
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(try refusal(document) == nil)
    func editing(_ edit: (inout [Any]) -> Void) throws -> [String: Any] {
      var policies = try #require(document["policies"] as? [[String: Any]])
      for index in policies.indices {
        var rows = try #require(policies[index]["sessions"] as? [[Any]])
        for row in rows.indices { edit(&rows[row]) }
        policies[index]["sessions"] = rows
      }
      var edited = document
      edited["policies"] = policies
      return edited
    }
    for (index, metric) in metrics.enumerated() {
      let column = 3 + index
      var without = try editing { $0.remove(at: column) }
      without["metrics"] = metrics.filter { $0 != metric }
      #expect(try refusal(without)?.contains("metrics: found no \(metric)") == true, "\(metric)")
      // A column that is null throughout: as if it had happened in no session.
      let known = try record.configurations.flatMap { try #require($0.values(of: metric)) }
      let mayLack = Self.nullable.contains(metric) || metric.hasPrefix("item_startup_s")
      if known.contains(where: { $0 != nil }), !mayLack {
        let null = try refusal(editing { $0[column] = NSNull() })
        #expect(null?.contains(metric) == true, "\(metric): \(null ?? "read")")
      }
      for wrong in ["some text", Self.marker] {
        let message = try refusal(editing { $0[column] = wrong })
        #expect(message?.contains("(\(metric))") == true, "\(metric): \(message ?? "read")")
      }
    }
    for key in document.keys {
      var without = document
      without[key] = nil
      #expect(try refusal(without)?.contains(key) == true, "\(key)")
    }
  }
}
