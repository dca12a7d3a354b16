import Foundation
import Testing

/// `abrlab trace compare` as a user and a build job call it.
@Suite("Trace compare", .timeLimit(.minutes(20)))
struct TraceCompareTests {
  private static let header = "duration_s,bandwidth_bps,latency_ms\n"
  private static let slow = header + "30,700000,50\n10,100000,50\n"
  private static let slower = header + "30,600000,50\n10,0,50\n"
  private static let fast = header + "50,5000000,20\n"

  /// Two sets: of the slow family one file is slower, one is new and one is gone; the fast family has a file under
  /// another name.
  private static let files = [
    "old/slow/a.csv": slow, "old/slow/b.csv": ExplainTests.trace, "old/fast/c.csv": fast,
    "new/slow/a.csv": slower, "new/slow/n.csv": fast + "1,5000000,20\n", "new/fast/d.csv": fast,
    "movie.json": ExplainTests.video,
  ]

  private static func run(_ arguments: [String], files: [String: String] = files) throws -> Program.Result {
    try TraceTests.run(["trace", "compare"] + arguments, files: files)
  }

  /// The columns of a table for people are at least two spaces apart.
  private static func cells(_ line: String) -> [String] {
    line.split(separator: #/ {2,}/#).map(String.init)
  }

  @Test("the table says per family what became of the files and how far the capacity moved, and names the files")
  func table() throws {
    let result = try Self.run(["old", "new"])
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(result.status == 0 && result.diagnostics.isEmpty, "\(result.diagnostics)")
    #expect(lines.prefix(3) == ["A  old", "B  new", "CHANGED"])
    #expect(lines[3].hasPrefix("family  traces A / B  new  removed  changed  renamed "))
    #expect(Self.cells(lines[4]).prefix(6) == ["slow", "2 / 2", "1", "1", "1", "0"])
    #expect(Self.cells(lines[4]).last == "CHANGED")
    #expect(
      Self.cells(lines[5]) == [
        "fast", "1 / 1", "0", "0", "0", "1", "0.000", "0.000", "0.0", "5.000 / 5.000", "0.00 / 0.00", "- / -", "- / -",
        "unchanged",
      ])
    #expect(Self.cells(lines[6]).prefix(6) == ["(all)", "3 / 3", "1", "1", "1", "1"])
    let listed = lines.dropFirst(8).map { Self.cells($0).prefix(3).joined(separator: " ") }
    #expect(
      listed == [
        "new/fast/d.csv renamed old/fast/c.csv", "new/slow/a.csv changed old/slow/a.csv", "new/slow/n.csv new -",
        "old/slow/b.csv removed -",
      ])
  }

  @Test("the same folder is unchanged, whatever is asked for")
  func unchanged() throws {
    for format in ["table", "md", "csv", "json"] {
      let result = try Self.run(["old", "old", "--fail-on", "changed", "--format", format])
      #expect(result.status == 0 && result.output.contains("unchanged") && !result.output.contains("CHANGED"))
    }
  }

  @Test(
    "changed traces end with 2 where that is asked for, after the result", arguments: [("changed", 2), ("none", 0)])
  func failOn(choice: String, status: Int32) throws {
    let result = try Self.run(["old", "new", "--fail-on", choice])
    #expect(result.status == status && result.output.contains("CHANGED"))
    // Other names are no other traces.
    #expect(try Self.run(["old/fast", "new/fast", "--fail-on", choice]).status == 0)
  }

  @Test("the JSON has exact values, every file and digests")
  func json() throws {
    let document = try RunTests.json(try Self.run(["old", "new", "--format", "json"]).output)
    #expect(document["schema"] as? Int == 1 && document["verdict"] as? String == "changed")
    let families = try #require(document["families"] as? [[String: Any]])
    #expect(families.compactMap { $0["family"] as? String } == ["slow", "fast"])
    #expect(families[1]["wasserstein_bps"] as? Double == 0 && families[1]["verdict"] as? String == "unchanged")
    let counts = try #require(families[0]["files"] as? [String: Int])
    #expect(counts == ["unchanged": 0, "new": 1, "removed": 1, "changed": 1, "renamed": 0])
    let files = try #require(document["files"] as? [[String: Any]])
    #expect(files.compactMap { $0["change"] as? String } == ["renamed", "changed", "new", "removed"])
    // 0.1 Mbit/s less all the time; the two have no capacity in common.
    #expect(abs((files[1]["wasserstein_bps"] as? Double ?? 0) - 100_000) < 1e-6)
    let before = try #require(families[0]["reference"] as? [String: Any])
    // 20 of 140 s carry nothing.
    #expect(abs((before["outage_share"] as? Double ?? 0) - 20.0 / 140) < 1e-12)
    #expect(before["outage_mean_s"] as? Double == 20 && before["traces"] as? Double == 2)
    #expect((document["reference"] as? [String: Any])?["traces_sha256"] is String)
    #expect((document["results"] as? [Any])?.isEmpty == true)
  }

  @Test("a file of link capacity in place of goodput is told, in the table and in JSON")
  func measures() throws {
    let files = ["old/a.csv": Self.slow, "new/a.csv": Self.slow.replacing("bandwidth_bps", with: "link_bps")]
    let table = try Self.run(["old", "new"], files: files).output
    #expect(table.contains("new/a.csv  goodput to link capacity  old/a.csv"), "\(table)")
    let document = try RunTests.json(try Self.run(["old", "new", "--format", "json"], files: files).output)
    let changes = try #require(document["files"] as? [[String: Any]])
    #expect(changes.first?["measures"] as? [String] == ["goodput", "link capacity"])
    #expect(changes.first?["same_rows"] as? Bool == false)
  }

  @Test("an outage may begin above 0")
  func outage() throws {
    let words = ["old/slow", "new/slow", "--format", "json", "--outage", "100k"]
    let document = try RunTests.json(try Self.run(words).output)
    #expect(document["outage_threshold_bps"] as? Double == 100_000)
    let before = try #require((document["whole"] as? [String: Any])?["reference"] as? [String: Any])
    #expect(before["outage_count"] as? Double == 2 && before["outage_mean_s"] as? Double == 15)
  }

  @Test("with a video both sets are played, and what moves most comes first, as run measures it")
  func results() throws {
    let words = ["old", "new", "--video", "movie.json", "--policy", "fixed:1"]
    let result = try Self.run(words + ["--format", "json"])
    #expect(result.status == 0, "\(result.diagnostics)")
    let document = try RunTests.json(result.output)
    let results = try #require(document["results"] as? [[String: Any]])
    #expect(results.count == 9 && results[0]["family"] as? String == "slow")
    #expect(results.suffix(3).allSatisfy { $0["family"] is NSNull })
    let moves = results.dropLast(3).map { ($0["relative_difference"] as? Double)?.magnitude ?? 0 }
    #expect(moves == moves.sorted(by: >))
    for (side, folder) in [("reference", "old/slow"), ("candidate", "new/slow")] {
      let run = try TraceTests.run(
        ["run", "--traces", folder, "--video", "movie.json", "--policy", "fixed:1", "--format", "json"],
        files: Self.files)
      let policies = try RunTests.json(run.output)["policies"] as? [[String: Any]]
      let pooled = try #require(policies?.first?["pooled"] as? [String: Any])
      for name in ["rebuffer_ratio", "startup_s_p50", "mean_bitrate_bps"] {
        let row = try #require(results.first { $0["family"] as? String == "slow" && $0["metric"] as? String == name })
        let (found, expected) = (row[side] as? Double ?? .nan, pooled[name] as? Double ?? .infinity)
        #expect(abs(found - expected) <= 1e-12 * expected, "\(side) \(name)")
      }
    }
    let table = try Self.run(words)
    #expect(table.output.contains("rebuffer_ratio") && table.output.contains("family  metric "))
    #expect(try Self.run(words + ["--jobs", "1"]).output == table.output)
    let csv = try Self.run(words + ["--format", "csv", "-q"]).output.split(separator: "\n").map(String.init)
    #expect(csv.count == 4 && csv[0].hasSuffix(",mean_bitrate_bps_reference,mean_bitrate_bps_candidate"))
    #expect(Set(csv.map { $0.count { $0 == "," } }).count == 1)
  }

  @Test("many files are counted for people, and listed in full for programs")
  func many() throws {
    let names = (0..<30).map { "new/4g/\($0 + 10).csv" }
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.fast) } + [("old/4g/00.csv", Self.slow)])
    let table = try Self.run(["old", "new"], files: files)
    #expect(table.output.contains("\n11 more files differ; --format json lists all\n"))
    let one = Dictionary(names.prefix(20).map { ($0, Self.fast) } + [("old/4g/00.csv", Self.slow)]) { first, _ in first
    }
    #expect(
      try Self.run(["old", "new"], files: one).output.hasSuffix("\n1 more file differs; --format json lists all\n"))
    let listed = try RunTests.json(try Self.run(["old", "new", "--format", "json"], files: files).output)["files"]
    #expect((listed as? [Any])?.count == 31)
  }

  @Test(
    "what is wrong is said, without a result",
    arguments: [
      (["old"], "needs B", 64),
      (["old", "gone"], "gone: cannot be read: no such file", 5),
      (["old", "empty"], "empty: cannot be read: holds no file to read", 5),
      (["old", "movie.json"], "movie.json", 64),
      (["old", "new", "--outage", "fast"], "--outage: found fast", 64),
      (["old", "new", "--fail-on", "change"], "did you mean changed?", 64),
      (["old", "new", "--policy", "bola"], "--policy needs --video", 64),
      (["old", "new", "--seed", "1"], "--seed needs --video", 64),
      (["old", "new", "--video", "gone.json"], "gone.json", 5),
      (["old", "new", "--video", "movie.json", "--policy", "panda"], "--policy: ", 64),
      (["old", "new", "--video", "movie.json", "--viewer", "watch", "leave(8s)"], "found 2 configurations", 64),
      (["old", "new", "--export", "xml=x"], "expected table, json, csv or md", 64),
    ])
  func wrong(arguments: [String], message: String, status: Int32) throws {
    let result = try Self.run(arguments, files: Self.files.merging(["empty/README.md": "none"]) { $1 })
    #expect(result.diagnostics.contains(message) && result.status == status, "\(result.diagnostics)")
    #expect(result.output.isEmpty)
  }

  @Test("help has examples and the exit codes")
  func help() throws {
    let help = try Program.run(["trace", "compare", "--help"])
    #expect(help.output.contains("Examples:") && help.output.contains("--fail-on changed") && help.status == 0)
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 100 || $0.hasPrefix("  abrlab ") })
  }
}
