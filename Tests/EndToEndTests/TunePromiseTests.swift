import Foundation
import Testing

/// What `abrlab tune` promises of its answer, on every way out.
@Suite("Promises of tune", .timeLimit(.minutes(20)))
struct TunePromiseTests {
  private static let relative =
    TuneTests.ranges + TuneTests.goals + ["--constraint", "rebuffer_ratio<=+0pp", "mean_bitrate_bps>=-60%"]

  private static func tune(_ words: [String], _ place: RunTests.Place) throws -> Program.Result {
    try Program.run(["tune"] + TuneTests.inputs + words, folder: place.folder)
  }

  @Test("every form has the promise with what was seen, what it may come to and what is allowed")
  func forms() throws {
    let place = try TuneTests.place()
    let result = try Self.tune(
      Self.relative + ["--export", "json=t.json", "md=t.md", "html=t.html", "csv=t.csv"], place)
    #expect(result.status == 0, "\(result.diagnostics)")
    let json = try RunTests.json(try place.text("t.json"))
    let promise = try #require(json["promise"] as? [String: Any])
    #expect(promise["confidence"] as? Double == 0.95 && promise["recordings"] as? Int == 11)
    #expect(promise["tolerance"] as? Double == 0.0005 && promise["holds"] as? Bool == true)
    let conditions = try #require(promise["conditions"] as? [[String: Any]])
    #expect(conditions.map { $0["metric"] as? String } == ["rebuffer_ratio", "mean_bitrate_bps"])
    for (condition, sign) in zip(conditions, [1.0, -1]) {
      let (seen, bound) = (try #require(condition["seen"] as? Double), try #require(condition["bound"] as? Double))
      let allowed = try #require(condition["allowed"] as? Double)
      #expect(sign * seen <= sign * bound && sign * bound <= sign * allowed && condition["holds"] as? Bool == true)
    }
    #expect(conditions[0]["allowed"] as? Double == 0.0005)
    let best = try #require(json["best"] as? [String: Any])
    #expect(best["promised"] as? Bool == true && best["constraints_met"] as? Bool == true)
    #expect((json["current"] as? [String: Any])?["promised"] as? Bool == true)
    #expect(((json["as_good"] as? [String: Any])?["settings"] as? Int ?? 0) >= 1)
    // With 95 % confidence 11 recordings have one of every kind that is at least 23.8 % of all: 0.762 ^ 11 is 5 %.
    let words =
      "the constraints hold on new traces like these with 95 % confidence (11 traces, tolerance +0.05 pp); "
      + "networks rarer than 1 in 4 may be missing"
    #expect(result.output.contains("promise      \(words)\n"), "\(result.output)")
    #expect(result.output.contains("may come to") && result.output.contains(" promised\n"))
    #expect(result.diagnostics.contains("only 11 traces: below 45"))
    #expect(try place.text("t.md").contains("- **promise**: \(words)"))
    #expect(try place.text("t.html").contains("<dt>promise</dt><dd>\(words)"))
    #expect(try place.text("t.csv").split(separator: "\n")[0].contains(",constraints,promised,front,answer"))
  }

  @Test("the confidence asked for is the one that is promised, and without tolerance a stall more breaks it")
  func options() throws {
    let place = try TuneTests.place()
    let words = Self.relative + ["--format", "json", "--held-out", "0"]
    func promise(_ more: [String]) throws -> [String: Any] {
      let result = try Self.tune(words + more, place)
      #expect(result.status == 0, "\(result.diagnostics)")
      return try #require(try RunTests.json(result.output)["promise"] as? [String: Any])
    }
    #expect(try promise(["--confidence", "80%"])["confidence"] as? Double == 0.8)
    #expect(try promise([])["recordings"] as? Int == 16)
    let tolerant = try promise(["--tolerance", "0.2pp"])
    let conditions = tolerant["conditions"] as? [[String: Any]]
    #expect(conditions?[0]["allowed"] as? Double == 0.002 && tolerant["tolerance"] as? Double == 0.002)
    // What allows something has no tolerance.
    let allowing = try Self.tune(
      TuneTests.ranges + TuneTests.goals
        + ["--constraint", "rebuffer_ratio<=+0.3pp", "--format", "json", "--held-out", "0"], place)
    let own = try #require(try RunTests.json(allowing.output)["promise"] as? [String: Any])
    let allowed = (own["conditions"] as? [[String: Any]])?.first?["allowed"] as? Double
    #expect(own["tolerance"] as? Double == 0 && allowed == 0.003, "\(own)")
  }

  @Test(
    "an answer that few recordings have judged is to be tried, and what is as good is listed where the grid has more")
  func fewHeldOut() throws {
    let words = [
      "tune", "-q", "--policy", "auto", "--buffer", "growth", "--viewer", "leave(5min)", "--min", "2..40s", "--max",
      "6..90s", "--goal", "bytes_wasted_per_h", "--video",
      "Traces/video/hls-authoring.json", "--constraint", "rebuffer_ratio<=+0.05pp",
    ]
    let few = try Program.run(words + ["--traces", "Traces/recorded/lumos5g-mmwave", "--format", "json"])
    let json = try RunTests.json(few.output)
    let first = try #require(json["recommendation"] as? String)
    #expect(
      first.hasPrefix("Try growth.min=") && first.hasSuffix(", but 4 held-out traces are too few to confirm it."),
      "\(first)")
    let heldOut = (json["traces"] as? [String: Any])?["held_out_traces"] as? [Int]
    #expect(heldOut?.count == 4 && few.status == 0)
    let whole = try Program.run(words + ["mean_bitrate_bps>=-1%", "--traces", "Traces/recorded"])
    let good = try #require(whole.output.split(separator: "\n").first { $0.hasPrefix("as good") })
    #expect(good.hasSuffix("growth.min 32s to 40s, growth.max 45s"), "\(good)")
  }

  @Test("a condition that the answer misses on recordings held out is said where the promise stands, in every form")
  func missed() throws {
    let folder = try Program.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try Program.run([
      "tune", "--policy", "auto", "--viewer", "leave(5min)", "--min", "4..20s by 2s", "--max", "10..40s by 5s",
      "--goal",
      "bytes_wasted_per_h", "--constraint", "rebuffer_ratio<=+0.05pp", "--seed", "1", "--search-seed", "4", "--traces",
      "Traces/recorded",
      "--video",
      "Traces/video/hls-authoring.json", "--export", "json=\(folder.path)/t.json", "html=\(folder.path)/t.html",
      "md=\(folder.path)/t.md",
    ])
    #expect(result.status == 0)
    func text(_ name: String) throws -> String {
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    let json = try RunTests.json(try text("t.json"))
    let promise = try #require(json["promise"] as? [String: Any])
    let condition = try #require((promise["conditions"] as? [[String: Any]])?.first)
    let comesTo = try #require(condition["held_out"] as? Double)
    #expect(promise["holds"] as? Bool == true && condition["met_when_held_out"] as? Bool == false && comesTo > 0.0005)
    let change = String(format: "+%.3f pp", comesTo * 100)
    #expect(json["missed_when_held_out"] as? [String] == ["rebuffer_ratio <= +0.05pp is missed: it comes to \(change)"])
    // The first line does not tell anybody to set what has missed a condition.
    let first = try #require(json["recommendation"] as? String)
    #expect(
      first.hasPrefix("Try growth.min=")
        && first.contains(" on more traces before you set it: bytes_wasted_per_h falls from ")
        && first.contains(
          "; the search promised the constraint with 95 % confidence, but the setting misses rebuffer_ratio <= +0.05pp (\(change)) on the 18 held-out traces"
        ),
      "\(first)")
    #expect(result.output.hasPrefix(first + "\n") && json["advice"] as? String != nil)
    let words =
      "MISSED on the 18 held-out traces: rebuffer_ratio <= +0.05pp (\(change))"
    #expect(result.output.contains("held out     \(words)") && result.output.contains("\(change), MISSED\n"))
    #expect(try text("t.md").contains("- **held out**: MISSED on the 18 held-out traces"))
    let page = try text("t.html")
    #expect(
      page.contains(", but the setting misses rebuffer_ratio &lt;= +0.05pp (")
        && page.contains("<dt>held out</dt><dd>MISSED"))
    #expect(page.contains(" on more traces before you set it</h1>"))
    // The same verdict as the interval beside it, which is of all metrics at once.
    let metrics = try #require((json["held_out"] as? [String: Any])?["metrics"] as? [[String: Any]])
    for metric in metrics {
      guard let interval = metric["interval_holm"] as? [Double] else { continue }
      let isDecided = interval[0] > 0 || interval[1] < 0
      #expect(isDecided == ["better", "worse", "different"].contains(metric["verdict"] as? String), "\(metric)")
      if let p = metric["p_value_holm"] as? Double { #expect(isDecided == (p <= 0.05), "\(metric)") }
    }
    #expect(result.output.contains("interval, p and verdict are held for all "))
  }

  @Test(
    "options of the promise say what they take, and are refused where there is nothing to promise",
    arguments: [
      (["--confidence", "95"], "--confidence: found 95, expected more than 50% and at most 99.9%; did you mean 95%?"),
      (["--confidence", "100%"], "--confidence: found 100%, expected more than 50% and at most 99.9%, such as 95%"),
      (["--confidence", "50%"], "--confidence: found 50%, expected more than 50%"), (["--confidence", "99.9%"], nil),
      (["--tolerance", "0.1pp"], nil),
    ])
  func refusals(words: [String], expected: String?) throws {
    let place = try TuneTests.place()
    let result = try Self.tune(
      ["--min", "2s,4s", "--max", "6s", "-q", "--constraint", "rebuffer_ratio<=+0pp"] + words, place)
    #expect(
      expected.map { result.status == 64 && result.diagnostics.contains($0) } ?? (result.status == 0), "\(result)")
    guard expected == nil else { return }
    let alone = try Self.tune(["--min", "2s,4s", "--max", "6s", "-q"] + words, place)
    #expect(alone.status == 64 && alone.diagnostics.contains("\(words[0]) says how a --constraint is promised"))
  }

  @Test("where nothing can be promised the answer is to keep what is used, with exit code 2")
  func nothing() throws {
    let place = try TuneTests.place()
    let words = ["--min", "2s,4s", "--max", "6s,12s", "--buffer", "growth(min=30s,max=90s)", "--viewer", "leave(30s)"]
    let probe = try RunTests.json(
      try Self.tune(words + ["--goal", "rebuffer_ratio", "bytes_wasted_per_h", "--format", "json"], place).output)
    let settings = try #require(probe["settings"] as? [[String: Any]])
    let wastes = settings.compactMap { ($0["values"] as? [String: Double])?["bytes_wasted_per_h"] }
    let least = try #require(wastes.min())
    let result = try Self.tune(
      words + [
        "--goal", "rebuffer_ratio", "--constraint", "bytes_wasted_per_h<=\(least * 1.0001)B/h", "--code", "media3",
        "--export", "json=t.json", "html=t.html", "md=t.md",
      ], place)
    #expect(result.status == 2, "\(result.diagnostics)")
    let advice = "no setting can be promised; keep the current one"
    // First, and once is enough.
    #expect(result.output.hasPrefix("No setting can be promised; keep the current one.\n"), "\(result.output)")
    #expect(result.output.components(separatedBy: "keep the current one").count == 2)
    #expect(result.output.contains("// This setting is not promised to meet the constraints of the search"))
    #expect(result.diagnostics.contains("no setting can be promised to meet every --constraint\n"))
    let json = try RunTests.json(try place.text("t.json"))
    #expect(json["best"] is NSNull && json["closest"] is NSNull && json["bolder"] is [String: Any])
    #expect(json["advice"] as? String == advice && (json["promise"] as? [String: Any])?["holds"] as? Bool == false)
    for file in ["t.html", "t.md"] { #expect(try place.text(file).contains(advice.dropFirst()), "\(file)") }
  }

  @Test("only the current setting may be promised, and nothing may tell settings apart: both are said")
  func noneBetter() throws {
    let words = [
      "tune", "--policy", "auto", "--buffer", "growth", "--goal", "rebuffer_ratio", "--constraint",
      "bytes_wasted_per_h<=+0MB/h",
    ]
    let bolder = try Program.run(words + ["--min", "12s,30s", "--max", "66s,90s"])
    #expect(bolder.status == 0, "\(bolder.diagnostics)")
    #expect(
      bolder.output.hasPrefix("No better setting can be promised; keep the current one.\n"), "\(bolder.output)")
    // One recording stalls: a few more may turn the answer.
    #expect(bolder.diagnostics.contains("only 43 traces: below 45"), "\(bolder.diagnostics)")
    #expect(bolder.diagnostics.contains(" of 43 traces accounts for 90 % of rebuffer_ratio under the current setting"))
    let undecided = try Program.run(words + ["--min", "24s,30s", "--max", "60s,90s"])
    #expect(undecided.status == 3, "\(undecided.diagnostics)")
    #expect(
      undecided.output.hasPrefix(
        "Keep growth.min=30s growth.max=90s: these traces do not tell the settings apart.\n"),
      "\(undecided.output)")
  }

  @Test("a gain that a few recordings make may be chance: the advice is to keep what is used")
  func chance() throws {
    var files: [String: String] = [:]
    for number in 0..<16 {
      // Copies would count as one recording.
      let rate = 3_000_000 + number
      let rows = number % 6 == 0 ? "10,\(rate),50\n8,0,50\n30,\(rate),50\n" : "48,\(rate),50\n"
      files["bandwidth/\(number).csv"] = "duration_s,bandwidth_bps,latency_ms\n" + rows
    }
    let place = try RunTests.Place(files)
    let result = try Program.run(
      [
        "tune", "--traces", "bandwidth", "--video", "movie.json", "--policy", "fixed:0", "--buffer", "static(4s)",
        "--vary", "static=4s,20s", "--goal", "rebuffer_ratio", "--export", "json=t.json",
      ], folder: place.folder)
    #expect(
      result.output.hasPrefix("Keep the current setting: the change in rebuffer_ratio is not significant (95 % CI -"),
      "\(result.output)")
    let json = try RunTests.json(try place.text("t.json"))
    #expect((json["advice"] as? String)?.hasSuffix(" pp, 11 traces)") == true)
    // The best setting is another, and the advice to keep the current one.
    let buffers = ["best", "current"].map { (json[$0] as? [String: Any])?["buffer"] as? String }
    #expect(json["keeps_current"] as? Bool == true && buffers[0] != buffers[1], "\(buffers)")
  }

  @Test("viewers that are drawn are several over each trace, and all of them are judged")
  func viewers() throws {
    let place = try TuneTests.place()
    let words = [
      "--items", "3", "--viewer", "feed(weibull,shape=2,scale=6s)", "--min", "2s,4s", "--max", "8s", "--goal",
      "bytes_wasted_per_h", "--export", "json=t.json", "html=t.html",
    ]
    for (more, count) in [([], 4), (["--viewers-per-trace", "1"], 1)] {
      let result = try Self.tune(words + more, place)
      #expect(result.status == 0, "\(result.diagnostics)")
      let json = try RunTests.json(try place.text("t.json"))
      #expect(json["exhaustive"] as? Int == 2 * 11 * count)
      if let heldOut = json["held_out"] as? [String: Any] { #expect(heldOut["sessions"] as? Int == 5 * count) }
      let settings = (json["inputs"] as? [String: Any])?["settings"] as? [String: String]
      #expect(settings?["viewers-per-trace"] == (count > 1 ? "4" : nil))
      #expect(result.output.contains("4 over each trace") == (count > 1))
    }
  }
}
