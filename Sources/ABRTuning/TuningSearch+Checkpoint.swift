import ABRInput
import ABRPlayback
import ABRRuns

extension TuningSearch {
  /// Version of the layout of saved searches.
  static let checkpointSchema = 2

  /// A digest of everything that decides what a session gives, but the setting.
  ///
  /// - Parameter experiment: one of the search's, over all traces.
  package static func digest(of experiment: Experiment) -> String {
    let options = experiment.settings.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let viewers = Set(experiment.cells.map(\.viewerSpec)).sorted()
    let facts =
      ["\(EngineSemantics.version)", experiment.model.rawValue, experiment.traceEnd.rawValue]
      + ["\(experiment.seed.map { "\($0)" } ?? "none")", "\(experiment.defaultLatency)", experiment.queue ?? "none"]
    let files = experiment.traces.map { "\($0.family) \($0.sha256)" } + experiment.videos.map(\.sha256)
    return SHA256.hexDigest(of: (facts + options + viewers + files).joined(separator: "\n"))
  }

  /// What was played so far, to go on from later: a JSON document that ``resume(from:file:inputs:)`` reads.
  ///
  /// - Parameter inputs: ``digest(of:)``.
  /// - Complexity: O(sessions).
  package func checkpoint(inputs: String) -> String {
    func number(_ value: Double?) -> String { value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null" }
    func quoted(_ texts: [String]) -> String { "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
    let rows = (0..<outcomes.sessionCount).map { index in
      let (session, values) = outcomes.session(index)
      let startups = session.visits.filter(\.isCounted).map { number($0.startup) }.joined(separator: ",")
      let owners = outcomes.settings(of: index).map { "\($0)" }.joined(separator: ",")
      return "[\(session.trace),\(session.programme),\"\(session.outcome.rawValue)\",["
        + values.map(number).joined(separator: ",") + "],[\(startups)],[\(owners)]]"
    }
    return "{\"tuning\":\(Self.checkpointSchema),\"inputs_sha256\":\"\(inputs)\",\"metrics\":"
      + quoted(outcomes.metrics.map(\.name)) + ",\"settings\":[\n"
      + settings.map { quoted($0.specs) }.joined(separator: ",\n") + "],\"sessions\":[\n"
      + rows.joined(separator: ",\n") + "]}\n"
  }

  /// Takes over what a search played before.
  ///
  /// Settings that this search does not have are passed over, so that ranges may change in between.
  ///
  /// - Parameters:
  ///   - bytes: what ``checkpoint(inputs:)`` wrote.
  ///   - file: what errors call it.
  ///   - inputs: ``digest(of:)`` of this search.
  /// - Returns: the number of sessions that need not be played.
  /// - Throws: ``RunFileError`` for a file that is none, or that belongs to other inputs or goals.
  /// - Complexity: O(size of the file).
  package mutating func resume(from bytes: [UInt8], file: String, inputs: String) throws(RunFileError) -> Int {
    do throws(InputFault) {
      return try read(bytes, inputs: inputs)
    } catch {
      throw RunFileError(error, file: file)
    }
  }

  private mutating func read(_ bytes: [UInt8], inputs: String) throws(InputFault) -> Int {
    var reader = JSONReader(bytes)
    var specs: [[String]] = []
    var rows: JSONReader?
    let names = outcomes.metrics.map(\.name)
    try reader.members(["tuning", "inputs_sha256", "metrics", "settings", "sessions"]) {
      key, reader throws(InputFault) in
      let mark = reader.mark()
      switch key {
      case "tuning":
        let schema = try reader.integer()
        guard schema == Self.checkpointSchema else {
          throw reader.fault("\(schema)", "\(Self.checkpointSchema), the schema of this version", at: mark)
        }
      case "inputs_sha256":
        let found = try reader.string()
        guard found == inputs else {
          throw reader.fault(
            "\(found.prefix(8))",
            "\(inputs.prefix(8)), that of these traces, videos and options: another file, or the old inputs",
            at: mark)
        }
      case "metrics":
        let found = try reader.list { reader throws(InputFault) in try reader.string() }
        guard found == names else {
          throw reader.fault(
            found.joined(separator: ", "), "\(names.joined(separator: ", ")), which these goals need: another file",
            at: mark)
        }
      case "settings":
        specs = try reader.list { reader throws(InputFault) in
          try reader.list { reader throws(InputFault) in try reader.string() }
        }
      default:
        rows = reader
        try reader.skip()
      }
    }
    try reader.end()
    guard var rows else { preconditionFailure("all keys are required") }
    let places = Dictionary(settings.enumerated().map { ($1.specs, $0) }) { first, _ in first }
    let own = specs.map { places[$0] }
    let before = outcomes.sessionCount
    var copy = outcomes
    try rows.enterArray()
    while try rows.nextElement() {
      let (session, values, owners) = try Self.session(&rows, of: copy, settings: own.count)
      let settings = owners.compactMap { own[$0] }
      if !settings.isEmpty { copy.record(session, values, settings: settings) }
    }
    outcomes = copy
    return copy.sessionCount - before
  }

  private static func session(
    _ reader: inout JSONReader, of outcomes: SettingOutcomes, settings: Int
  ) throws(InputFault) -> (RunRecord.Session, [Double?], [Int]) {
    try reader.enterArray()
    func next(_ reader: inout JSONReader) throws(InputFault) {
      guard try reader.nextElement() else {
        throw reader.fault("the end of the session", "[trace, video, outcome, values, startups, settings]")
      }
    }
    try next(&reader)
    let trace = try reader.integer(in: 0...outcomes.traceCount - 1)
    try next(&reader)
    let programme = try reader.integer(in: 0...outcomes.programmeCount - 1)
    try next(&reader)
    let outcome = try reader.choice(SessionOutcome.self)
    try next(&reader)
    let mark = reader.mark()
    let values = try reader.list { reader throws(InputFault) in
      try reader.skipNull() ? nil : Optional(try reader.number())
    }
    guard values.count == outcomes.metrics.count else {
      throw reader.fault("\(values.count) values", "\(outcomes.metrics.count), one for each metric", at: mark)
    }
    for (value, metric) in zip(values, outcomes.metrics) {
      if let value, let allowed = metric.refusal(of: value) { throw reader.fault("\(value)", allowed, at: mark) }
    }
    try next(&reader)
    let startups = try reader.list { reader throws(InputFault) in
      try reader.skipNull() ? nil : Optional(try reader.number(in: 0...1e9))
    }
    try next(&reader)
    let owners = try reader.list { reader throws(InputFault) in try reader.integer() }
    guard owners.allSatisfy((0..<settings).contains) else {
      throw reader.fault("\(owners)", "indices of the \(settings) settings")
    }
    if try reader.nextElement() { throw reader.fault("a seventh value", "the end of the session") }
    let visits = startups.enumerated().map { index, startup in
      RunRecord.Visit(
        item: index, visit: index, isCounted: true, began: 0, started: startup != nil, startup: startup, preload: nil,
        played: 0, rebuffer: 0)
    }
    return (.init(trace: trace, programme: programme, outcome: outcome, visits: visits), values, owners)
  }
}
