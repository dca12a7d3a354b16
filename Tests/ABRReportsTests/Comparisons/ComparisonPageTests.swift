import ABRComparison
import ABRRuns
import ABRRunsTestSupport
import ABRStatistics
import Testing

@testable import ABRReports

@Suite struct ComparisonPageTests {
  private static func page(buffer: Double) throws -> (report: Report, comparisons: [RunComparison]) {
    let reference = try ReportTests.record(policies: ["bba-0"])
    let candidate = try ReportTests.record(policies: ["bba-0"], buffers: [buffer])
    let pairing = try RunPairing(
      reference: reference, candidate: candidate, allowing: .init(subset: false, settings: .none))
    let comparisons = pairing.configurations.map {
      RunComparison(pairing, $0, measures: Measure.usual(severalItems: false))
    }
    return (ComparisonPage.report(of: comparisons, pairing), comparisons)
  }

  /// Two policies over the same traces.
  private static func comparison(_ policies: [String], traces: Int) throws
    -> (comparison: RunComparison, pairing: RunPairing)
  {
    let record = RunRecord(try SampleRun.result(SampleRun.single(policies: policies, traces: traces)), version: "0")
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, 1))
    return (RunComparison(pairing, (0, 1), measures: Measure.usual(severalItems: false)), pairing)
  }

  @Test(
    "the heading names one or two metrics and counts more",
    arguments: [
      (["a:better"], "B is better in a", true), (["a:worse", "b:worse"], "B is worse in a and b", false),
      (
        ["a:worse", "b:same", "c:worse", "d:worse", "a:worse", "e:better"], "B is better in e, worse in 3 metrics", nil
      ),
      (["a:same"], "No difference between A and B", nil),
      (["a:same", "b:inconclusive"], "Unclear whether A and B differ", nil),
      (["a:better", "b:inconclusive"], "B is better in a", true),
      (["a:different", "b:same"], "B differs from A in a", nil),
      (["a:better", "b:different", "c:different"], "B is better in a and differs in b and c", true),
    ] as [([String], String, Bool?)])
  func title(rows: [String], text: String, isGood: Bool?) {
    let title = ComparisonPage.title(
      of: rows.map { row in (String(row.prefix(1)), String(row.dropFirst(2))) }, sides: ["auto", "auto"])
    #expect(title.text == text && title.isGood == isGood)
  }

  @Test(
    "the heading names both sides",
    arguments: [
      (["a:better", "b:worse"], "bola is better in a, worse in b than auto"),
      (["a:same"], "No difference between auto and bola"),
      (["a:inconclusive", "b:same"], "Unclear whether auto and bola differ"),
      (["a:different", "b:inconclusive"], "bola differs from auto in a"),
      (["a:different", "b:worse"], "bola is worse in b than auto and differs in a"),
    ])
  func names(rows: [String], text: String) {
    let metrics = rows.map { row in (String(row.prefix(1)), String(row.dropFirst(2))) }
    #expect(ComparisonPage.title(of: metrics, sides: ["auto", "bola"]).text == text)
  }

  @Test("of several pairs the heading and the numbers say of which each is")
  func pairs() throws {
    func title(_ pairs: [(String, [String])]) -> (text: String, isGood: Bool?) {
      ComparisonPage.title(
        of: pairs.map { name, rows in
          (name: name, metrics: rows.map { (name: String($0.prefix(1)), verdict: String($0.dropFirst(2))) })
        })
    }
    let mixed = title([("web", ["a:better", "b:better", "c:better"]), ("tv", ["a:worse"]), ("car", ["a:same"])])
    #expect(mixed.text == "web: better in 3 metrics; tv: worse in a" && mixed.isGood == nil)
    #expect(title([("web", ["a:same"]), ("tv", [])]).text == "No pair differs")
    #expect(title([("web", ["a:different"]), ("tv", ["a:same"])]).text == "web: differs in a")
    let unclear = title([("web", ["a:same"]), ("tv", ["a:inconclusive"])])
    #expect(unclear.text == "Unclear whether any pair differs")
    let many = title((1...5).map { ("p\($0)", ["a:better"]) })
    #expect(many.text.hasSuffix("p3: better in a; 2 more pairs below") && many.isGood == true)
    let record = RunRecord(try SampleRun.result(SampleRun.single(policies: ["fixed:0", "fixed:1"])), version: "0")
    let sides = [(0, 1), (1, 0)].map { first, second in
      RunRecord(
        inputs: record.inputs, metrics: record.metrics,
        configurations: zip(["web", "tv"], [first, second]).map { name, place in
          var own = record.configurations[place]
          own.configuration.label = name
          return own
        })
    }
    let pairing = try RunPairing(
      reference: sides[0], candidate: sides[1], allowing: .init(subset: false, settings: .all))
    let comparisons = pairing.configurations.map {
      RunComparison(pairing, $0, measures: Measure.usual(severalItems: false))
    }
    let answer = try #require(ComparisonPage.report(of: comparisons, pairing).answer)
    #expect(
      answer.title == "web: better in mean_bitrate_bps, worse in 3 metrics; "
        + "tv: better in 3 metrics, worse in mean_bitrate_bps")
    #expect(!answer.numbers.isEmpty)
    #expect(answer.numbers.allSatisfy { $0.label.hasPrefix("web: ") || $0.label.hasPrefix("tv: ") })
  }

  @Test("a page that judges names no other command for it, and its texts begin with a capital")
  func judged() throws {
    let (comparison, pairing) = try Self.comparison(["fixed:0", "fixed:1"], traces: 6)
    let report = ComparisonPage.report(of: [comparison], pairing)
    let words = "To judge a difference use abrlab compare."
    #expect(!QualityChart.chart(report, ReportPart.all(of: report)).text.contains(words))
    let run = Report(report.sources)
    #expect(QualityChart.chart(run, ReportPart.all(of: run)).text.contains(words))
    #expect(report.sections.first?.text.hasPrefix("Interval, p and verdict are held for all ") == true)
  }

  @Test(
    "the heading says what differs with significance, sentences what tells A and B apart, and the section has the table of the terminal"
  )
  func answer() throws {
    for buffer in [20.0, 5] {
      let (report, comparisons) = try Self.page(buffer: buffer)
      let verdicts = comparisons.flatMap(\.judgements).map(\.verdict)
      let (better, worse) = (verdicts.count { $0 == .better }, verdicts.count { $0 == .worse })
      let title = try #require(report.answer?.title)
      let isNothing = title.hasPrefix("No difference between ") || title.hasPrefix("Unclear whether ")
      #expect(isNothing == (better + worse + verdicts.count { $0 == .different } == 0))
      #expect(title.hasPrefix("Unclear") == (isNothing && verdicts.contains(.inconclusive)))
      let opening = title.prefix { $0 != " " }
      #expect(!isNothing || report.answer?.sentences[0].contains(": \(opening) ") == true, "\(report.answer as Any)")
      #expect(title.contains("better in ") == (better > 0) && title.contains("worse in ") == (worse > 0))
      let names = buffer == 20 ? ["bba-0", "bba-0"] : ["static(20s)", "static(5s)"]
      #expect((title.contains(names[0]) && title.contains(names[1])) == (buffer == 5), "\(title)")
      #expect(report.answer?.sentences[0].hasPrefix("A \(names[0]), B \(names[1]): ") == true)
      #expect(
        report.sections.first?.facts.map(\.text) == comparisons.flatMap { [$0.reference.name, $0.candidate.name] })
      #expect(report.answer?.summary == "")
      #expect(report.sections.first?.table == ComparisonTable.summary(of: comparisons[0]))
      #expect(report.configurations.map(\.run) == [0, 1])
    }
  }

  @Test("a difference that it takes nearly all traces to account for is not called that of a few")
  func carried() throws {
    let rows = try Self.comparison(["fixed:0", "fixed:1"], traces: 8).comparison.measures.filter { row in
      row.paired?.numeratorSize.map { $0.value < EffectiveSize.leastSize && $0.carriers >= 7 } == true
    }
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(ComparisonTable.warnings(on: row, called: row.measure.name) == [], "\(row.measure.name)")
      let paired = try #require(row.paired)
      #expect(!RunVerdict.chance(of: paired, pValue: paired.pValue, isSure: true).text.contains("account for"))
    }
    #expect(ComparisonTable.carried(by: 5) == "5 traces account for 90 % of the difference")
    #expect(ComparisonTable.carried(by: 1) == "one trace accounts for 90 % of the difference")
  }

  @Test("marked cells are marked on pages, and no others")
  func marks() {
    var table = DataTable(columns: [.text("a"), .number("b", title: "b", digits: 0)])
    table.append([.text("x"), .number(1)])
    table.append([.text("y"), .number(2)])
    table.marked = [[], [1]]
    let html = HTMLText.table(PartTable(table), caption: "c")
    #expect(html.contains("<td class=\"best\">2</td>") && html.contains("<td>1</td>"))
  }
}
