import Foundation
import Testing

/// `abrlab tune` as a user calls it.
@Suite("Tune", .timeLimit(.minutes(20)))
struct TuneTests {
  /// Sixteen recordings of two kinds, so that some can be held out.
  static func place(_ files: [String: String] = [:]) throws -> RunTests.Place {
    var traces: [String: String] = [:]
    for number in 0..<16 {
      let rows = (0..<12).map { row in
        let rate = 300_000 + (row * 7919 + number * 104_729) % (number % 2 == 0 ? 900_000 : 3_000_000)
        return "5,\(rate),50"
      }
      let family = number % 2 == 0 ? "slow" : "fast"
      traces["bandwidth/\(family)/\(number).csv"] =
        "duration_s,bandwidth_bps,latency_ms\n" + rows.joined(separator: "\n") + "\n"
    }
    return try RunTests.Place(traces.merging(files) { $1 })
  }

  static let inputs = ["--traces", "bandwidth", "--video", "movie.json", "--policy", "bba-0"]
  static let ranges = ["--min", "2..8s by 2s", "--max", "6..30s by 6s"]
  /// With a current setting that is worse than many in the ranges.
  static let goals = ["--goal", "rebuffer_ratio", "--viewer", "leave(30s)", "--buffer", "growth(min=1s,max=6s)"]

  static func tune(_ words: [String], _ place: RunTests.Place) throws -> Program.Result {
    try Program.run(["tune"] + words, folder: place.folder)
  }

  @Test("a search prints its space, its answer beside the current setting, steps away, traces held out and code")
  func table() throws {
    let place = try Self.place()
    let result = try Self.tune(
      Self.inputs + Self.ranges + Self.goals + ["--constraint", "bytes_wasted_per_h<=900MB/h", "--code", "media3"],
      place)
    #expect(result.status == 0, "\(result.diagnostics)")
    for words in [
      "growth.min 2s to 8s in 4 x growth.max 6s to 30s in 5: 19 settings, 1 combination left out (",
      "11 for the search, 5 held out", "best ", "current ", "one step away",
      "held out: 5 traces, current (A)", "setBufferDurationsMs(", "rebuffer_ratio",
    ] { #expect(result.output.contains(words), "\(words) is not in\n\(result.output)") }
    #expect(result.diagnostics.contains(/exhaustive: 220 sessions, about \d+\.\d s/), "\(result.diagnostics)")
  }

  @Test("a search has one progress, and what is held out another")
  func progress() throws {
    let place = try Self.place()
    let result = try Self.tune(Self.inputs + Self.ranges + Self.goals + ["--progress", "plain"], place)
    let lines = result.diagnostics.matches(of: #/(\d+) % \((\d+) of (\d+) sessions\)/#)
    #expect(Set(lines.map(\.3)).count == 2, "\(result.diagnostics)")
    for total in Set(lines.map(\.3)) {
      let shares = lines.filter { $0.3 == total }.compactMap { Int($0.1) }
      #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 < $1 }, "\(result.diagnostics)")
    }
  }

  @Test("every form says the same answer, for any number of jobs")
  func forms() throws {
    let place = try Self.place()
    let words =
      Self.inputs + Self.ranges + Self.goals + [
        "-q", "--export", "json=t.json", "csv=t.csv", "md=t.md", "table=t.txt", "html=t.html",
      ]
    let first = try Self.tune(words, place)
    #expect(first.status == 0, "\(first.diagnostics)")
    let files = ["t.json", "t.csv", "t.md", "t.txt", "t.html"]
    let texts = try files.map(place.text)
    #expect(texts[3] == first.output)
    let json = try RunTests.json(texts[0])
    let best = try #require(json["best"] as? [String: Any])
    let parameters = try #require(best["parameters"] as? [String: Double])
    let (least, most) = (try #require(parameters["growth.min"]), try #require(parameters["growth.max"]))
    #expect(best["buffer"] as? String == "growth(min=\(Int(least))s,max=\(Int(most))s)")
    let row = try #require(texts[1].split(separator: "\n").first { $0.hasSuffix(",yes") })
    #expect(row.contains("\(best["buffer"] as? String ?? "none")"))
    #expect(texts[2].contains("### Answer") && texts[2].contains("| best | \(Int(least))s | \(Int(most))s |"))
    #expect(texts[4].contains("id=\"section-1\"") && texts[4].contains("heat-map"))
    for jobs in ["1", "2", "7"] {
      #expect(try Self.tune(words + ["--jobs", jobs], place).output == first.output)
      #expect(try files.map(place.text) == texts)
    }
  }

  @Test("conditions that nothing meets end with 2, and the closest setting is there all the same")
  func infeasible() throws {
    let place = try Self.place()
    let result = try Self.tune(
      Self.inputs + Self.ranges + Self.goals + [
        "--constraint", "bytes_wasted_per_h<=1kB/h", "--export", "json=t.json",
      ], place
    )
    #expect(result.status == 2 && result.output.contains("MISSED"))
    #expect(
      result.output.contains(
        /^No setting meets every constraint; growth\.min=\S+ growth\.max=\S+ comes closest: it misses bytes_wasted_per_h <= 1kB\/h \([0-9.]+ MB\/h; the current setting has [0-9.]+ MB\/h\)\.\n/
      ))
    #expect(result.diagnostics.contains("no setting meets every --constraint"))
    let json = try RunTests.json(try place.text("t.json"))
    #expect(json["best"] is NSNull && json["closest"] is [String: Any])
  }

  @Test("a goal that is the same for every setting ends with 3 and says so")
  func constant() throws {
    let place = try Self.place()
    let result = try Self.tune(Self.inputs + Self.ranges + ["--goal", "startup_s_p50"], place)
    #expect(result.status == 3 && result.diagnostics.contains("startup_s_p50 is the same for every setting"))
    #expect(result.output.contains("best"))
  }

  @Test("a space of one setting is compared, not searched, and the current setting may be the answer")
  func onePoint() throws {
    let place = try Self.place()
    let one = try Self.tune(Self.inputs + ["--min", "4s", "--max", "12s"] + Self.goals, place)
    #expect(one.status == 0 && one.diagnostics.contains("only one setting given, nothing to search"))
    let same = try Self.tune(Self.inputs + ["--min", "1s", "--max", "6s"] + Self.goals, place)
    #expect(same.status == 0 && !same.diagnostics.contains("keep it"), "\(same.diagnostics)")
    #expect(
      same.output.hasPrefix("Keep growth.min=1s growth.max=6s: the current setting is the best of these.\n")
        && same.output.contains("best = current"))
    #expect(!same.output.contains("held out:") && same.diagnostics.contains("only 11 traces: below 45"))
  }

  @Test(
    "what cannot be searched is refused with 64, what was found and what is allowed",
    arguments: [
      (["--min", "8..2s"], "growth.min: found 8..2s, expected the lower end first"),
      (["--min", "2..8"], "growth.min: found"), (["--vary", "growth.mni=2..8s"], "did you mean growth.min"),
      (["--vary", "growth.min"], "expected NAME=RANGE"), ([], "nothing to vary"),
      (["--min", "20s", "--max", "6..10s"], "can be played"),
      (["--min", "2..8s", "--goal", "rebufer_ratio"], "did you mean rebuffer_ratio"),
      (["--min", "2..8s", "--goal", "played_s"], "neither good nor bad"),
      (["--min", "2..8s", "--constraint", "rebuffer_ratio>=1pp"], "expected <="),
      (["--min", "2..8s", "--held-out", "100%"], "100% leaves no traces to search on"),
      (["--min", "2..8s", "--confidence", "50%"], "--confidence: found 50%, expected more than 50%"),
      (
        ["--min", "2..8s", "--tolerance", "0.05"], "--tolerance: found 0.05, expected percentage points such as 0.05pp"
      ),
      (["--min", "2..8s", "--tolerance", "-1pp"], "--tolerance: found -1pp, expected percentage points"),
      (["--min", "2..8s", "--viewers-per-trace", "4"], "--viewers-per-trace: found 4 where every viewer is the same"),
      (["--min", "2..8s", "--method", "halving"], "exhaustive, random or ask-tell"),
      (["--min", "2..8s", "--samples", "0"], "--samples: found 0, expected a whole number, 1 to 20000"),
      (["--min", "2..8s", "--samples", "9", "--method", "exhaustive"], "--samples is for --method random"),
      (["--min", "2..8s", "--code", "vlc"], "media3"), (["--min", "2..8s", "--where", "growth.min"], "A<=B"),
      (["--min", "2..8s", "--max-buffer", "20s"], "cannot be used with tune"),
      (["--min", "2..8s", "--normalise"], "cannot be used with tune"),
      (["--min", "2..8s", "--model", "sabre"], "cannot be used with tune"),
      (["--min", "2..8s", "--viewer", "watch", "leave(8s)"], "found 2 values, expected one"),
      (
        ["--min", "2..8s", "--constraint", "bytes_wasted_per_h<=220"],
        "--constraint: bytes_wasted_per_h: found 220 without a unit"
      ),
      (
        ["--min", "2..8s", "--constraint", "wasted_bytes<=220MB/h"], "did you mean bytes_wasted or bytes_wasted_per_h?"
      ),
      (
        ["--min", "2..8s", "--goal", "wait_ratio"],
        "--goal: found wait_ratio, which only sessions of several items have"
      ),
      (
        ["--buffer", "bytes(50MB)", "--vary", "bytes=10..50"],
        "bytes: found 10 without a unit, expected a size with its unit, such as 10MB"
      ),
      (["--min", "2..8s by 1ms", "--max", "6..90s by 1ms"], "at most 1000 values"),
    ])
  func refusals(words: [String], expected: String) throws {
    let place = try Self.place()
    let result = try Self.tune(Self.inputs + words, place)
    #expect(result.status == 64 && result.output.isEmpty, "\(words): \(result.status)")
    #expect(result.diagnostics.contains(expected), "\(words): \(result.diagnostics)")
  }

  @Test("what is missing ends with 5")
  func missing() throws {
    let place = try Self.place()
    let none = try Self.tune(
      ["--traces", "nowhere", "--video", "movie.json", "--policy", "bba-0"] + Self.ranges, place)
    #expect(none.status == 5, "\(none.diagnostics)")
  }

  @Test("a random sample says how much it plays and how long all would take, and is the same for any number of jobs")
  func random() throws {
    let place = try Self.place()
    let words =
      Self.inputs + Self.goals + [
        "--min", "1..8s by 1s", "--max", "6..30s by 3s", "--held-out", "0", "--samples", "20", "--format", "json",
      ]
    let result = try Self.tune(words, place)
    #expect(result.status == 0, "\(result.diagnostics)")
    #expect(
      result.diagnostics.contains(
        /random sample: \d+ of 1120 sessions, about \d+\.\d s; --method exhaustive takes about/),
      "\(result.diagnostics)")
    let json = try RunTests.json(result.output)
    #expect(json["method"] as? String == "random" && json["played"] as? Int == 20 * 16)
    let settings = try #require(json["settings"] as? [[String: Any]])
    #expect(
      (20...21).contains(settings.count) && settings.contains { $0["buffer"] as? String == "growth(min=1s,max=6s)" })
    for jobs in ["1", "5"] {
      #expect(try Self.tune(words + ["--jobs", jobs], place).output == result.output)
    }
    #expect(try Self.tune(words + ["--search-seed", "2"], place).output != result.output)
  }

  @Test("a TOML file says what to search, and ranges on the command line win")
  func configuration() throws {
    let suite = """
      traces = "../bandwidth"
      video = "../movie.json"
      policy = "bba-0"
      viewer = "leave(30s)"
      buffer = "growth(min=1s,max=6s)"
      min = "2..8s by 2s"
      max = "6..30s by 6s"
      vary = ["growth.interval=1s,5s"]
      goal = ["rebuffer_ratio", "bytes_wasted_per_h"]
      constraint = ["mean_bitrate_bps>=-50%"]
      """
    let place = try Self.place(["conf/tune.toml": suite])
    let result = try Self.tune(["-c", "conf/tune.toml", "--min", "2s,4s"], place)
    #expect(result.status == 0, "\(result.diagnostics)")
    #expect(
      result.output.contains("growth.interval 1s to 5s in 2 x growth.min 2s to 4s in 2 x growth.max 6s to 30s in 5"))
    #expect(result.output.contains("settings that nothing beats"))
  }

  @Test("a feed is tuned over its preload scheduler")
  func feed() throws {
    let place = try Self.place()
    let result = try Self.tune(
      Self.inputs + [
        "--items", "4", "--viewer", "feed(weibull,shape=2,scale=6s)", "--preload", "network-balance(next=2)", "--vary",
        "network-balance.open=4..12s by 4s", "--goal", "wait_ratio", "--code", "apsara", "--format", "json",
      ], place)
    #expect(result.status == 0, "\(result.diagnostics)")
    let json = try RunTests.json(result.output)
    // The three of the grid, and the current one.
    let settings = try #require(json["settings"] as? [[String: Any]])
    #expect(settings.count == 4 && settings.last?["preload"] as? String == "network-balance(next=2)")
    let best = try #require(json["best"] as? [String: Any])
    #expect((best["preload"] as? String)?.hasPrefix("network-balance(open=") == true)
  }

  @Test("another program drives the search over lines of JSON")
  func askTell() throws {
    let place = try Self.place()
    let lines = [
      #"{"ask": {"growth.min": 2, "growth.max": 6}}"#, #"{"ask": {"growth.min": 3.5, "growth.max": 20}, "traces": 4}"#,
      #"{"ask": {"growth.min": 8, "growth.max": 6}}"#, #"{"ask": {"growth.min": 2}}"#, "nonsense",
      #"{"ask": {"growth.min": 2, "growth.max": 999}}"#, #"{"ask": {"growth.min": 4, "growth.max": 30}}"#,
      #"{"answer": {"growth.min": 4, "growth.max": 30}}"#,
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: place.folder.appendingPathComponent("asks"))
    let command =
      "cd '\(place.folder.path)' && \"$abrlab\" tune --traces bandwidth --video movie.json --policy bba-0 "
      + "--min 2..8s --max 6..30s --goal rebuffer_ratio --viewer 'leave(30s)' --method ask-tell -q < asks 2> errors"
    let result = try Program.shell(command)
    #expect(result.status == 0, "\(result.output)")
    let answers = try result.output.split(separator: "\n").map { try RunTests.json(String($0)) }
    #expect(answers.count == lines.count + 1)
    #expect(answers[0]["protocol"] as? String == "abrlab-ask-tell" && answers[0]["traces"] as? Int == 11)
    #expect(answers[1]["constraints_met"] as? Bool == true && answers[1]["traces"] as? Int == 11)
    #expect(answers[2]["traces"] as? Int == 4)
    for index in 3...6 { #expect(answers[index]["error"] is String, "\(answers[index])") }
    let values = try #require(answers[7]["values"] as? [String: Double])
    let best = try #require(answers[8]["best"] as? [String: Any])
    #expect(best["buffer"] as? String == "growth(min=4s,max=30s)")
    #expect((best["values"] as? [String: Double])?["rebuffer_ratio"] == values["rebuffer_ratio"])
  }

  @Test("a search that is stopped says so, and what it found so far")
  func interruption() throws {
    let place = try Self.place()
    // A million sessions; the signal comes while they are played. A debug build plays and reads some twenty times
    // slower.
    #if DEBUG
      let (minima, maxima) = ("1..60s by 2s", "1..90s by 3s")
    #else
      let (minima, maxima) = ("1..60s by 0.5s", "1..90s by 0.75s")
    #endif
    let command =
      "cd '\(place.folder.path)' && { \"$abrlab\" tune --traces bandwidth --video movie.json --policy bba-0 "
      + "--min '\(minima)' --max '\(maxima)' --goal rebuffer_ratio --method exhaustive "
      + "--progress plain --export html=page.html > out.txt 2> err.txt & } ; pid=$!; "
      + "for i in $(seq 200); do grep -q sessions err.txt 2>/dev/null && break; sleep 0.05; done; "
      + "kill -INT $pid; wait $pid; echo \"status $?\"; ls; cat err.txt"
    let result = try Program.shell(command)
    #expect(result.output.contains("status 130") || result.output.contains("status 0"), "\(result.output)")
    if result.output.contains("status 130") {
      #expect(result.output.contains("interrupted"), "\(result.output)")
      #expect(result.output.contains("page.html: not written"), "\(result.output)")
    }
  }
}
