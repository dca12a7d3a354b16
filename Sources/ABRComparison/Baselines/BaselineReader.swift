import ABRInput
import ABRPlayback
import ABRRuns

extension Baseline {
  /// Reads the bytes of a baseline.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: what errors call it.
  /// - Throws: `RunFileError` naming file, line and place.
  /// - Complexity: O(size of the file).
  package init(parsing bytes: [UInt8], file: String) throws(RunFileError) {
    guard !bytes.isEmpty else {
      throw .malformed(file: file, line: 1, field: "file", found: "no bytes", allowed: "a baseline")
    }
    do throws(InputFault) {
      record = try BaselineReader.read(bytes)
    } catch {
      throw RunFileError(error, file: file)
    }
  }

  /// Whether bytes look like a baseline rather than a run: its first key says so.
  package static func recognises(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes)
    guard (try? reader.enterObject()) != nil, let key = try? reader.nextKey() else { return false }
    return key == "baseline"
  }
}

/// The outermost object of a baseline and its configurations.
private enum BaselineReader {
  /// Values of a row before those of metrics: trace, video and outcome.
  static let leadingValues = 3

  static func read(_ bytes: [UInt8]) throws(InputFault) -> RunRecord {
    var metrics: [MetricDefinition] = []
    do throws(InputFault) {
      return try record(bytes, &metrics)
    } catch {
      throw error.naming(metrics)
    }
  }

  private static func record(
    _ bytes: [UInt8], _ metrics: inout [MetricDefinition]
  ) throws(InputFault) -> RunRecord {
    var reader = JSONReader(bytes)
    var inputs: RunRecord.Inputs?
    var place = 0
    var policies: JSONReader?
    try reader.members(["baseline", "inputs", "metrics", "policies"]) { key, reader throws(InputFault) in
      switch key {
      case "baseline":
        let mark = reader.mark()
        let schema = try reader.integer()
        guard schema == Baseline.schema else {
          throw reader.fault("\(schema)", "\(Baseline.schema), the schema of this version", at: mark)
        }
      case "inputs": inputs = try RunRecord.Inputs(&reader, isPartial: false)
      case "metrics":
        place = reader.mark()
        metrics = try Self.metrics(&reader)
      default:
        policies = reader
        try reader.skip()
      }
    }
    try reader.end()
    guard let inputs, var policies else { preconditionFailure("all keys are required") }
    let start = policies.mark()
    let columns = RecordColumns(metrics)
    var names: Set<Configuration> = []
    let configurations = try policies.list { reader throws(InputFault) in
      let mark = reader.mark()
      let configuration = try configuration(&reader, inputs: inputs, columns: columns)
      let severalItems = configuration.configuration.preload != nil
      let kept = Baseline.metrics(of: inputs.metrics(severalItems: severalItems))
      if let missing = kept.first(where: { columns[$0.name] == nil }) {
        throw reader.fault(
          "no \(missing.name)", "\(missing.name), which abrlab baseline save FILE … writes", at: place)
      }
      guard names.insert(configuration.configuration).inserted else {
        throw reader.fault("this configuration twice", "each once", at: mark)
      }
      return configuration
    }
    guard !configurations.isEmpty else { throw policies.fault("no configuration", "at least one", at: start) }
    return RunRecord(inputs: inputs, metrics: metrics, configurations: configurations)
  }

  private static func metrics(_ reader: inout JSONReader) throws(InputFault) -> [MetricDefinition] {
    var seen: Set<String> = []
    return try reader.list { reader throws(InputFault) in
      let mark = reader.mark()
      let name = try reader.string()
      guard let metric = MetricDefinition.named(name), seen.insert(name).inserted else {
        throw reader.fault(
          InputFault.excerpt(Array(name.utf8)[...]), "metrics of this version, each once: save the baseline again",
          at: mark)
      }
      return metric
    }
  }

  private static func configuration(
    _ reader: inout JSONReader, inputs: RunRecord.Inputs, columns: RecordColumns
  ) throws(InputFault) -> ConfigurationRecord {
    var texts: [String: String] = [:]
    var rows: JSONReader?
    try reader.members(["policy", "buffer", "viewer", "sessions"], optional: ["name", "player", "preload"]) {
      key, reader throws(InputFault) in
      if key == "sessions" {
        rows = reader
        try reader.skip()
      } else {
        texts[key] = try reader.string()
      }
    }
    guard var rows else { preconditionFailure("sessions are required") }
    var configuration = ConfigurationRecord(Configuration(texts), metrics: columns.metrics)
    let start = rows.mark()
    let count = inputs.contents.count
    let rates = inputs.rates(of: configuration.configuration)
    try rows.enterArray()
    while try rows.nextElement() {
      let mark = rows.mark()
      let hasVisits = texts["preload"] != nil
      let (session, values) = try row(&rows, columns: columns, hasVisits: hasVisits)
      let place = configuration.sessions.count
      guard place < inputs.traces.count * count, session.trace == place / count, session.content == place % count
      else {
        throw rows.fault(
          "trace \(session.trace), video \(session.content)", "every trace with every video, in order",
          at: mark)
      }
      let video = inputs.video(ofContent: session.content)
      let flaw = columns.flaw(
        in: values, visits: hasVisits ? session.visits : nil, of: video, outcome: session.outcome, at: rates)
      if let flaw {
        throw rows.fault(flaw.found, flaw.allowed, at: mark)
      }
      configuration.append(session, values: values)
    }
    guard configuration.sessions.count == inputs.traces.count * count else {
      throw rows.fault(
        "\(configuration.sessions.count) sessions", "\(inputs.traces.count * count), one for each trace and video",
        at: start)
    }
    configuration.outcomes = Dictionary(grouping: configuration.sessions, by: \.outcome).mapValues(\.count)
    return configuration
  }

  private static func row(
    _ reader: inout JSONReader, columns: RecordColumns, hasVisits: Bool
  ) throws(InputFault) -> (RunRecord.Session, [Double?]) {
    let start = reader.mark()
    func next(_ reader: inout JSONReader, _ what: String) throws(InputFault) {
      guard try reader.nextElement() else { throw reader.fault("no \(what)", what, at: start) }
    }
    try reader.enterArray()
    try next(&reader, "trace")
    let trace = try reader.integer(in: 0...Int(Int32.max))
    try next(&reader, "video")
    let content = try reader.integer(in: 0...Int(Int32.max))
    try next(&reader, "outcome")
    let outcome = try reader.choice(SessionOutcome.self)
    var values: [Double?] = []
    values.reserveCapacity(columns.metrics.count)
    for (place, metric) in columns.metrics.enumerated() {
      try next(&reader, metric.name)
      values.append(try columns.value(at: place, &reader))
    }
    var visits: [RunRecord.Visit] = []
    if hasVisits {
      try next(&reader, "startups of the items")
      visits = try reader.list { reader throws(InputFault) in
        let startup = try reader.skipNull() ? nil : reader.number(in: 0...RunRecord.Inputs.longest)
        return RunRecord.Visit(
          item: 0, visit: 0, isCounted: true, began: 0, started: startup != nil, startup: startup, preload: nil,
          played: 0, rebuffer: 0)
      }
    }
    if try reader.nextElement() { throw reader.fault("more values", "\(columns.metrics.count) metrics", at: start) }
    return (RunRecord.Session(trace: trace, content: content, outcome: outcome, visits: visits), values)
  }
}

extension InputFault {
  /// The fault with the name of the metric where it is a value of a row, which has names of none.
  fileprivate func naming(_ metrics: [MetricDefinition]) -> InputFault {
    guard let place = field.wholeMatch(of: /.*sessions\[\d+\]\[(\d+)\]/).flatMap({ Int($0.1) }),
      metrics.indices.contains(place - BaselineReader.leadingValues)
    else { return self }
    var named = self
    named.field += " (\(metrics[place - BaselineReader.leadingValues].name))"
    return named
  }
}
