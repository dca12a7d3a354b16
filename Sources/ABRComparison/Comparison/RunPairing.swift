import ABRInput
import ABRPlayers
import ABRRuns
import ABRStatistics

/// Two runs brought together session by session.
///
/// Sessions are paired by the content of their trace and the place of what was played among the videos, which must be
/// the same. Copies of a recording, by content, tell nothing new: the first counts, which ``warnings`` say.
/// Configurations to which users gave one name belong together, then those with equal specs; of what remains, one that
/// is left on each side of a viewer, or those that differ in one part of their specs, the same for all. What the
/// reference has beyond is left out, which ``notes`` say.
package struct RunPairing: Sendable {
  /// A session of each run over the same trace.
  package struct Sessions: Sendable, Hashable {
    /// Index of the session in every configuration of the reference.
    package let reference: Int
    /// Index of the session in every configuration of the candidate.
    package let candidate: Int
    /// Index of the trace in the candidate.
    package let trace: Int
  }

  /// What is compared against.
  package let reference: RunRecord
  /// What is under test.
  package let candidate: RunRecord
  /// Names of all configurations of both sides, as `Configuration.names(of:)` gives them.
  package let names: (reference: [String], candidate: [String])
  /// Indices of the configurations that belong together, in the candidate's order.
  package let configurations: [(reference: Int, candidate: Int)]
  /// The sessions that both have, in the candidate's order.
  package let sessions: [Sessions]
  /// Number of traces on each side, copies apart.
  package let traceCounts: (reference: Int, candidate: Int)
  /// Cluster of each of the candidate's traces, see `TraceCluster`.
  package let clusters: [String]
  /// Options and traces that the two runs do not share, where that was allowed, and what makes a run doubtful.
  package var warnings: [String]
  /// What of the reference is in no comparison, and traces that are of another family.
  package let notes: [String]

  /// Which settings may be others than the reference's.
  package enum FreeSettings: Sendable, Hashable {
    /// None but policy, buffer and preload scheduler.
    case none
    /// Those that players bring with them.
    case ofPlayers
    /// All, and the viewer.
    case all

    /// Whether the setting of a key is one of them.
    package func contains(_ key: String) -> Bool {
      switch self {
      case .none: false
      case .ofPlayers: PlayerPart(rawValue: key)?.isBroughtByPlayers ?? false
      case .all: true
      }
    }
  }

  /// How strict a pairing is.
  package struct Allowance: Sendable, Hashable {
    /// Whether the traces that both have will do.
    package var subset: Bool
    /// Which settings may differ; the others must be those of the reference.
    package var settings: FreeSettings

    /// Whether the videos may be others, such as one with another ladder, as long as there are as many.
    package var videos: Bool
    /// Whether the player of a configuration may be another one.
    package var player: Bool
    /// Whether the candidate may lack configurations of the reference.
    package var missing: Bool
    /// Families that are judged by themselves: the same recordings must be of them on both sides.
    package var families: Set<String>

    /// Creates an allowance; by default nothing may differ but the policy, buffer or preload scheduler, and the
    /// candidate may lack configurations.
    package init(
      subset: Bool = false, settings: FreeSettings = .none, videos: Bool = false, player: Bool = true,
      missing: Bool = true, families: Set<String> = []
    ) {
      self.subset = subset
      self.missing = missing
      self.families = families
      self.settings = settings
      self.videos = videos
      self.player = player
    }
  }

  /// Pairs two runs.
  ///
  /// - Parameters:
  ///   - reference: the run that is compared against.
  ///   - candidate: the run that is judged.
  ///   - chosen: indices of one configuration on each side, where the user names them.
  ///   - allowance: what may differ between the two.
  /// - Throws: ``IncomparableRuns`` naming what differs.
  /// - Complexity: O(sessions).
  package init(
    reference: RunRecord, candidate: RunRecord, chosen: (reference: Int, candidate: Int)? = nil,
    allowing allowance: Allowance = Allowance()
  ) throws(IncomparableRuns) {
    var warnings = try Self.compare(reference, candidate, allowance)
    self.reference = reference
    self.candidate = candidate
    names = (
      Configuration.names(of: reference.configurations.map(\.configuration)),
      Configuration.names(of: candidate.configurations.map(\.configuration))
    )
    let spelling = PlayerSpelling(of: candidate, in: reference)
    var notes: [String] = []
    if let chosen {
      configurations = [chosen]
    } else {
      let pairing = try ConfigurationPairing(reference, candidate, spelling)
      configurations = pairing.pairs
      let left = pairing.left.map { reference.configurations[$0].configuration.fullName }
      guard left.isEmpty || allowance.missing else { throw .missing(configurations: left) }
      notes = left.map { "\($0) of the reference is left out: the candidate has none like it" }
    }
    warnings += try Self.compareViewers(configurations, reference, candidate, allowance)
    warnings += try Self.comparePlayers(configurations, reference, candidate, spelling, allowance)
    let (left, right) = (RecordingKeys(reference), RecordingKeys(candidate))
    traceCounts = (left.count, right.count)
    let places = Dictionary(uniqueKeysWithValues: left.sessions.map { ($0.key, $0.index) })
    sessions = right.sessions.compactMap { session in
      places[session.key].map {
        Sessions(
          reference: $0, candidate: session.index,
          trace: candidate.configurations[0].sessions[session.index].trace)
      }
    }
    guard !sessions.isEmpty else { throw .nothingInCommon }
    if let note = try Self.compareFamilies(sessions, reference, candidate, allowance) { notes.append(note) }
    self.notes = notes
    clusters = candidate.traces.map { trace in
      trace.file.isEmpty ? "\(trace.family)/\(trace.name)" : TraceCluster.name(of: trace.file, family: trace.family)
    }
    warnings += [left.warning, right.warning].compactMap(\.self).uniqued()
    let paired = Set(sessions.map(\.trace)).count
    if paired < left.count || paired < right.count {
      warnings.append(
        "only part of the traces is compared: \(paired) of the reference's \(left.count) and \(paired) of the "
          + "candidate's \(right.count)")
    }
    self.warnings = warnings
  }

  /// The measures that a comparison of two configurations shows unless others are asked for.
  ///
  /// - Parameters:
  ///   - pair: which configurations.
  ///   - family: only traces of this family; `nil` for all.
  /// - Complexity: O(sessions).
  package func usualMeasures(of pair: (reference: Int, candidate: Int), family: String? = nil) -> [Measure] {
    let (left, right) = (reference.configurations[pair.reference], candidate.configurations[pair.candidate])
    let fails = sessions(in: family).contains {
      [left.sessions[$0.reference].outcome, right.sessions[$0.candidate].outcome].contains(.failed)
    }
    return Measure.usual(severalItems: candidate.hasSeveralItems, fails: fails)
  }

  /// The sessions over traces of a family; `nil` for all.
  func sessions(in family: String?) -> [Sessions] {
    sessions.filter { family == nil || candidate.traces[$0.trace].family == family }
  }

  /// Families of the traces that both have.
  package var families: Set<String> { Set(sessions.map { candidate.traces[$0.trace].family }) }
  /// Number of traces that both have.
  package var traceCount: Int { Set(sessions.map(\.trace)).count }
  /// Whether every trace of both is paired.
  package var isWhole: Bool { traceCount == traceCounts.reference && traceCount == traceCounts.candidate }

  /// Digest of the traces that are compared, see `RunRecord`.
  package var tracesSHA256: String {
    isWhole
      ? candidate.header.tracesSHA256
      : RunRecord.digest(of: Set(sessions.map(\.trace)).map { candidate.traces[$0].sha256 })
  }

  /// Both runs with nothing but what is compared: configurations that belong together stand in the same place, over the
  /// traces that both have.
  ///
  /// - Complexity: O(sessions × metrics).
  package var compared: (reference: RunRecord, candidate: RunRecord) {
    let traces = sessions.map { reference.configurations[0].sessions[$0.reference].trace }
    return (
      reference.limited(toConfigurations: configurations.map(\.reference), traces: Set(traces).sorted()),
      candidate.limited(toConfigurations: configurations.map(\.candidate), traces: Set(sessions.map(\.trace)).sorted())
    )
  }

  /// Holds together who watched.
  ///
  /// - Returns: what differs and was allowed to.
  private static func compareViewers(
    _ pairs: [(reference: Int, candidate: Int)], _ left: RunRecord, _ right: RunRecord, _ allowance: Allowance
  ) throws(IncomparableRuns) -> [String] {
    var warnings: [String] = []
    for pair in pairs {
      let (old, new) = (
        left.configurations[pair.reference].configuration.viewer,
        right.configurations[pair.candidate].configuration.viewer
      )
      guard ComparedSpecs.withoutFolders(old) != ComparedSpecs.withoutFolders(new) else { continue }
      let error = IncomparableRuns.differs(what: "viewer", reference: old, candidate: new)
      guard allowance.settings == .all else { throw error }
      if !warnings.contains(error.description) { warnings.append(error.description) }
    }
    return warnings
  }

  /// Holds together who played. A player of one spec has other parts where the lab's defaults for it have changed.
  ///
  /// - Returns: what differs and was allowed to.
  private static func comparePlayers(
    _ pairs: [(reference: Int, candidate: Int)], _ left: RunRecord, _ right: RunRecord, _ spelling: PlayerSpelling,
    _ allowance: Allowance
  ) throws(IncomparableRuns) -> [String] {
    var warnings: [String] = []
    for pair in pairs {
      let old = left.configurations[pair.reference].configuration.player
      let new = right.configurations[pair.candidate].configuration.player
      guard old == spelling.spec(of: new) else {
        if !allowance.player { throw .differs(what: "player", reference: old, candidate: new) }
        continue
      }
      let (before, after) = (parts(of: old, in: left), parts(of: new, in: right))
      let changed = before.keys.sorted().filter { after[$0] != nil && before[$0] != after[$0] }
      // A setting that differs, and what follows from it, is refused or named by itself.
      guard before.keys.allSatisfy({ left.header.settings[$0] == right.header.settings[$0] }) else { continue }
      guard !changed.isEmpty else { continue }
      func text(_ parts: [String: Set<String>]) -> String {
        changed.map { "\($0) \((parts[$0] ?? []).sorted().joined(separator: " and "))" }.joined(separator: ", ")
      }
      warnings.append(
        "the player \(new) has other parts though its spec is the same: \(text(before)) in the reference, "
          + "\(text(after)) in the candidate; abrlab \(left.header.version) and \(right.header.version) played them")
    }
    return warnings.uniqued()
  }

  /// Parts, options and version of a player by their names; empty where the run does not say.
  private static func parts(of spec: String, in run: RunRecord) -> [String: Set<String>] {
    var parts: [String: Set<String>] = [:]
    for player in run.inputs.players where player.spec == spec {
      let own = player.options.merging(player.parts) { $1 }.merging(["version": player.version]) { $1 }
      for (key, value) in own { parts[key, default: []].insert(value) }
    }
    return parts
  }

  /// Holds the families of the same recordings together, which are those of the candidate in what follows.
  ///
  /// - Returns: what differs and was allowed to; `nil` for nothing.
  private static func compareFamilies(
    _ sessions: [Sessions], _ left: RunRecord, _ right: RunRecord, _ allowance: Allowance
  ) throws(IncomparableRuns) -> String? {
    let moved = sessions.map { session in
      (left.traces[left.configurations[0].sessions[session.reference].trace], right.traces[session.trace])
    }.filter { $0.family != $1.family }
    for (old, new) in moved where !allowance.families.isDisjoint(with: [old.family, new.family]) {
      throw .differs(what: "family of \(new.name)", reference: old.family, candidate: new.family)
    }
    guard let (old, new) = moved.first else { return nil }
    let count = Set(moved.map { $0.1 }).count
    return "\(Counted.text(count, "trace")) of another family than in the reference, such as \(new.name): "
      + "\(old.family) there, \(new.family) in the candidate, whose families count"
  }

  /// Holds the headers together.
  ///
  /// - Returns: what differs and was allowed to.
  private static func compare(
    _ left: RunRecord, _ right: RunRecord, _ allowance: Allowance
  ) throws(IncomparableRuns) -> [String] {
    func same(_ what: String, _ one: some Equatable, _ other: some Equatable) throws(IncomparableRuns) {
      if "\(one)" != "\(other)" { throw .differs(what: what, reference: "\(one)", candidate: "\(other)") }
    }
    func text(_ value: Int?) -> String { value.map { "\($0)" } ?? "none" }
    let (old, new) = (left.header, right.header)
    func items(_ run: RunRecord) -> String { run.hasSeveralItems ? "several items" : "one video" }
    try same("what a session plays", items(left), items(right))
    try same("engine_semantics", old.engineSemantics, new.engineSemantics)
    try same("model", old.model.rawValue, new.model.rawValue)
    try same("trace_end", old.traceEnd.rawValue, new.traceEnd.rawValue)
    try same("default_latency_s", old.defaultLatency, new.defaultLatency)
    try same("seed", text(old.seed), text(new.seed))
    var warnings: [String] = []
    if left.contents.count != right.contents.count {
      throw .videoCount(reference: left.contents, candidate: right.contents)
    }
    if allowance.videos {
      if old.videosSHA256 != new.videosSHA256 { warnings.append(otherVideos(left, right)) }
    } else {
      // Names first: people know them.
      try same(
        "videos", left.contents.joined(separator: ", "), right.contents.joined(separator: ", "))
      try same("videos_sha256", old.videosSHA256, new.videosSHA256)
    }
    let (before, after) = (ComparedSpecs.settings(of: left), ComparedSpecs.settings(of: right))
    for key in Set(before.keys).union(after.keys).sorted() where before[key] != after[key] {
      // What is compared may change, which is why it is.
      if key.hasPrefix(Experiment.programKey) { continue }
      // The same file by another path.
      if let digest = before["\(key)_sha256"], digest == after["\(key)_sha256"] { continue }
      let (one, other) = (before[key] ?? "not set", after[key] ?? "not set")
      guard allowance.settings.contains(key) else {
        throw .differs(what: key, reference: one, candidate: other)
      }
      warnings.append("\(key) differs: \(one) in the reference, \(other) in the candidate")
    }
    if old.isPartial { throw .partial(side: .reference) }
    if new.isPartial { throw .partial(side: .candidate) }
    guard !allowance.subset else { return warnings }
    if Set(left.traces.map(\.sha256)) != Set(right.traces.map(\.sha256)) { throw traces(left, right) }
    return warnings
  }

  /// What runs over different videos have in common: times and bitrates compare, shares of bytes of the same media do
  /// not.
  private static func otherVideos(_ left: RunRecord, _ right: RunRecord) -> String {
    func ladders(_ run: RunRecord) -> String {
      run.inputs.videos.map { "\($0.name) with \(Counted.text($0.renditionCount, "rendition"))" }.joined(
        separator: ", ")
    }
    // Of the same names and ladders it is something else.
    func more(_ run: RunRecord, _ text: (RunRecord.Video) -> String) -> String {
      run.inputs.videos.map { "\($0.name) \(text($0))" }.joined(separator: ", ")
    }
    let texts: [(RunRecord) -> String] = [
      ladders, { more($0) { "of \($0.bandwidths.map(String.init).joined(separator: "/")) bit/s" } },
      { more($0) { "of \(Counted.text($0.segmentCount, "segment")), \($0.duration) s" } },
      { more($0) { "with sizes \($0.sizes)" } },
      { more($0) { "with \($0.scores.isEmpty ? "no" : $0.scores.map(\.title).joined(separator: ", ")) scores" } },
      { more($0) { "with sizes or scores of digest \($0.sha256.prefix(8))" } },
    ]
    let text = texts.first { $0(left) != $0(right) } ?? ladders
    return
      "the videos differ: \(text(left)) in the reference, \(text(right)) in the candidate; bitrates, stalls and "
      + "bytes per hour compare, quality of a rendition does not"
  }

  private static func traces(_ left: RunRecord, _ right: RunRecord) -> IncomparableRuns {
    let (old, new) = (Set(left.traces.map(\.sha256)), Set(right.traces.map(\.sha256)))
    let missing = left.traces.filter { !new.contains($0.sha256) }
    let added = right.traces.filter { !old.contains($0.sha256) }
    return .traces(
      reference: left.header.tracesSHA256, candidate: right.header.tracesSHA256, missing: missing.count,
      added: added.count, common: old.intersection(new).count, example: (missing + added).first?.file ?? "none")
  }
}

/// What the sessions of a run were played over, copies of recordings apart.
private struct RecordingKeys {
  struct Key: Hashable {
    var sha256: String
    var content: Int
  }

  /// The sessions of every configuration over the first of equal traces.
  let sessions: [(key: Key, index: Int)]
  /// Number of traces of different content.
  let count: Int
  /// What to say where there are copies.
  let warning: String?

  /// Looks at the first configuration; all have the same.
  init(_ run: RunRecord) {
    let copies = CopiedTraces(run.traces.lazy.map { ($0.sha256, $0.file) })
    sessions = run.configurations[0].sessions.enumerated().compactMap { index, session in
      guard copies.isFirst[session.trace] else { return nil }
      return (Key(sha256: run.traces[session.trace].sha256, content: session.content), index)
    }
    count = copies.count
    warning = copies.warning
  }
}
