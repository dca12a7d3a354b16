import Foundation
import Testing

/// The documents that the program writes, held against the schemas that it prints.
@Suite("Schemas", .timeLimit(.minutes(20)))
struct SchemaTests {
  static let names = ["run", "baseline", "comparison", "check", "trace-comparison", "tuning", "sweep"]

  private static func validator(_ name: String) throws -> SchemaValidator {
    let result = try Program.run(["schema", "show", name])
    #expect(result.status == 0, "\(result.diagnostics)")
    return try SchemaValidator(result.output)
  }

  private static func output(_ words: [String], _ place: RunTests.Place, status: Int32 = 0) throws -> String {
    let result = try Program.run(words, folder: place.folder)
    #expect(result.status == status, "\(words) \(result.diagnostics)")
    return result.output
  }

  /// A document of each kind, in which much of what there may be is there.
  private static func documents(severalItems: Bool) throws -> [String: String] {
    let place = try RunTests.Place()
    let feed = ["--items", "4", "--viewer", "feed(weibull,shape=2,scale=6s)", "--preload", "network-balance"]
    let inputs = RunTests.inputs + ["--seed", "3"] + (severalItems ? feed : [])
    var documents: [String: String] = [:]
    documents["run"] = try output(
      ["run"] + inputs + ["--policy", "bola", "fixed:0", "--per-session", "--format", "json"], place)
    _ = try output(["baseline", "save", "base.json"] + inputs + ["--policy", "fixed:0"], place)
    documents["baseline"] = try place.text("base.json")
    documents["comparison"] = try output(["compare", "fixed:0", "fixed:1"] + inputs + ["--format", "json"], place)
    documents["check"] = try output(
      ["check", "--baseline", "base.json", "--policy", "fixed:1", "--format", "json"] + inputs + [
        "--gate", "rebuffer_ratio<=+0pp", "mean_bitrate_bps>=-5%", "startup_s_p95<=3s",
        "visible_switch_latency_s<=+1s",
      ], place, status: 2)
    documents["trace-comparison"] = try output(
      ["trace", "compare", "traces", "traces/slow", "--video", "movie.json", "--format", "json"], place)
    documents["tuning"] = try output(
      ["tune"] + inputs + ["--policy", "bba-0", "--vary", "growth.min=2s,4s", "max=20s,30s"] + [
        "--constraint", "mean_bitrate_bps>=-50%", "--code", "hls.js", "--format", "json",
      ], place)
    documents["sweep"] = try output(
      ["sweep"] + RunTests.inputs + (severalItems ? feed : []) + ["--seeds", "1..2", "--policy", "bola", "fixed:0"] + [
        "-o", "sweep", "--format", "json",
      ], place)
    return documents
  }

  @Test("every document of the program follows its schema", arguments: [false, true])
  func documents(severalItems: Bool) throws {
    let documents = try Self.documents(severalItems: severalItems)
    for name in Self.names {
      let faults = try Self.validator(name).faults(of: try #require(documents[name]))
      #expect(faults.isEmpty, "\(name): \(faults.prefix(5))")
    }
  }

  @Test(
    "runs of every model and without sessions follow the schema",
    arguments: [
      ["--policy", "auto", "--viewer", "watch", "leave(1ms)"], ["--policy", "bola", "--trace-end", "stop"],
      ["--policy", "bola", "--model", "sabre", "--per-session"],
      ["--policy", "bba-0", "--model", "pensieve", "--per-session"],
    ])
  func runs(options: [String]) throws {
    let text = try Self.output(["run"] + RunTests.inputs + options + ["--format", "json"], try RunTests.Place())
    let faults = try Self.validator("run").faults(of: text)
    #expect(faults.isEmpty, "\(faults.prefix(5))")
  }

  @Test("a document that lacks a key, has one too many or one of another type is refused", arguments: [false, true])
  func damage(severalItems: Bool) throws {
    for (name, text) in try Self.documents(severalItems: severalItems) {
      let validator = try Self.validator(name)
      let document = try JSONSerialization.jsonObject(with: Data(text.utf8))
      var count = 0
      for (place, damaged) in Self.damaged(document, at: "$") {
        #expect(try !validator.faults(of: damaged).isEmpty, "\(name): \(place) is not noticed")
        count += 1
      }
      #expect(count > 50, "\(name)")
    }
  }

  /// Copies of a value with one fault each: of an object every key gone in turn, one more, and every value of another
  /// type. Of arrays only the first element is damaged; what has free keys, metrics, parameters and options, is damaged
  /// by type alone.
  private static func damaged(_ value: Any, at place: String) -> [(place: String, document: Any)] {
    var copies: [(place: String, document: Any)] = []
    if let object = value as? [String: Any] {
      let free = [".settings", ".options", ".parts", ".pooled", ".sessions[0]", ".values", ".parameters", ".code"]
      let isFree = free.contains(where: place.hasSuffix)
      let optional: Set = [
        "partial", "players", "queue", "preload", "renditions", "sessions", "timelines", "items", "reason",
        "clusters_better",
        "clusters_worse",
        "clusters_tied", "bandwidths_bps", "effective_clusters", "minimum_detectable_effect", "p_value_deterioration",
        "digest", "explanation", "traces_sha256", "videos_sha256", "fail_on", "exit_code",
      ]
      for (key, member) in object {
        var copy = object
        // A session in a run is free but for what it is about; so much of an optional key may go.
        if !isFree,
          !optional.contains(key) || (key == "preload" && place.contains(".items"))
            || (key == "renditions" && place.contains(".videos"))
            || (key.hasSuffix("_sha256") && place != "$")
        {
          copy[key] = nil
          copies.append(("\(place) without \(key)", copy))
        }
        copy[key] = [["no": "such"]]
        copies.append(("\(place).\(key) of another type", copy))
        for (inner, damaged) in damaged(member, at: "\(place).\(key)") {
          copy[key] = damaged
          copies.append((inner, copy))
        }
      }
      var copy = object
      copy["no_such_key"] = isFree ? ["no"] : "no"
      copies.append(("\(place) with one key more", copy))
    } else if let array = value as? [Any], let first = array.first {
      for (inner, damaged) in damaged(first, at: "\(place)[0]") {
        copies.append((inner, [damaged] + array.dropFirst()))
      }
    }
    return copies
  }

  @Test("what two schemas both define they define alike, and versions stand in their names")
  func shared() throws {
    var seen: [String: NSDictionary] = [:]
    for name in Self.names {
      let schema = try RunTests.json(try Program.run(["schema", "show", name]).output)
      let version = ["tuning": 4, "comparison": 3, "check": 3, "sweep": 2][name] ?? 1
      #expect(schema["$id"] as? String == "urn:abrlab:schema:\(name):\(version)")
      #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
      for (key, definition) in try #require(schema["$defs"] as? [String: [String: Any]]) where key != "configuration" {
        let definition = definition as NSDictionary
        #expect(seen[key] ?? definition == definition, "\(key)")
        seen[key] = definition
      }
    }
    #expect(seen.count > 10)
  }

  @Test("schemas are listed with their version, and an unknown one is refused")
  func listing() throws {
    let list = try Program.run(["schema", "list", "--format", "csv"])
    #expect(list.status == 0 && list.output.hasPrefix("name,version,key,written_by\nrun,1,schema,"))
    // The messages of policies are no documents; the tests of the Python package hold what is exchanged against them.
    #expect(list.output.hasSuffix("policy-messages,1,abrlab,abrlab run --policy 'exec(FILE)'\n"))
    #expect(list.output.split(separator: "\n").count == 2 + Self.names.count)
    let unknown = try Program.run(["schema", "show", "chekc"])
    #expect(unknown.status == 64 && unknown.diagnostics.contains("check"), "\(unknown.diagnostics)")
  }

  @Test("the validator refuses a keyword that it does not know")
  func unknownKeyword() throws {
    let validator = try SchemaValidator(#"{"type": "object", "oneOf": []}"#)
    #expect(throws: SchemaValidator.UnusableSchema.self) { try validator.faults(of: "{}") }
  }
}
