import Foundation
import Testing

/// Recordings of other formats, from files, folders, pipes and archives.
@Suite("Trace import", .timeLimit(.minutes(20)))
struct TraceImportTests {
  private static let pensieve = "0 1\n1 2\n3 4\n"
  private static let native = "duration_s,bandwidth_bps,latency_ms\n1,2000000,\n2,4000000,\n"

  private func folder(_ files: [String: String]) throws -> URL {
    let folder = try Program.makeFolder()
    for (name, content) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
    }
    return folder
  }

  private func text(_ folder: URL, _ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test("a file becomes a native file, whatever it comes through")
  func file() throws {
    let folder = try folder(["a.log": Self.pensieve, "t.csv": "time;kbps\n0;9\n1;2000\n3;4000\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    for command in [
      "\"$abrlab\" trace import a.log -o o.csv", "gzip -k a.log && \"$abrlab\" trace import a.log.gz -o o.csv",
      "\"$abrlab\" trace import - -o o.csv < a.log", "cat a.log | \"$abrlab\" trace import - -o o.csv",
      "\"$abrlab\" trace import <(sleep 0.2; gzip -c a.log) -o o.csv",
      "\"$abrlab\" trace import t.csv --columns time:s,rate:kbit/s -o o.csv",
    ] {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent("o.csv"))
      let result = try Program.shell("cd '\(folder.path)' && \(command)")
      #expect(result.status == 0, "\(command): \(result.output)")
      #expect(try text(folder, "o.csv") == Self.native, "\(command)")
    }
  }

  @Test("a file and its compressed copy are one recording")
  func compressedCopy() throws {
    let folder = try folder(["in/a.log": Self.pensieve, "in/b.log": "0 1\n1 3\n3 4\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.shell(
      "cd '\(folder.path)/in' && gzip -k a.log && zstd -q b.log && \"$abrlab\" run --traces . --policy auto bola 2>&1")
    #expect(result.status == 0 && result.output.contains("2 of 4 traces are copies of others"), "\(result.output)")
  }

  @Test("a tree becomes a tree with an index, and what is no trace is listed")
  func tree() throws {
    let folder = try folder([
      "in/a.log": Self.pensieve, "in/deep/b.csv": "seq_num,X_throughput_mbps,Y/../_throughput_mbps\n1,2,3\n2,4,5\n",
      "in/notes.txt": "hello\n", "in/broken.log": "0 1\n1 2\n0 3\n", "in/list.m3u8": "#EXTM3U\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["trace", "import", "in", "-o", "out", "--licence", "CC0", "--verbose"]
    let dry = try Program.run(words + ["--dry-run"], folder: folder)
    #expect(dry.status == 0 && dry.diagnostics.contains("3 files in out would be written"))
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("out").path))
    let result = try Program.run(words, folder: folder)
    #expect(result.status == 0 && result.diagnostics.contains("3 files in out written"))
    for reason in [
      "left out: in/notes.txt: not a trace", "left out: in/list.m3u8: is an HLS playlist",
      "left out: in/broken.log:3: time_s",
    ] { #expect(result.diagnostics.contains(reason)) }
    #expect(try text(folder, "out/a.csv") == Self.native)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("out/deep").path)
    #expect(names.sorted() == ["b-X.csv", "b-Y_..csv"] || names.sorted() == ["b-X.csv", "b-Y_.._.csv"])
    let index = try JSONSerialization.jsonObject(with: Data(text(folder, "out/index.json").utf8)) as? [[String: Any]]
    #expect(index?.count == 3 && index?.allSatisfy { $0["licence"] as? String == "CC0" } == true)
    #expect(index?.first?["source_format"] as? String == "pensieve")
    let strict = try Program.run(words + ["--strict"], folder: folder)
    #expect(strict.status == 64 && strict.diagnostics.hasPrefix("error: in/broken.log:3"))
    let again = try Program.run(["trace", "stats", "out", "--format", "json"], folder: folder)
    #expect(again.status == 0 && again.diagnostics.isEmpty)
  }

  @Test(
    "no verb overwrites what it reads, whatever its path is called",
    arguments: [
      "trace import a.txt -o a.txt", "trace import a.txt -o ./a.txt", "trace import a.txt -o d/../a.txt",
      "trace import a.txt -o link.csv", "trace import a.txt -o hard.csv", "trace import link.csv -o a.txt",
      "trace import a.txt -o a.txt --dry-run", "trace import - -o a.txt < a.txt", "trace import d -o d",
      "trace import d/n.csv -o d/", "trace export a.txt --to pensieve -o a.txt", "trace fit a.txt -o a.txt",
      "viewer import w.csv --columns watched:s -o w.csv",
      "viewer fit w.csv --columns watched:s -o w.csv", "video import m.dat -o m.dat",
    ])
  func overwriting(line: String) throws {
    let watched = (1...40).map { "\($0 * $0)\n" }.joined()
    let folder = try folder([
      "a.txt": Self.pensieve + "4 4\n5 6\n6 1\n", "d/n.csv": Self.native, "w.csv": watched,
      "m.dat": "size 4000\nbitrates 1000\n500000\n",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let setUp = "cd '\(folder.path)' && ln -s a.txt link.csv && ln a.txt hard.csv"
    let before = try Program.shell("\(setUp) && cat a.txt d/* w.csv m.dat")
    let result = try Program.shell("cd '\(folder.path)' && \"$abrlab\" \(line)")
    #expect(result.status == 64 && result.output.contains("would overwrite what"), "\(result.output)")
    #expect(try Program.shell("cd '\(folder.path)' && cat a.txt d/* w.csv m.dat").output == before.output)
  }

  @Test("a folder gives what it can and lists what is left, and only --strict stops at it")
  func foreign() throws {
    let folder = try folder([
      "in/p.txt": Self.pensieve, "in/empty.csv": "", "in/readme.md": "hello", "none/a.png": "x", "none/b.jpg": "y",
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try Program.shell(
      "cd '\(folder.path)/in' && gzip -k p.txt && ln -s nowhere l.csv && ln -s c.csv c.csv && mkdir s && ln -s .. s/up && mkfifo f"
    )
    #expect(made.status == 0)
    let words = ["trace", "import", "in", "-o", "out", "--verbose"]
    let result = try Program.run(words, folder: folder)
    #expect(result.status == 0 && result.diagnostics.contains("2 files in out written"), "\(result.diagnostics)")
    for reason in [
      "in/c.csv: cannot be read: too many levels", "in/f: cannot be read: is not a regular file",
      "in/l.csv: cannot be read: no such file", "in/s/up: cannot be read: is a folder that contains itself",
      "in/empty.csv: is an empty file, not a trace",
    ] { #expect(result.diagnostics.contains("warning: left out: \(reason)"), "\(result.diagnostics)") }
    #expect(result.diagnostics.contains("passed over by its name: in/readme.md"))
    #expect(try text(folder, "out/p.txt.csv") == Self.native)
    #expect(try text(folder, "out/p.txt.gz.csv") == Self.native)
    #expect(try Program.run(words + ["--strict"], folder: folder).status != 0)
    let stats = try Program.run(["trace", "stats", "in", "--format", "csv"], folder: folder)
    #expect(stats.status == 0 && stats.output.contains("p.txt.gz"), "\(stats.diagnostics)")
    let none = try Program.run(["trace", "stats", "none"], folder: folder)
    #expect(none.status == 5, "\(none.diagnostics)")
    for text in [
      "left out: none/a.png", "left out: none/b.jpg", "error: none: cannot be read: holds no trace; 2 files left out",
    ] {
      #expect(none.diagnostics.contains(text), "\(none.diagnostics)")
    }
  }

  @Test("pieces of a log have figures of their own, and a dry run needs no output")
  func pieces() throws {
    let folder = try folder(["a.csv": "start_s,end_s,bytes\n0,1,125000\n9,11,500000\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["trace", "import", "a.csv", "--dry-run", "--trace-option", "gaps=split", "--format", "json"]
    let result = try Program.run(words, folder: folder)
    #expect(result.status == 0 && result.diagnostics.contains("\n2 files would be written\n"), "\(result.diagnostics)")
    let entries = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    let logs = entries?.compactMap { $0["log"] as? [String: Any] } ?? []
    #expect(logs.map { $0["bytes"] as? Int } == [125_000, 500_000])
    #expect(logs.map { $0["logged_s"] as? Double } == [1, 2])
    // Names of windows of one recording, which count as one.
    #expect(entries?.compactMap { $0["file"] as? String } == ["a-w1.csv", "a-w2.csv"])
    let pipe = try Program.shell(
      "cd '\(folder.path)' && \"$abrlab\" trace import <(cat a.csv) --dry-run --format json | grep '\"file\"'")
    #expect(pipe.output.contains("\"pipe-"), "\(pipe.output)")
  }

  private func samples(_ names: String...) throws -> URL {
    let folder = try Program.makeFolder()
    for name in names {
      try FileManager.default.copyItem(
        at: ReadmeTests.samples.appendingPathComponent(name), to: folder.appendingPathComponent(name))
    }
    return folder
  }

  @Test("the import of a log says what it kept and how much of the time that measured")
  func log() throws {
    let folder = try samples("session.har")
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["trace", "import", "session.har", "-o", "o.csv"]
    let table = try Program.run(words, folder: folder)
    #expect(table.status == 0)
    #expect(
      table.diagnostics.contains(
        "session.har: 9 of 11 requests with 8.79 MB measure 8.1 s of 15.9 s (51 %)\no.csv written"))
    #expect(table.diagnostics.contains("cut out: 51 % of the time was measured (--trace-option gaps=outage"))
    let json = try Program.run(words + ["--format", "json"], folder: folder)
    let entries = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    let log = try #require(entries?.first?["log"] as? [String: Any])
    #expect(log["requests"] as? Int == 9 && log["requests_left_out"] as? Int == 2 && log["bytes"] as? Int == 8_794_000)
    #expect(abs((log["measured_share"] as? Double ?? 0) - 0.505) < 0.001)
    #expect((entries?.first?["notes"] as? [String])?.count == 2)
  }

  @Test("a log that measured little of its time is warned of, and so is one whose requests are all small")
  func doubtful() throws {
    let folder = try folder(["a.csv": "start_s,end_s,bytes\n0,1,125000\n9,10,125000\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["trace", "import", "a.csv", "-o", "o.csv"]
    #expect(try Program.run(words, folder: folder).diagnostics.contains("warning: a.csv: only 20 % of the time was"))
    let none = try Program.run(words + ["--trace-option", "smallest=200kB"], folder: folder)
    #expect(none.status == 64 && none.diagnostics.contains("or --trace-option smallest=125kB"))
  }

  @Test("several sessions are a folder or a choice, and never a folder with a file's name")
  func sessions() throws {
    let folder = try samples("nginx.log")
    defer { try? FileManager.default.removeItem(at: folder) }
    let words = ["trace", "import", "nginx.log", "-o"]
    let file = try Program.run(words + ["o.csv"], folder: folder)
    #expect(file.status == 64)
    #expect(
      file.diagnostics.contains(
        "error: --output: o.csv is a file and there are 2 traces (nginx.log#one, nginx.log#two): name a folder, or choose "
          + "one with --trace-option series=NAME"))
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("o.csv").path))
    #expect(try Program.run(words + ["o.csv", "--trace-option", "series=two"], folder: folder).status == 0)
    #expect(try Program.run(words + ["out"], folder: folder).status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("out/nginx-one.csv").path))
    let run = try Program.run(["run", "--traces", "nginx.log", "--policy", "auto"], folder: folder)
    #expect(run.status == 64 && run.diagnostics.contains("nginx.log: holds 2 traces (one, two): choose one"))
  }

  @Test("a log of Media3's EventLogger is refused with the way out")
  func eventLogger() throws {
    let folder = try folder([
      "logcat.txt": "05-01 10:00:00.000 D/EventLogger( 123): state [eventTime=0.10, mediaPos=0.00, window=0, READY]\n"
    ])
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run(["trace", "import", "logcat.txt", "-o", "o.csv"], folder: folder)
    #expect(result.status == 64 && result.diagnostics.contains("logcat.txt: is a log of Media3's EventLogger"))
    #expect(result.diagnostics.contains("a table end_ms,duration_ms,bytes"))
  }

  @Test("a run leaves files out that are no traces, says so, and refuses them with --strict")
  func run() throws {
    let place = try RunTests.Place(["d/a.csv": Self.native, "d/notes.txt": "hello\n"])
    let line = ["run", "--traces", "d", "--video", "movie.json", "--policy", "auto"]
    let result = try Program.run(line, folder: place.folder)
    #expect(result.status == 0 && result.diagnostics.contains("warning: left out: d/notes.txt: not a trace"))
    #expect(try Program.run(line + ["--strict"], folder: place.folder).status == 64)
    let named = try Program.run(
      ["run", "--traces", "d/notes.txt", "--video", "movie.json", "--policy", "auto"], folder: place.folder)
    #expect(named.status == 64 && named.diagnostics.hasPrefix("error: d/notes.txt: not a trace"))
  }

  @Test("export writes each format, and says what it cannot")
  func export() throws {
    let folder = try folder(["a.csv": "duration_s,bandwidth_bps,latency_ms\n1,12000000,80\n"])
    defer { try? FileManager.default.removeItem(at: folder) }
    for (format, ending) in [
      ("sabre", "json"), ("pensieve", "txt"), ("mahimahi", "trace"), ("tc", "sh"), ("devtools", "json"),
    ] {
      let result = try Program.run(["trace", "export", "a.csv", "--to", format, "-o", format], folder: folder)
      #expect(result.status == 0, "\(result.diagnostics)")
      let read = try Program.run(["trace", "inspect", "\(format)/a.\(ending)"], folder: folder)
      #expect(read.status == 0 && read.output.contains(format), "\(read.diagnostics)")
      if format == "pensieve" { #expect(result.diagnostics.contains("latencies are not in the file (1 file)")) }
    }
    let missing = try Program.run(["trace", "export", "a.csv", "-o", "x"], folder: folder)
    #expect(
      missing.status == 64
        && missing.diagnostics.contains("needs --to: native, sabre, pensieve, mahimahi, devtools, tc"))
  }
}
