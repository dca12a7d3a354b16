import ABRTestSupport
import Foundation
import Testing

/// Words that people know from SDKs and other tools do what they mean here, or say which words do.
@Suite("Familiar words")
struct FamiliarWordsTests {
  @Test(
    "short forms are written out in results",
    arguments: [
      ("--buffer", "15/60", "growth(min=15s,max=60s)"), ("--buffer", "15s/1min", "growth(min=15s,max=60s)"),
      ("--buffer", "growth(15,60)", "growth(min=15s,max=60s)"),
      ("--buffer", "15/60+keep-up", "growth(min=15s,max=60s)+keep-up"),
      ("--policy", "auto+pixels:540p", "auto+pixels:960x540"),
      ("--policy", "auto+resolution:480p", "auto+resolution:854x480"),
    ])
  func shortForm(option: String, text: String, expected: String) throws {
    let folder = try CommandFolder()
    let words = ["run"] + folder.inputs + [option, text] + (option == "--policy" ? [] : ["--policy", "auto"])
    let policies = try #require(try folder.document(words)["policies"] as? [[String: Any]])
    #expect(policies[0][String(option.dropFirst(2))] as? String == expected)
  }

  @Test(
    "a trace of a shape takes no option of a profile", arguments: ["--count", "--duration", "--profile", "--model"])
  func shape(option: String) throws {
    let result = try CommandFolder().perform(["trace", "generate", "stairs", option, "2"])
    #expect(result.code == 64 && result.diagnostics.contains("\(option) cannot be used with stairs"), "\(result)")
  }

  @Test(
    "a limit of pixels or bitrate below every rendition is a warning",
    arguments: [
      ("pixels:540", "540 pixels, so the lowest is played; a height is written 540p"), ("pixels:720p", nil),
      ("pixels:97344", nil), ("peak:100k", "100000 bit/s, so the lowest is played"), ("peak:145k", nil),
    ])
  func limits(limit: String, warning: String?) throws {
    let folder = try CommandFolder()
    let result = folder.perform([
      "run", "--policy", "auto+\(limit)", "--traces", folder.path("links"), "--video",
      "\(SharedData.package)/Traces/video/hls-authoring.json",
    ])
    let words = "auto+\(limit): every rendition has more than "
    #expect(result.code == 0 && result.diagnostics.contains(words) == (warning != nil), "\(result)")
    #expect(warning.map { result.diagnostics.contains(words + $0) } ?? true, "\(result)")
  }

  @Test(
    "a limit of the resolution that leaves out renditions for lying on their side is a warning",
    arguments: [
      (
        ["--policy", "auto+resolution:1280x720"],
        "auto+resolution:1280x720: 1280x720 is landscape, the renditions of short-form are portrait, and 720x1280 is left "
          + "out; write resolution:720x1280 or pixels:1280x720"
      ),
      (["--player", "media3(maxVideoSize=1280x720)"], "media3-abr+resolution:1280x720: 1280x720 is landscape"),
      (["--policy", "auto+resolution:720x1280"], nil), (["--policy", "auto+pixels:720p"], nil),
    ] as [([String], String?)])
  func turned(options: [String], warning: String?) throws {
    let folder = try CommandFolder()
    let result = folder.perform(
      ["run", "--traces", folder.path("links"), "--video", "\(SharedData.package)/Traces/video/short-form.json"]
        + options)
    #expect(result.code == 0 && result.diagnostics.contains("is left out") == (warning != nil), "\(result)")
    #expect(warning.map { result.diagnostics.contains($0) } ?? true, "\(result)")
  }

  @Test("levels that contradict each other are refused in the words of the player's options")
  func contradictoryLevels() throws {
    let folder = try CommandFolder()
    let words = ["run", "--player", "apsara(startBufferDuration=10000)"] + folder.inputs
    let result = folder.perform(words)
    #expect(result.code != 0 && result.diagnostics.contains("startBufferDuration ≤ highBufferDuration"), "\(result)")
    #expect(!result.diagnostics.contains("watermark"), "\(result)")
    #expect(folder.perform(words + ["--normalise"]).code == 0)
  }

  @Test(
    "words that mean something else here say what to write",
    arguments: [
      (["--policy", "auto", "--buffer", "none"], "legacy, which is the SDK's method none"),
      (["--policy", "auto", "--buffer", "growth(method=none)"], "legacy, which is the SDK's method none"),
      (["--policy", "auto", "--buffer", "15-60"], "found 15-60, expected 15/60, a growing target"),
      (["--policy", "auto", "--buffer", "30"], "found 30, expected static(30s), or 15/60"),
      (["--policy", "auto", "--sort", "VMAF"], "did you mean vmaf_mean?"),
      (["--policy", "hls.js"], "hint:  --player hls.js"), (["--policy", "exoplayer"], "hint:  --player media3"),
      (["--policy", "auto", "--items", "2", "--preload", "network-balance(enabled=false)"], "ungated"),
      (["--policy", "auto", "--peak", "2M"], "--policy auto+peak:2M"),
      (["--policy", "./none.py"], "hint:  --policy 'exec(./none.py)'"),
      (["--policy", "none.py"], "hint:  --policy 'exec(none.py)'"),
      (["--policy", "highest"], "expected fixed:N, always rendition N; abrlab video inspect lists them"),
      (["--policy", "auto", "--metric", "vmaf"], "did you mean vmaf_mean?"),
      (["--policy", "auto", "--metric", "vmaf"], "to have scores, abrlab video score measures a ladder"),
    ])
  func hint(options: [String], expected: String) throws {
    let folder = try CommandFolder()
    let result = folder.perform(["run"] + folder.inputs + options)
    #expect(result.code == 64 && result.diagnostics.contains(expected), "\(result.diagnostics)")
  }

  /// The last word of each is refused with a message that has the better one, which works in its place.
  @Test(
    "words that people try are answered with words that work",
    arguments: [
      (["run", "--policy", "lowest"], "fixed:0"), (["run", "--policy", "auto", "--viewer", "2min"], "leave(2min)"),
      (["run", "--policy", "auto", "--viewer", "30s"], "leave(watched=30s)"),
      (["run", "--policy", "auto", "--viewer", "30"], "leave(30s)"),
      (["run", "--policy", "auto", "--viewer", "whole"], "watch"),
      (["run", "--policy", "auto", "--format", "csv", "--metric", "stalls"], "rebuffer_count_per_h"),
      (["run", "--policy", "auto", "--format", "csv", "--metric", "bitrate"], "mean_bitrate_bps"),
      (["run", "--policy", "auto", "--format", "csv", "--metric", "waste"], "bytes_wasted_per_h"),
      (["tune", "--policy", "auto", "--max", "20s", "--held-out", "0", "--min", "2-12s"], "2..12s"),
      (["tune", "--policy", "auto", "--max", "20s", "--held-out", "0", "--min", "2-12"], "2..12s"),
      (["tune", "--policy", "auto", "--max", "20s", "--held-out", "0", "--min", "5..12"], "5..12s"),
      (["tune", "--policy", "auto", "--max", "20s", "--held-out", "0", "--min", "5,12"], "5,12s"),
      (["tune", "--player", "hls.js", "--held-out", "0", "--vary", "maxBufferLength=5-30"], "5..30"),
      (["tune", "--policy", "auto", "--held-out", "0", "--min", "5s", "--code", "exo"], "media3"),
      (["run", "--policy", "auto", "--buffer", "30..60"], "30/60"),
      (
        ["tune", "--policy", "auto", "--held-out", "0", "--min", "5s,30s", "--buffer", "static(60s)"],
        "growth(min=60s,max=60s)"
      ),
      (
        ["tune", "--policy", "auto", "--held-out", "0", "--max", "40s,50s", "--buffer", "static(60s)+bytes(50MB)"],
        "growth(min=30s,max=60s)+bytes(50MB)"
      ),
    ])
  func mended(words: [String], better: String) throws {
    let folder = try CommandFolder()
    let tried = folder.perform([words[0]] + folder.inputs + words.dropFirst())
    #expect(tried.code == 64 && tried.diagnostics.contains(better), "\(tried.diagnostics)")
    let name = words[words.count - 1].prefix { $0 != "=" }
    let value = name.count < words[words.count - 1].count ? "\(name)=\(better)" : better
    let works = folder.perform([words[0]] + folder.inputs + words.dropFirst().dropLast() + [value])
    #expect([0, 2, 3].contains(works.code), "\(works.diagnostics)")
  }

  @Test(
    "an option that another command has is no answer where this one lacks it",
    arguments: [
      ("explain", "--traces", "write TRACE without an option: abrlab explain TRACE"),
      ("explain", "--trace", "write TRACE without an option"), ("run", "--trace", "write --traces FILE"),
      ("sweep", "--rule", "write --policy bola"),
      ("compare", "--baseline", "write A without an option: abrlab compare A B"),
      ("compare", "--candidate", "write B without an option: abrlab compare A B"),
      ("compare", "--allow-change", "; abrlab check has --allow-change"),
    ])
  func elsewhere(verb: String, option: String, expected: String) throws {
    let result = try CommandFolder().perform([verb, option, "x.csv"])
    #expect(result.code == 64 && result.diagnostics.contains(expected), "\(result.diagnostics)")
  }

  @Test("a limit that is varied and not there is named with the policy that has it, which works")
  func limit() throws {
    let folder = try CommandFolder()
    let words = ["tune"] + folder.inputs + ["--vary", "peak=1M,2M", "--held-out", "0"]
    let result = folder.perform(words + ["--policy", "auto"])
    #expect(result.code == 64 && result.diagnostics.contains("write --policy auto+peak:3M"), "\(result.diagnostics)")
    #expect([0, 3].contains(folder.perform(words + ["--policy", "auto+peak:3M"]).code))
  }

  @Test("two numbers are no policies, but may be buffers")
  func numbers() throws {
    let folder = try CommandFolder()
    let result = folder.perform(["compare", "30", "60"] + folder.inputs)
    #expect(
      result.code == 64 && result.diagnostics.contains("A: \"30\": buffer: found 30, expected static(30s)"), "\(result)"
    )
    #expect(folder.perform(["compare", "static(30s)", "static(60s)"] + folder.inputs).code == 0)
  }

  @Test("an address as a video answers with the command that fetches it")
  func address() throws {
    let folder = try CommandFolder()
    let url = "https://example.com/master.m3u8"
    let result = folder.perform(["run", "--traces", folder.path("links"), "--policy", "auto", "--video", url])
    #expect(result.code == 5 && result.diagnostics.contains("curl -L -O '\(url)'"), "\(result.diagnostics)")
  }

  @Test(
    "another name of a player's own option is answered with that option",
    arguments: [
      (["run", "--player", "exoplayer"], "--min-buffer", ["--player", "media3(minBufferMs=15000,maxBufferMs=50000)"]),
      (
        ["tune", "--held-out", "0", "--player", "media3(maxBufferMs=50000)"], "--min-buffer",
        ["--vary", "minBufferMs=15000..50000"]
      ), (["run", "--player", "hls.js"], "--max-buffer-length", ["--player", "hls.js(maxBufferLength=60)"]),
      (["run", "--player", "dash.js"], "--min-buffer", ["--min", "15s"]),
    ])
  func ownOption(words: [String], option: String, better: [String]) throws {
    let folder = try CommandFolder()
    let line = better.map { $0.contains("(") ? "'\($0)'" : $0 }.joined(separator: " ")
    let result = folder.perform([words[0]] + folder.inputs + words.dropFirst() + [option, "15s"])
    #expect(result.code == 64 && result.diagnostics.contains("; write \(line)\n"), "\(result)")
    let rest = better[0] == "--player" ? words.dropLast(2) : words[...]
    let works = folder.perform([words[0]] + folder.inputs + rest.dropFirst() + better)
    #expect([0, 3].contains(works.code), "\(works)")
  }

  @Test("names stand for configurations in tables, documents, comparisons and saved runs")
  func names() throws {
    let folder = try CommandFolder()
    let words = folder.inputs + ["--player", "hls.js", "hls.js(maxBufferLength=12)", "lab"]
    let names = ["--name", "FAST=hls.js:maxBufferLength=12", "--name", "USUAL=hls.js"]
    let table = folder.perform(["run"] + words + names)
    #expect(table.code == 0 && table.output.hasPrefix("name "), "\(table.diagnostics)")
    for name in ["USUAL ", "FAST ", "auto static(30s)"] {
      #expect(table.output.contains("\n\(name)"), "\(table.output)")
    }
    let saved = folder.path("run.json")
    let document = try folder.document(["run"] + words + names + ["--export", "json=\(saved)"])
    let policies = try #require(document["policies"] as? [[String: Any]])
    #expect(policies.map { $0["name"] as? String } == ["USUAL", "FAST", nil])
    let text = folder.perform(["compare", saved, saved]).output
    #expect(
      text.contains("A  FAST (hls.js(maxBufferLength=12) ") && text.contains(" in \(saved)\nB  FAST ("), "\(text)")
    let baseline = folder.path("baseline.json")
    #expect(folder.perform(["baseline", "save", baseline] + words + names).code == 0)
    let check = ["check", "--baseline", baseline, "--gate", "rebuffer_ratio<=+0pp"]
    let checked = folder.perform(check + words + names)
    #expect(checked.code == 0 && checked.output.contains("FAST"), "\(checked.diagnostics)")
    // A name is no part of what was played.
    #expect(folder.perform(check + words).code == 0)
    for wrong in ["FAST=bola", "FAST=hls-abr", "FAST", "=auto", " =hls.js", "\u{200b}=hls.js"] {
      let result = folder.perform(["run"] + words + ["--name", wrong])
      #expect(result.code == 64 && result.diagnostics.contains("--name"), "\(wrong): \(result.diagnostics)")
    }
  }

  @Test(
    "a name is not what another configuration is called",
    arguments: [
      (["--policy", "auto", "bba-0"], "auto=bba-0", "but auto is the configuration auto static(30s) watch"),
      (["--player", "hls.js", "shaka"], "shaka=hls.js", "but shaka is the configuration shaka "),
      (["--player", "hls.js", "hls.js(maxBufferLength=12)"], "hls.js=hls.js:maxBufferLength=12", "but hls.js is the"),
      (["--policy", "auto", "--buffer", "static(9s)", "static(12s)"], "static(9s)=static(12s)", "but static(9s) is"),
      (["--policy", "auto", "bba-0"], "auto=auto", nil),
      (["--policy", "auto", "--buffer", "static(9s)", "static(12s)"], "auto=static(12s)", nil),
    ] as [([String], String, String?)])
  func takenNames(words: [String], name: String, fault: String?) throws {
    let folder = try CommandFolder()
    let result = folder.perform(["run"] + words + ["--name", name] + folder.inputs)
    if let fault {
      #expect(result.code == 64 && result.diagnostics.contains(fault), "\(result)")
      #expect(result.diagnostics.contains("expected a name that no other configuration has"), "\(result)")
    } else {
      #expect(result.code == 0, "\(result)")
    }
  }

  private static let master = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=500000,AVERAGE-BANDWIDTH=450000,RESOLUTION=640x360,CODECS="avc1.64001f"
    low.m3u8
    #EXT-X-STREAM-INF:BANDWIDTH=1500000,AVERAGE-BANDWIDTH=1400000,RESOLUTION=1280x720,CODECS="avc1.64001f"
    high.m3u8

    """
  private static let media = """
    #EXTM3U
    #EXT-X-VERSION:3
    #EXT-X-TARGETDURATION:4
    #EXTINF:4,
    a.ts
    #EXTINF:4,
    b.ts
    #EXT-X-ENDLIST

    """

  @Test("the folder of a stream plays its multivariant playlist")
  func stream() throws {
    let files = ["stream/master.m3u8": Self.master, "stream/low.m3u8": Self.media, "stream/high.m3u8": Self.media]
    let folder = try CommandFolder(files)
    let words = ["run", "--traces", folder.path("links"), "--policy", "auto", "--video"]
    let played = try folder.document(words + [folder.path("stream")])
    let named = try folder.document(words + [folder.path("stream/master.m3u8")])
    #expect((played as NSDictionary).isEqual(to: named))
  }

  @Test("several manifests in the folder of a stream are listed, as are playlists without a multivariant one")
  func candidates() throws {
    let both = try CommandFolder([
      "stream/a.m3u8": Self.master, "stream/b.m3u8": Self.master, "stream/low.m3u8": Self.media,
      "stream/high.m3u8": Self.media, "parts/low.m3u8": Self.media, "parts/high.m3u8": Self.media, "parts/a.ts": "x",
    ])
    let words = ["run", "--traces", both.path("links"), "--policy", "auto", "--video"]
    let several = both.perform(words + [both.path("stream")])
    #expect(several.code == 64 && several.diagnostics.contains("a.m3u8, b.m3u8"), "\(several.diagnostics)")
    let none = both.perform(words + [both.path("parts")])
    #expect(
      none.code == 64 && none.diagnostics.contains("no multivariant playlist beside high.m3u8, low.m3u8"),
      "\(none.diagnostics)")
  }

  @Test(
    "an answer at an end of its range is noted with a wider one that can be searched, but not where the parameter ends",
    arguments: [
      (["--min", "4s", "--max", "8..20s"], "--max 4s..20s"),
      (["--min", "4s", "--vary", "growth.max=8..20s"], "--vary growth.max=4s..20s"),
      (["--min", "1s", "--vary", "growth.max=1..20s"], nil), (["--min", "4s", "--max", "8s,20s"], nil),
    ])
  func edge(words: [String], wider: String?) throws {
    let folder = try CommandFolder()
    let search =
      ["tune", "--policy", "bola", "--held-out", "0", "--goal", "bytes_wasted_per_h", "--viewer", "leave(25s)"]
      + folder.inputs
    let result = folder.perform(search + words)
    #expect([0, 3].contains(result.code), "\(result)")
    let note = "the answer lies at an end of what was searched; a wider range may do better: "
    let found = result.diagnostics.firstRange(of: note).map {
      result.diagnostics[$0.upperBound...].prefix { $0 != "\n" }
    }
    if result.output.hasPrefix("Set ") || result.output.hasPrefix("Try ") {
      let first = result.output.prefix { $0 != "\n" }
      #expect(first.contains("growth.max is at an end of its range") == (wider != nil), "\(result)")
    }
    guard let wider else { return #expect(found == nil, "\(result)") }
    let better = try #require(found, "\(result)")
    #expect(better == wider, "\(result)")
    let again = folder.perform(search + words.prefix(2) + better.split(separator: " ").map(String.init))
    #expect([0, 3].contains(again.code), "\(again)")
  }

  @Test("tune searches with a policy that is a program")
  func program() throws {
    let folder = try CommandFolder()
    let policy = "exec(\(SharedData.package)/Examples/Policies/bba0.py)"
    let words = folder.inputs + ["--policy", policy, "--jobs", "1"]
    let tuned = try folder.document(
      ["tune"] + words + ["--min", "8s", "--max", "20s", "--held-out", "0", "--goal", "bytes_downloaded"],
      codes: [0, 3])
    let run = try folder.document(["run"] + words)
    let pooled = try #require((run["policies"] as? [[String: Any]])?.first?["pooled"] as? [String: Any])
    let current = try #require(tuned["current"] as? [String: Any])
    let values = try #require(current["values"] as? [String: Double])
    #expect(values["bytes_downloaded"] == pooled["bytes_downloaded"] as? Double)
  }
}
