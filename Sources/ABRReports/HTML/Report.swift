import ABRInput
import ABRRuns

/// One or more runs as a page for people: what every configuration of them cost and brought, in pictures and tables.
///
/// Configurations of all runs stand beside each other in the order given; differences are taken to the first one of the
/// same viewer, session by session where both have played the same video over the same trace from the same place.
package struct Report: Sendable {
  /// A run and what it is called.
  package struct Source: Sendable {
    /// The file it was read from.
    package var file: String
    /// The run.
    package var record: RunRecord

    /// Names a run.
    package init(file: String, record: RunRecord) {
      self.file = file
      self.record = record
    }
  }

  /// A part of the page that comes from elsewhere, such as a table of gates.
  package struct Section: Sendable {
    /// Heading.
    package var title: String
    /// What a reader should know.
    package var text: String
    /// The same as a list of terms.
    package var facts: [(term: String, text: String)]
    /// The rows, if there are any.
    package var table: DataTable?
    /// Lines that are shown as they are, such as source code.
    package var code: String?

    /// Describes a section.
    package init(
      title: String, text: String = "", facts: [(term: String, text: String)] = [], table: DataTable? = nil,
      code: String? = nil
    ) {
      self.title = title
      self.text = text
      self.facts = facts
      self.table = table
      self.code = code
    }
  }

  /// Pictures from elsewhere, before those of the runs.
  struct Pictures: Sendable {
    /// Identifier on the page.
    var id: String
    var title: String
    var text: String
    var charts: [Chart]
  }

  /// What a page answers first, where that is not which configuration of a run is the best.
  struct Answer: Sendable {
    /// Heading of the page: what was found.
    var title: String
    /// How the heading is coloured, too; `nil` for not at all.
    var isGood: Bool?
    /// The finding in sentences.
    var sentences: [String]
    /// Few numbers that carry it.
    var numbers: [Number]
    /// What was played, below the heading, where that is not what the runs of the page have.
    var played: String?
    /// Stands above the table of all numbers: what is held against what.
    var summary: String
    /// What a reader should know before anything else.
    var warnings: [String]
    /// The settings that a reader may choose from; `nil` where there are none.
    var whatIf: TuningWhatIf?
  }

  /// A number of the first screen.
  struct Number: Sendable {
    /// What it is.
    var label: String
    /// The number with its unit.
    var value: String
    /// What it is to be held against.
    var note: String
    /// The metric of a verdict that it is of.
    var metric = ""
  }

  /// A trace of any of the runs.
  struct Trace: Sendable, Hashable {
    var name: String
    var family: String
    var sha256: String
    var start: Double
    var meanBandwidth: Double
  }

  /// A configuration of any of the runs.
  struct LabelledConfiguration: Sendable {
    /// What tables and headings call it; different for each.
    var label: String
    /// What pictures call it, which have less room; different for each.
    var short: String
    /// The same without its viewer, as sentences on what this viewer watches call it.
    var name: String
    /// Index of its run.
    var run: Int
    /// Its sessions.
    var record: ConfigurationRecord
    /// For each session the index of its trace in ``Report/traces``.
    var traces: [Int]
    /// For each session the index of what is played over the same trace by all configurations.
    var pairs: [Int]
    /// Index of the configuration that it is compared with; `nil` for those that others are compared with.
    var reference: Int?
    /// How pictures draw it.
    var look: ChartPalette.Look
  }

  /// The runs; none where the page shows what was worked out before.
  package let sources: [Source]
  /// What stands on the page before the pictures.
  package let sections: [Section]
  /// Pictures that are not of the runs.
  let pictures: Pictures?
  /// What the page answers first; `nil` for which configuration is the best.
  let answer: Answer?
  /// Every trace once, from the slowest to the fastest mean.
  let traces: [Trace]
  /// The configurations of all runs.
  private(set) var configurations: [LabelledConfiguration]
  /// Number of different pairs of trace and video.
  let pairCount: Int
  /// Whether the second run is compared with the first one, place by place.
  let isJudged: Bool

  /// Puts runs beside each other.
  ///
  /// - Parameters:
  ///   - sources: at least one run.
  ///   - sections: what else is to be shown.
  /// - Complexity: O(*n* log *n*) in traces, O(*n*) in sessions.
  package init(_ sources: [Source], sections: [Section] = []) {
    self.init(sources, sections: sections, pictures: nil)
  }

  /// Puts runs beside each other, with pictures from elsewhere.
  ///
  /// - Parameter isJudged: whether each configuration of the second run is compared with that of the first one that
  ///   stands in the same place, and not all with the first of all.
  init(
    _ sources: [Source], sections: [Section], pictures: Pictures?, answer: Answer? = nil, isJudged: Bool = false
  ) {
    precondition(!sources.isEmpty || answer != nil, "a report has a run, or says something by itself")
    self.pictures = pictures
    self.answer = answer
    self.isJudged = isJudged
    self.sources = sources
    self.sections = sections
    let all = Set(sources.flatMap { $0.record.traces.map(Trace.init) })
    traces = all.sorted { left, right in
      left.meanBandwidth != right.meanBandwidth
        ? left.meanBandwidth < right.meanBandwidth
        : (left.family, left.name, left.sha256, left.start) < (right.family, right.name, right.sha256, right.start)
    }
    let places = Dictionary(uniqueKeysWithValues: traces.enumerated().map { ($1, $0) })
    var pairs: [Pair: Int] = [:]
    let labels = Self.labels(of: sources)
    var configurations: [LabelledConfiguration] = []
    let first = sources.first?.record.configurations.count ?? 0
    for (run, source) in sources.enumerated() {
      let record = source.record
      let indices = record.traces.map { places[Trace($0)] ?? 0 }
      // Two videos of one name in a run are told apart by how often the name came before.
      let contents = record.contents.enumerated().map { index, name in
        "\(record.contents[..<index].count { $0 == name }) \(name)"
      }
      var seen: [Trace: Int] = [:]
      let copies = record.traces.map { trace in
        defer { seen[Trace(trace), default: 0] += 1 }
        return seen[Trace(trace), default: 0]
      }
      for configuration in record.configurations {
        let place = configurations.count
        configurations.append(
          LabelledConfiguration(
            label: labels[place].label, short: labels[place].short, name: labels[place].name, run: run,
            record: configuration,
            traces: configuration.sessions.map { indices[$0.trace] },
            pairs: configuration.sessions.map { session in
              let pair = Pair(
                trace: indices[session.trace], copy: copies[session.trace], content: contents[session.content])
              let next = pairs.count
              return pairs[pair, default: next].also { pairs[pair] = $0 }
            },
            reference: isJudged
              ? run == 0 ? nil : place - first
              : configurations.firstIndex { $0.record.configuration.viewer == configuration.configuration.viewer },
            look: isJudged ? .init(ofPair: place % first, isReference: run == 0) : .init(of: place)))
      }
    }
    self.configurations = configurations
    pairCount = pairs.count
  }

  /// What sessions of different configurations have in common when they can be compared one by one.
  private struct Pair: Hashable {
    var trace: Int
    var copy: Int
    var content: String
  }

  /// Labels and names of all configurations: what is not the same everywhere, or the policy where nothing differs.
  private static func labels(of sources: [Source]) -> [(label: String, short: String, name: String)] {
    let all = sources.flatMap { $0.record.configurations.map(\.configuration) }
    var players = Configuration.shortPlayers(of: all).makeIterator()
    let specs = sources.flatMap { source in
      source.record.configurations.map(\.configuration).map { configuration in
        let player = players.next() ?? configuration.player
        if let label = configuration.label { return [source.file, "", label, "", "", configuration.viewer] }
        return [
          source.file, player, configuration.policy, configuration.preload.map { "preload \($0)" } ?? "",
          configuration.buffer, configuration.viewer,
        ]
      }
    }
    let differing = Configuration.differingKeys(of: all)
    var varies =
      [Set(sources.map(\.file)).count > 1]
      + ["player", "policy", "preload", "buffer", "viewer"].map(differing.contains)
    let hasNames = sources.contains { $0.record.configurations.contains { $0.configuration.label != nil } }
    // A file alone does not say what was run.
    if hasNames || !varies[1...].contains(true)
      || specs.contains(where: { parts in (1..<6).allSatisfy { !varies[$0] || parts[$0].isEmpty } })
    {
      varies[2] = true
    }
    func joined(_ parts: [String], _ places: Range<Int>) -> String {
      places.filter { varies[$0] && !parts[$0].isEmpty }
        .map { $0 == 0 ? name(ofRun: parts[0]) : parts[$0] }.joined(separator: " ")
    }
    let labels = specs.map { joined($0, 0..<6) }
    // Two files of one name in different folders.
    let numbers = labels.enumerated().map { index, label in
      let copies = labels[..<index].count { $0 == label }
      return copies == 0 ? "" : " (\(copies + 1))"
    }
    let short = ShortNames.names(
      of: zip(labels, numbers).map { $0 + $1 }, parts: specs.map { parts in (0..<6).map { joined(parts, $0..<$0 + 1) } }
    )
    // Sentences call runs of one configuration by their files where options are long, which the key and tables say.
    let files = specs.map { Self.name(ofRun: $0[0]) }
    let isByFile = Set(files).count == specs.count && specs.contains { joined($0, 0..<5).count > ShortNames.limit }
    return labels.indices.map { index in
      let name = isByFile && specs.count > 1 ? files[index] : joined(specs[index], 0..<5)
      return (
        labels[index] + numbers[index], short[index], (name.isEmpty ? specs[index][2] : name) + numbers[index]
      )
    }
  }

  /// The name of a run's file without folder and ending.
  private static func name(ofRun file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
  }

  /// Whether the page has pictures, where the library that draws them is there.
  package var hasPictures: Bool { !sources.isEmpty || pictures != nil }

  /// Families of the traces, in order of their names.
  var families: [String] { Set(traces.map(\.family)).sorted() }

  /// What others are compared with, as headings call it.
  var referenceName: String { name(ofReference: \.label) }

  /// The same for pictures, which have less room.
  var shortReferenceName: String { name(ofReference: \.short) }

  private func name(ofReference name: KeyPath<LabelledConfiguration, String>) -> String {
    let names = Set(references.map { configurations[$0].name })
    if isJudged { return "the baseline" }
    guard references.count > 1 else { return configurations[references.first ?? 0][keyPath: name] }
    return (names.count == 1 ? names.first ?? "" : "the first configuration") + " with the same viewer"
  }

  /// Indices of configurations that share no session with the one that they are compared with: nothing of the two is
  /// paired.
  var unpaired: [Int] {
    let played = configurations.map { Set($0.pairs) }
    return configurations.indices.filter { index in
      guard let reference = configurations[index].reference else { return false }
      return !played[index].isEmpty && !played[reference].isEmpty && played[index].isDisjoint(with: played[reference])
    }
  }

  /// How many recordings some traces are of, wherever in them sessions start.
  func recordingCount(of indices: some Sequence<Int>) -> Int {
    let recordings = indices.map { index in
      var trace = traces[index]
      trace.start = 0
      return trace
    }
    return Set(recordings).count
  }

  /// Indices of the configurations that others are compared with.
  var references: [Int] { Set(configurations.compactMap(\.reference)).sorted() }

  /// The report of the sessions over traces of a family.
  ///
  /// - Complexity: O(sessions × metrics).
  func limited(to family: String) -> Report {
    limited { traces[$0.traces[$1]].family == family }
  }

  /// The report of the sessions that every configuration of a viewer has, by which alone they are told apart: runs may
  /// have played different traces and videos. A configuration without sessions is not counted.
  ///
  /// - Complexity: O(sessions × metrics).
  var shared: Report {
    let played = configurations.filter { !$0.pairs.isEmpty }
    let common = Dictionary(grouping: played, by: \.record.configuration.viewer).mapValues { entries in
      entries.dropFirst().reduce(into: Set(entries[0].pairs)) { $0.formIntersection($1.pairs) }
    }
    func isShared(_ entry: LabelledConfiguration, _ session: Int) -> Bool {
      common[entry.record.configuration.viewer]?.contains(entry.pairs[session]) ?? false
    }
    let isWhole = played.allSatisfy { entry in entry.pairs.indices.allSatisfy { isShared(entry, $0) } }
    return isWhole ? self : limited(where: isShared)
  }

  private func limited(where isKept: (LabelledConfiguration, _ session: Int) -> Bool) -> Report {
    var copy = self
    for index in configurations.indices {
      let entry = configurations[index]
      let kept = entry.traces.indices.filter { isKept(entry, $0) }
      copy.configurations[index].record = entry.record.limited(toSessions: kept)
      copy.configurations[index].traces = kept.map { entry.traces[$0] }
      copy.configurations[index].pairs = kept.map { entry.pairs[$0] }
    }
    return copy
  }

  /// The formulas of quality of experience that any of the runs was asked for.
  var formulas: [MetricDefinition] {
    MetricDefinition.metrics(of: sources.flatMap(\.record.inputs.formulas).uniqued())
  }

  /// Whether every session has several items: all that was waited leads then, startups included, and not stalls alone.
  var isLedByWaits: Bool { sources.allSatisfy { $0.record.hasSeveralItems } }

  /// Whether sessions have several items.
  var hasSeveralItems: Bool { sources.contains { $0.record.hasSeveralItems } }
}

extension Report.Trace {
  init(_ trace: RunRecord.Trace) {
    self.init(
      name: trace.name, family: trace.family, sha256: trace.sha256, start: trace.start,
      meanBandwidth: trace.meanBandwidth)
  }
}

extension Int {
  /// Hands the value to a body and gives it back.
  fileprivate func also(_ body: (Int) -> Void) -> Int {
    body(self)
    return self
  }
}
