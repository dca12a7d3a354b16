/// Two runs brought together session by session.
///
/// Sessions are paired by the content of their trace and the place of what was played among the videos, which must be the same.
/// Combinations with equal specs belong together; what then remains is paired where exactly one is left on each side, because a
/// changed policy is what comparisons are for.
public struct RunPairing: Sendable {
  /// A session of each run over the same trace.
  public struct Sessions: Sendable, Hashable {
    /// Index of the session in every combination of the reference.
    public let reference: Int
    /// Index of the session in every combination of the candidate.
    public let candidate: Int
    /// Index of the trace in the candidate.
    public let trace: Int
  }

  /// What is compared against.
  public let reference: RunRecord
  /// What is under test.
  public let candidate: RunRecord
  /// Indices of the combinations that belong together, in the candidate's order.
  public let combinations: [(reference: Int, candidate: Int)]
  /// The sessions that both have, in the candidate's order.
  public let sessions: [Sessions]
  /// Cluster of each of the candidate's traces, see ``TraceCluster``.
  public let clusters: [String]
  /// Options that the two runs do not share, where that was allowed.
  public let warnings: [String]

  /// How strict a pairing is.
  public struct Allowance: Sendable, Hashable {
    /// Whether the traces that both have will do.
    public var subset: Bool
    /// Whether options of the player may differ; otherwise they must be those of the reference.
    public var settings: Bool

    /// Creates an allowance; by default nothing may differ but the combination.
    public init(subset: Bool = false, settings: Bool = false) {
      self.subset = subset
      self.settings = settings
    }
  }

  /// Pairs two runs.
  ///
  /// - Parameters:
  ///   - chosen: indices of one combination on each side, where the user names them.
  /// - Throws: ``IncomparableRuns`` naming what differs.
  /// - Complexity: O(sessions).
  public init(
    reference: RunRecord, candidate: RunRecord, chosen: (reference: Int, candidate: Int)? = nil,
    allowing allowance: Allowance = Allowance()
  ) throws(IncomparableRuns) {
    warnings = try Self.compare(reference, candidate, allowance)
    self.reference = reference
    self.candidate = candidate
    if let chosen {
      combinations = [chosen]
    } else {
      combinations = try Self.combinations(reference, candidate)
    }
    let places = Dictionary(
      uniqueKeysWithValues: zip(Self.keys(of: reference), reference.combinations[0].sessions.indices))
    sessions = zip(Self.keys(of: candidate), candidate.combinations[0].sessions.indices).compactMap { key, index in
      places[key].map {
        Sessions(reference: $0, candidate: index, trace: candidate.combinations[0].sessions[index].trace)
      }
    }
    guard !sessions.isEmpty else { throw .nothingInCommon }
    clusters = candidate.traces.map { TraceCluster.name(of: $0.file, family: $0.family) }
  }

  private struct Key: Hashable {
    var sha256: String
    var occurrence: Int
    var programme: Int
  }

  /// What each session of the first combination was played over; all combinations have the same.
  private static func keys(of run: RunRecord) -> [Key] {
    var seen: [String: Int] = [:]
    let traces = run.traces.map { trace in
      defer { seen[trace.sha256, default: 0] += 1 }
      return (trace.sha256, seen[trace.sha256, default: 0])
    }
    return run.combinations[0].sessions.map { session in
      Key(
        sha256: traces[session.trace].0, occurrence: traces[session.trace].1,
        programme: session.programme)
    }
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
    try same("engine_semantics", old.engineSemantics, new.engineSemantics)
    try same("model", old.model.rawValue, new.model.rawValue)
    try same("trace_end", old.traceEnd.rawValue, new.traceEnd.rawValue)
    try same("default_latency_s", old.defaultLatency, new.defaultLatency)
    try same("seed", text(old.seed), text(new.seed))
    try same("videos_sha256", old.videosSHA256, new.videosSHA256)
    try same("videos", left.programmes, right.programmes)
    var warnings: [String] = []
    for key in Set(old.settings.keys).union(new.settings.keys).sorted() where old.settings[key] != new.settings[key] {
      // The same file by another path.
      if let digest = old.settings["\(key)_sha256"], digest == new.settings["\(key)_sha256"] { continue }
      let (one, other) = (old.settings[key] ?? "not set", new.settings[key] ?? "not set")
      guard allowance.settings else { throw .differs(what: key, reference: one, candidate: other) }
      warnings.append("\(key) differs: \(one) in the reference, \(other) in the candidate")
    }
    if old.isPartial { throw .partial(side: .reference) }
    if new.isPartial { throw .partial(side: .candidate) }
    guard !allowance.subset else { return warnings }
    if old.tracesSHA256 != new.tracesSHA256 { throw traces(left, right) }
    return warnings
  }

  private static func traces(_ left: RunRecord, _ right: RunRecord) -> IncomparableRuns {
    let (old, new) = (Set(left.traces.map(\.sha256)), Set(right.traces.map(\.sha256)))
    let missing = left.traces.filter { !new.contains($0.sha256) }
    let added = right.traces.filter { !old.contains($0.sha256) }
    return .traces(
      reference: left.header.tracesSHA256, candidate: right.header.tracesSHA256, missing: missing.count,
      added: added.count, common: old.intersection(new).count, example: (missing + added).first?.file ?? "none")
  }

  private static func combinations(
    _ left: RunRecord, _ right: RunRecord
  ) throws(IncomparableRuns) -> [(reference: Int, candidate: Int)] {
    var pairs: [(reference: Int, candidate: Int)] = []
    var unpaired = Set(left.combinations.indices)
    var rest: [Int] = []
    for (index, combination) in right.combinations.enumerated() {
      if let place = unpaired.sorted().first(where: { left.combinations[$0].specs == combination.specs }) {
        unpaired.remove(place)
        pairs.append((place, index))
      } else {
        rest.append(index)
      }
    }
    if unpaired.count == 1, rest.count == 1, let place = unpaired.first { pairs.append((place, rest[0])) }
    guard pairs.count == right.combinations.count, pairs.count == left.combinations.count else {
      let names = { (run: RunRecord) in run.combinations.map { $0.specs.joined(separator: " ") } }
      throw .combinations(reference: names(left), candidate: names(right))
    }
    return pairs.sorted { $0.candidate < $1.candidate }
  }
}
