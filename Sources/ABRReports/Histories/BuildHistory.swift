import ABRComparison
import ABRInput
import ABRRuns

/// What the gates of builds came to, a build a line of JSON, the oldest first.
///
/// ```
/// {"commit": "1a2b3c", "date": "2026-05-01T10:00:00Z", "outcome": "pass", "traces_sha256": "4a38…",
///  "videos_sha256": "09fe…", "gates": [{"metric", "family", "configuration", "status", "value", "low", "high",
///  "reference"}]}
/// ```
/// Builds over other traces or videos, or against another baseline, are not compared. Lines of earlier versions have no
/// digests.
///
/// Values are in base units. `low` and `high` are the baseline's value, `reference`, with the 95 % interval of the
/// paired difference to it, as `compare` has it: no interval of the value itself, and of a share `low` may be below 0.
package struct BuildHistory: Sendable {
  /// A gated metric of a build.
  package struct Entry: Sendable, Hashable {
    /// The metric, the family of traces, empty for all, and what was played: the name that the user gave it, by which
    /// a build with other specs goes on, with the viewer where several share the name, or the specs.
    package let metric: String
    package let family: String
    package let configuration: String
    package let status: String
    package let value: Double?
    package let low: Double?
    package let high: Double?
    package let reference: Double?

    /// What entries of one build differ in.
    fileprivate var place: [String] { [metric, family, configuration] }
  }

  /// A build.
  package struct Build: Sendable, Hashable {
    package let commit: String
    package let date: String
    package let outcome: String
    package let entries: [Entry]
    /// Digests of what was played by their members' names; empty where the line has none.
    package let inputs: [String: String]

    /// What of the inputs is known to be another than in a build before, in the order of ``inputNames``.
    func otherInputs(than before: Build) -> [String] {
      BuildHistory.inputNames.filter { _, key in
        guard let own = inputs[key], let old = before.inputs[key] else { return false }
        return own != old
      }.map(\.title)
    }
  }

  /// What messages call the inputs of a build, and the members that hold their digests.
  static let inputNames = [(title: "traces", key: "traces_sha256"), (title: "videos", key: "videos_sha256")]

  /// A value whose interval does not overlap that of the build before; where one has no interval a value that differs.
  package struct Move: Sendable, Hashable {
    /// Index of the build.
    package let build: Int
    package let before: Entry
    package let entry: Entry

    /// Whether it got better; `nil` where that is no matter of more or less, and where a value or an interval is
    /// missing.
    var isBetter: Bool? {
      guard before.interval != nil, entry.interval != nil, let direction = Measure.named(entry.metric)?.direction,
        let new = entry.value.flatMap(direction.harm),
        let old = before.value.flatMap(direction.harm)
      else { return nil }
      return new < old
    }
    /// What happened, in a word or two.
    var verb: String { isBetter.map { $0 ? "got better" : "got worse" } ?? "moved" }
  }

  /// The builds; of lines with the same commit the last one counts, in the place of the first.
  package private(set) var builds: [Build] = []
  /// Indices of the builds whose baseline is another than that of the builds before: one of its values differs.
  private var baselineChanges: Set<Int> = []

  /// No builds.
  package init() {}

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: what errors call it.
  /// - Throws: `RunFileError` naming file, line and member.
  /// - Complexity: O(size of the file).
  package init(parsing bytes: [UInt8], file: String) throws(RunFileError) {
    var lines = LineScanner(bytes)
    while let line = lines.next() {
      if line.isEmpty { continue }
      do throws(InputFault) {
        builds.append(try Build(JSONValue(parsing: Array(bytes[line]))))
      } catch {
        var fault = error
        fault.line = lines.line
        throw RunFileError(fault, file: file)
      }
    }
    let last = Dictionary(builds.map { ($0.commit, $0) }) { $1 }
    builds = builds.map(\.commit).uniqued().compactMap { last[$0] }
    let series = self.series
    // What the metrics were held against since the last build that is not compared with those before it.
    var references: [String: Double] = [:]
    for build in builds.indices {
      if !otherMedia(of: build).isEmpty { references = [:] }
      let own = series.compactMap { name, entries in entries[build]?.reference.map { (name, $0) } }
      if own.contains(where: { references[$0, default: $1] != $1 }) {
        baselineChanges.insert(build)
        references = [:]
      }
      references.merge(own) { $1 }
    }
  }

  /// Whether a file is a history, whatever is wrong with it: its first line has members of a build.
  ///
  /// - Parameter bytes: the whole file.
  package static func recognises(_ bytes: [UInt8]) -> Bool {
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return ["\"commit\":", "\"gates\":"].contains(where: line.contains)
  }

  /// The metrics with their values over the builds, in the order of the last build; `nil` where a build has none.
  ///
  /// A build that has one configuration may have another than the build before: it is what is judged.
  var series: [(name: String, entries: [Entry?])] {
    let hasSeveral = hasSeveralConfigurations
    func name(_ entry: Entry) -> String { self.name(of: entry, hasSeveral) }
    let named = builds.map { Dictionary($0.entries.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first }) }
    return builds.reversed().flatMap(\.entries).map(name).uniqued().map { own in (own, named.map { $0[own] }) }
  }

  private var hasSeveralConfigurations: Bool { builds.contains { Set($0.entries.map(\.configuration)).count > 1 } }

  /// What tells the metric of an entry apart from the others of its build.
  func name(of entry: Entry) -> String { name(of: entry, hasSeveralConfigurations) }

  private func name(of entry: Entry, _ hasSeveral: Bool) -> String {
    entry.metric + (entry.family.isEmpty ? "" : " on \(entry.family)")
      + (hasSeveral ? ", \(entry.configuration)" : "")
  }

  /// What of the inputs of a build differs from the build before; `baseline` where only its baseline does, as intervals
  /// against two baselines cannot be compared. Empty for the first build and where nothing differs.
  ///
  /// - Parameter build: index of the build.
  func otherInputs(of build: Int) -> [String] {
    let names = otherMedia(of: build)
    return names.isEmpty && baselineChanges.contains(build) ? ["baseline"] : names
  }

  /// Which of traces and videos are others than in the build before: values cannot be compared then.
  ///
  /// - Parameter build: index of the build.
  func otherMedia(of build: Int) -> [String] {
    build == 0 ? [] : builds[build].otherInputs(than: builds[build - 1])
  }

  /// Index of the build that a value of another is compared with: the last before it that has the metric, and the
  /// traces, videos and baseline of all in between; `nil` for none.
  ///
  /// - Parameters:
  ///   - build: index of the build.
  ///   - entries: the metric over the builds.
  func before(_ build: Int, in entries: [Entry?]) -> Int? {
    var index = build
    while index > 0, otherInputs(of: index).isEmpty {
      index -= 1
      if entries[index] != nil { return index }
    }
    return nil
  }

  /// Where metrics moved, the latest build first, and of a build what got worse. Over other traces or videos than those
  /// of the build before, or against another baseline, nothing is compared.
  package var moves: [Move] {
    series.flatMap { _, entries -> [Move] in
      entries.enumerated().compactMap { index, entry in
        guard let entry, let before = self.before(index, in: entries).flatMap({ entries[$0] }),
          entry.hasMoved(from: before)
        else { return nil }
        return Move(build: index, before: before, entry: entry)
      }
    }.sorted { (-$0.build, $0.isBetter == false ? 0 : 1) < (-$1.build, $1.isBetter == false ? 0 : 1) }
  }
}

extension BuildHistory.Entry {
  fileprivate var interval: ClosedRange<Double>? {
    guard let low, let high, low <= high else { return nil }
    return low...high
  }

  fileprivate func hasMoved(from before: Self) -> Bool {
    guard let value, let old = before.value else { return value != before.value }
    guard value != old else { return false }
    guard let interval, let other = before.interval else { return true }
    return !interval.overlaps(other)
  }
}

extension BuildHistory.Build {
  /// Values that a metric can have: a session has fewer bytes.
  private static let values = -1e18...1e18

  /// A build from what `abrlab check` wrote of it as JSON.
  ///
  /// - Parameters:
  ///   - check: the document.
  ///   - commit: what was built.
  ///   - date: when, in UTC.
  /// - Returns: `nil` where it is the document of no check.
  package init?(_ check: JSONValue, commit: String, date: String) {
    guard let outcome = check["outcome"].string, case .array(let gates) = check["gates"] else { return nil }
    var entries: [BuildHistory.Entry] = []
    for gate in gates {
      guard let metric = gate["metric"].string, var status = gate["status"].string else { return nil }
      if status == "fail", gate["level"].string == "warn" { status = "warn" }
      let comparison = gate["comparison"]
      let (reference, ends) = (comparison["reference"].number, comparison["interval"].elements.compactMap(\.number))
      let entry = BuildHistory.Entry(
        metric: metric, family: gate["family"].string ?? "",
        configuration: gate["name"].string
          ?? gate["configuration"].elements.compactMap(\.string).joined(separator: " "),
        status: status,
        value: comparison["candidate"].number,
        low: ends.count == 2 ? reference.map { $0 + ends[0] } : nil,
        high: ends.count == 2 ? reference.map { $0 + ends[1] } : nil, reference: reference)
      // Of two gates of a metric, one that warns and one that fails, the worse status stands.
      if let place = entries.firstIndex(where: { $0.place == entry.place }) {
        func severity(_ status: String) -> Int { ["pass", "inconclusive", "warn", "fail"].firstIndex(of: status) ?? 0 }
        if severity(status) > severity(entries[place].status) { entries[place] = entry }
      } else {
        entries.append(entry)
      }
    }
    (self.commit, self.date, self.outcome, self.entries) = (commit, date, outcome, entries)
    inputs = Self.inputs(of: check)
  }

  /// The digests of a document.
  private static func inputs(of document: JSONValue) -> [String: String] {
    let digests = BuildHistory.inputNames.compactMap { _, key in document[key].string.map { (key, $0) } }
    return Dictionary(uniqueKeysWithValues: digests)
  }

  /// Reads a line.
  fileprivate init(_ line: JSONValue) throws(InputFault) {
    func member<Value>(
      _ key: String, of value: JSONValue, _ allowed: String, _ read: (JSONValue) -> Value?
    ) throws(InputFault) -> Value {
      let member = if case .object(let members) = value { members[key] } else { JSONValue?.none }
      guard let found = member.flatMap(read) else {
        let found = member.map { InputFault.excerpt($0.string ?? String($0.text(isPretty: false).dropLast())) }
        throw InputFault(
          line: nil, field: key, found: found ?? "none",
          allowed: "\(allowed), as abrlab history add writes it")
      }
      return found
    }
    func text(_ key: String, of value: JSONValue) throws(InputFault) -> String {
      try member(key, of: value, "a text") { $0.string }
    }
    func word(_ key: String, of value: JSONValue, _ words: [String]) throws(InputFault) -> String {
      try member(key, of: value, FaultText.choice(words)) { $0.string.flatMap { words.contains($0) ? $0 : nil } }
    }
    func number(
      _ key: String, of value: JSONValue, in range: ClosedRange<Double> = Self.values
    ) throws(InputFault) -> Double? {
      try member(key, of: value, "a number from \(range.lowerBound) to \(range.upperBound), or null") {
        if $0 == .null { return .some(nil) }
        guard let number = $0.number, range.contains(number) else { return nil }
        return .some(number)
      }
    }
    let gates = try member("gates", of: line, "a list") { if case .array(let gates) = $0 { gates } else { nil } }
    var entries: [BuildHistory.Entry] = []
    for gate in gates {
      let metric = try text("metric", of: gate)
      let range = Measure.named(metric)?.unit.range.clamped(to: Self.values) ?? Self.values
      entries.append(
        BuildHistory.Entry(
          metric: metric, family: try text("family", of: gate),
          configuration: try text("configuration", of: gate),
          status: try word("status", of: gate, GateOutcome.Status.allCases.map(\.rawValue) + ["warn"]),
          value: try number("value", of: gate, in: range), low: try number("low", of: gate),
          high: try number("high", of: gate),
          reference: try number("reference", of: gate, in: range)))
    }
    (commit, date) = (try text("commit", of: line), try text("date", of: line))
    outcome = try word("outcome", of: line, GateReport.Outcome.allCases.map(\.rawValue))
    self.entries = entries
    for (_, key) in BuildHistory.inputNames where line[key] != .null {
      _ = try member(key, of: line, "a SHA-256 in hexadecimal") { value in
        value.string.flatMap { $0.count == 64 && $0.allSatisfy("0123456789abcdef".contains) ? $0 : nil }
      }
    }
    inputs = Self.inputs(of: line)
    guard !gates.isEmpty else {
      throw InputFault(line: nil, field: "gates", found: "none", allowed: "one gate or more")
    }
    for (low, high) in entries.compactMap({ entry in entry.low.flatMap { low in entry.high.map { (low, $0) } } })
    where low > high {
      throw InputFault(line: nil, field: "low", found: "\(low)", allowed: "at most \(high), the value of high")
    }
    // Lines of earlier versions have a gate that warns in place of one that fails.
    let statuses = Set(entries.map(\.status))
    let isContradiction =
      outcome == "regression" ? statuses.isDisjoint(with: ["fail", "warn"]) : statuses.contains("fail")
    guard !isContradiction else {
      throw InputFault(
        line: nil, field: "outcome", found: InputFault.excerpt(outcome),
        allowed: statuses.contains("fail")
          ? "regression: a gate failed" : "pass, improvement or inconclusive: no gate failed")
    }
  }

  /// The build as JSON.
  package var json: JSONValue { .object(members) }

  /// The members of ``json``.
  var members: [String: JSONValue] {
    let members: [String: JSONValue] = [
      "commit": .string(commit), "date": .string(date), "outcome": .string(outcome),
      "gates": .array(
        entries.map { entry in
          [
            "metric": .string(entry.metric), "family": .string(entry.family),
            "configuration": .string(entry.configuration), "status": .string(entry.status),
            "value": JSONValue(entry.value), "low": JSONValue(entry.low), "high": JSONValue(entry.high),
            "reference": JSONValue(entry.reference),
          ]
        }),
    ]
    return members.merging(inputs.mapValues { .string($0) }) { $1 }
  }

  /// The line of the file.
  package var line: String { json.text(isPretty: false) }

  /// The commit as people know it.
  var shortCommit: String { commit.count == 40 ? String(commit.prefix(8)) : commit }
}
