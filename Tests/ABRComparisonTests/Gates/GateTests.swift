import ABRRunsTestSupport
import ABRTestSupport
import Foundation
import Testing

@testable import ABRComparison
@testable import ABRRuns
@testable import ABRSessions

@Suite("Gates")
struct GateTests {
  @Test(
    "bounds are read in the units of their metric",
    arguments: [
      ("rebuffer_ratio<=+0.10pp", GateBound.absolute(0.001)), ("rebuffer_ratio<=+0", .absolute(0)),
      ("rebuffer_ratio<=-0", .absolute(0)),
      ("startup_s_p95 <= +50ms", .absolute(0.05)), ("startup_s_p95<=3s", .limit(3)),
      ("bytes_wasted_per_h<=+5%", .relative(0.05)), ("bytes_wasted_per_h<=220MB/h", .limit(220e6)),
      ("bytes_wasted_per_h<=+200%", .relative(2)), ("qoe_lin>=-150%", .relative(1.5)),
      ("mean_bitrate_bps>=-2%", .relative(0.02)), ("mean_bitrate_bps>=-0.1Mbit/s", .absolute(1e5)),
      ("never_stalled_share>=99.5pp", .limit(0.995)), ("rebuffer_count_per_h<=+0", .absolute(0)),
      ("rebuffer_count_per_h<=+1/h", .absolute(1)), ("qoe_lin>=-3", .absolute(3)),
      (" rebuffer_ratio <= + 0.10 pp ", .absolute(0.001)), ("rebuffer %<=99pp", .limit(0.99)),
    ])
  func bounds(text: String, expected: GateBound) throws {
    let bound = try Gate(parsing: text).bound
    switch (bound, expected) {
    case (.absolute(let left), .absolute(let right)), (.relative(let left), .relative(let right)),
      (.limit(let left), .limit(let right)):
      #expect(abs(left - right) <= 1e-15 * (1 + right))
    default: Issue.record("\(bound) is of another kind than \(expected)")
    }
  }

  @Test("every metric that can become worse takes a gate", arguments: [false, true])
  func everyMetric(severalItems: Bool) throws {
    for metric in MetricDefinition.metrics(severalItems: severalItems) where metric.direction != .neutral {
      let text = metric.name + (metric.direction == .lower ? "<=+0.5" : ">=-0.5")
      let gate = try Gate(parsing: text, as: .number)
      #expect(gate.measure.name == metric.name && gate.bound == .absolute(0.5))
    }
  }

  @Test(
    "gates that cannot be meant are refused and say what is allowed",
    arguments: [
      ("rebuffer_ratoi<=+1pp", "did you mean rebuffer_ratio?"), ("played_s<=+1s", "neither good nor bad"),
      ("mean_bitrate_bps>=-101%", "a fall of less than 100 %"),
      ("mean_bitrate_bps>=-100%", "a fall of less than 100 %"),
      ("rebuffer_ratio<=-1pp", "begins with +"), ("mean_bitrate_bps>=+1%", "begins with -"),
      ("rebuffer_ratio>=+1pp", "expected <="), ("mean_bitrate_bps<=-1%", "expected >="),
      ("rebuffer_ratio<=+1s", "a change such as +1pp"), ("startup_s_p95<=5%", "a sign"),
      ("startup_s_p95<=+", "a change"),
      ("startup_s_p95=+1s", "METRIC<=BOUND"), ("<=+1s", "METRIC<=BOUND"), ("", "METRIC<=BOUND"),
      ("startup_s_p95<=+1e999", "a change"), ("startup_s_p95<=nan", "a change"),
      ("rebuffer_ratio<=+1", "its unit, such as +1pp, in pp"),
      ("unstarted_share<=0%", "0pp as a limit"),
      (
        "rebuffer_ratio<=0.5%",
        "0.5pp as a limit, or +0.5% as a change by a share of the reference, which % is in a gate"
      ), ("startup_s_p95<=+1h", "a change such as +1s or +2%"),
      ("startup_s_p95<=+1h", "in ms, s, min"), ("bytes_wasted<=+1TB", "such as +1MB"),
      ("bytes_wasted<=+1TB", "in B, kB, MB, GB"), ("mean_bitrate_bps>=-1G", "in bit/s, kbit/s, k, Mbit/s, M"),
      ("rebuffer_ratio<=+1 0pp", "a change such as +1pp"), ("startup_s_p95<=1 0s", "a change such as +1s"),
      ("rebuffer_ratio<=1000pp", "less than 100pp, which can never be broken"),
      ("rebuffer_ratio<=100pp", "less than 100pp, which can never be broken"),
      ("rebuffer_ratio<=+100pp", "less than +100pp, which can never be broken"),
      ("never_stalled_share>=-100pp", "less than -100pp, which can never be broken"),
      ("never_stalled_share>=0pp", "more than 0, which can never be broken"),
      ("mean_bitrate_bps>=0", "more than 0, which can never be broken"),
      ("never_stalled_share>=101pp", "at most 100pp: what is beyond can never be met"),
      ("nonsense<=+1s", "a metric such as rebuffer_ratio, startup_s_p95"),
    ])
  func refusals(text: String, reason: String) {
    let error = #expect(throws: GateError.self) { try Gate(parsing: text) }
    #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error.map { "\($0)" } ?? "none")")
  }

  @Test(
    "gates and conditions of a search have a unit behind every number that has one",
    arguments: [
      ("bytes_wasted_per_h<=220", "found 220 without a unit, expected its unit, such as 220MB/h"),
      ("bytes_wasted_per_h<=220/h", "without a unit"), ("startup_s_p95<=3", "such as 3s"),
      ("mean_bitrate_bps>=-2", "such as -2Mbit/s"), ("mean_bitrate_bps>=1000000", "such as 1000000bit/s"),
      ("bytes_wasted_per_h<=+20000000", "such as +20000000B/h"),
      ("rebuffer_ratio<=0.01", "such as 0.01pp, or 1pp for the share 0.01"),
      ("rebuffer_ratio<=+2", "such as +2pp"),
      ("rebuffer_ratio<=+0", ""), ("rebuffer_ratio<=0", ""), ("rebuffer_count_per_h<=2", ""),
      ("rebuffer_count_per_h<=2/h", ""), ("bytes_wasted_per_h<=220MB/h", ""), ("bytes_wasted_per_h<=+5%", ""),
      ("startup_s_p95<=5%", "a sign before a share"),
    ])
  func conditions(text: String, reason: String) throws {
    guard !reason.isEmpty else {
      #expect(try Gate(parsing: text, as: .condition) == Gate(parsing: text))
      return
    }
    for form in [GateBound.Form.condition, .gate] {
      let error = #expect(throws: GateError.self) { try Gate(parsing: text, as: form) }
      #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error.map { "\($0)" } ?? "none")")
    }
  }

  @Test("a share may be a limit in %, and the same as in percentage points")
  func percent() throws {
    #expect(
      try Gate(parsing: "rebuffer_ratio<=0.5%", as: .condition).bound
        == Gate(parsing: "rebuffer_ratio<=0.5pp").bound)
  }

  @Test(
    "a bound of a change that reads as a limit below 0 is called one of a change",
    arguments: [
      ("qoe_lin>=-3000", "change of qoe_lin >= -3000"), ("qoe_lin>=-3%", "qoe_lin >= -3%"),
      ("qoe_lin>=3000", "qoe_lin >= 3000"), ("vmaf_mean>=-1", "vmaf_mean >= -1"),
      ("mean_bitrate_bps>=-1Mbit/s", "mean_bitrate_bps >= -1Mbit/s"),
      ("rebuffer_ratio<=+1pp", "rebuffer_ratio <= +1pp"),
    ])
  func changes(text: String, name: String) throws {
    let gate = try Gate(parsing: text)
    #expect(gate.name == name && gate.readsAsLimit == name.hasPrefix("change of "))
    let bound = gate.boundText
    let family = try Gate(metric: gate.measure.name, bound: bound, kind: .population, family: "4g").name
    #expect(family.hasPrefix(gate.readsAsLimit ? "change of 4g/" : "4g/") && family.hasSuffix("\(bound) (population)"))
  }

  @Test(
    "names in another order are known",
    arguments: [
      ("wasted_bytes<=220MB/h", "did you mean bytes_wasted or bytes_wasted_per_h?"),
      ("VMAF>=90", "did you mean vmaf_mean?"), ("Rebuffer_Ratio<=+1pp", "did you mean rebuffer_ratio?"),
      ("startup_p95<=3s", "did you mean startup_s_p95 or item_startup_s_p95?"),
    ])
  func names(text: String, reason: String) {
    let error = #expect(throws: GateError.self) { try Gate(parsing: text) }
    #expect(error.map { "\($0)" }?.contains(reason) == true, "\(error.map { "\($0)" } ?? "none")")
  }

  @Test("a measure of several items is refused for sessions of one video, and said to be one")
  func severalItems() throws {
    let measure = try Gate(parsing: "wait_ratio<=1pp").measure
    let error = #expect(throws: GateError.self) { try measure.require(MetricDefinition.metrics(severalItems: false)) }
    let reason = "found wait_ratio, which only sessions of several items have, expected --items"
    #expect(error.map { "\($0)" }?.hasPrefix(reason) == true)
    #expect(throws: Never.self) { try measure.require(MetricDefinition.metrics(severalItems: true)) }
    let single = MetricDefinition.metrics(severalItems: false)
    #expect(throws: Never.self) { try Gate(parsing: "rebuffer_ratio<=1pp").measure.require(single) }
    let vmaf = try Gate(parsing: "vmaf_mean>=-1").measure
    #expect(throws: Never.self) { try vmaf.require(MetricDefinition.metrics(severalItems: false, scores: [.vmaf])) }
    let missing = #expect(throws: GateError.self) { try vmaf.require(single) }
    #expect(missing.map { "\($0)" }?.hasPrefix("vmaf_mean: the videos have no VMAF scores; abrlab video score") == true)
  }

  /// One policy against another, with the usual measures.
  private static func comparison(_ reference: Int, _ candidate: Int) throws -> RunComparison {
    let record = RunRecord(
      try SampleRun.result(SampleRun.single(policies: ["throughput", "bba-0", "fixed:2"], traces: 12)),
      version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record, chosen: (reference, candidate))
    return RunComparison(pairing, pairing.configurations[0], measures: Measure.all(severalItems: false))
  }

  private static func status(_ text: String, _ kind: Gate.Kind = .corpus, in comparison: RunComparison) throws
    -> GateOutcome.Status
  {
    var gate = try Gate(parsing: text, as: .number)
    gate = try Gate(metric: gate.measure.name, bound: gate.boundText, kind: kind, as: .number)
    let row = try #require(comparison.measures.first { $0.measure == gate.measure })
    return GateOutcome(gate, row, configuration: Configuration([:])).status
  }

  @Test("a corpus gate fails beyond its bound and is met at it, to the last bit")
  func corpus() throws {
    let comparison = try Self.comparison(0, 2)
    let row = try #require(comparison.measures.first { $0.measure.name == "rebuffer_ratio" })
    let harm = try #require(row.harm)
    #expect(harm > 0)
    #expect(try Self.status("rebuffer_ratio<=+\(harm)", in: comparison) == .pass)
    #expect(try Self.status("rebuffer_ratio<=+\(harm.nextDown)", in: comparison) == .fail)
    #expect(try Self.status("rebuffer_ratio<=\(try #require(row.candidate))", in: comparison) == .pass)
    #expect(try Self.status("rebuffer_ratio<=\(try #require(row.candidate).nextDown)", in: comparison) == .fail)
    let bitrate = try #require(comparison.measures.first { $0.measure.name == "mean_bitrate_bps" }?.candidate)
    #expect(try Self.status("mean_bitrate_bps>=\(bitrate)", in: comparison) == .pass)
    #expect(try Self.status("mean_bitrate_bps>=\(bitrate.nextUp)", in: comparison) == .fail)
    // The other way round it is an improvement, whatever the bound.
    #expect(try Self.status("rebuffer_ratio<=+0", in: Self.comparison(2, 0)) == .pass)
  }

  @Test("a population gate fails when the whole interval is beyond the bound, and is met when none of it is")
  func population() throws {
    let comparison = try Self.comparison(0, 2)
    let row = try #require(comparison.measures.first { $0.measure.name == "rebuffer_ratio" })
    let interval = try #require(row.interval)
    #expect(try Self.status("rebuffer_ratio<=+\(interval.upper)", .population, in: comparison) == .pass)
    #expect(
      try Self.status("rebuffer_ratio<=+\(interval.upper.nextDown)", .population, in: comparison) == .inconclusive)
    #expect(
      try Self.status("rebuffer_ratio<=+0", .population, in: comparison) == (interval.lower > 0 ? .fail : .inconclusive)
    )
    // A bound that is the better end of an interval which leaves 0 out: that value would still be allowed.
    let fewer = try Self.comparison(2, 0)
    let bitrate = try #require(fewer.measures.first { $0.measure.name == "mean_bitrate_bps" }?.interval)
    #expect(bitrate.upper < 0)
    func status(_ loss: Double) throws -> GateOutcome.Status {
      try Self.status("mean_bitrate_bps>=-\(loss)", .population, in: fewer)
    }
    #expect(try status(-bitrate.upper) == .inconclusive)
    #expect(try status((-bitrate.upper).nextDown) == .fail)
    #expect(try status(-bitrate.lower) == .pass)
    let same = try Self.comparison(1, 1)
    #expect(try Self.status("rebuffer_ratio<=+0", .population, in: same) == .pass)
  }

  @Test(
    "a population gate over too few recordings to fail never passes, changed or not, and other gates are judged",
    arguments: [1, 5, 6], ["bba-0", "fixed:2"])
  func tooFew(traces: Int, policy: String) throws {
    func record(_ policy: String) throws -> RunRecord {
      RunRecord(try SampleRun.result(SampleRun.single(policies: [policy], traces: traces)), version: "0.0")
    }
    let pairing = try RunPairing(reference: record("bba-0"), candidate: record(policy))
    for (metric, bound) in [("bytes_downloaded", "+1B"), ("startup_s_p95", "+1s")] {
      func report(_ level: Gate.Level, _ kind: Gate.Kind, _ bound: String, _ more: [Gate] = []) throws -> GateReport {
        try GateReport(pairing, gates: [Gate(metric: metric, bound: bound, level: level, kind: kind)] + more)
      }
      var few = try report(.error, .population, bound)
      #expect(few.outcomes[0].hasTooFewRecordings == (traces < 6) && few.uncompared.isEmpty)
      if traces < 6 {
        #expect(few.failsBuild && few.outcome == .inconclusive && few.fails(few.outcomes[0]))
      } else {
        #expect(few.outcomes[0].comparison.interval != nil && few.failsBuild == (few.outcome == .regression))
      }
      few.failOn = .none
      #expect(!few.failsBuild)
      // What only warns fails nothing, a corpus gate and a limit are judged by the values, and a regression is one.
      #expect(try !report(.warn, .population, bound).failsBuild)
      #expect(try report(.error, .corpus, bound).outcome != .inconclusive)
      #expect(try report(.error, .population, metric == "startup_s_p95" ? "1000s" : "1000GB").outcome != .inconclusive)
      let regression = try Gate(parsing: "bytes_downloaded<=1B")
      #expect(try report(.error, .population, bound, [regression]).outcome == .regression)
    }
  }

  @Test("an amount has neither sign nor share, and says so")
  func amounts() throws {
    let measure = try #require(Measure.named("rebuffer_ratio"))
    #expect(abs(try GateBound.amount(parsing: "0.05pp", for: measure) - 0.0005) < 1e-18)
    for text in ["+0.05pp", "5%", "pp", "1s"] {
      let error = #expect(throws: GateError.self) { try GateBound.amount(parsing: text, for: measure) }
      #expect(
        error?.description == "rebuffer_ratio: found \(text), expected an amount without a sign such as 0.5pp, in pp")
    }
  }

  @Test("how far a gate is missed is a share of its bound, or of the reference where the bound is 0")
  func excess() throws {
    let comparison = try Self.comparison(0, 2)
    let row = try #require(comparison.measures.first { $0.measure.name == "rebuffer_ratio" })
    let (harm, reference) = (try #require(row.harm), try #require(row.reference))
    func excess(_ text: String) throws -> Double {
      GateOutcome(try Gate(parsing: text, as: .number), row, configuration: Configuration([:])).excess
    }
    #expect(abs(try excess("rebuffer_ratio<=+\(harm / 3)") - 2) < 1e-9)
    #expect(abs(try excess("rebuffer_ratio<=+0") - harm / reference) < 1e-9)
    #expect(try excess("rebuffer_ratio<=+\(harm * 2)") < 0)
    #expect(abs(try excess("rebuffer_ratio<=\((reference + harm) / 2)") - 1) < 1e-9)
    #expect(try excess("rebuffer_ratio<=0") == .infinity)
  }

  @Test("gates are equal that judge the same, wherever and however they were written")
  func equal() throws {
    let starts = try Gate(metric: "unstarted_count", bound: "+0.0", metricPlace: "abrlab.toml:3: gate[0].metric")
    #expect(starts == Gate.starts && Set([starts, .starts]).count == 1)
    #expect(try Gate(metric: "unstarted_count", bound: "+0", level: .warn) != Gate.starts)
    // Every check has this one, which is not judged a second time.
    let pairing = try RunPairing(reference: Self.record(shows: true), candidate: Self.record(shows: false))
    let outcomes = try GateReport(pairing, gates: [starts]).outcomes
    #expect(outcomes.count { $0.gate == .starts } == 1)
  }

  @Test("a gate over a family that is not there names the line that asks for it")
  func unknownFamily() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "gates.toml",
      "[[gate]]\nmetric = \"rebuffer_ratio\"\nlimit = \"1pp\"\nfamily = \"odd\"\n\n"
        + "[[gate]]\nmetric = \"rebuffer_ratio\"\nlimit = \"1pp\"\nfamily = \"4g\"\n")
    let gates = try GateFile.gates(in: TOMLDocument(contentsOf: path).root)
    let record = RunRecord(try SampleRun.result(SampleRun.single()), version: "0.0")
    let pairing = try RunPairing(reference: record, candidate: record)
    let error = #expect(throws: GateError.self) { try GateReport(pairing, gates: gates) }
    #expect(error?.description == "\(path):9: gate[1].family: unknown family of traces 4g, expected even or odd")
  }

  /// A run, or one of which no session ever shows a frame.
  private static func record(shows: Bool) throws -> RunRecord {
    let record = RunRecord(try SampleRun.result(SampleRun.single(policies: ["bba-0"])), version: "0")
    guard !shows else { return record }
    let configurations = record.configurations.map { shown in
      var silent = ConfigurationRecord(shown.configuration, metrics: record.metrics)
      for session in shown.sessions {
        silent.append(session, values: record.metrics.map { $0.absence == .never ? 0 : nil })
      }
      return silent
    }
    return RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: configurations)
  }

  private static func check(_ gates: [String], showing old: Bool, then new: Bool) throws -> GateReport {
    let pairing = try RunPairing(reference: record(shows: old), candidate: record(shows: new))
    return try GateReport(pairing, gates: gates.map { try Gate(parsing: $0) })
  }

  @Test(
    "fewer starts fail a check whatever gates are named",
    arguments: ["rebuffer_ratio<=+0.1pp", "bytes_downloaded<=+1%", "switch_count<=+0"])
  func fewerStarts(gate: String) throws {
    let report = try Self.check([gate], showing: true, then: false)
    #expect(report.failsBuild && report.outcome == .regression)
    #expect(report.fewerStarts.count == 1 && report.outcomes.last?.gate.name == "unstarted_count <= +0")
    // More starts are none the worse, and where all is as before the gate is not listed.
    #expect(try Self.check([gate], showing: false, then: true).fewerStarts.isEmpty)
    let better = try Self.check(["unstarted_count<=+0", "abandoned_count<=+0"], showing: false, then: true)
    #expect(better.outcomes.map(\.status) == [.pass, .pass] && better.outcome == .improvement)
    let same = try Self.check([gate], showing: true, then: true)
    #expect(same.outcomes.count == 1 && !same.failsBuild)
    let named = try Self.check(["unstarted_count<=+0"], showing: true, then: true)
    #expect(named.outcomes.map(\.status) == [.pass] && named.outcome == .pass)
  }

  @Test("more failed sessions fail a check, though what is not played any more does not stall")
  func moreFailures() throws {
    let record = try Self.record(shows: true)
    let failed = record.configurations.map { shown in
      var failing = ConfigurationRecord(shown.configuration, metrics: record.metrics)
      for (index, session) in shown.sessions.enumerated() {
        var session = session
        if index == 0 { session.outcome = .failed }
        failing.append(session, values: record.metrics.map { shown.value(of: $0.name, at: index) })
      }
      return failing
    }
    let worse = RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: failed)
    func check(_ old: RunRecord, _ new: RunRecord) throws -> GateReport {
      try GateReport(
        RunPairing(reference: old, candidate: new), gates: [Gate(parsing: "rebuffer_ratio<=+0.1pp")])
    }
    let report = try check(record, worse)
    #expect(report.failsBuild && report.outcome == .regression && report.fewerStarts.isEmpty)
    #expect(report.moreFailures.count == 1 && report.outcomes.last?.gate.name == "failed_share <= +0pp")
    #expect(try !check(worse, record).failsBuild && check(worse, worse).moreFailures.isEmpty)
  }

  @Test("a check fails where no recording has a value that a gate could judge")
  func nothingCompared() throws {
    var report = try Self.check(["visible_switch_latency_s<=+1s", "rebuffer_ratio<=+0"], showing: true, then: true)
    #expect(report.uncompared.map(\.gate.measure.name) == ["visible_switch_latency_s"])
    #expect(report.outcome == .inconclusive && report.failsBuild)
    report.failOn = .none
    #expect(!report.failsBuild)
    let warning = try Gate(metric: "visible_switch_latency_s", bound: "+1s", level: .warn)
    let record = try Self.record(shows: true)
    var warned = try GateReport(RunPairing(reference: record, candidate: record), gates: [warning])
    #expect(warned.uncompared.count == 1 && warned.outcomes.map(\.status) == [.inconclusive])
    #expect(warned.outcome == .inconclusive && warned.failsBuild && warned.exitCode == 3)
    warned.failOn = .none
    #expect(!warned.failsBuild && warned.exitCode == 0)
    // Where nothing is shown there are neither stalls nor startups.
    let none = try Self.check(["rebuffer_ratio<=+0", "startup_s_p95<=+0"], showing: false, then: false)
    #expect(none.uncompared.count == 2 && none.failsBuild && none.fewerStarts.isEmpty)
  }

  @Test("a limit that the run breaks fails a check, also where nothing is shown or the baseline has no value")
  func limits() throws {
    let shares = ["unstarted_share<=1pp", "never_stalled_share>=99pp", "startup_s_p95<=3s"]
    let dead = try Self.check(shares, showing: false, then: false)
    #expect(dead.outcome == .regression && dead.exitCode == 2 && dead.uncompared.isEmpty)
    #expect(dead.outcomes.map(\.status) == [.fail, .fail, .fail])
    // What is never shown has no stall either, which is no reason to pass.
    let silent = try Self.check(["rebuffer_count<=3", "rebuffer_ratio<=1pp"], showing: false, then: false)
    #expect(silent.outcomes.map(\.isUncompared) == [true, true] && silent.exitCode == 3)
    for (bound, status) in [(">=1bit/s", GateOutcome.Status.pass), (">=1000Mbit/s", .fail)] {
      let woken = try Self.check(["mean_bitrate_bps\(bound)"], showing: false, then: true)
      #expect(woken.outcomes.map(\.status) == [status] && woken.uncompared.isEmpty, "\(bound)")
      #expect((woken.outcomes[0].excess > 0) == (status == .fail))
    }
    #expect(try Self.check(["mean_bitrate_bps>=-1%"], showing: false, then: true).uncompared.count == 1)
  }

  @Test("a share of nothing is nothing")
  func relativeToZero() {
    #expect(GateBound.relative(0.05).allowance(reference: 0) == 0)
    #expect(GateBound.relative(0.05).allowance(reference: -2) == 0.1)
    #expect(GateBound.relative(0.05).allowance(reference: .infinity) == 0)
    #expect(GateBound.limit(3).allowance(reference: 9) == nil)
  }

  @Test(
    "tables of a configuration name file, line and key of what is wrong",
    arguments: [
      ("metric = \"rebuffer_ratio\"", "max_regression: missing"),
      ("metric = \"rebuffer_ratio\"\nmax_regression = \"+1pp\"\nlimit = \"1pp\"", "found max_regression and limit"),
      ("metric = \"rebuffer\"\nmax_regression = \"+1pp\"", "gate[0].metric"),
      ("max_regression = \"+1pp\"", "gate[0].metric: missing"),
      ("metric = \"rebuffer_ratio\"\nmax_regression = \"1pp\"", "with a sign"),
      ("metric = \"rebuffer_ratio\"\nlimit = \"+1pp\"", "without a sign"),
      ("metric = \"rebuffer_ratio\"\nlimit = \"1pp\"\nlevel = \"fatal\"", "expected error, warn or off"),
      ("metric = \"rebuffer_ratio\"\nlimit = \"1pp\"\nkind = \"all\"", "expected corpus or population"),
      ("metrc = \"rebuffer_ratio\"", "did you mean metric?"),
    ])
  func file(text: String, reason: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("gates.toml", "[[gate]]\n\(text)\n")
    let error = #expect(throws: ConfigurationError.self) {
      try GateFile.gates(in: TOMLDocument(contentsOf: path).root)
    }
    let message = error.map { "\($0)" } ?? "none"
    #expect(message.contains(reason) && message.contains("gates.toml:"), "\(message)")
  }
}
