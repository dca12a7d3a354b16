import ABRInput
import ABRTestSupport
import Foundation
import Testing

/// Files that commands about traces and videos write, and what they say of them.
@Suite("Files of traces")
struct TraceFilesTests {
  private static let header = "duration_s,bandwidth_bps,latency_ms\n"

  /// A recording that is long enough for a model.
  private static func recording(_ number: Int) -> String {
    header + (1...60).map { "1,\(1_000_000 + 1000 * (($0 * 7 + number) % 13)),\n" }.joined()
  }

  private static func index(_ folder: CommandFolder, _ name: String) throws -> [String] {
    let bytes = try InputFile.read(folder.path("\(name)/index.json"))
    return try JSONValue(parsing: bytes).elements.compactMap { $0["file"].string }.sorted()
  }

  @Test("models of folders with spaces and of folders of one name are written with names that are read")
  func models() throws {
    let folder = try CommandFolder([
      "route 7/a.csv": Self.recording(1), "may/drive/1.csv": Self.recording(2), "june/drive/2.csv": Self.recording(3),
      "route-7/b.csv": Self.recording(4),
    ])
    let model = folder.path("m.json")
    let fit = folder.perform(
      ["trace", "fit", "-o", model] + ["route 7", "may/drive", "june/drive", "route-7"].map(folder.path))
    #expect(fit.code == 0, "\(fit.diagnostics)")
    #expect(fit.diagnostics.contains("june/drive and may/drive have one name: each is a family of its own"))
    let made = folder.perform(["trace", "generate", "--model", model, "-o", folder.path("made")])
    #expect(made.code == 0 && made.diagnostics.contains("4 files in"), "\(made.diagnostics)")
    for name in ["route-7", "2-route-7", "may-drive", "june-drive"] {
      #expect(InputFile.size(of: folder.path("made/generated-\(name)_01.csv")) != nil, "\(name)")
    }
  }

  @Test("what lies in a folder of output already is told and stays in its index")
  func older() throws {
    let folder = try CommandFolder()
    let output = folder.path("out")
    let first = folder.perform(["trace", "import", folder.path("links"), "-o", output])
    #expect(first.code == 0 && !first.diagnostics.contains("warning"), "\(first.diagnostics)")
    // The same once more is no other file.
    #expect(!folder.perform(["trace", "import", folder.path("links"), "-o", output]).diagnostics.contains("warning"))
    let other = try CommandFolder(["more/d.csv": Self.recording(1)])
    let second = folder.perform(["trace", "import", other.path("more"), "-o", output])
    #expect(
      second.diagnostics.contains("warning: \(output) also holds 3 older files, such as \(output)/a.csv"),
      "\(second.diagnostics)")
    #expect(try Self.index(folder, "out") == ["a.csv", "b.csv", "c.csv", "d.csv"])
    try Data("{}".utf8).write(to: URL(filePath: "\(output)/index.json"))
    let damaged = folder.perform(["trace", "import", other.path("more"), "-o", output])
    #expect(
      damaged.diagnostics.contains("index.json: was no list of traces, and is replaced"), "\(damaged.diagnostics)")
    let generate = ["trace", "generate", "--profile", "leo", "-q", "-o", folder.path("made"), "--count"]
    #expect(folder.perform(generate + ["3"]).diagnostics.isEmpty)
    #expect(folder.perform(generate + ["1"]).diagnostics.contains("also holds 2 older files"))
  }

  @Test("a file is not called - and does not pretend to be compressed, whatever the command")
  func output() throws {
    let folder = try CommandFolder()
    let trace = folder.path("links/a.csv")
    for (words, message) in [
      (["trace", "import", trace, "-o", "-"], "--output: found -, expected a path"),
      (["trace", "export", trace, "--to", "tc", "--output", "-"], "--output: found -, expected a path"),
      (["trace", "generate", "stairs", "-o", "-"], "found -, expected a path; leave --output out for standard output"),
      (["report", "r.json", "--svg", "-"], "--svg: found -, expected a path"),
      (["video", "import", folder.path("movie.json"), "-o", "-"], "--output: found -, expected a path"),
      (
        ["trace", "import", trace, "-o", folder.path("x.csv.gz")],
        "x.csv.gz: what is written is not compressed; write \(folder.path("x.csv"))"
      ),
      (["trace", "stats", trace, "--export", "csv=\(folder.path("x.zst"))"], "what is written is not compressed"),
    ] {
      let result = folder.perform(words)
      #expect(result.code == 64 && result.diagnostics.contains(message), "\(words): \(result.diagnostics)")
    }
    #expect(InputFile.size(of: folder.path("x.csv.gz")) == nil)
  }

  @Test("sessions keep the letters of their names in those of files, and two that would share one are named")
  func sessions() throws {
    func text(_ names: String...) -> String {
      "session,start_s,end_s,bytes\n" + names.map { "\($0),0,4,1000000\n" }.joined()
    }
    let folder = try CommandFolder(["c.csv": text("é", "ü", "東京"), "d.csv": text("a b", "a:b")])
    let letters = folder.perform(["trace", "import", folder.path("c.csv"), "-o", folder.path("cc")])
    #expect(letters.code == 0, "\(letters.diagnostics)")
    #expect(try Self.index(folder, "cc") == ["c-é.csv", "c-ü.csv", "c-東京.csv"])
    let same = folder.perform(["trace", "import", folder.path("d.csv"), "-o", folder.path("dd")])
    #expect(
      same.code == 64
        && same.diagnostics.contains(
          "d.csv: d.csv#a b and d.csv#a:b would both be written to d.csv-a_b.csv; choose one with --trace-option series=NAME"
        ),
      "\(same.diagnostics)")
  }

  @Test("unknown keys of a video are told by validate, with the ones that may have been meant")
  func keys() throws {
    let folder = try CommandFolder([
      "v.json": """
      {"name": "v", "licens": "CC0", "source": "mine", "segment_duration_s": 4,
       "renditions": [{"bandwidth_bps": 1000000,
         "avrage_bandwidth_bps": 9}],
       "segment_sizes_bytes": [[500000]], "vmafs": [[9]], "xyz": 1}
      """,
      "l.json": #"{"one": {"segment_duration_s": 4, "renditions": [{"bandwidth_bps": 1000000, "widht": 9}]}}"#,
    ])
    let result = folder.perform(["video", "validate", "--verbose", folder.path("v.json"), folder.path("l.json")])
    #expect(result.code == 0, "\(result)")
    let lines = result.diagnostics.split(separator: "\n").compactMap {
      $0.split(separator: ".json:").last.map(String.init)
    }
    #expect(
      lines == [
        "1: unknown key licens is ignored; did you mean licence?",
        "3: unknown key avrage_bandwidth_bps is ignored; did you mean average_bandwidth_bps?",
        "4: unknown key vmafs is ignored; did you mean vmaf?", "4: unknown key xyz is ignored",
        "1: unknown key widht is ignored; did you mean width?",
      ], "\(result.diagnostics)")
    let bundled = folder.perform(["video", "validate", "\(SharedData.package)/Traces/video"])
    #expect(bundled.code == 0 && !bundled.diagnostics.contains("unknown key"), "\(bundled.diagnostics)")
  }
}
