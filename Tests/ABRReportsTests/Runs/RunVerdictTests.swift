import ABRComparison
import ABRInput
import ABRRuns
import ABRRunsTestSupport
import ABRStatistics
import Testing

@testable import ABRReports

@Suite("Verdict of a run")
struct RunVerdictTests {
  @Test("names the policies of the table, and judges as compare does")
  func sameAsCompare() throws {
    let result = try SampleRun.result(try SampleRun.single(policies: ["throughput", "bba-0", "fixed:2"], traces: 20))
    // Without the heading.
    let sentences = ViewerVerdicts.sentences(on: result).dropFirst()
    let text = sentences.joined(separator: "\n")
    let names = result.configurations.map(\.configuration.policy)
    let record = RunRecord(result, version: "0")
    for (name, verb, noun) in [("rebuffer_ratio", "stalls", "stalled time"), ("bytes_wasted_per_h", "wastes", "waste")]
    {
      let measure = try #require(Measure.named(name))
      func value(_ index: Int) -> Double { result.configurations[index].pooled.values[name] ?? .nan }
      func compared(_ one: Int, _ other: Int) throws -> MeasureJudgement {
        let pairing = try RunPairing(reference: record, candidate: record, chosen: (one, other))
        let compared = RunComparison(pairing, (one, other), measures: Measure.usual(severalItems: false))
        return try #require(zip(compared.measures, compared.judgements).first { $0.0.measure == measure }?.1)
      }
      let ranked = names.indices.sorted { value($0) < value($1) }
      // Who is not significantly worse than the best does as well; the next is the best of the others.
      let next = try ranked.dropFirst().first { try compared(ranked[0], $0).verdict == .worse }
      guard next != nil else {
        #expect(text.contains("Unclear whether \(noun) differs: "), "\(text)")
        continue
      }
      // Without those that may do as well, and what the worst of three does.
      let sentence = try #require(sentences.first { $0.contains(" \(verb) ") }, "\(text)")
        .replacing(/; not significantly less than [^;]+/, with: "").replacing(/; [^;(]+ most, [^;]+$/, with: ".")
      let named = names.indices.filter { sentence.contains(names[$0]) }
      #expect(
        named.count == 2 && named.allSatisfy { sentence.contains(MeasureText(measure).value(value($0))) }, "\(text)")
      let pair = try compared(named[0], named[1])
      #expect(sentence.contains(MeasureText.pValue(pair.pValue)), "\(text)")
      #expect(sentence.contains(", not significant (p ") == (pair.verdict == .inconclusive), "\(text)")
    }
  }

  @Test("the shortest and the longest median startup of one video are stated where they differ, and those of feeds not")
  func startup() throws {
    func sentence(_ startups: [Double?], lead: String = "rebuffer_ratio") -> String? {
      let sides = startups.enumerated().map { index, startup in
        var values = ["rebuffer_ratio": 0, "bytes_wasted_per_h": 0, "mean_bitrate_bps": 1e6]
        values[lead] = 0
        values["startup_s_p50"] = startup
        return RunVerdict.Side(name: "\(index)", values: values) { _ in [] }
      }
      return VerdictPhrases.sentences([]).compactMap { $0.text(RunVerdict(sides).values) }.first {
        $0.hasPrefix("Median startup")
      }
    }
    #expect(sentence([3.418, 0.554, 0.5541]) == "Median startup: 0.554 s with 1 and 2, 3.418 s with 0.")
    #expect(sentence([0.554, 0.5541]) == nil && sentence([1]) == nil)
    #expect(sentence([nil, 2, 1]) == "Median startup: 1.000 s with 2, 2.000 s with 1.")
    #expect(sentence([3, 1], lead: "wait_ratio") == nil)
  }

  @Test(
    "of every pair and metric a run says significant where compare of the same sessions does, with its p-value",
    arguments: [nil, 1, 2, 3, 4])
  func agreesWithCompare(seed: Int?) throws {
    let isFeed = seed == nil
    let experiment =
      try isFeed
      ? SampleRun.feed()
      : SampleRun.single(
        policies: ["throughput", "bba-0", "fixed:2", "auto"], seed: seed, traces: 12, formulas: "lin")
    let result = try SampleRun.result(experiment)
    let verdict = try #require(ViewerVerdicts(result).groups.first).verdict
    let record = RunRecord(result, version: "0")
    var said: Set<Bool> = []
    for one in result.configurations.indices {
      for other in result.configurations.indices where other != one {
        let pairing = try RunPairing(reference: record, candidate: record, chosen: (one, other))
        let formulas = verdict.formulas.compactMap { Measure.named($0.name) }
        let compared = RunComparison(pairing, (one, other), measures: Measure.usual(severalItems: isFeed) + formulas)
        for (row, judgement) in zip(compared.measures, compared.judgements) {
          guard let metric = verdict.judged.first(where: { $0.name == row.measure.name }), row.paired != nil
          else { continue }
          let relation = verdict.relation(other, one, metric)
          let isSignificant = relation == .better || relation == .worse
          // What people cannot tell apart is not said to differ.
          if relation != .equal, compared.clusterCount >= PairedComparison.leastClusters {
            #expect(isSignificant == (judgement.verdict != .inconclusive), "\(one) \(other) \(metric.name)")
            #expect(!isSignificant || (relation == .better) == (judgement.verdict == .better), "\(metric.name)")
            let (better, worse) = (row.harm ?? 0) > 0 ? (one, other) : (other, one)
            let text = verdict.chance(better, worse, metric).text
            #expect(text.contains(MeasureText.pValue(judgement.pValue)), "\(text), \(judgement)")
            said.insert(isSignificant)
          }
        }
      }
    }
    #expect(isFeed || said == [true, false])
  }

  @Test("of quality of experience it is said as of other metrics, where a formula was asked for")
  func formulas() throws {
    func sentences(_ formulas: String?) throws -> [String] {
      let experiment = try SampleRun.single(policies: ["throughput", "fixed:2"], traces: 12, formulas: formulas)
      return ViewerVerdicts.sentences(on: try SampleRun.result(experiment))
    }
    let (with, without) = (try sentences("lin"), try sentences(nil))
    #expect(with.count == without.count + 1 && !without.contains { $0.contains("QoE") }, "\(with)")
    let sentence = try #require(with.first { $0.contains("QoE") })
    #expect(sentence.contains("ignificant"), "\(sentence)")
  }

  @Test("a difference is called not significant where its interval holds 0, and nowhere else", arguments: 1...40)
  func oneDecision(seed: Int) throws {
    var random = SeededRandom(seed: seed, path: "judgement")
    let shift = random.uniform() * 4
    func terms(_ value: (Int) -> Double) -> [PairedClusters.Term] {
      (0..<14).map { .init(cluster: "c\($0)", numerator: value($0), denominator: 1000) }
    }
    let pairs = try PairedClusters(
      reference: terms { _ in 0 }, candidate: terms { Double(1 << ($0 % 5)) * (random.uniform() * 6 - 3 + shift) })
    let comparison = PairedComparison(pairs, direction: .lower)
    let judgement = PairedComparison.judgements(on: [comparison], significance: RunComparison.significance)[0]
    let chance = RunVerdict.chance(
      of: comparison, pValue: judgement.pValue, isSure: judgement.verdict == .worse)
    let isSure = try #require(comparison.interval).lower > 0
    #expect(chance.text.hasPrefix(isSure ? ", significant (p " : ", not significant (p "), "seed \(seed)")
    #expect(chance.doubt == (isSure ? "" : " (not significant)"), "seed \(seed)")
    let p = chance.text.firstMatch(of: #/p = ([\d.]+)/#).flatMap { Double($0.1) } ?? 0
    if comparison.difference > 0, abs(p - 0.05) > 0.001 { #expect((p < 0.05) == isSure, "seed \(seed)") }
  }

  /// Configurations with values of their own over two traces, watched by one viewer.
  private static func verdict(_ sides: [(name: String, values: [String: Double])]) -> ViewerVerdicts {
    ViewerVerdicts(
      sides.map { name, values in
        let side = RunVerdict.Side(name: name, values: values) { metric in
          let value = values[metric.name] ?? 0
          return [0.9, 1.1].enumerated().map { .init(cluster: "\($0)", numerator: value * $1, denominator: 1) }
        }
        return ("watch", side)
      })
  }

  static func values(_ stalls: Double, _ waste: Double, _ hourly: Double, _ bitrate: Double) -> [String: Double] {
    [
      "rebuffer_ratio": stalls, "waste_ratio": waste, "bytes_wasted_per_h": hourly * 1e6,
      "mean_bitrate_bps": bitrate * 1e6,
    ]
  }

  @Test("waste is judged by the bytes of an hour watched, and said with its share of all bytes")
  func hourly() {
    // A share is higher where fewer bytes are downloaded.
    let differing = Self.verdict([
      ("auto", Self.values(0, 0.20, 70, 5)), ("low", Self.values(0.01, 0.21, 10, 1)),
    ])
    #expect(
      differing.sentences[1]
        == "low wastes least, 10.00 MB/h (21.000 % of the bytes) against 70.00 MB/h (20.000 %) with auto, over 2 traces only."
    )
    #expect(
      differing.headline
        == "auto has 100 % less stalled time than low at 400 % more bitrate (2 traces, too few to judge)")
    // Stalls that are alike are told apart by waste, and the heading says what that costs.
    let alike = Self.verdict([
      ("auto", Self.values(0.01, 0.2, 70, 5)), ("low", Self.values(0.01, 0.200_000_01, 10, 1)),
    ])
    #expect(
      alike.headline
        == "low wastes 86 % less than auto at 80 % less bitrate (2 traces, too few to judge); no difference in stalled time"
    )
    #expect(
      alike.sentences[0].hasPrefix(
        "low wastes least, 10.00 MB/h (20.000 % of the bytes), against 70.00 MB/h (20.000 %) with auto,"))
    let same = Self.verdict([("auto", Self.values(0.01, 0.2, 10, 5)), ("low", Self.values(0.01, 0.2, 10, 1))])
    #expect(
      same.headline
        == "auto shows 400 % more bitrate than low (2 traces, too few to judge); no difference in stalled time")
    #expect(
      same.sentences == [
        "auto shows the highest average bitrate, 5.000 Mbit/s, against 1.000 Mbit/s with low, over 2 traces only.",
        "No difference in stalled time: 1.000 %.", "No difference in waste: 10.00 MB/h.",
        "Only 2 traces: too few to compare, one more may change the order.",
      ])
    let third = Self.verdict([
      ("auto", Self.values(0.01, 0.2, 10, 5)), ("low", Self.values(0.01, 0.2, 10, 5)),
      ("bad", Self.values(0.02, 0.3, 90, 5)),
    ])
    #expect(third.sentences[0].hasPrefix("auto stalls least, 1.000 % of the time, as low does, against"))
    #expect(
      third.sentences[1].hasPrefix("auto wastes least, 10.00 MB/h (20.000 % of the bytes), as low does, against"))
    #expect(third.sentences[2] == "No difference in average bitrate: 5.000 Mbit/s.")
  }

  @Test("of policies that stall and waste alike the one with the most bitrate is chosen, in whatever order they come")
  func tiesByBitrate() {
    let sides = [
      ("fixed:0", Self.values(0, 0, 0, 3.145)), ("bba-0", Self.values(0, 0, 0, 5.65)),
      ("bad", Self.values(0.02, 0.1, 9, 5)),
    ]
    for sides in [sides, [sides[1], sides[0], sides[2]]] {
      let verdict = Self.verdict(sides)
      #expect(verdict.sentences[0] == "bba-0 stalls 0.000 % of the time, as fixed:0 does; bad stalls most, 2.000 %.")
      #expect(
        verdict.headline
          == "bba-0 shows 80 % more bitrate than fixed:0 (2 traces, too few to judge); no difference in stalled time")
    }
  }

  @Test("what the table shows alike is alike in the sentences")
  func alikeInTheTable() {
    let verdict = Self.verdict([
      ("bola-e", Self.values(0.01, 0.000_000_47, 0.001, 5)), ("throughput", Self.values(0.02, 0, 0, 5)),
      ("bad", Self.values(0.02, 0.1, 9, 5)),
    ])
    #expect(verdict.sentences[1].hasPrefix("bola-e wastes "), "\(verdict.sentences)")
    #expect(verdict.sentences[1].hasSuffix(", as throughput does; bad wastes most, 9.00 MB/h."), "\(verdict.sentences)")
  }

  @Test("of configurations that are alike but for failed sessions, the one that fails less is chosen, and that is said")
  func failures() {
    func verdict(_ shares: [Double]) -> ViewerVerdicts {
      ViewerVerdicts(
        shares.enumerated().map { place, share in
          let values = Self.values(0.01, 0.2, 10, 5).merging(["failed_share": share, "unstarted_share": 0]) { $1 }
          let side = RunVerdict.Side(name: "build \(place)", values: values) { metric in
            (0..<12).map {
              .init(cluster: "\($0)", numerator: (values[metric.name] ?? 0) * Double($0 + 1) / 6.5, denominator: 1)
            }
          }
          return ("watch", side)
        })
    }
    let differing = verdict([1, 0])
    #expect(differing.headline == "build 1 has fewer failed sessions than build 0 (0.000 % against 100.000 %)")
    #expect(
      differing.sentences[0].hasPrefix(
        "Failed sessions: 0.000 % with build 1, 100.000 % with build 0, significant (p "), "\(differing.sentences)")
    #expect(differing.numbers[0].metric == "failed_share")
    #expect(verdict([0.5, 0.5]).sentences.contains("No difference in failed sessions: 50.000 %."))
    #expect(
      verdict([1]).sentences == [
        "build 0 stalls 1.000 % of the time, wastes 10.00 MB/h (20.000 % of the bytes) and shows 5.000 Mbit/s; "
          + "100.000 % of its sessions failed."
      ])
    #expect(!verdict([0, 0]).sentences.contains { $0.contains("failed") })
  }

  @Test("where nobody sees anything that is what is said")
  func nothingStarted() {
    let verdict = Self.verdict([("a", ["unstarted_share": 1]), ("b", ["unstarted_share": 1])])
    #expect(verdict.sentences == ["No session showed a frame."])
  }

  @Test("a configuration that showed nothing is named, and is no part of a comparison")
  func oneShowedNothing() {
    let verdict = Self.verdict([("good", Self.values(0.01, 0.1, 1, 5)), ("broken", ["unstarted_share": 1])])
    #expect(verdict.sentences.first == "broken showed no frame.")
    #expect(verdict.sentences.dropFirst().first?.hasPrefix("good stalls 1.000 % of the time, wastes") == true)
    #expect(!verdict.sentences.contains { $0.contains("No difference") })
    #expect(verdict.headline == "good stalls 1.000 % of the time")
  }

  @Test("differences over a handful of traces are not called significant")
  func fewTraces() {
    let verdict = Self.verdict([("a", Self.values(0.01, 0, 0, 5)), ("b", Self.values(0.02, 0, 0, 5))])
    #expect(
      verdict.sentences[0] == "a stalls least, 1.000 % of the time, against 2.000 % with b, over 2 traces only.")
    #expect(verdict.headline == "a has 50 % less stalled time than b (2 traces, too few to judge)")
    #expect(verdict.sentences.last == "Only 2 traces: too few to compare, one more may change the order.")
  }

  @Test("says of policies that play alike that they do, and claims nothing for one of them")
  func alike() throws {
    let result = try SampleRun.result(try SampleRun.single(policies: ["auto", "dynamic-dash"]))
    let text = ViewerVerdicts.sentences(on: result).joined(separator: " ")
    for noun in ["stalled time", "waste", "average bitrate"] {
      #expect(text.contains("o difference in \(noun)"), "\(text)")
    }
    // Nothing has been said of the one that wastes least.
    let waste = Self.verdict([("a", Self.values(0.01, 0.2, 9, 5)), ("b", Self.values(0.01, 0.2, 8, 5))])
    #expect(
      waste.sentences[0].hasPrefix("b wastes least, 8.00 MB/h (20.000 % of the bytes), against"), "\(waste.sentences)"
    )
  }

  @Test("several viewers have sentences each, best values each, and no best among them")
  func viewers() throws {
    let runs = try ["leave(30s)", "leave(10s)"].map { try SampleRun.single(viewer: $0) }
    let result = try SampleRun.result(
      Experiment(traces: runs[0].traces, videos: runs[0].videos, players: runs.flatMap(\.players)))
    let sentences = ViewerVerdicts.sentences(on: result)
    for (viewer, run) in zip(["leave(30s)", "leave(10s)"], runs) {
      // The heading is of one viewer there.
      let alone = ViewerVerdicts.sentences(on: try SampleRun.result(run)).dropFirst()
      #expect(
        !alone.isEmpty
          && sentences.dropFirst().filter { $0.hasPrefix("\(viewer): ") } == alone.map { "\(viewer): \($0)" })
    }
    func side(_ name: String, _ stalls: Double) -> RunVerdict.Side {
      .init(name: name, values: Self.values(stalls, 0.1, 9, 5)) { _ in
        (0..<9).map { .init(cluster: "\($0)", numerator: stalls, denominator: 1) }
      }
    }
    func headline(_ sides: [(viewer: String, side: RunVerdict.Side)]) -> String? { ViewerVerdicts(sides).headline }
    // Of a feed, which is led by waiting.
    func waiting(_ name: String, _ waits: Double) -> RunVerdict.Side {
      let own = side(name, waits)
      return .init(name: name, values: own.values.merging(["wait_ratio": waits]) { $1 }, terms: own.terms)
    }
    let short = [(viewer: "short", side: side("a", 0.01)), ("short", side("b", 0.02))]
    // What differs and what that costs is said as for one viewer.
    let finding = "short: a has 50 % less stalled time than b"
    #expect(
      headline(short + [("long", side("a", 0.01)), ("long", side("b", 0.03))])
        == "\(finding); a does best with long, too")
    #expect(
      headline(short + [("long", side("a", 0.02)), ("long", side("b", 0.01))])
        == "\(finding); with long b has 50 % less stalled time than a")
    #expect(headline(short + [("long", side("a", 0.02))]) == finding)
    let alike = [(viewer: "none", side: side("a", 0)), (viewer: "none", side: side("b", 0))]
    #expect(headline(alike + short) == "\(finding); no significant difference in stalls, waste or bitrate with none")
    #expect(
      headline(short + [("feed", waiting("a", 0.01)), ("feed", waiting("b", 0.02))])
        == "\(finding); a does best with feed, too")
    #expect(
      headline(short + [("feed", waiting("a", 0.02)), ("feed", waiting("b", 0.01))])
        == "\(finding); with feed b waits 50 % less than a")
    #expect(headline(alike) == "No difference in stalled time: 0.000 %")
    #expect(headline(alike + alike.map { ("more", $0.side) }) == "No difference in stalled time with any viewer")
    #expect(
      headline([short[0], ("long", side("a", 0.02))]) == "Nothing to choose: one configuration for each viewer")
  }

  @Test("of a feed that waits less the heading says that it stalls longer, where that is significant")
  func feedStalls() {
    func side(_ name: String, waits: Double, stalls: Double) -> RunVerdict.Side {
      let values = Self.values(stalls, 0.1, 9, 5).merging(["wait_ratio": waits]) { $1 }
      return .init(name: name, values: values) { metric in
        (0..<12).map { .init(cluster: "\($0)", numerator: values[metric.name] ?? 0, denominator: 1) }
      }
    }
    let none = side("none", waits: 0.08, stalls: 0.04)
    #expect(
      ViewerVerdicts([("feed", none), ("feed", side("ahead", waits: 0.06, stalls: 0.05))]).headline
        == "ahead waits 25 % less than none; stalls 5.000 % of the time against 4.000 %")
    #expect(
      ViewerVerdicts([("feed", none), ("feed", side("ahead", waits: 0.06, stalls: 0.04))]).headline
        == "ahead waits 25 % less than none")
  }

  @Test("says of one trace that it is too few to compare, and of one configuration nothing", arguments: [1, 2])
  func fewTraces(count: Int) {
    func side(_ name: String, _ stalls: Double) -> RunVerdict.Side {
      .init(name: name, values: Self.values(stalls, 0.1, 9, 5)) { _ in
        (0..<2).map { .init(cluster: "\($0 % count)", numerator: stalls, denominator: 1) }
      }
    }
    let few = RunVerdict([side("a", 0.01), side("b", 0.02)]).fewTraces
    #expect(few?.hasPrefix("Only \(count == 1 ? "1 trace" : "2 traces"): ") == true)
    #expect(RunVerdict([side("a", 0.01)]).fewTraces == nil)
  }

  @Test("is told of feeds by what differs, begins with what is waited, and is not told of a single configuration")
  func names() throws {
    let sentences = ViewerVerdicts.sentences(on: try SampleRun.result(try SampleRun.feed()))
    let feed = sentences.joined(separator: " ")
    #expect(feed.contains("preload network-balance(open=8s)"), "\(feed)")
    #expect(!feed.contains("throughput"), "\(feed)")
    #expect(sentences[0].contains(" waits ") || sentences[0].hasSuffix("difference in waiting."), "\(feed)")
    // A preload that shortens waits is not advised against for a stall more.
    func values(_ waits: Double, _ stalls: Double) -> [String: Double] {
      Self.values(stalls, 0.5, 9, 2).merging(["wait_ratio": waits]) { $1 }
    }
    let preload = Self.verdict([("none", values(0.05, 0.025)), ("preload", values(0.03, 0.028))])
    #expect(preload.headline?.hasPrefix("preload waits 40 % less than none") == true)
    #expect(preload.sentences[0].hasPrefix("preload waits least, 3.000 % of the time, against 5.000 % with none"))
    #expect(
      preload.sentences[1].hasPrefix("none stalls least, 2.500 % of the time against 2.800 % with preload, "),
      "\(preload.sentences)")
    #expect(preload.sentences[2] == "No difference in waste: 9.00 MB/h.")
    #expect(ViewerVerdicts.sentences(on: try SampleRun.result(try SampleRun.single(policies: ["auto"]))).isEmpty)
  }

  @Test("a heading leads with what is significant, says its price, and passes over what shows next to nothing")
  func headings() {
    /// Stalls that differ over one trace only, and waste that differs over all.
    func side(_ name: String, _ stalls: Double, _ hourly: Double, _ bitrate: Double) -> RunVerdict.Side {
      .init(name: name, values: Self.values(stalls, 0.1, hourly, bitrate)) { metric in
        (0..<12).map { trace in
          let value = (metric.name == "rebuffer_ratio" ? trace == 0 ? 12 * stalls : 0 : hourly + bitrate)
          return .init(cluster: "\(trace)", numerator: value * (1 + 0.001 * Double(trace)), denominator: 1)
        }
      }
    }
    func verdict(_ sides: [RunVerdict.Side]) -> ViewerVerdicts { ViewerVerdicts(sides.map { ("watch", $0) }) }
    let (short, long) = (side("short", 0.002, 90, 4.5), side("long", 0.001, 150, 5))
    for sides in [[short, long], [long, short]] {
      let two = verdict(sides)
      #expect(
        two.headline
          == "short wastes 40 % less than long at 10 % less bitrate; "
          + "unclear whether stalled time differs: 0.100 to 0.200 %")
      #expect(two.sentences[0].hasPrefix("short wastes least, 90.00 MB/h (10.000 % of the bytes), against "))
      #expect(two.sentences.last == "Unclear whether stalled time differs: 0.100 to 0.200 %.")
    }
    // The lowest rendition wastes least and is no advice, wherever it stands: one sentence says that it is left out.
    let lowest = side("fixed:0", 0, 5, 0.2)
    for sides in [[long, short, lowest], [lowest, long, short]] {
      let three = verdict(sides)
      #expect(three.headline == verdict([long, short]).headline)
      #expect(
        three.sentences
          == ["Left out of this: fixed:0, which shows less than half the median bitrate."]
          + verdict([long, short]).sentences)
      #expect(three.numbers.map(\.note) == verdict([long, short]).numbers.map(\.note))
    }
    // With many configurations the trade-off is named, without what is beaten in everything or left out.
    let (middling, beaten) = (side("middling", 0.0015, 120, 4.8), side("beaten", 0.003, 160, 4))
    #expect(
      verdict([long, short, middling, lowest, beaten]).sentences.contains(
        "The trade-off in start failures, stalls, waste and bitrate is between long, short and middling."
      ))
    #expect(!verdict([long, short, lowest, beaten]).sentences.contains { $0.hasPrefix("The trade-off") })
    #expect(!verdict([long, short, beaten]).sentences.contains { $0.hasPrefix("The trade-off") })
    // A line in the picture of stalls and bitrate where no third metric decides: here all three differ alike.
    #expect(RunVerdict([long, short, middling, beaten]).isTradeOffInStalls == false)
    let calm = side("calm", 0, 155, 4.4)
    #expect(RunVerdict([calm, side("mean", 0.001, 155, 4.7), side("sharp", 0.002, 155, 5), beaten]).isTradeOffInStalls)
    // The first configuration is what is held against.
    let (best, middle) = (side("best", 0, 10, 5), side("middle", 0, 20, 5))
    #expect(
      verdict([side("first", 0, 40, 5), middle, best]).headline?.hasPrefix("best wastes 75 % less than first") == true)
  }
}
