import Foundation
import Testing

/// What `abrlab tune` says beside its answer: for what it holds, its caveats, and what it does not know.
@Suite("Answers of tune", .timeLimit(.minutes(20)))
struct TuneAnswerTests {
  private static func tune(_ words: [String], _ place: RunTests.Place) throws -> Program.Result {
    try Program.run(["tune"] + TuneTests.inputs + words, folder: place.folder)
  }

  @Test("table and JSON name what the answer holds for, with digests of the inputs")
  func setup() throws {
    let place = try TuneTests.place()
    let words =
      TuneTests.ranges + [
        "--goal", "rebuffer_ratio", "--viewer", "leave(30s)", "--seed", "7", "--buffer", "growth(min=1s,max=6s)",
        "--export", "json=t.json",
      ]
    let result = try Self.tune(words, place)
    #expect(result.status == 0, "\(result.diagnostics)")
    for line in [
      "policy       bba-0\n", "buffer       growth(min=1s,max=6s)\n", "viewer       leave(30s), seed 7\n",
      "video        movie\n",
      ", search seed 1\n",
    ] { #expect(result.output.contains(line), "\(line) is not in\n\(result.output)") }
    let json = try RunTests.json(try place.text("t.json"))
    let inputs = try #require(json["inputs"] as? [String: Any])
    #expect((inputs["traces"] as? [Any])?.count == 16 && inputs["seed"] as? Int == 7)
    #expect((inputs["traces_sha256"] as? String)?.count == 64)
    let given = try #require(json["given"] as? [String: Any])
    #expect(given["viewer"] as? String == "leave(30s)" && given["preload"] is NSNull)
    #expect((json["warnings"] as? [String])?.contains { $0.contains("only 5 traces") } == true)
    #expect(result.diagnostics.contains("held out: only 5 traces: below 15"))
  }

  @Test(
    "without --buffer the current buffer is that of run, whatever is varied",
    arguments: [
      (["--policy", "auto+peak:3M", "--vary", "peak=1,3M"], "static(30s)"),
      (["--vary", "static=10s,30s"], "static(30s)"),
      (["--min", "4s"], "static(30s)"), (["--vary", "growth.interval=1s,5s"], "static(30s)"),
      (["--buffer", "static(12s)", "--vary", "static=10s,30s"], "static(12s)"),
    ])
  func defaultBuffer(words: [String], buffer: String) throws {
    let place = try TuneTests.place()
    let inputs = words[0] == "--policy" ? ["--traces", "bandwidth", "--video", "movie.json"] : TuneTests.inputs
    let result = try Program.run(
      ["tune"] + inputs + words + ["--goal", "rebuffer_ratio", "--format", "json"], folder: place.folder)
    #expect([0, 3].contains(result.status), "\(result.diagnostics)")
    let given = try #require(try RunTests.json(result.output)["given"] as? [String: Any])
    #expect(given["buffer"] as? String == buffer)
  }

  @Test("a goal behind the first that is better for certain is an answer, though the first may be the same")
  func secondGoal() throws {
    let result = try Program.run([
      "tune", "-q", "--policy", "auto", "--viewer", "leave(3min)", "--min", "2..40s", "--max", "6..90s",
    ])
    let first = result.output.prefix { $0 != "\n" }
    #expect(
      first.firstMatch(
        of:
          /^Set growth\.min=\S+ growth\.max=\S+(?: at [^:]+)?: bytes_wasted_per_h falls from [0-9.]+ MB\/h to [0-9.]+ MB\/h on held-out traces; the change in rebuffer_ratio is not significant\.$/
      ) != nil, "\(first)")
    #expect(result.status == 0)
  }

  @Test("code of a setting to try says so, and not that it is not advised")
  func codeToTry() throws {
    let result = try Program.run([
      "tune", "-q", "--policy", "auto", "--viewer", "leave(60s)", "--buffer", "growth(min=30s,max=90s)", "--min",
      "5,10,15s", "--max", "20,30,40s", "--goal", "bytes_wasted_per_h", "--constraint", "rebuffer_ratio<=+1pp",
      "--code", "brightcove", "--traces", "Traces/recorded/lumos-4g",
    ])
    let first = String(result.output.prefix { $0 != "\n" })
    #expect(
      first.hasPrefix("Try growth.min=") && first.contains("growth.min and growth.max are at ends of their ranges"),
      "\(first)")
    #expect(
      result.output.contains("\n// \(first)\n") && !result.output.contains("Not what is advised"), "\(result.output)")
  }

  @Test("where no setting comes closer to the conditions than the current one, that is kept")
  func noCloser() throws {
    let result = try Program.run([
      "tune", "-q", "--policy", "auto", "--viewer", "leave(3min)", "--min", "2..6s by 2s", "--max", "6..10s by 2s",
      "--goal", "bytes_wasted_per_h", "--constraint", "startup_s_p50<=1ms", "--code", "media3",
    ])
    #expect(result.status == 2)
    #expect(result.output.hasPrefix("No setting meets every constraint; keep the current one: growth.min="))
    #expect(result.output.contains(" comes no closer.\n"))
    let advice = result.output.prefix { $0 != "\n" }.dropFirst()
    #expect(result.output.contains("\n// Not what is advised: n\(advice)\n// This setting misses a constraint"))
    #expect(
      result.diagnostics.contains("no setting meets every --constraint; none comes closer than the current one\n"))
  }

  @Test("what is played and answered lies in the ranges, but for the current setting")
  func ranges() throws {
    let result = try Program.run([
      "tune", "-q", "--policy", "auto", "--viewer", "leave(3min)", "--min", "2..6s by 2s", "--max", "6..10s by 2s",
      "--goal", "rebuffer_ratio", "--format", "json",
    ])
    let json = try RunTests.json(result.output)
    let settings = try #require(json["settings"] as? [[String: Any]])
    let values = try settings.map { try #require($0["parameters"] as? [String: Double]) }
    #expect(values.contains(["growth.min": 30, "growth.max": 30]))
    #expect(
      values.allSatisfy {
        $0 == ["growth.min": 30, "growth.max": 30] || ($0["growth.min"] ?? 0 <= 6 && $0["growth.max"] ?? 0 <= 10)
      }, "\(values)")
  }

  @Test("what is worse on the traces held out is not recommended, and no goal gets worse without the word")
  func worseAnswer() throws {
    for (buffer, max, first) in [
      (
        "static(30s)", 80,
        "Keep the current setting: with growth.min=10s growth.max=80s bytes_wasted_per_h gets worse, from "
      ), ("growth(min=30s,max=90s)", 20, "Set growth.min=10s growth.max=20s: "),
    ] {
      let setting = #"{"growth.min": 10, "growth.max": \#(max)}"#
      let result = try Program.shell(
        "echo '{\"ask\": \(setting)}\n{\"answer\": \(setting)}' | \"$abrlab\" tune --policy auto "
          + (buffer == "static(30s)" ? "" : "--buffer '\(buffer)' ")
          + "--min 10..60s --max 20..80s --viewer 'leave(2min)' --goal bytes_wasted_per_h --method ask-tell -q 2>/dev/null"
      )
      #expect(result.status == 0, "\(result)")
      let document = try RunTests.json(String(try #require(result.output.split(separator: "\n").last)))
      let recommendation = try #require(document["recommendation"] as? String)
      #expect(recommendation.hasPrefix(first), "\(recommendation)")
      #expect(recommendation.contains("bytes_wasted_per_h falls from ") == first.hasPrefix("Set "), "\(recommendation)")
      #expect((document["advice"] is NSNull) == first.hasPrefix("Set "))
    }
  }

  @Test("where the current setting misses a constraint, that is the reason for one whose goal is worse")
  func worseForConstraint() throws {
    let result = try Program.run([
      "tune", "-q", "--policy", "auto", "--viewer", "leave(2min)", "--buffer", "growth(min=2s,max=2s)", "--min",
      "10..30s", "--max", "30..60s", "--goal", "bytes_wasted_per_h", "--constraint", "rebuffer_ratio<=0.3%",
    ])
    let first = result.output.prefix { $0 != "\n" }
    let reason =
      ": the current setting misses a constraint; the constraint holds with 95 % confidence; bytes_wasted_per_h gets worse, from "
    #expect(result.status == 0 && first.hasPrefix("Set ") && first.contains(reason), "\(first)")
  }

  @Test("a goal that gets worse on the traces held out is warned of, on every way out")
  func worseGoal() throws {
    let place = try TuneTests.place()
    let result = try Self.tune(
      [
        "--buffer", "growth(min=30s,max=90s)", "--min", "1s,30s", "--max", "1s,90s", "--goal", "bytes_wasted_per_h",
        "rebuffer_ratio", "--viewer", "leave(30s)", "--export", "json=t.json", "md=t.md", "html=t.html",
      ], place)
    #expect(result.status == 0, "\(result.diagnostics)")
    let words = "held out: the goal rebuffer_ratio gets worse by +"
    #expect(result.diagnostics.contains(words), "\(result.diagnostics)\n\(result.output)")
    let warnings = try #require(try RunTests.json(try place.text("t.json"))["warnings"] as? [String])
    let warning = try #require(warnings.first { $0.hasPrefix(words) })
    // A warning says no more than the interval in it.
    #expect(warning.hasSuffix(", not significant") || warning.hasSuffix("judged WORSE"), "\(warning)")
    let markdown = try place.text("t.md")
    #expect(markdown.contains("### Warnings") && markdown.contains("- \(words)"))
    #expect(try place.text("t.html").contains("<p>\(words)"))
  }

  @Test(
    "the current setting may be the best: every form says to keep it, of how many recordings, and nothing is judged")
  func keepsCurrent() throws {
    let place = try TuneTests.place()
    let result = try Self.tune(
      [
        "--buffer", "growth(min=20s,max=40s)", "--min", "20s", "--max", "40s", "--goal", "rebuffer_ratio", "--export",
        "json=t.json", "md=t.md", "html=t.html", "--code", "media3",
      ], place)
    #expect(result.status == 0 && !result.diagnostics.contains("held out"), "\(result.diagnostics)")
    let json = try RunTests.json(try place.text("t.json"))
    #expect(json["keeps_current"] as? Bool == true && json["held_out"] is NSNull)
    let warnings = try #require(json["warnings"] as? [String])
    #expect(warnings.first?.hasPrefix("only 11 traces: below 45, a rare network") == true, "\(warnings)")
    #expect(warnings.allSatisfy { result.diagnostics.contains("warning: \($0)") })
    let sentence = "Keep growth.min=20s growth.max=40s: the current setting is the best of these."
    #expect(json["recommendation"] as? String == sentence && result.output.hasPrefix(sentence))
    #expect(try place.text("t.md").hasPrefix("**Keep growth.min=20s growth.max=40s: the current setting is"))
    #expect(try place.text("t.html").contains("<p>The current setting is the best of these.</p>"))
    for file in ["t.md", "t.html"] { #expect(try place.text(file).contains("best = current")) }
    #expect(try place.text("t.html").contains("which is the current setting."))
  }

  @Test("of a current setting that is kept, what is promised and what it comes to on the recordings held out is said")
  func promisesCurrent() throws {
    let place = try TuneTests.place()
    let result = try Self.tune(
      [
        "--buffer", "growth(min=20s,max=40s)", "--min", "20s", "--max", "40s", "--goal", "rebuffer_ratio",
        "--constraint", "bytes_wasted_per_h<=1GB/h", "mean_bitrate_bps>=-5%", "--export", "html=t.html",
      ], place)
    #expect(result.status == 0 && result.output.hasPrefix("Keep growth.min=20s"), "\(result.output)")
    // A change against itself would be nothing.
    #expect(
      result.output.contains("\nbytes_wasted_per_h <= 1GB/h  ") && !result.output.contains("\nmean_bitrate_bps >="))
    #expect(result.output.contains("\npromise      the constraints hold on new traces like these with "))
    #expect(result.output.contains("\nheld out     rebuffer_ratio "), "\(result.output)")
    #expect(try place.text("t.html").contains("held-out traces"))
  }

  @Test("recordings that do not differ are counted, and have no interval")
  func unchanged() throws {
    let place = try TuneTests.place()
    let result = try Program.run(
      [
        "tune", "--traces", "bandwidth/fast", "--video", "movie.json", "--policy", "fixed:0", "--buffer", "static(30s)",
        "--vary", "static=12s,16s", "--goal", "bytes_wasted_per_h", "--constraint", "rebuffer_ratio<=5%", "--viewer",
        "leave(10s)",
      ], folder: place.folder)
    #expect(result.output.contains("no difference in 2 of 2 traces: rebuffer_ratio,"), "\(result.output)")
    #expect(!result.output.contains("[0.000, 0.000]"))
  }

  @Test("the page is called by its answer, says what is compared, has the code and a heat map for each goal")
  func page() throws {
    let place = try TuneTests.place()
    let result = try Self.tune(
      TuneTests.ranges + [
        "--buffer", "growth(min=5s,max=25s)", "--goal", "bytes_wasted_per_h", "rebuffer_ratio", "--code", "media3",
        "brightcove", "--viewer", "leave(30s)", "--export", "html=t.html",
      ], place)
    #expect(result.status == 0, "\(result.diagnostics)")
    let page = try place.text("t.html")
    // The title is the beginning of the first line, which says what to do.
    let title = try #require(result.output.split(separator: ":").first).description
    #expect(["Set growth.min=", "Keep ", "Try growth.min="].contains { title.hasPrefix($0) }, "\(title)")
    for words in [
      "<title>\(title)", "<h1 id=\"headline\">\(title)\(title.hasPrefix("Set ") ? ": bytes_wasted_per_h " : "</h1>")",
      "The current setting and the answer, played over the", "The current setting (A) against the answer (B)",
      "setBufferDurationsMs(",
      "kBCOVBufferOptimizerMinimumDurationKey", "id=\"chart-heat-map\"", "id=\"chart-heat-map-2\"",
      "the square the current setting.",
    ] where ProcessInfo.processInfo.environment["ABRLAB_CHARTS"] != nil || !words.hasPrefix("id=\"chart") {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test("the TOML file of the documentation is one that can be searched by")
  func documentation() throws {
    let page = Program.checkout.appendingPathComponent("Sources/ABRTuning/ABRTuning.docc/Tuning.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.range(of: "```toml\n"))
    let end = try #require(text.range(of: "```", range: start.upperBound..<text.endIndex))
    // Paths are relative to the file.
    let file = Program.checkout.appendingPathComponent("tuning-\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try String(text[start.upperBound..<end.lowerBound]).write(to: file, atomically: true, encoding: .utf8)
    let result = try Program.run(["tune", "-c", file.path, "--min", "2s,30s", "--max", "90s", "-q"])
    #expect(result.status == 0, "\(result.diagnostics)")
    #expect(result.output.contains("growth.interval 1s to 5s in 2 x growth.min 2s to 30s in 2"), "\(result.output)")
  }

  @Test("code of a setting that misses a condition says so in itself")
  func missed() throws {
    let place = try TuneTests.place()
    let result = try Self.tune(
      TuneTests.ranges + TuneTests.goals + ["--constraint", "bytes_wasted_per_h<=1kB/h", "--code", "media3"], place)
    #expect(result.status == 2)
    #expect(
      result.output.contains(
        "\n// This setting misses a constraint of the search: bytes_wasted_per_h <= 1kB/h, its value is "))
  }

  @Test("another program gets a reply to every line, and is told that it asked over some traces only")
  func askTell() throws {
    let place = try TuneTests.place()
    let lines = ["", "nonsense", #"{"ask": {"growth.min": 2, "growth.max": 6}, "traces": 3}"#]
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: place.folder.appendingPathComponent("asks"))
    let result = try Program.shell(
      "cd '\(place.folder.path)' && \"$abrlab\" tune --traces bandwidth --video movie.json --policy bba-0 "
        + "--min 2..8s --max 6..30s --goal rebuffer_ratio --method ask-tell -q < asks 2> errors; echo \"status $?\"; cat errors"
    )
    let replies = result.output.split(separator: "\n").map(String.init)
    #expect(
      replies.count > 4 && replies[1].contains("found an empty line, expected an object such as"), "\(result.output)")
    #expect(replies[2].contains("found nonsense, expected"))
    #expect(replies[3].contains("\"traces\":3"))
    #expect(result.output.contains("status 3") && result.output.contains("no setting was asked for over every trace"))
    #expect(!result.output.contains("interrupted"))
  }

  @Test("an answer that is named is said to miss what another setting meets, the current one or one asked for")
  func namedAnswer() throws {
    let place = try TuneTests.place()
    for (buffer, limit, first) in [
      ("growth(min=20s,max=40s)", "rebuffer_ratio<=+0.05pp", "Keep the current setting: "),
      ("growth(min=1s,max=1s)", "rebuffer_ratio<=2%", ""),
    ] {
      let poor = #"{"growth.min": 1, "growth.max": 1}"#
      let lines = [#"{"ask": \#(poor)}"#, #"{"ask": {"growth.min": 30, "growth.max": 60}}"#, #"{"answer": \#(poor)}"#]
      let text = lines.map { "\($0)\n" }.joined()
      try Data(text.utf8).write(to: place.folder.appendingPathComponent("asks"))
      let result = try Program.shell(
        "cd '\(place.folder.path)' && \"$abrlab\" tune --traces bandwidth --video movie.json --policy fixed:0 "
          + "--min 1..30s --max 1..60s --goal bytes_wasted_per_h --viewer 'leave(30s)' --method ask-tell -q "
          + "--buffer '\(buffer)' --constraint '\(limit)' < asks 2> errors; echo \"status $?\"; cat errors")
      let replies = result.output.split(separator: "\n").map(String.init)
      #expect(replies.count > 3, "\(replies)")
      #expect(replies[1].contains("\"constraints_met\":false") && replies[2].contains("\"constraints_met\":true"))
      let document = try RunTests.json(replies[3])
      let recommendation = try #require(document["recommendation"] as? String)
      #expect(
        recommendation.hasPrefix("\(first)growth.min=1s growth.max=1s misses rebuffer_ratio <="), "\(recommendation)")
      #expect(
        recommendation.hasSuffix(": 1 other setting asked for meets every constraint.") == first.isEmpty,
        "\(recommendation)")
      #expect(document["keeps_current"] as? Bool == !first.isEmpty)
      #expect(result.output.contains("status 2"))
      #expect(result.output.contains("the answer does not meet every --constraint; another setting does\n"))
    }
  }

  @Test(
    "the front lists the answer, in the middle of a long one, too",
    arguments: [("leave(2min)", []), ("leave(90s)", ["mean_bitrate_bps>=4.5M"]), ("leave(3min)", [])])
  func answerOnFront(viewer: String, constraints: [String]) throws {
    let words =
      [
        "tune", "-q", "--player", "hls.js", "--vary", "maxBufferLength=5..40",
        "maxBufferSize=5000000,10000000,30000000",
      ]
      + ["--viewer", viewer, "--held-out", "0", "--goal", "rebuffer_ratio", "bytes_wasted_per_h"]
      + ["mean_bitrate_bps"] + (constraints.isEmpty ? [] : ["--constraint"] + constraints)
    let json = try RunTests.json(try Program.run(words + ["--format", "json"]).output)
    let table = try Program.run(words).output
    let best = try #require(json["best"] as? [String: Any])
    let values = try #require(best["parameters"] as? [String: Double])
    let row = ["maxBufferLength", "maxBufferSize"].map { "\(Int(values[$0] ?? 0))" }.joined(separator: " +")
    #expect(best["on_front"] as? Bool == true)
    #expect(table.contains(try Regex("\n\\d+ of \\d+(, current)? +\(row) ")), "\(row)\n\(table)")
  }
}
