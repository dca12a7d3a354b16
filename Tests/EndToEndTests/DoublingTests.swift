import ABRTestSupport
import Foundation
import Testing

/// Inputs of twice the size: what is done is counted, not timed.
@Suite("Doubled inputs", .timeLimit(.minutes(20)))
struct DoublingTests {
  /// What a command reads or writes, and the command, in a folder of its own.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    /// How many of them there are at first.
    var count: Int
    var words: String
    /// Files by name, of so many.
    var files: @Sendable (Int) -> [String: String]
  }

  /// `Faults/work.c` as a library that the program loads before all others.
  private static let library = Result {
    // Its loops stay loops: they stand for the functions that a compiler would put in their place.
    try FaultTests.library(of: "work", "-fno-builtin -fno-tree-loop-distribute-patterns")
  }

  private static func text(_ head: String, _ count: Int, _ tail: String = "", each: (Int) -> String) -> String {
    head + (0..<count).map(each).joined() + tail
  }

  private static func manifest(_ content: String, duration: Int) -> String {
    """
    <MPD><Period duration="PT\(duration)S"><AdaptationSet mimeType="video/mp4">\(content)</AdaptationSet></Period></MPD>
    """
  }

  private static let trace = "duration_s,bandwidth_bps,latency_ms\n"
  private static let representation = "<Representation id=\"r\" bandwidth=\"500000\"/>"
  private static let template = "<SegmentTemplate duration=\"4\" media=\"$RepresentationID$/$Number$.m4s\"/>"

  private static let cases: [Case] = [
    Case(testDescription: "rows of a trace", count: 4096, words: "trace import x.csv -o y.csv -q") { count in
      ["x.csv": text(trace, count) { "1,\(1_000_000 + $0 % 1000),50\n" }]
    },
    Case(testDescription: "trace files", count: 128, words: "run --traces d --video movie.json --policy bola -q") {
      count in
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("d/\($0).csv", trace + "20,\(3_000_000 + $0),50\n") })
    },
    Case(
      testDescription: "files that are generated", count: 64,
      words: "trace generate --profile 4g --duration 9s -o d -q --count COUNT"
    ) { _ in [:] },
    Case(testDescription: "files that are imported", count: 128, words: "trace import d -o e -q") { count in
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("d/\($0).csv", trace + "20,\(3_000_000 + $0),50\n") })
    },
    Case(
      testDescription: "shards of a sweep", count: 64,
      words: "sweep -o s --shard-size 1 --traces d --video movie.json --policy fixed:0 -q -j 1"
    ) { count in
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("d/\($0).csv", trace + "20,\(3_000_000 + $0),50\n") })
    },
    Case(testDescription: "sections of a profile", count: 256, words: "trace import x.ini -o e -q") { count in
      ["x.ini": text("", count) { "[link \($0)]\nbwIn=\(1_000_000 + $0)\nlatency=50\n" }]
    },
    Case(testDescription: "segments of a playlist", count: 2048, words: "video inspect x.m3u8") { count in
      [
        "x.m3u8": text("#EXTM3U\n#EXT-X-TARGETDURATION:4\n", count, "#EXT-X-ENDLIST\n") {
          "#EXTINF:4,\n#EXT-X-BYTERANGE:\(1000 + $0)@\($0 * 2000)\nseg.mp4\n"
        }
      ]
    },
    Case(testDescription: "variants", count: 1024, words: "video inspect x.m3u8") { count in
      [
        "x.m3u8": text("#EXTM3U\n", count) { "#EXT-X-STREAM-INF:BANDWIDTH=\(500_000 + $0)\nv\($0).m3u8\n" }
      ]
    },
    Case(testDescription: "variables", count: 1024, words: "video inspect x.m3u8") { count in
      [
        "x.m3u8": text("#EXTM3U\n#EXT-X-TARGETDURATION:4\n", count, "#EXT-X-ENDLIST\n") {
          "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"\($0)\"\n#EXTINF:4,\n{$v\($0)}.mp4\n"
        }
      ]
    },
    Case(testDescription: "representations", count: 4096, words: "video inspect x.mpd") { count in
      let representations = text("", count) { "<Representation id=\"r\($0)\" bandwidth=\"\(500_000 + $0)\"/>" }
      return ["x.mpd": manifest(template + representations, duration: 40)]
    },
    Case(testDescription: "periods", count: 256, words: "video inspect x.mpd") { count in
      [
        "x.mpd": text("<MPD>", count, "</MPD>") { _ in
          "<Period duration=\"PT8S\"><AdaptationSet mimeType=\"video/mp4\">\(template)\(representation)</AdaptationSet></Period>"
        }
      ]
    },
    Case(testDescription: "periods of video with colours", count: 256, words: "video inspect x.mpd") { count in
      [
        "x.mpd": text("<MPD>", count, "</MPD>") { _ in
          "<Period duration=\"PT8S\"><AdaptationSet mimeType=\"video/mp4\"><SupplementalProperty schemeIdUri=\"x\"/>"
            + template + representation + "</AdaptationSet></Period>"
        }
      ]
    },
    Case(
      testDescription: "sizes of files of one name", count: 1024, words: "video inspect x.m3u8 --segment-sizes sizes"
    ) { count in
      [
        "x.m3u8": text("#EXTM3U\n#EXT-X-TARGETDURATION:4\n", count, "#EXT-X-ENDLIST\n") {
          "#EXTINF:4,\n\($0)/seg.ts\n"
        }, "sizes": text("", count) { "1000 v/\($0)/seg.ts\n" },
      ]
    },
    Case(testDescription: "addresses of segments", count: 1024, words: "video inspect x.mpd") { count in
      let list = text("<SegmentList duration=\"4\">", count, "</SegmentList>") {
        "<SegmentURL media=\"s\($0).m4s\" mediaRange=\"\($0 * 1000)-\($0 * 1000 + 999)\"/>"
      }
      return ["x.mpd": manifest(list + representation, duration: 4 * count)]
    },
    Case(
      testDescription: "items of a session file", count: 128,
      words: "run --traces t.csv --session x.toml --policy bola -q"
    ) {
      count in
      ["x.toml": text("", count) { _ in "[[item]]\nvideo = \"movie.json\"\n" }, "t.csv": trace + "20,3000000,50\n"]
    },
    Case(testDescription: "sessions of a saved run", count: 96, words: "compare run.json run.json -q") { _ in [:] },
  ]

  /// What the program did.
  private static func work(_ test: Case, _ count: Int) throws -> Double {
    let files = test.files(count).merging(["movie.json": ExplainTests.video]) { $1 }
    let place = try RunTests.Place(files)
    if test.words.contains("run.json") {
      let made = try Program.run(
        ["trace", "generate", "--profile", "4g", "--duration", "30s", "-o", "made", "-q", "--count", "\(count)"],
        folder: place.folder)
      let saved = try place.run(
        ["--traces", "made", "--video", "movie.json", "--policy", "bola", "bba-0", "-q", "--export", "json=run.json"])
      #expect(made.status == 0 && saved.status == 0, "\(saved.diagnostics)")
    }
    let words = test.words.replacing("COUNT", with: "\(count)").split(separator: " ").map(String.init)
    let result = try Program.run(
      words, environment: ["LD_PRELOAD": try library.get(), "WORK": place.folder.path + "/work"], folder: place.folder)
    #expect([0, 5, 64].contains(result.status), "\(result.diagnostics)")
    return try #require(Double(place.text("work")))
  }

  @Test("twice as many cost twice as much", arguments: cases)
  func doubled(test: Case) throws {
    // What any input costs, or one that is refused, is left out.
    let half = try Self.work(test, test.count / 2)
    let whole = try Self.work(test, test.count)
    let (once, twice) = (whole - half, try Self.work(test, 2 * test.count) - whole)
    #expect(once > 0 && twice <= 2.2 * once, "\(half), \(once), \(twice): \(twice / once)")
  }
}
