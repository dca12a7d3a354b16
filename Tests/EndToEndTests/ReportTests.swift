import Foundation
import Testing

/// `abrlab report`, from saved runs to what a browser shows.
@Suite("Reports", .serialized)
struct ReportTests {
  /// The library that `make charts` installs; the program looks in the same places.
  static let library: String? = {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? environment["HOME"].map { $0 + "/.cache" }
    let folders = [environment["ABRLAB_CHARTS"], cache.map { $0 + "/abrlab/charts" }].compactMap(\.self)
    return folders.first { FileManager.default.fileExists(atPath: $0 + "/vega.js") }
  }()

  /// A folder with two saved runs.
  static func place() throws -> URL {
    let folder = try Program.makeFolder()
    let bundled = [
      "run", "--traces", "Traces/generated/generated-3g-commute", "Traces/recorded/lumos5g-4g", "-q", "--per-session",
      "--format",
      "csv",
    ]
    let single = try Program.run(
      bundled + [
        "--video", "Traces/video/hls-authoring.json", "--policy", "auto", "bola", "throughput", "--viewer",
        "leave(120s)", "--export", "json=\(folder.path)/single.json",
      ])
    let feed = try Program.run(
      bundled + [
        "--video", "Traces/video/short-form.json", "--policy", "auto", "--items", "8", "--viewer", "feed(short-video)",
        "--preload", "none", "network-balance(open=8s)", "--export", "json=\(folder.path)/feed.json",
      ])
    try #require(single.status == 0 && feed.status == 0, "\(single.diagnostics)\(feed.diagnostics)")
    return folder
  }

  /// The JSON that an analyst takes out of a page.
  private static func data(in page: URL) throws -> Data {
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "<script type=\"application/json\" id=\"abrlab-data\">"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    return Data(text[start.upperBound..<end.lowerBound].utf8)
  }

  @Test("without the library a page has all tables and says how to get the pictures")
  func tables() throws {
    let folder = try Self.place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["report", "single.json", "feed.json"], environment: ["HOME": folder.path], folder: folder)
    #expect(result.status == 0 && result.diagnostics.contains("make charts"))
    let page = folder.appendingPathComponent("report.html")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("tables instead of charts") && !text.contains("vegaEmbed="))
    #expect(text.count(of: "<table>") >= 15 && text.count(of: "<details class=\"table\" open>") >= 12)
    // The numbers are there all the same.
    let root = try #require(try JSONSerialization.jsonObject(with: Self.data(in: page)) as? [String: Any])
    let labels = (root["configurations"] as? [[String: Any]])?.compactMap { $0["label"] as? String }
    #expect(labels?.count == 5 && Set(labels ?? []).count == 5)
    #expect(try Program.run(["report", "single.json"], environment: ["HOME": folder.path], folder: folder).status == 0)

    let pictures = try Program.run(
      ["report", "single.json", "--svg", "p"], environment: ["HOME": folder.path], folder: folder)
    #expect(pictures.status == 64 && pictures.diagnostics.contains("make charts"))
    let wrong = try Program.run(
      ["report", "single.json"], environment: ["ABRLAB_CHARTS": folder.path], folder: folder)
    #expect(wrong.status == 64 && wrong.diagnostics.contains("ABRLAB_CHARTS"))
  }

  @Test("the command below a picture over time prints that session")
  func command() throws {
    let folder = try Self.place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try Program.run(
      ["report", "single.json"], environment: ["HOME": folder.path], folder: folder)
    #expect(made.status == 0)
    let page = try String(contentsOf: folder.appendingPathComponent("report.html"), encoding: .utf8)
    let figure = try #require(
      page.firstMatch(
        of:
          #/Worst session of bola</h3>\s*<figcaption>[^<]*<br><code>abrlab ([^<]*)</code>[\s\S]*?waits: stall</td><td>(\d+)</td><td>([\d.]+)</#
      ))
    let words = figure.1.replacing("&#39;", with: "'")
    let explained = try Program.shell("\"$abrlab\" \(words)")
    #expect(explained.status == 0, "\(explained.output)")
    // Both are rounded, the table to fewer digits.
    let summary = try #require(explained.output.firstMatch(of: #/(\d+) stalls for ([\d.]+) s/#), "\(words)")
    let stalled = (try #require(Double(summary.2)), try #require(Double(figure.3)))
    #expect(summary.1 == figure.2 && abs(stalled.0 - stalled.1) < 0.006, "\(words)")
  }

  @Test("equal runs make equal pages, and run writes the page itself", .enabled("needs make charts") { library != nil })
  func determinism() throws {
    let folder = try Self.place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["ABRLAB_CHARTS": try #require(Self.library), "SOURCE_DATE_EPOCH": "1700000000"]
    for name in ["a.html", "b.html"] {
      let result = try Program.run(["report", "feed.json", "-o", name], environment: environment, folder: folder)
      #expect(result.status == 0)
    }
    let pages = try ["a.html", "b.html"].map { try Data(contentsOf: folder.appendingPathComponent($0)) }
    #expect(pages[0] == pages[1] && String(decoding: pages[0], as: UTF8.self).contains(" on 2023-11-14. "))
    let run = try Program.run(
      [
        "run", "--traces", "Traces/recorded/lumos5g-4g", "--video", "Traces/video/hls-authoring.json", "--policy",
        "auto",
        "-q",
        "--export", "html=\(folder.path)/run.html",
      ], environment: environment)
    #expect(run.status == 0)
    let page = try String(contentsOf: folder.appendingPathComponent("run.html"), encoding: .utf8)
    #expect(page.contains("chart-timeline-1-network") && page.contains("Worst session of auto"))
  }

  @Test("pictures are written as SVG and PNG files", .enabled("needs make charts") { library != nil })
  func pictures() throws {
    let folder = try Self.place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(
      ["report", "single.json", "--svg", "out/svg", "--png", "out/png"],
      environment: ["ABRLAB_CHARTS": try #require(Self.library)], folder: folder)
    #expect(result.status == 0, "\(result.diagnostics)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out/svg").sorted()
    #expect(names.contains("quality.svg") && names.contains("timeline-1.svg") && names.count >= 12)
    for name in names {
      let text = try String(contentsOfFile: "\(folder.path)/out/svg/\(name)", encoding: .utf8)
      #expect(text.contains("<path") && !text.contains("var(--"), "\(name)")
      let png = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/out/png/\(name.dropLast(4)).png"))
      #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47]), "\(name)")
    }
  }

  @Test("a figure is as wide as asked, in every format", .enabled("needs make charts") { library != nil })
  func figures() throws {
    let folder = try Self.place()
    defer { try? FileManager.default.removeItem(at: folder) }
    func report(_ words: String...) throws -> Program.Result {
      try Program.run(
        ["report", "single.json"] + words, environment: ["ABRLAB_CHARTS": try #require(Self.library)], folder: folder)
    }
    for name in ["cdf:rebuffer_ratio", "timeline:best"] {
      let result = try report("--figure", name, "--width", "84mm", "-o", "fig.svg")
      #expect(result.status == 0, "\(result.diagnostics)")
      let svg = try String(contentsOfFile: folder.path + "/fig.svg", encoding: .utf8)
      #expect(svg.contains("width=\"84mm\"") && svg.contains("<path") && !svg.contains("var(--"), "\(name)")
      // A title stands below a figure of a paper, not in it.
      #expect(!svg.contains("Share of sessions at or below"), "\(name)")
      #expect(name.hasPrefix("timeline") || svg.contains("stalled share of time, % (logarithmic)"), "\(name)")
    }
    #expect(try report("--figure", "quality", "--width", "8.4cm", "-o", "fig.pdf").status == 0)
    let pdf = String(decoding: try Data(contentsOf: folder.appendingPathComponent("fig.pdf")), as: Unicode.ASCII.self)
    let box = try #require(pdf.firstMatch(of: #/MediaBox ?\[0 0 ([\d.]+)/#))
    // 84 mm in points of PDF.
    let width = try #require(Double(box.1))
    #expect(abs(width - 238.11) < 0.5, "\(box.0)")
    #expect(try report("--figure", "waste", "--width", "3.3in", "-o", "fig.png").status == 0)
    let png = try Data(contentsOf: folder.appendingPathComponent("fig.png"))
    let pixels = png[16..<20].reduce(0) { $0 << 8 | Int($1) }
    #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47]) && abs(pixels - 990) < 3, "\(pixels) dots of 300 an inch")

    _ = try Program.run(
      [
        "run", "--policy", "fixed:0", "fixed:1", "--traces", "\(Program.checkout.path)/Traces/recorded/lumos5g-4g",
        "-q",
        "--export", "json=whole.json",
      ], folder: folder)
    let nothing = try Program.run(
      ["report", "whole.json", "--figure", "waste", "-o", "f.svg"],
      environment: ["ABRLAB_CHARTS": try #require(Self.library)], folder: folder)
    #expect(nothing.status == 64 && nothing.diagnostics.contains("no byte is wasted"), "\(nothing)")

    for (words, expected) in [
      (["--figure", "cdf:rebufer_ratio", "-o", "f.pdf"], "unknown metric rebufer_ratio; did you mean rebuffer_ratio"),
      (["--figure", "pie", "-o", "f.pdf"], "--figure: found pie, expected quality (stalls against bitrate), waste"),
      (["--figure", "timeline:worse", "-o", "f.pdf"], "unknown session over time worse; did you mean worst"),
      (["--figure", "quality"], "expected a file of one of the endings .pdf, .svg, .png"),
      (
        ["--figure", "quality", "--width", "84", "-o", "f.pdf"],
        "--width: found 84, expected a length from 60mm to 1000mm"
      ),
      (["--figure", "quality", "--width", "30mm", "-o", "f.pdf"], "--width: found 30mm, expected a length from 60mm"),
      (
        ["-o", "f.svg"],
        "--output: found f.svg, and a page is HTML, such as report.html; --figure NAME writes one picture"
      ),
      (["-o", "f.pdf", "--width", "84mm"], "--output: found f.pdf, and a page is HTML"),
      (["--width", "84mm"], "--width is that of a --figure, and there is none"),
    ] {
      let result = try Program.run(
        ["report", "single.json"] + words, environment: ["ABRLAB_CHARTS": try #require(Self.library)], folder: folder)
      #expect(result.status == 64 && result.diagnostics.contains(expected), "\(result.diagnostics)")
    }
    for name in ["f.pdf", "f.svg", "report.html"] {
      #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"), "\(name)")
    }
    // A narrow figure is a wider one made smaller: no word of it is cut that is whole there.
    let pictures = try ["60mm", "84mm"].map { width in
      #expect(try report("--figure", "quality", "--width", width, "-o", "narrow.svg").status == 0)
      let svg = try String(contentsOfFile: folder.path + "/narrow.svg", encoding: .utf8)
      #expect(svg.contains("width=\"\(width)\""))
      return try #require(svg.firstMatch(of: #/viewBox="[^"]*"/#)).0
    }
    #expect(pictures[0] == pictures[1])
  }

  @Test(
    "a disk that is full while pictures are drawn is an error that says so, and leaves no half of one",
    .enabled("needs make charts") { library != nil },
    .enabled("needs a file system of its own") { try Program.shell("unshare -rm mount -t tmpfs none /mnt").status == 0 }
  )
  func fullDisk() throws {
    let folder = try Self.place()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.shell(
      """
      cd '\(folder.path)'; mkdir full; export ABRLAB_CHARTS='\(try #require(Self.library))'
      unshare -rm bash -c 'mount -t tmpfs -o size=24k none full && $abrlab report single.json -o page.html --svg full/p
        echo "status $?"; find full -type f'
      """)
    #expect(result.output.contains("error: the pictures were not made: full/p/"), "\(result.output)")
    #expect(result.output.hasSuffix(".svg: No space left on device\nstatus 1\n"), "\(result.output)")
  }

  @Test("a run that cannot be read is refused with file and place")
  func refusals() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func report(_ arguments: String...) throws -> Program.Result {
      try Program.run(["report"] + arguments, environment: ["HOME": folder.path], folder: folder)
    }
    #expect(try report("none.json").status == 5)
    try Data("{\"schema\": 7, \"inputs\": {}, \"policies\": []}".utf8).write(
      to: folder.appendingPathComponent("later.json"))
    let later = try report("later.json")
    #expect(later.status == 64 && later.diagnostics.contains("later.json:1:12: schema: found 7"))
    let run = try Program.run([
      "run", "--traces", "Traces/recorded/lumos5g-4g", "--video", "Traces/video/hls-authoring.json", "--policy", "auto",
      "-q", "--format", "json", "--export", "json=\(folder.path)/run.json",
    ])
    #expect(run.status == 0)
    try Data(run.output.utf8).write(to: folder.appendingPathComponent("bare.json"))
    let bare = try report("bare.json")
    #expect(bare.status == 64 && bare.diagnostics.contains("abrlab run … --export json=bare.json"))
    #expect(try report("bare.json", "bare.json").status == 64)
    // What --export writes is read as it is.
    #expect(try report("run.json", "-o", "page.html").status == 0)
    #expect(try Program.run(["compare", "run.json", "run.json"], folder: folder).status == 0)
    let saved = try Program.run([
      "baseline", "save", "\(folder.path)/base.json", "--traces", "Traces/recorded/lumos5g-4g", "--video",
      "Traces/video/hls-authoring.json", "--policy", "auto", "-q",
    ])
    #expect(saved.status == 0)
    let baseline = try report("base.json")
    #expect(
      baseline.status == 64
        && baseline.diagnostics.contains("base.json is a baseline, and baselines have no timelines"))
    #expect(try report("git:HEAD:none.json").status == 5)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/report.html"))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func count(of part: String) -> Int { components(separatedBy: part).count - 1 }
}
