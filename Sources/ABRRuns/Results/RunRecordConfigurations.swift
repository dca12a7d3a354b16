import ABRInput
import ABRPlayback

/// The `policies` of a saved run.
struct RunRecordConfigurations {
  private let inputs: RunRecord.Inputs
  private(set) var configurations: [ConfigurationRecord] = []
  /// The metrics of all sessions, and whether they have several items, which the first configuration says.
  private var layout: (columns: RecordColumns, keys: Set<String>, severalItems: Bool)?
  /// Whether names of traces and contents say which one is meant.
  private let namesAreUnique: Bool

  /// Stands before the configurations of a run.
  init(_ inputs: RunRecord.Inputs) {
    self.inputs = inputs
    let traces = Set(inputs.traces.map { [$0.family, $0.name] })
    namesAreUnique =
      traces.count == inputs.traces.count && Set(inputs.contents).count == inputs.contents.count
  }

  /// The metrics that sessions have.
  var metrics: [MetricDefinition] { layout?.columns.metrics ?? [] }

  /// Reads the array.
  ///
  /// - Returns: whether the run was saved with its sessions.
  mutating func read(_ reader: inout JSONReader) throws(InputFault) -> Bool {
    let start = reader.mark()
    var names: Set<Configuration> = []
    try reader.enterArray()
    while try reader.nextElement() {
      let mark = reader.mark()
      guard let configuration = try configuration(&reader) else { return false }
      guard names.insert(configuration.configuration).inserted else {
        throw reader.fault("this configuration twice", "each once", at: mark)
      }
      configurations.append(configuration)
    }
    guard !configurations.isEmpty else { throw reader.fault("no configuration", "at least one", at: start) }
    return true
  }

  private mutating func configuration(_ reader: inout JSONReader) throws(InputFault) -> ConfigurationRecord? {
    let start = reader.mark()
    var texts: [String: String] = [:]
    var pooled = RunRecordPooled(inputs.metrics(severalItems: true))
    var sessions: JSONReader?
    var timelines: [SessionTimeline] = []
    var renditions: [RenditionTime] = []
    let (traces, contents) = (inputs.traces.count, inputs.contents.count)
    try reader.members(
      ["policy", "buffer", "viewer", "pooled"],
      optional: ["name", "player", "preload", "renditions", "sessions", "timelines"]
    ) { key, reader throws(InputFault) in
      switch key {
      case "pooled": try pooled.read(&reader)
      case "renditions": renditions = try reader.list { reader throws(InputFault) in try RenditionTime(&reader) }
      case "sessions":
        sessions = reader
        try reader.skip()
      case "timelines":
        timelines = try reader.list { reader throws(InputFault) in
          try SessionTimeline(&reader, traces: traces, contents: contents)
        }
      default: texts[key] = try reader.string()
      }
    }
    guard var list = sessions else { return nil }
    let severalItems = texts["preload"] != nil
    let columns = layout?.columns ?? RecordColumns(inputs.metrics(severalItems: severalItems))
    let keys = layout?.keys ?? RunRecordSession.keys(columns, severalItems: severalItems)
    guard layout?.severalItems ?? severalItems == severalItems else {
      throw reader.fault("preload of some configurations alone", "preload of all or of none", at: start)
    }
    layout = (columns, keys, severalItems)
    var configuration = ConfigurationRecord(Configuration(texts), metrics: metrics)
    let rows = try self.sessions(&list, columns, keys, at: inputs.rates(of: configuration.configuration))
    for row in rows { configuration.append(row.session, values: row.values) }
    if let missing = pooled.missing(from: configuration, metrics: metrics) {
      throw reader.fault("no pooled.\(missing)", "what the sessions have together", at: start)
    }
    guard pooled.sessions == rows.count else {
      throw reader.fault("\(pooled.sessions) pooled and \(rows.count) listed sessions", "equal numbers", at: start)
    }
    let outcomes = Dictionary(grouping: rows, by: \.session.outcome).mapValues(\.count)
    guard pooled.outcomes == outcomes else {
      throw reader.fault("pooled outcomes that are not those of the sessions", "equal numbers", at: start)
    }
    let shown = renditions.reduce(0) { $0 + $1.shown }
    let played = (configuration.values(of: "played_s") ?? []).reduce(0) { $0 + ($1 ?? 0) }
    // Own code may play audio where video is missing, which is no rendition's.
    let isOwnCode = inputs.players.contains { $0.spec == configuration.configuration.player && $0.isOwnCode }
    let (least, most) = (isOwnCode ? 0 : played - 1e-6 * max(1, played), played + 1e-6 * max(1, played))
    guard renditions.isEmpty || inputs.queue != nil || (least...most).contains(shown) else {
      throw reader.fault(
        "renditions shown for \(shown) s", "\(isOwnCode ? "at most " : "")played_s of all sessions, \(played)",
        at: start)
    }
    configuration.pooled = pooled.values
    configuration.outcomes = outcomes
    configuration.timelines = timelines
    configuration.renditions = renditions
    return configuration
  }

  private func sessions(
    _ reader: inout JSONReader, _ columns: RecordColumns, _ keys: Set<String>, at rates: ClosedRange<Double>?
  ) throws(InputFault) -> [(session: RunRecord.Session, values: [Double?])] {
    let start = reader.mark()
    var rows: [(session: RunRecord.Session, values: [Double?])] = []
    let count = inputs.traces.count * inputs.contents.count
    var next = 0
    try reader.enterArray()
    while try reader.nextElement() {
      let mark = reader.mark()
      guard rows.count < count else { throw reader.fault("more sessions", "at most \(count)", at: mark) }
      let session = try RunRecordSession(&reader, columns: columns, keys: keys)
      let place = try place(of: session, from: next, reader, mark)
      next = place + 1
      let (trace, content) = place.quotientAndRemainder(dividingBy: inputs.contents.count)
      let video = inputs.video(ofContent: content)
      let visits = keys.contains("items") ? session.visits : nil
      let flaw =
        columns.flaw(in: session.values, visits: visits, of: video, outcome: session.outcome, at: rates)
        ?? visits.flatMap { columns.flaw(in: session.values, of: $0) }
      if let flaw {
        throw reader.fault(flaw.found, flaw.allowed, at: mark)
      }
      rows.append(
        (
          .init(trace: trace, content: content, outcome: session.outcome, visits: session.visits),
          session.values
        ))
    }
    guard inputs.header.isPartial || rows.count == count else {
      throw reader.fault("\(rows.count) sessions", "\(count), one for each trace and video", at: start)
    }
    return rows
  }

  /// Where in the order of all sessions this one stands: sessions are listed trace by trace, in a trace video by video,
  /// and only an interrupted run lacks some.
  private func place(
    of session: RunRecordSession, from next: Int, _ reader: JSONReader, _ mark: Int
  ) throws(InputFault) -> Int {
    func isMatch(_ place: Int) -> Bool {
      let (trace, content) = place.quotientAndRemainder(dividingBy: inputs.contents.count)
      let expected = inputs.traces[trace]
      return expected.name == session.trace && expected.family == session.family
        && inputs.contents[content] == session.video
    }
    let count = inputs.traces.count * inputs.contents.count
    guard inputs.header.isPartial else {
      if isMatch(next) { return next }
      let (trace, content) = next.quotientAndRemainder(dividingBy: inputs.contents.count)
      let expected = inputs.traces[trace]
      throw reader.fault(
        Self.named(session.family, session.trace, session.video),
        Self.named(expected.family, expected.name, inputs.contents[content]) + ", in the order of inputs", at: mark)
    }
    guard namesAreUnique else {
      throw reader.fault(
        "an interrupted run with two traces or videos of one name", "a complete one, or names that differ", at: mark)
    }
    guard let place = (next..<count).first(where: isMatch) else {
      throw reader.fault(
        Self.named(session.family, session.trace, session.video), "traces and videos in the order of inputs", at: mark)
    }
    return place
  }

  private static func named(_ family: String, _ trace: String, _ video: String) -> String {
    "trace \(InputFault.excerpt(Array("\(family)/\(trace)".utf8)[...])), "
      + "video \(InputFault.excerpt(Array(video.utf8)[...]))"
  }
}
