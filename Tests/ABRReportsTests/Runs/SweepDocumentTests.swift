import ABRComparison
import ABRInput
import ABRRuns
import ABRRunsTestSupport
import ABRStatistics
import Testing

@testable import ABRReports
@testable import ABRSweeps

/// A sweep says of its sessions what a run of the same sessions says.
@Suite("Sweep documents")
struct SweepDocumentTests {
  /// A run, and a sweep of the same sessions in so many shards.
  private static func both(
    _ experiment: Experiment, tracesPerShard: Int
  ) throws -> (run: ExperimentResult, document: JSONValue) {
    let run = ExperimentResult(experiment, sessions: try ExperimentRunner(experiment, jobs: 2).run())
    let traces = experiment.traces.map { SweepPlan.Trace(file: $0.file, family: $0.family, sha256: $0.sha256) }
    let plan = SweepPlan(
      of: experiment, options: [:], traces: traces, seeds: nil,
      shardSize: tracesPerShard * experiment.contentCount * experiment.players.count)
    var sweep = SweepResult(of: plan)
    for index in 0..<plan.shardCount {
      let shard = plan.shard(index)
      let summaries = run.configurations.map { configuration in
        var summary = ConfigurationSummary(hasSeveralItems: plan.hasSeveralItems)
        summary.add(
          configuration.sessions.filter { shard.traces.contains($0.trace) }, recordings: traces.map(\.recording))
        return summary
      }
      sweep.add(ShardResult(name: shard.name, summaries: summaries), of: index)
    }
    let result = ExperimentResult(experiment, pooled: sweep.summaries.map(\.pooled), isPartial: false)
    return (run, SweepDocument.json(of: sweep, result, version: "0"))
  }

  private static func ends(_ value: JSONValue) -> [Double] { value.elements.compactMap(\.number) }

  private static func isNear(_ one: [Double], _ other: [Double]) -> Bool {
    zip(one, other).allSatisfy { abs($0 - $1) <= 1e-8 * max(abs($1), 1e-6) } && one.count == other.count
  }

  @Test("sentences are those of a run, intervals those of its league, differences those of compare")
  func sameAsRun() throws {
    let experiment = try SampleRun.single(policies: ["throughput", "bba-0", "fixed:2"], traces: 20)
    let (run, document) = try Self.both(experiment, tracesPerShard: 20)
    // Percentiles of a sweep are those of its histogram: within 0.3 %, see ``ValueHistogram``.
    func sentences(_ all: [String]) -> [String] { all.filter { !$0.hasPrefix("Median startup") } }
    let own = document["sentences"].elements.compactMap(\.string)
    #expect(sentences(own) == sentences(ViewerVerdicts.sentences(on: run)))
    #expect(own.count == ViewerVerdicts.sentences(on: run).count)
    #expect(document["recordings"].number == 20)
    let record = RunRecord(run, version: "0")
    for metric in MetricDefinition.tested(severalItems: false) {
      let name = metric.name
      let measure = try #require(Measure.named(name))
      let league = League(record, measures: [measure], by: .video).rows.filter { $0.group == nil }
      for (place, policy) in document["policies"].elements.enumerated() {
        let estimate = try #require(policy["estimates"].elements.first { $0["metric"].string == name })
        let cell = try #require(league.first { $0.configuration == place }?.cells.first)
        let interval = try #require(cell.interval)
        #expect(Self.isNear(Self.ends(estimate["interval"]), [interval.lower, interval.upper]), "\(name) \(place)")
        #expect((estimate["difference"] == .null) == (place == 0))
        guard place > 0 else { continue }
        let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, place))
        let all = RunComparison(pairing, (0, place), measures: Measure.usual(severalItems: false))
        let (compared, judgement) = try #require(zip(all.measures, all.judgements).first { $0.0.measure == measure })
        for (keys, interval, pValue) in [
          (("difference_interval", "p_value"), compared.interval, compared.pValue),
          (("interval_holm", "p_value_holm"), judgement.interval, judgement.pValue),
        ] {
          let change = try #require(interval)
          #expect(Self.isNear(Self.ends(estimate[keys.0]), [change.lower, change.upper]), "\(name) \(keys.0)")
          #expect(abs((estimate[keys.1].number ?? .nan) - (pValue ?? .nan)) < 1e-6, "\(name) \(keys.1)")
        }
        #expect(Self.isNear([estimate["difference"].number ?? .nan], [compared.difference ?? .nan]), "\(name)")
      }
    }
  }

  @Test("shards of any size give the same document, which its schema allows", arguments: [false, true])
  func shards(severalItems: Bool) throws {
    let experiment = severalItems ? try SampleRun.feed() : try SampleRun.single()
    var documents: [JSONValue] = []
    for count in [1, 4, 6] {
      guard case .object(var members) = try Self.both(experiment, tracesPerShard: count).document else { continue }
      try DocumentSchema.named("sweep")?.check(.object(members))
      for key in ["shards", "shards_done"] { members[key] = .null }
      documents.append(.object(members))
    }
    #expect(documents.count == 3 && documents.allSatisfy { $0 == documents[0] })
  }

  @Test(
    "the first picture of a page is of what its heading speaks of, and each metric has one",
    arguments: [
      (["throughput", "bba-0"], "", ""), (["fixed:0", "fixed:1"], " wastes ", "bytes_wasted_per_h"),
      (["bba-0", "bba-0+peak:1M"], "", ""),
    ])
  func lead(policies: [String], words: String, metric: String) throws {
    let experiment = try SampleRun.single(policies: policies, traces: 12)
    let document = try Self.both(experiment, tracesPerShard: 12).document
    let report = SweepPage(document).report
    let charts = try #require(report.pictures?.charts.map(\.id))
    let named = document["numbers"].elements.compactMap { $0["metric"].string }
    #expect(charts.first == "interval-\(named[0])" && Set(charts).count == charts.count && charts.count == 6)
    #expect(
      words.isEmpty || report.answer?.title.contains(words) == true && named[0] == metric,
      "\(report.answer?.title ?? "")")
  }

  @Test("a page has the finding, the numbers and the intervals of its document, and says what is missing")
  func page() throws {
    let experiment = try SampleRun.single(policies: ["throughput", "bba-0"], traces: 20)
    let (run, document) = try Self.both(experiment, tracesPerShard: 5)
    let report = SweepPage(document).report
    let answer = try #require(report.answer)
    #expect(["\(answer.title)."] + answer.sentences == ViewerVerdicts.sentences(on: run))
    #expect(answer.numbers.count == 3 && answer.warnings.isEmpty)
    // Percentiles of a sweep are within 0.2 %.
    #expect(report.sections[0].table?.columns == RunTable.summary(of: run).columns)
    #expect(report.sections[1].table?.rows.count == 12 && report.pictures?.charts.count == 6)
    // The level of differences is that of compare, in its words.
    let record = RunRecord(run, version: "0")
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (0, 1))
    let all = RunComparison(pairing, (0, 1), measures: Measure.usual(severalItems: false))
    let level = try #require(ComparisonTable.levelNote(on: all)?.firstMatch(of: /are held for .*\(Holm, 95 %\)/)?.0)
    #expect(
      report.sections[1].text.contains("differences are to the first configuration, and their interval and p \(level).")
    )
    #expect(SweepPage(document).intervals.columns.map(\.title).suffix(2) == ["interval (Holm)", "p (Holm)"])
    guard case .object(var members) = document else { return }
    members["shards_done"] = 3
    #expect(SweepPage(.object(members)).report.answer?.warnings == ["1 of 4 shards is missing."])
    // Numbers that are no counts.
    members["recordings"] = .integer(.max)
    members["shards"] = .integer(.max)
    _ = SweepPage(.object(members)).report
    let bytes = Array(document.text().utf8)
    #expect(SavedResult(bytes) == .document([try #require(DocumentSchema.named("sweep"))]))
    #expect(try DocumentPage(try #require(SavedResult(bytes)), bytes, file: "f").report.answer?.title == answer.title)
    // A run has configurations, too, but is not a sweep.
    #expect(SavedResult(try SampleRun.document(run)) == nil)
  }
}
