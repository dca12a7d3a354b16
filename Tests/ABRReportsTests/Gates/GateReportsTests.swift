import ABRComparison
import ABRInput
import ABRRuns
import ABRTestSupport
import Foundation
import Testing

@testable import ABRReports

/// What the reports of a check say, and in which order.
@Suite("Reports of a check")
struct GateReportsTests {
  static let fails = ["mean_bitrate_bps>=100Mbit/s", "bytes_downloaded<=1B"]
  static let passes = ["rebuffer_ratio<=99pp", "unstarted_share<=99pp"]

  static func gate(
    _ text: String, level: Gate.Level = .error, kind: Gate.Kind = .corpus
  ) throws -> Gate {
    let gate = try Gate(parsing: text)
    return try Gate(metric: gate.measure.name, bound: gate.boundText, level: level, kind: kind)
  }

  /// A check of some policies against themselves, or against another buffer.
  static func report(
    _ gates: [Gate], policies: [String] = ["bba-0"], buffer: Double = 20, numbers: [Int]? = nil, traces: Int = 4
  ) throws -> GateReport {
    let reference = try ReportTests.record(policies: policies, numbers: Array(0..<traces))
    let candidate = try ReportTests.record(
      policies: policies, numbers: numbers ?? Array(0..<traces), buffers: [buffer])
    let pairing = try RunPairing(
      reference: reference, candidate: candidate, allowing: .init(subset: numbers != nil, settings: .none))
    return try GateReport(pairing, gates: gates)
  }

  @Test("what a check saves is what its schema allows: bounds are allowed, beyond them nothing is, and no other key")
  func schema() throws {
    let schema = try #require(DocumentSchema.named("check"))
    let saved = GateDocument.json(of: try Self.report([Self.gate(Self.passes[0])]))
    try schema.check(saved)
    for digest in ["traces_sha256", "videos_sha256"] { #expect(saved[digest].string?.count == 64) }
    guard case .object(let members) = saved, case .object(let gate) = saved["gates"].elements[0],
      case .object(let comparison) = gate["comparison"]
    else { throw CocoaError(.coderInvalidValue) }
    func fault(_ key: String, _ value: JSONValue) -> String {
      var (members, gate, comparison) = (members, gate, comparison)
      comparison[key] = value
      gate["comparison"] = .object(comparison)
      members["gates"] = [.object(gate)]
      do throws(InputFault) {
        try schema.check(.object(members))
        return "none"
      } catch { return "\(error.field.split(separator: ".").last ?? ""): \(error.found), \(error.allowed)" }
    }
    #expect(fault("worse_traces", 0) == "none" && fault("worse_traces", .number(2)) == "none")
    #expect(fault("worse_traces", -1) == "worse_traces: -1.0, 0.0 or more")
    #expect(fault("worse_traces", 1.5) == "worse_traces: 1.5, integer")
    #expect(fault("p_value", 1) == "none" && fault("p_value", 1.5) == "p_value: 1.5, 1.0 or less")
    #expect(fault("interval", [1]) == "interval: 1 element, 2")
    #expect(fault("interval", [2, 1]) == "interval: 2.0 to 1.0, the lower end first")
    #expect(fault("candidate", 0.9).hasSuffix(", candidate less reference"))
    #expect(fault("reference", .null).hasSuffix(", candidate less reference"))
    #expect(fault("metric", "startup_s_p95").hasPrefix("metric: \"startup_s_p95\", "))
    #expect(fault("worse_traces", .number(1e19)) == "worse_traces: 1e+19, integer")
    #expect(fault("more", 1) == "more: an unknown key, the members of this version")
  }

  @Test("a check has the digest of the traces that were compared, and one of an earlier version has none")
  func digests() throws {
    let gates = [try Self.gate(Self.passes[0])]
    func digest(_ numbers: [Int], _ traces: Int) throws -> String? {
      GateDocument.json(of: try Self.report(gates, numbers: numbers, traces: traces))["traces_sha256"].string
    }
    #expect(try digest([0, 1, 2], 4) == digest([0, 1, 2, 5], 3))
    #expect(try digest([0, 1, 2], 4) != digest([0, 1, 2, 3], 4))
    guard case .object(var members) = GateDocument.json(of: try Self.report(gates)) else { return }
    for name in ["traces_sha256", "videos_sha256"] { members[name] = nil }
    try #require(DocumentSchema.named("check")).check(.object(members))
  }

  @Test("what a check saves agrees with itself, and a status or an outcome that its numbers do not come to is refused")
  func contradictions() throws {
    let schema = try #require(DocumentSchema.named("check"))
    func fault(_ document: JSONValue, _ old: String, _ new: String) throws -> String {
      let text = document.text()
      #expect(old == new || text.contains(old), "\(old)")
      let edited = try JSONValue(parsing: Array(text.replacing(old, with: new, maxReplacements: 1).utf8))
      do throws(InputFault) {
        try schema.check(edited)
        return "none"
      } catch { return "\(error.field): \(error.found), \(error.allowed)" }
    }
    // Failed, met, worse, better and not to be told, with and without an interval.
    let bounds = [
      "rebuffer_ratio<=+0pp", "startup_s_p95<=+1%", "mean_bitrate_bps>=-0%", "bytes_wasted_per_h<=+0%",
      "visible_switch_latency_s<=+1s", "unstarted_count<=0", "switch_count<=3",
    ]
    let runs: [(traces: Int, buffer: Double)] = [(8, 20), (8, 8), (8, 60), (4, 20)]
    for (traces, buffer) in Seeds.areAll ? runs[...] : runs.prefix(1) {
      for (level, kind) in [(.error, .corpus), (.warn, .population), (.error, .population)] as [(Gate.Level, Gate.Kind)]
      {
        for gates in [bounds[...]] + bounds.map({ [$0][...] }) {
          let report = try Self.report(
            gates.map { try Self.gate($0, level: level, kind: kind) }, buffer: buffer, traces: traces)
          #expect(try fault(GateDocument.json(of: report), "", "") == "none", "\(gates), \(traces), \(buffer)")
        }
      }
    }
    let (failed, met) = (Self.fails[1], Self.passes[0])
    let document = GateDocument.json(of: try Self.report([Self.gate(met), Self.gate(failed)]))
    let outcome = "\"outcome\" : \"regression\""
    #expect(try fault(document, outcome, "\"outcome\" : \"pass\"").hasPrefix("outcome: \"pass\", regression,"))
    #expect(try fault(document, outcome, "\"outcome\" : \"inconclusive\"").hasPrefix("outcome: "))
    let status = "\"status\" : \"pass\""
    #expect(
      try fault(document, status, "\"status\" : \"fail\"").hasPrefix("gates[0].status: \"fail\", pass, which"))
    #expect(try fault(document, "<= 99pp", "<= 5pp") == "none")
    #expect(try fault(document, "\"bound\" : \"99pp\"", "\"bound\" : \"5mm\"").hasPrefix("gates[0].bound: \"5mm\", "))
    #expect(document["exit_code"].number == 2 && document["fail_on"].string == "regression")
    for (code, found) in [("0", "0.0"), ("3", "3.0")] {
      #expect(
        try fault(document, "\"exit_code\" : 2", "\"exit_code\" : \(code)")
          == "exit_code: \(found), 2, as outcome and fail_on say")
    }
    #expect(
      try fault(document, "\"fail_on\" : \"regression\"", "\"fail_on\" : \"none\"")
        == "exit_code: 2.0, 0, as outcome and fail_on say")
    // Older documents have neither.
    #expect(try fault(document, "\"exit_code\" : 2,", "") == "none")
    // What warns only may fail.
    let warned = GateDocument.json(of: try Self.report([Self.gate(failed, level: .warn), Self.gate(met)]))
    #expect(
      try fault(warned, "\"level\" : \"warn\"", "\"level\" : \"error\"").hasPrefix("outcome: \"pass\", regression,"))
  }

  @Test("annotations stand in the order of how far gates are missed, errors before warnings")
  func annotations() throws {
    let report = try Self.report([
      Self.gate(Self.fails[1], level: .warn), Self.gate(Self.passes[0]), Self.gate(Self.fails[0]),
      Self.gate("bytes_downloaded<=2B"),
    ])
    let lines = GitHubAnnotations.text(of: report).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "::error title=abrlab check::\(GateTable.verdict(of: report))")
    #expect(lines[0].contains("::FAIL 2 of 4 gates"))
    #expect(lines[1].hasPrefix("::error title=abrlab%3A bytes_downloaded <= 2B::"))
    #expect(lines[2].hasPrefix("::error title=abrlab%3A mean_bitrate_bps >= 100Mbit/s::"))
    #expect(lines[3].hasPrefix("::warning title=abrlab%3A bytes_downloaded <= 1B::"))
  }

  @Test("of many annotations the worst are written, and the last says how many there are more")
  func manyAnnotations() throws {
    let gates = try (0..<13).map { try Self.gate("bytes_downloaded<=\(13 - $0)B") }
    let lines = GitHubAnnotations.text(of: try Self.report(gates)).split(separator: "\n")
    #expect(lines.count == GitHubAnnotations.limit)
    #expect(lines.first?.contains("::FAIL 13 of 13 gates") == true)
    #expect(lines[1].contains("bytes_downloaded <= 1B"))
    #expect(lines.last == "::error title=abrlab check::+5 more that are not shown here")
  }

  @Test("where every gate is met the verdict is the one annotation")
  func passed() throws {
    let report = try Self.report([Self.gate(Self.passes[0])])
    let verdict = GateTable.verdict(of: report)
    #expect(verdict.hasPrefix("PASS 1 gate ("))
    #expect(GitHubAnnotations.text(of: report) == "::notice title=abrlab check::\(verdict)\n")
  }

  @Test("where the run lacks some of the baseline's configurations the verdict says of how many it is")
  func fewerConfigurations() throws {
    let pairing = try RunPairing(
      reference: try ReportTests.record(policies: ["bba-0", "throughput"]),
      candidate: try ReportTests.record(policies: ["bba-0"]))
    let report = try GateReport(pairing, gates: [Self.gate(Self.passes[0])])
    #expect(
      GateTable.verdict(of: report).hasPrefix(
        "PASS 1 gate (1 of 2 baseline configurations judged, 4 of 4 traces paired, corpus "))
  }

  @Test("of several policies an annotation says which one it is about")
  func policies() throws {
    let one = GitHubAnnotations.text(of: try Self.report([Self.gate(Self.fails[0])]))
    #expect(!one.contains("bba-0"))
    let report = try Self.report([Self.gate(Self.fails[0])], policies: ["bba-0", "throughput"])
    let two = GitHubAnnotations.text(of: report)
    for policy in ["bba-0", "throughput"] {
      #expect(two.contains("title=abrlab%3A mean_bitrate_bps >= 100Mbit/s%2C \(policy) static(20s) leave(40s)::"))
    }
  }

  @Test("every report says what is held against what where that differs, and only there")
  func changes() throws {
    let gates = [try Self.gate(Self.passes[0])]
    let same = try Self.report(gates)
    #expect(!GateTable.text(of: same).contains("baseline:") && !GateMarkdown.text(of: same).contains("baseline:"))
    #expect(!JUnitReport.xml(of: same).contains("system-out"))
    let report = try Self.report(gates, policies: ["bba-0", "throughput"], buffer: 10)
    for policy in ["bba-0", "throughput"] {
      let line = "baseline: \(policy) static(20s) leave(40s) -> now \(policy) static(10s) leave(40s)"
      #expect(GateTable.text(of: report).contains(line + "\n"))
      #expect(JUnitReport.xml(of: report).contains(line.replacing(">", with: "&gt;")))
    }
    #expect(
      GateMarkdown.text(of: report).contains(
        "baseline: `bba-0 static(20s) leave(40s)` -> now `bba-0 static(10s) leave(40s)`"))
  }

  @Test("where only some traces are judged every report says so")
  func subset() throws {
    let report = try Self.report([Self.gate(Self.passes[0])], numbers: [0, 1])
    #expect(
      GateTable.verdict(of: report).hasPrefix(
        "PASS 1 gate (2 of 4 baseline traces and 2 of 2 of this run paired, corpus "))
    let warning = "only part of the traces is compared: 2 of the reference's 4 and 2 of the candidate's 2"
    #expect(GateTable.text(of: report).contains("warning: \(warning)\n"))
    #expect(GateMarkdown.text(of: report).contains("> **Warning:** \(warning)\n"))
    #expect(JUnitReport.xml(of: report).contains("<system-out>warning: \(warning)</system-out>"))
    #expect(
      GitHubAnnotations.text(of: report)
        == "::notice title=abrlab check::\(GateTable.verdict(of: report))\n::warning title=abrlab check::\(warning)\n")
    #expect(GateDocument.json(of: report).text().contains(warning))
    // The page has nothing but what was compared, and every report the digest of that.
    let digest = try #require(GateDocument.json(of: report)["traces_sha256"].string)
    #expect(GateTable.verdict(of: report).hasSuffix("corpus \(digest.prefix(8)))"))
    let page = CheckPage.report(of: report)
    let whole = CheckPage.report(of: try Self.report([Self.gate(Self.passes[0])], traces: 2))
    #expect(page.traces == whole.traces && page.configurations.map(\.traces) == whole.configurations.map(\.traces))
    let facts = ReportFacts(report: page, date: "d").text
    #expect(facts == ReportFacts(report: whole, date: "d").text && facts.contains("corpus \(digest.prefix(8)) "))
    #expect(page.configurations.map(\.record.sessions.count) == [2, 2])
    for (own, other) in zip(page.configurations, whole.configurations) {
      for name in ["mean_bitrate_bps", "rebuffer_ratio"] {
        #expect(own.record.values(of: name) == other.record.values(of: name))
      }
    }
    #expect(page.configurations.allSatisfy { $0.record.timelines.allSatisfy { $0.trace < 2 } })
  }

  @Test("a gate over a family that one run alone has is unclear, and the others are judged", arguments: [false, true])
  func familyOfOneRun(isNew: Bool) throws {
    for level in [Gate.Level.error, .warn] {
      let gates =
        [try Self.gate(Self.passes[0])]
        + (try [
          ("rebuffer_ratio", "+0pp"), ("unstarted_count", "5"), ("rebuffer_count", "0"), ("startup_s_p95", "+0s"),
          ("startup_s_p95", "9s"),
        ].map {
          try Gate(metric: $0, bound: $1, level: level, family: "odd")
        })
      let report = try isNew ? Self.report(gates, numbers: [0, 1], traces: 1) : Self.report(gates, numbers: [0, 2])
      #expect(report.outcomes.map(\.status) == [.pass] + gates.dropFirst().map { _ in .inconclusive })
      #expect(report.outcome == .inconclusive && report.exitCode == 3)
      let reason = "nothing was compared, because \(isNew ? "the baseline" : "this run") has no trace of family odd"
      for gate in gates.dropFirst() {
        #expect(GateTable.warnings(of: report).contains("\(gate.name): \(reason)"), "\(GateTable.warnings(of: report))")
      }
      #expect(GateTable.summary(of: report).rows[1][0] == .text("unclear"))
    }
    // Another gate that is broken fails the build all the same.
    let broken = try [Self.gate(Self.fails[1]), Gate(metric: "rebuffer_ratio", bound: "+0pp", family: "odd")]
    #expect(try Self.report(broken, numbers: [0, 2]).exitCode == 2)
  }

  @Test("gates that judge the same are one, wherever they were written")
  func equalGates() throws {
    let placed = try Gate(metric: "rebuffer_ratio", bound: "99.0pp", metricPlace: "abrlab.toml:3: gate[0].metric")
    let report = try Self.report([Self.gate(Self.passes[0]), placed, Self.gate(Self.passes[0], level: .warn)])
    #expect(report.outcomes.map(\.gate.level) == [.error, .warn])
    #expect(GateTable.verdict(of: report).hasPrefix("PASS 2 gates ("))
  }

  @Test("values of the worst traces have the digits of the gate's own, and whole counts have none")
  func digits() throws {
    let text = MeasureText(try #require(Measure.named("switch_count")))
    #expect(text.change(from: 56, to: 57) == "56 -> 57" && text.value(1.5) == "1.50" && text.difference(3) == "+3")
    #expect(MeasureText(try #require(Measure.named("rebuffer_count_per_h"))).value(3) == "3.00/h")
    let score = MeasureText(try #require(Measure.named("qoe_lin")))
    #expect(score.change(from: 0.00801, to: 0.00234, extra: 2) == "0.0080 -> 0.0023" && score.value(3) == "3.00")
    let report = try Self.report([Self.gate("mean_bitrate_bps>=-0.000001%"), Self.gate("qoe_lin>=-0%")], buffer: 10)
    func fraction(_ text: String) -> Int {
      text.firstMatch(of: /\.([0-9]+)/)?.1.count ?? 0
    }
    let failed = report.outcomes.filter { $0.status == .fail }
    #expect(!failed.isEmpty)
    for outcome in failed {
      let row = fraction(GateText(outcome).change(of: outcome.comparison).candidate)
      let worst = GateTable.worst(of: outcome, limit: 1).split(separator: " ").suffix(4).joined(separator: " ")
      #expect(fraction(worst) >= row, "\(worst)")
    }
  }

  @Test("a population gate shows the interval that it is judged by, and its caveats; one that is met has none")
  func population() throws {
    let gates = [
      try Self.gate("bytes_downloaded<=+1B", kind: .population), try Self.gate("bytes_downloaded<=+1B"),
      try Self.gate("bytes_downloaded<=+900GB", kind: .population),
    ]
    let report = try Self.report(gates, buffer: 10, traces: 8)
    let outcome = report.outcomes[0]
    let interval = MeasureText(outcome.comparison.measure).interval(outcome.comparison.interval)
    #expect(interval != "none" && GateTable.change(of: outcome).hasSuffix(", 95 % \(interval)"))
    #expect(!GateTable.change(of: report.outcomes[1]).contains("95 %"))
    #expect(JUnitReport.message(of: outcome).contains("95 % \(interval)"))
    for warning in GateTable.warnings(of: report) {
      #expect(warning.hasPrefix("bytes_downloaded <= +1B (population): "))
    }
    #expect(GateTable.warnings(of: report).contains { $0.contains("traces account for 90 % of the difference") })
    #expect(!GateTable.text(of: report).contains("relied on"))
    // Five recordings cannot tell.
    let few = try Self.report([gates[0]], buffer: 10, traces: 5)
    #expect(few.outcomes[0].status == .inconclusive)
    let warning = GateTable.warnings(of: few)[0]
    #expect(warning.hasPrefix("bytes_downloaded <= +1B (population): only 5 recordings: under 6 "))
    #expect(warning.hasSuffix("; add recordings, or use a corpus gate"))
    #expect(GateTable.verdict(of: few).hasPrefix("FAIL 1 of 1 gate unclear ("))
    // The same digits everywhere.
    let values = MeasureText(outcome.comparison.measure).change(of: outcome.comparison)
    #expect(JUnitReport.message(of: outcome).contains("\(values.reference) -> \(values.candidate), "))
  }

  @Test("numbers that are printed break a bound that is broken, and meet one that is met, in every output")
  func judgedDigits() throws {
    // With a buffer that downloads more.
    let met = try [Self.gate("startup_s_p95<=9s"), Self.gate("bytes_downloaded<=+9GB")]
    let reports = try [10.0, 8, 5, 40].map { (buffer: $0, report: try Self.report(met, buffer: $0)) }
    func growth(_ report: GateReport) -> Double { report.outcomes[1].comparison.difference ?? 0 }
    let (buffer, any) = try #require(reports.max { growth($0.report) < growth($1.report) })
    try #require(growth(any) > 0)
    let (startup, bytes) = (any.outcomes[0].comparison, any.outcomes[1].comparison)
    let (value, more) = (try #require(startup.candidate), try #require(bytes.difference) / 1e6)
    let relative = try #require(bytes.relativeDifference) * 100
    // The bounds are what three, two and one digits say, rounded the other way.
    for down in [true, false] {
      func near(_ value: Double, _ digits: Int) -> String {
        let step = (0..<digits).reduce(1.0) { step, _ in step / 10 }
        return Decimals.text((value / step).rounded(down ? .down : .up) * step, digits: digits)
      }
      let gates = [
        "startup_s_p95<=\(near(value, 3))s", "bytes_downloaded<=+\(near(more, 2))MB",
        "bytes_downloaded<=+\(near(relative, 1))%",
      ]
      let report = try Self.report(gates.map { try Self.gate($0) }, buffer: buffer)
      #expect(report.outcomes.map(\.status) == Array(repeating: down ? .fail : .pass, count: 3), "\(gates)")
      for (outcome, number) in zip(report.outcomes, [value, more, relative]) {
        let values = GateText(outcome).change(of: outcome.comparison)
        let texts = [values.candidate, values.difference, GateTable.change(of: outcome)]
        let place = outcome.gate.bound.isLimit ? 0 : outcome.gate.boundText.hasSuffix("%") ? 2 : 1
        let words = texts[place].split(separator: place == 2 ? "(" : " ")
        let printed = try #require(words.last { Double($0.prefix { "+-.0123456789".contains($0) }) != nil })
        let shown = try #require(Double(printed.prefix { "+-.0123456789".contains($0) }))
        let bound = try #require(Double(outcome.gate.boundText.filter { ".0123456789".contains($0) }))
        #expect((shown > bound) == down && abs(shown - number) < 0.1, "\(texts), \(outcome.gate.name)")
        for text in [JUnitReport.message(of: outcome), GateTable.text(of: report), GateMarkdown.text(of: report)] {
          #expect(text.contains(printed.prefix { $0 != " " && $0 != ")" }), "\(text)")
        }
        guard place < 2 else { continue }
        let digits = GateDocument.extraDigits(ofGate: GateDocument.json(of: report)["gates"].elements[place])
        #expect(digits == GateText(outcome).extraDigits)
      }
    }
  }

  @Test("a check begins with whether the build passes, also where a gate cannot be judged")
  func firstWord() throws {
    var report = try Self.report(
      [Self.gate("bytes_downloaded<=+1B", kind: .population), Self.gate(Self.passes[0])], buffer: 15, traces: 8)
    try #require(report.outcome == .inconclusive)
    #expect(GateTable.verdict(of: report).hasPrefix("PASS 1 of 2 gates, 1 unclear ("))
    #expect(CheckPage.report(of: report).answer?.title == "PASS 1 of 2 gates, 1 unclear")
    report.failOn = .inconclusive
    #expect(GateTable.verdict(of: report).hasPrefix("FAIL 1 of 2 gates unclear ("))
  }

  @Test("a gate that fails the build is an error annotation and a JUnit failure, any other is neither")
  func failures() throws {
    let unclear = try Self.report(
      [Self.gate("bytes_downloaded<=+1B", kind: .population), Self.gate(Self.passes[0])], buffer: 15, traces: 8)
    let few = try Self.report([Self.gate("bytes_downloaded<=+1B", kind: .population)], buffer: 15)
    let better = try Self.report([Self.gate("bytes_downloaded<=+1B")], buffer: 15)
    try #require(unclear.outcome == .inconclusive && better.outcome == .improvement)
    let worse = try Self.report([Self.gate(Self.fails[1])])
    let dumb = try Self.report([Self.gate("visible_switch_latency_s<=+1s", level: .warn)])
    for (report, failOn, failures) in [
      (unclear, .regression, 0), (unclear, .inconclusive, 1), (few, .regression, 1), (few, .none, 0),
      (better, .regression, 0), (better, .improvement, 1), (worse, .regression, 1), (worse, .none, 0),
      (dumb, .regression, 1), (dumb, .none, 0),
    ] as [(GateReport, FailOn, Int)] {
      var report = report
      report.failOn = failOn
      #expect(report.failsBuild == (failures > 0))
      let xml = JUnitReport.xml(of: report)
      #expect(
        xml.contains("<testsuites name=\"abrlab check\" tests=\"\(report.outcomes.count)\" failures=\"\(failures)\""))
      #expect(xml.ranges(of: "<failure ").count == failures)
      #expect(failures == 0 || xml.contains("type=\"\(report.outcome.rawValue)\""))
      let annotations = GitHubAnnotations.text(of: report).split(separator: "\n")
      #expect(annotations.count { $0.hasPrefix("::error ") } == (failures > 0 ? 2 : 0), "\(annotations)")
      let failed = failures > 0 || report.outcome == .regression
      #expect(annotations[0].contains(failed ? "::FAIL " : "::PASS "))
      // What a build passes in spite of is said all the same.
      if report.outcome == .regression, failures == 0 {
        #expect(annotations.allSatisfy { $0.hasPrefix("::warning ") } && annotations.count == 2, "\(annotations)")
        #expect(xml.ranges(of: "<skipped message=\"bytes_downloaded: ").count == 1)
      }
    }
  }

  @Test("sentences and numbers of a page name the configuration as the table does, where there are several")
  func configurations() throws {
    let report = try Self.report([Self.gate(Self.fails[0])], policies: ["bba-0", "fixed:0"])
    let answer = try #require(CheckPage.report(of: report).answer)
    let ordered = GateTable.ordered(report.outcomes)
    #expect(
      ordered.map(\.excess) == report.outcomes.map(\.excess).sorted(by: >) && Set(ordered.map(\.excess)).count > 1)
    for (place, outcome) in ordered.enumerated() {
      let name = outcome.configuration.name
      #expect(answer.sentences[place].hasPrefix("Gate failed: mean_bitrate_bps of \(name) is "), "\(answer.sentences)")
      #expect(answer.numbers[place].label == "\(outcome.gate.name), \(name)")
    }
    let one = try #require(CheckPage.report(of: try Self.report([Self.gate(Self.fails[0])])).answer)
    #expect(one.sentences[0].hasPrefix("Gate failed: mean_bitrate_bps is ") && !one.numbers[0].label.contains(", "))
  }

  @Test("of a name that several viewers share every report says whose gate it is, and a history has a series of each")
  func sharedName() throws {
    let viewers = ["leave(40s)", "leave(20s)"]
    var record = try ReportTests.record(policies: ["bba-0"], viewers: viewers)
    var configurations = record.configurations
    for index in configurations.indices { configurations[index].configuration.label = "OURS" }
    record = RunRecord(inputs: record.inputs, metrics: record.metrics, configurations: configurations)
    let report = try GateReport(
      RunPairing(reference: record, candidate: record), gates: [Self.gate(Self.fails[1])])
    let page = CheckPage.report(of: report)
    let history = try #require(BuildHistory.Build(GateDocument.json(of: report), commit: "a", date: "d"))
    #expect(history.entries.map(\.configuration) == viewers.map { "OURS \($0)" })
    for name in viewers.map({ "OURS \($0)" }) {
      #expect(GateTable.text(of: report).contains(" \(name) "))
      #expect(JUnitReport.xml(of: report).contains("classname=\"\(name)\""))
      #expect(GateMarkdown.text(of: report).contains("#### \(EscapedText.markdown(name))\n"))
      #expect(GitHubAnnotations.text(of: report).contains("%2C \(name)::"))
      #expect(page.answer?.numbers.contains { $0.label.hasSuffix(", \(name)") } == true)
      #expect(ComparisonTable.values(of: report.comparisons).text(as: .csv).contains(name))
    }
  }

  @Test("gates that differ in their level alone have names of their own in JUnit")
  func names() throws {
    let report = try Self.report([
      Self.gate(Self.passes[0]), Self.gate(Self.passes[0], level: .warn), Self.gate(Self.passes[0], level: .warn),
      Self.gate(Self.passes[1]),
    ])
    let names = JUnitReport.xml(of: report).matches(of: /testcase name="([^"]*)"/).map { String($0.1) }
    #expect(
      names == [
        "rebuffer_ratio &lt;= 99pp (error)", "rebuffer_ratio &lt;= 99pp (warn)", "unstarted_share &lt;= 99pp",
      ])
  }

  @Test("traces have their own values before and after, and a share of nothing is not shown")
  func cells() throws {
    let report = try Self.report([Self.gate("mean_bitrate_bps>=-0%"), Self.gate("bytes_aborted<=+0%")], buffer: 10)
    for outcome in report.outcomes {
      #expect(!GateTable.change(of: outcome).contains("(-)"))
      guard outcome.status == .fail, let worst = outcome.comparison.worstTraces.first else { continue }
      let text = MeasureText(outcome.comparison.measure)
      let expected = "\(worst.name) \(text.change(from: worst.reference, to: worst.candidate))"
      #expect(GateTable.worst(of: outcome, limit: 2).hasPrefix(expected) && expected.contains(" -> "))
    }
    let text = MeasureText(try #require(Measure.named("rebuffer_ratio")))
    #expect(text.change(from: 0.0184, to: 0.0615) == "1.840 -> 6.150 %")
    #expect(text.change(from: nil, to: .infinity) == "none -> never")
    #expect(text.change(from: 0.5, to: nil) == "50.000 % -> none")
  }
}
