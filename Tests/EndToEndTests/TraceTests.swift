import ABRNetwork
import Foundation
import Testing

@testable import ABRCommands

@Suite("Trace", .timeLimit(.minutes(20)))
struct TraceTests {
  static let native = "duration_s,bandwidth_bps,latency_ms\n10,8000000,20\n10,0,20\n20,2000000,40\n"

  /// Runs the program in a folder that holds the files.
  static func run(_ arguments: [String], files: [String: String], environment: [String: String] = [:]) throws
    -> Program.Result
  {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, content) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
    }
    return try Program.run(arguments, environment: environment, folder: folder)
  }

  @Test("inspect shows what is in a trace")
  func inspect() throws {
    let result = try Self.run(["trace", "inspect", "a.csv"], files: ["a.csv": Self.native])
    #expect(result.output.hasPrefix("a.csv\n"))
    for pattern in [#"format +native"#, #"rows +3"#, #"duration s +40\.0"#, #"mean Mbit/s +3\.000"#] {
      #expect(result.output.firstMatch(of: try Regex(pattern)) != nil)
    }
    let bars = try #require(result.output.split(separator: "\n").last).dropFirst(2)
    #expect(
      bars == "|" + String(repeating: "█", count: 18) + String(repeating: " ", count: 18)
        + String(repeating: "▂", count: 36) + "|")
    #expect(result.diagnostics.isEmpty && result.status == 0)
  }

  @Test("inspect keeps to ASCII where the locale does")
  func ascii() throws {
    let result = try Self.run(
      ["trace", "inspect", "a.csv"], files: ["a.csv": Self.native], environment: ["LC_ALL": "C"])
    #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("stats has a row for each file of a folder, in every format", arguments: ["table", "csv", "md", "json"])
  func stats(format: String) throws {
    let files = ["d/b.csv": Self.native, "d/a.csv": Self.native, "d/README.md": "no trace"]
    let result = try Self.run(["trace", "stats", "d", "--format", format], files: files)
    let first = try #require(result.output.range(of: "a.csv"))
    let second = try #require(result.output.range(of: "b.csv"))
    #expect(first.lowerBound < second.lowerBound)
    #expect(!result.output.contains("README"))
    #expect(result.diagnostics.isEmpty && result.status == 0)
  }

  @Test("stats gives programs the exact values")
  func exact() throws {
    let result = try Self.run(["trace", "stats", "a.csv", "--format", "json"], files: ["a.csv": Self.native])
    let rows = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    #expect(rows?.first?["mean_bps"] as? Double == 3_000_000)
    #expect(rows?.first?["duration_s"] as? Double == 40)
    #expect(rows?.first?["rows"] as? Int == 3)
  }

  @Test("an export has the result of its own format, and standard output stays as it is")
  func export() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.native.utf8).write(to: folder.appendingPathComponent("a.csv"))
    try Data(String(repeating: "old", count: 1000).utf8).write(to: folder.appendingPathComponent("out.md"))
    let exports = ["--export", "csv=out.csv", "md=out.md"]
    let result = try Program.run(["trace", "stats", "a.csv"] + exports, folder: folder)
    #expect(result.status == 0 && result.output.hasPrefix("trace "))
    let csv = try String(contentsOf: folder.appendingPathComponent("out.csv"), encoding: .utf8)
    let markdown = try String(contentsOf: folder.appendingPathComponent("out.md"), encoding: .utf8)
    #expect(csv.hasPrefix("trace,") && markdown.hasPrefix("| trace |") && !markdown.contains("old"))
  }

  @Test("an export that cannot be written ends the run before it begins, and leaves nothing behind")
  func exportFails() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let wrong = try Program.run(["trace", "stats", "x.csv", "--export", "csv=no/out.csv"], folder: folder)
    #expect(wrong.diagnostics == "error: --export: no/out.csv: cannot be written: No such file or directory\n")
    #expect(wrong.status == 64)
    let missing = try Program.run(["trace", "stats", "x.csv", "--export", "csv=out.csv"], folder: folder)
    #expect(missing.status == 5)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(
    "a wrong export says what is allowed",
    arguments: [
      ("out.csv", "--export: found out.csv, expected FORMAT=FILE"),
      ("csv=", "--export: found csv=, expected FORMAT=FILE"),
      ("xml=a", "--export: unknown value xml, expected table, json, csv or md"),
    ])
  func wrongExport(export: String, message: String) throws {
    let result = try Self.run(["trace", "stats", "a.csv", "--export", export], files: ["a.csv": Self.native])
    #expect(result.diagnostics.contains(message) && result.status == 64 && result.output.isEmpty)
  }

  @Test(
    "a wrong file is an error with file and line, without a result",
    arguments: [
      ("a.csv: cannot be read: no such file", [:], 5),
      ("a.csv:2: ", ["a.csv": "duration_s,bandwidth_bps,latency_ms\n-1,5,\n"], 64),
      ("a.csv", ["a.csv": ""], 64),
      ("a.csv: not a trace in any known format", ["a.csv": "hello world\n"], 64),
    ])
  func wrongFile(message: String, files: [String: String], status: Int32) throws {
    for verb in ["inspect", "stats"] {
      let result = try Self.run(["trace", verb, "a.csv"], files: files)
      #expect(result.diagnostics.hasPrefix("error: ") && result.diagnostics.contains(message))
      #expect(result.output.isEmpty && result.status == status)
    }
  }

  @Test("a trace format can be asked for, and a wrong name suggests the right one")
  func format() throws {
    let files = ["a.txt": "1 2\n2 3\n3 4\n"]
    let forced = try Self.run(["trace", "inspect", "a.txt", "--trace-format", "pensieve"], files: files)
    #expect(forced.status == 0 && forced.output.contains("pensieve"))
    let wrong = try Self.run(["trace", "inspect", "a.txt", "--trace-format", "pensive"], files: files)
    #expect(wrong.status == 64 && wrong.diagnostics.contains("did you mean pensieve?"))
  }

  @Test("progress is a line for every 10 % in build jobs, and nothing without them")
  func progress() throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<40).map { ("d/\($0).csv", Self.native) })
    let job = try Self.run(["trace", "stats", "d"], files: files, environment: ["CI": "true"])
    #expect(job.diagnostics.split(separator: "\n").count == 10)
    #expect(job.diagnostics.hasPrefix("10 % (4 of 40 traces read)\n"))
    #expect(try Self.run(["trace", "stats", "d"], files: files).diagnostics.isEmpty)
    let quiet = try Self.run(["trace", "stats", "d", "-q"], files: files, environment: ["CI": "true"])
    #expect(quiet.diagnostics.isEmpty)
  }

  @Test("the stretches of a sparkline carry all bits of the trace", arguments: [1, 2, 7, 72, 1000])
  func sparkline(count: Int) throws {
    let rows = (1...97).map { BandwidthTrace.Row(duration: 0.1 + Double($0 % 7) / 3, bandwidth: Double($0 * $0 % 101)) }
    let trace = try BandwidthTrace(name: "t", rows: rows)
    let means = Sparkline.means(trace, count: count)
    let bits = means.reduce(0, +) * trace.duration / Double(count)
    #expect(means.count == count)
    #expect(abs(bits - trace.meanBandwidth * trace.duration) < 1e-9 * bits)
  }

  @Test("a name that ends with .csv is the file of one trace, and no place for several")
  func generatedFile() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let stairs = try Program.run(["trace", "generate", "stairs", "-o", "s.csv"], folder: folder)
    let printed = try Program.run(["trace", "generate", "stairs"], folder: folder)
    #expect(stairs.status == 0 && printed.output.hasPrefix("duration_s,"))
    #expect(try String(contentsOf: folder.appendingPathComponent("s.csv"), encoding: .utf8) == printed.output)
    let several = try Program.run(
      ["trace", "generate", "--profile", "4g", "--count", "2", "-o", "t.csv"], folder: folder)
    #expect(several.status == 64 && several.diagnostics.contains("t.csv is one file; name a folder for the 2 files"))
  }
}
