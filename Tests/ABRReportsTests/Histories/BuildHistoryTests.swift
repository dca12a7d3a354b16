import ABRInput
import ABRRuns
import Testing

@testable import ABRReports

/// Builds kept line by line, and what is said of them over time.
@Suite("Histories of builds")
struct BuildHistoryTests {
  /// A check of two gates: stalls with an interval of 0.1 points around, and a percentile without one.
  private static func check(
    _ rebuffer: Double, startup: Double, status: String = "pass", reference: Double = 0.01, level: String = "error",
    width: Double = 0.001
  ) -> JSONValue {
    func gate(_ metric: String, _ value: Double, _ reference: Double, _ interval: JSONValue) -> JSONValue {
      [
        "metric": .string(metric), "family": nil, "status": .string(status), "level": .string(level),
        "configuration": ["auto", "static(30s)"],
        "comparison": ["candidate": .number(value), "reference": .number(reference), "interval": interval],
      ]
    }
    return [
      "outcome": status == "fail" && level == "error" ? "regression" : "pass",
      "gates": [
        gate(
          "rebuffer_ratio", rebuffer, reference,
          [.number(rebuffer - reference - width), .number(rebuffer - reference + width)]),
        gate("startup_s_p95", startup, 1, nil),
      ],
    ]
  }

  /// A check of another metric.
  private static let none: JSONValue = [
    "outcome": "pass", "gates": [["metric": "bytes_wasted", "status": "pass", "comparison": [:]]],
  ]

  private static func history(_ checks: [JSONValue]) throws -> BuildHistory {
    let lines = try checks.enumerated().map { index, check in
      try #require(BuildHistory.Build(check, commit: "c\(index)", date: "2026-05-0\(index + 1)T10:00:00Z")).line
    }
    return try BuildHistory(parsing: Array(lines.joined().utf8), file: "h.jsonl")
  }

  @Test("a line is one build and reads as the same again, and of a commit the last line counts")
  func lines() throws {
    let build = try #require(BuildHistory.Build(Self.check(0.01, startup: 1), commit: "a", date: "d"))
    #expect(build.line.filter { $0 == "\n" }.count == 1 && build.line.hasSuffix("\n"))
    let again = try #require(BuildHistory.Build(Self.check(0.02, startup: 1), commit: "a", date: "e"))
    let text = build.line + "\n" + again.line
    let history = try BuildHistory(parsing: Array(text.utf8), file: "h.jsonl")
    #expect(history.builds == [again])
    #expect(history.builds[0].entries[0].low.map { abs($0 - 0.019) < 1e-12 } == true)
    #expect(history.builds[0].entries[1].low == nil)
    #expect(BuildHistory.Build(["gates": 3], commit: "a", date: "d") == nil)
  }

  @Test("a commit that is built again keeps its place, so that an old build is no change of today's")
  func rebuilt() throws {
    let builds = try ["a", "b", "a"].enumerated().map { index, commit in
      try #require(BuildHistory.Build(Self.check(0.01, startup: 1), commit: commit, date: "\(index)"))
    }
    let history = try BuildHistory(parsing: Array(builds.map(\.line).joined().utf8), file: "h.jsonl")
    #expect(history.builds == [builds[2], builds[1]])
  }

  @Test("a configuration with a name is the same over builds, whatever its specs")
  func named() throws {
    func check(_ buffer: String, _ value: Double) -> JSONValue {
      let gate = Self.check(value, startup: 1)["gates"].elements[0]
      let gates = ["OURS", "REF"].map { name -> JSONValue in
        [
          "metric": gate["metric"], "family": nil, "status": "pass", "level": "error", "name": .string(name),
          "configuration": ["auto", .string(buffer)], "comparison": gate["comparison"],
        ]
      }
      return ["outcome": "pass", "gates": .array(gates)]
    }
    let history = try Self.history([check("static(30s)", 0.01), check("static(28s)", 0.03)])
    #expect(history.moves.map(\.entry.configuration) == ["OURS", "REF"])
    #expect(history.series.map(\.name) == ["rebuffer_ratio, OURS", "rebuffer_ratio, REF"])
  }

  @Test("a gate that only warns is no failure of a build")
  func warned() throws {
    func statuses(_ level: String) throws -> [String] {
      try Self.history([Self.check(0.02, startup: 1, status: "fail", level: level)]).builds[0].entries.map(\.status)
    }
    #expect(try statuses("warn") == ["warn", "warn"] && statuses("error") == ["fail", "fail"])
  }

  @Test("an interval is that of compare, of which a picture shows what a share can be")
  func lowInterval() throws {
    let page = HistoryPage(try Self.history([Self.check(0.0005, startup: 1)]))
    #expect(page.table.rows[0][5] == .text("-1.050 to -0.850 pp"))
    let chart = try #require(page.report.pictures?.charts.first)
    #expect(HTMLText.table(chart.table, caption: "").contains("-1.050 to -0.850 pp"))
    #expect(chart.datasets.values.first?["low"].elements.map(\.number) == [0], "\(chart.datasets)")
  }

  @Test("of two gates of a metric the worse counts")
  func entries() throws {
    func status(_ statuses: String...) throws -> [String] {
      let gates = statuses.map { Self.check(0.01, startup: 1, status: $0)["gates"].elements[0] }
      return try #require(
        BuildHistory.Build(["outcome": "pass", "gates": .array(gates)], commit: "a", date: "d")
      ).entries.map(\.status)
    }
    #expect(try status("pass", "fail") == ["fail"] && status("fail", "inconclusive") == ["fail"])
    #expect(try status("inconclusive", "fail") == ["fail"])
  }

  @Test("a hash is shortened, and a name is not")
  func commits() throws {
    func short(_ commit: String) throws -> String {
      try #require(BuildHistory.Build(Self.none, commit: commit, date: "d")).shortCommit
    }
    #expect(try short(String(repeating: "ab", count: 20)) == "abababab" && short("release-2026") == "release-2026")
  }

  @Test("a metric moves where its interval leaves that of the build before, or it changes where it has none")
  func moves() throws {
    let history = try Self.history([
      Self.check(0.010, startup: 1), Self.check(0.0105, startup: 1), Self.check(0.02, startup: 1),
      Self.check(0.02, startup: 1.1),
    ])
    #expect(history.moves.map(\.build) == [3, 2])
    #expect(history.moves.map(\.entry.metric) == ["startup_s_p95", "rebuffer_ratio"])
    // Of one build what got worse comes first, and what is not said is counted.
    let both = try Self.history([
      Self.check(0.02, startup: 1), Self.check(0.01, startup: 1.1), Self.check(0.02, startup: 1),
      Self.check(0.01, startup: 1.1),
    ])
    #expect(both.moves.prefix(4).map(\.build) == [3, 3, 2, 2])
    #expect(both.moves[2].isBetter == false && both.moves[3].isBetter == nil)
    #expect(HistoryPage(both).report.answer?.sentences.last == "3 more moves in the table of builds.")
    // A wide interval that holds the value before does not hide the way back.
    let back = try Self.history([
      Self.check(0.4, startup: 1), Self.check(0.4, startup: 1), Self.check(0.01, startup: 1),
    ])
    #expect(back.moves.map(\.build) == [2])
    // A value outside the interval of another is not enough: both are uncertain.
    let wide = try Self.history([Self.check(0.02, startup: 1, width: 0.01), Self.check(0.025, startup: 1)])
    #expect(wide.moves.isEmpty)
    let near = try Self.history([Self.check(0.02, startup: 1), Self.check(0.0215, startup: 1)])
    #expect(near.moves.isEmpty)
    // A build without the metric lies between two that have it.
    let gap = try Self.history([Self.check(0.01, startup: 1), Self.none, Self.check(0.02, startup: 1)])
    #expect(gap.moves.map(\.build) == [2] && gap.moves.first?.before.value == 0.01)
    let report = HistoryPage(history).report
    // Without an interval nothing is known of other traces: it moved.
    #expect(report.answer?.title == "startup_s_p95 moved in the last build")
    #expect(report.answer?.sentences.last == "rebuffer_ratio got worse at c2: 1.050 -> 2.000 %.")
    // The heading's metric has the first picture.
    #expect(report.pictures?.charts.map(\.title) == ["startup_s_p95", "rebuffer_ratio"])
    let rows = HistoryPage(history).table.text(as: .csv).split(separator: "\n")
    #expect(rows.count == 1 + 4 * 2 && rows[1].hasPrefix("c3,"))
    #expect(rows.filter { $0.contains("got worse") }.count == 1 && rows[2].contains(", moved"), "\(rows)")
    let better = HistoryPage(back).report
    #expect(better.answer?.title == "rebuffer_ratio got better in the last build" && better.answer?.isGood == nil)
    // A build that differs little from the one before, with the values of one that moved.
    let again = try Self.history([0.02, 0.01, 0.0105, 0.01].map { Self.check($0, startup: 1) })
    let changes = HistoryPage(again).table.text(as: .csv).split(separator: "\n")
    #expect(changes.filter { $0.contains("got ") }.map { $0.prefix(3) } == ["c1,"], "\(changes)")
  }

  /// A check over inputs, each named by a digit that its digest repeats; `nil` for a check without digests.
  private static func check(_ rebuffer: Double, traces: Character?, videos: Character? = "0") -> JSONValue {
    guard case .object(var members) = check(rebuffer, startup: rebuffer) else { return .null }
    for (name, digit) in [("traces_sha256", traces), ("videos_sha256", videos)] {
      members[name] = digit.map { .string(String(repeating: $0, count: 64)) }
    }
    return .object(members)
  }

  @Test("over other traces or videos nothing is compared, in any format, and builds count from there on")
  func otherInputs() throws {
    let history = try Self.history([
      Self.check(0.01, traces: "a"), Self.check(0.5, traces: "b"), Self.check(0.2, traces: "b", videos: "1"),
      Self.check(0.3, traces: "b", videos: "1"),
    ])
    #expect(Set(history.moves.map(\.build)) == [3])
    let rows = HistoryPage(history).table.text(as: .csv).split(separator: "\n").map(String.init)
    #expect(rows.filter { $0.hasSuffix("other traces") }.map { $0.prefix(2) } == ["c1", "c1"], "\(rows)")
    #expect(rows.filter { $0.hasSuffix("other videos") }.map { $0.prefix(2) } == ["c2", "c2"], "\(rows)")
    let documents = HistoryPage(history).json["builds"].elements
    #expect(documents.map { $0["other_inputs"].elements.map(\.string) } == [[], ["traces"], ["videos"], []])
    #expect(documents[1]["traces_sha256"].string == String(repeating: "b", count: 64))
    // Others compare values of one name.
    let names = HistoryPage(history).benchmark(.lower).elements.map { $0["name"].string }
    #expect(names.first == "rebuffer_ratio (traces bbbbbbbb, videos 11111111)", "\(names)")
    let answer = try #require(HistoryPage(history).report.answer)
    let breaks = ["Other videos at c2", "Other traces at c1"].map { "\($0): not compared with the builds before." }
    #expect(answer.sentences.prefix(2) == breaks[...], "\(answer.sentences)")
    let chart = try #require(HistoryPage(history).report.pictures?.charts.first)
    #expect(chart.datasets.values.first?["part"].elements.map(\.number) == [0, 1, 2, 2], "\(chart.datasets)")
    let last = HistoryPage(try Self.history([Self.check(0.01, traces: "a"), Self.check(0.5, traces: "b")]))
    #expect(last.report.answer?.title == "Other traces in the last build" && last.report.answer?.isGood == nil)
    // A build without the metric does not hide that its inputs were others.
    guard case .object(var other) = Self.check(0, traces: "b") else { return }
    other["gates"] = Self.none["gates"]
    let between = try Self.history([
      Self.check(0.01, traces: "a"), .object(other), Self.check(0.5, traces: "b"),
    ])
    #expect(between.moves.isEmpty)
    // Of lines of earlier versions nothing is known.
    let old = try Self.history([Self.check(0.01, traces: nil, videos: nil), Self.check(0.5, traces: "b")])
    #expect(old.moves.count == 2)
    #expect(HistoryPage(old).benchmark(.lower).elements[0]["name"].string == "rebuffer_ratio")
    let line = try #require(BuildHistory.Build(Self.check(0.01, traces: "x"), commit: "a", date: "d")).line
    let error = #expect(throws: RunFileError.self) { try BuildHistory(parsing: Array(line.utf8), file: "h.jsonl") }
    #expect(
      error?.description.hasPrefix("h.jsonl:1: traces_sha256: found \"xxxx") == true, "\(String(describing: error))")
  }

  @Test("against another baseline nothing is compared, as each build may be its own")
  func otherBaseline() throws {
    let history = try Self.history([
      Self.check(0.010, startup: 1, width: 0), Self.check(0.011, startup: 1, reference: 0.011, width: 0),
      Self.check(0.02, startup: 1, reference: 0.011),
    ])
    #expect(history.moves.map(\.build) == [2])
    let page = HistoryPage(history)
    let changes = ["other baseline", "other baseline", "-", "-"].map { DataTable.Cell.text($0) }
    #expect(page.table.rows.map { $0[6] }.suffix(4) == changes[...])
    #expect(page.json["builds"].elements.map { $0["other_inputs"].elements.map(\.string) } == [[], ["baseline"], []])
    let answer = try #require(page.report.answer)
    #expect(answer.sentences.first == "Other baseline at c1: not compared with the builds before.", "\(answer)")
    // The values are of the same sessions: the line goes on.
    let chart = try #require(page.report.pictures?.charts.first)
    #expect(chart.datasets.values.first?["part"].elements.map(\.number) == [0, 0, 0])
    // A build without the metric does not hide it, and other traces have another baseline in any case.
    let gap = try Self.history([Self.check(0.01, startup: 1), Self.none, Self.check(0.5, startup: 1, reference: 0.5)])
    #expect(gap.moves.isEmpty && gap.otherInputs(of: 2) == ["baseline"])
  }

  @Test("a break counts once, though a metric returns only after it", arguments: [false, true])
  func breakInGap(isOfTraces: Bool) throws {
    func check(_ build: Int, _ gates: [(metric: String, value: Double, reference: Double)]) -> JSONValue {
      [
        "outcome": "pass",
        "traces_sha256": .string(String(repeating: isOfTraces && build > 0 ? "b" : "a", count: 64)),
        "gates": .array(
          gates.map { metric, value, reference in
            [
              "metric": .string(metric), "status": "pass", "configuration": ["auto"],
              "comparison": [
                "candidate": .number(value), "reference": .number(reference),
                "interval": [.number(value - reference), .number(value - reference)],
              ],
            ]
          }),
      ]
    }
    let history = try Self.history([
      check(0, [("rebuffer_ratio", 0.01, 0.01), ("startup_s_p95", 1, 1)]),
      check(1, [("rebuffer_ratio", 0.02, isOfTraces ? 0.01 : 0.02)]),
      check(2, [("rebuffer_ratio", 0.2, isOfTraces ? 0.01 : 0.02), ("startup_s_p95", 2, 2)]),
    ])
    #expect((0..<3).map { history.otherInputs(of: $0) } == [[], [isOfTraces ? "traces" : "baseline"], []])
    #expect(history.moves.map(\.build) == [2])
    #expect(history.moves.first?.entry.metric == "rebuffer_ratio")
  }

  @Test("intervals are those of the difference to the baseline, and none where nothing differs")
  func intervals() throws {
    let history = try Self.history([
      Self.check(0.010, startup: 1, width: 0), Self.check(0.02, startup: 1, reference: 0.015, width: 0.001),
    ])
    let page = HistoryPage(history)
    #expect(page.table.columns[5].title == "difference to baseline, 95 %")
    let cells = [0, 2].map { page.table.rows[$0][5] }
    #expect(cells == [.text("+0.400 to +0.600 pp"), .text("0.000 to 0.000 pp")])
    let chart = try #require(page.report.pictures?.charts.first)
    #expect(HTMLText.table(chart.table, caption: "").contains("<td class=\"text\">+0.400 to +0.600 pp</td>"))
    #expect(
      page.report.pictures?.charts.map { $0.text.contains("95 % interval of the paired difference") } == [true, false])
  }

  @Test("the last build is what github-action-benchmark takes, the metrics of one direction")
  func benchmark() throws {
    let history = try Self.history([Self.check(0.5, startup: 9), Self.check(0.01, startup: 1.5)])
    let smaller = HistoryPage(history).benchmark(.lower)
    #expect(smaller.elements.map { $0["name"].string } == ["rebuffer_ratio", "startup_s_p95"])
    #expect(smaller.elements.map { $0["value"].number } == [1, 1.5])
    #expect(smaller.elements.map { $0["unit"].string } == ["%", "s"])
    #expect(smaller.elements[0]["range"].string == "± 0.1" && smaller.elements[1]["range"] == .null)
    #expect(HistoryPage(history).benchmark(.higher).elements.isEmpty)
    // An interval that is cut off at zero is as wide on the other side as it was.
    let cut = HistoryPage(try Self.history([Self.check(0.0005, startup: 1)])).benchmark(.lower)
    #expect(cut.elements[0]["range"].string == "± 0.1")
  }

  @Test("the page says how each metric went in pictures and in tables, without runs")
  func page() throws {
    let history = try Self.history([Self.check(0.010, startup: 1), Self.check(0.02, startup: 1, status: "fail")])
    for library in [nil, "var vegaEmbed;"] {
      let html = try HTMLReport(
        HistoryPage(history).report, version: "0", date: "2026-05-01", library: library
      ).text()
      let heading = "rebuffer_ratio got worse in the last build; 2 gates fail: rebuffer_ratio and startup_s_p95"
      #expect(html.contains("<h1 id=\"headline\" class=\"bad\">\(heading)</h1>"))
      #expect(html.contains("id=\"section-1\"") && html.contains("+0.900 to +1.100 pp"))
      #expect(!html.contains("id=\"summary\"") && !html.contains("id=\"inputs\""))
      #expect(html.contains("id=\"chart-history-1\"") == (library != nil))
    }
    // One gate that fails is enough, whatever moved.
    let one: JSONValue = [
      "outcome": "regression", "gates": [["metric": "bytes_wasted", "status": "fail", "comparison": [:]]],
    ]
    #expect(HistoryPage(try Self.history([one])).report.answer?.isGood == false)
    #expect(HistoryPage(try Self.history([Self.none])).report.answer?.isGood == true)
    // Numbers and pictures begin with what fails.
    let (passing, failing) = (Self.check(0.01, startup: 1), Self.check(0.01, startup: 1, status: "fail"))
    let late: JSONValue = [
      "outcome": "regression", "gates": .array([passing["gates"].elements[0], failing["gates"].elements[1]]),
    ]
    let report = HistoryPage(try Self.history([passing, late])).report
    #expect(report.pictures?.charts.map(\.title) == ["startup_s_p95", "rebuffer_ratio"])
    #expect(report.answer?.numbers.map(\.label) == ["startup_s_p95", "rebuffer_ratio"])
    // Also where others have moved, and with the configuration where there are several.
    func gate(_ metric: String, _ configuration: String, _ status: String, _ value: Double) -> JSONValue {
      let comparison: JSONValue = [
        "candidate": .number(value), "reference": 0.0, "interval": [.number(value - 0.001), .number(value + 0.001)],
      ]
      return [
        "metric": .string(metric), "name": .string(configuration), "status": .string(status),
        "comparison": comparison,
      ]
    }
    func check(_ value: Double, _ status: String) -> JSONValue {
      let gates = ["bytes_wasted", "switch_count", "rebuffer_ratio"].map { gate($0, "web", "pass", value) }
      return [
        "outcome": .string(status == "fail" ? "regression" : "pass"),
        "gates": .array(gates + [gate("rebuffer_ratio", "tv", status, 0.5)]),
      ]
    }
    let moved = HistoryPage(try Self.history([check(0.5, "pass"), check(0.25, "fail")])).report
    #expect(moved.answer?.title.hasSuffix(" in the last build; 1 gate fails: rebuffer_ratio, tv") == true)
    #expect(moved.answer?.title.contains("3 gated metrics") == true, "\(moved.answer?.title ?? "")")
    #expect(moved.answer?.numbers.first?.label == "rebuffer_ratio, tv")
  }

  @Test("each member of a line that is missing, a wrong number or a text that is no word of its is refused by its name")
  func members() throws {
    let build = try #require(BuildHistory.Build(Self.check(0.01, startup: 1), commit: "a", date: "d"))
    func refusal(_ line: JSONValue) -> String? {
      do throws(RunFileError) {
        _ = try BuildHistory(parsing: Array(line.text(isPretty: false).utf8), file: "h.jsonl")
        return nil
      } catch {
        return error.description
      }
    }
    guard case .object(let members) = build.json, case .array(let gates)? = members["gates"],
      case .object(let gate)? = gates.first
    else {
      Issue.record("a build is an object")
      return
    }
    #expect(refusal(build.json) == nil)
    func hold(_ object: [String: JSONValue], _ line: ([String: JSONValue]) -> JSONValue) {
      for name in object.keys {
        // What gates of no value have.
        let isNullable = ["value", "low", "high", "reference"].contains(name)
        for damage in [nil, .bool(true), isNullable ? "some text" : .null] as [JSONValue?] {
          var damaged = object
          damaged[name] = damage
          let message = refusal(line(damaged))
          #expect(message?.hasPrefix("h.jsonl:1: \(name): ") == true, "\(name): \(message ?? "read")")
        }
      }
    }
    hold(members) { .object($0) }
    hold(gate) { .object(members.merging(["gates": [.object($0)]]) { $1 }) }
    let lines = [
      "outcome": members.merging(["outcome": "fine"]) { $1 },
      "status": members.merging(["gates": [.object(gate.merging(["status": "fine"]) { $1 })]]) { $1 },
    ]
    func edited(_ edits: [String: JSONValue], gate own: [String: JSONValue] = [:]) -> String? {
      let gates: JSONValue = [.object(gate.merging(own) { $1 })]
      return refusal(.object(members.merging(["gates": gates]) { $1 }.merging(edits) { $1 }))
    }
    #expect(edited([:], gate: ["status": "fail"])?.contains("outcome: found \"pass\", expected regression") == true)
    #expect(edited(["outcome": "regression"])?.contains("outcome: found \"regression\", expected pass") == true)
    #expect(edited(["gates": []])?.contains("gates: missing") == true)
    #expect(edited([:], gate: ["low": 3, "high": 1])?.contains("low: found 3.0") == true)
    // No share is below 0 or above 1, and what is printed of 1e308 is infinite.
    for (name, number) in [("value", 1e308), ("value", -5), ("reference", 2), ("low", -1e308), ("high", 1e19)] {
      #expect(edited([:], gate: [name: .number(number)])?.contains("\(name): found ") == true, "\(name) \(number)")
    }
    for (name, line) in lines {
      #expect(refusal(.object(line))?.contains("\(name): found \"fine\", expected pass, ") == true)
    }
  }

  @Test(
    "a line that is no build is refused with file, line and member",
    arguments: [
      ("{\"commit\": \"a\", \"date\": \"d\", \"outcome\": \"pass\"}", "h.jsonl:2: gates: missing"),
      ("{\"gates\": [], \"commit\": 3}", "h.jsonl:2: commit: found \"3\""), ("{\"gates\": [", "h.jsonl:2:"),
      ("{\"gates\": [{}], \"commit\": \"a\"}", "h.jsonl:2: metric: missing"), ("[1]x", "h.jsonl:2"),
      ("{\"commit\": \"a\", \"date\": \"d\", \"outcome\": \"pass\", \"gates\": []}x", "h.jsonl:2"),
    ])
  func broken(line: String, message: String) throws {
    let build = try #require(BuildHistory.Build(Self.check(0.01, startup: 1), commit: "a", date: "d"))
    let error = #expect(throws: RunFileError.self) {
      try BuildHistory(parsing: Array((build.line + line).utf8), file: "h.jsonl")
    }
    #expect(error?.description.hasPrefix(message) == true, "\(String(describing: error))")
  }
}
