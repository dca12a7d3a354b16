import ABRInput
import ABRPlayback
import ABRRuns

extension ConfigurationSummary {
  /// The summary as files have it; equal summaries are equal bytes. Sums are whole numbers of units of 2⁻⁴⁰, in quotes
  /// because few programs read numbers of more than 53 bits.
  package var json: JSONValue {
    var metrics: [String: JSONValue] = [:]
    for (metric, summary) in zip(self.metrics, summaries) {
      var members: [String: JSONValue] = ["count": .integer(summary.count), "sum": .string(summary.sum.text)]
      if case .ratio = metric.pooling { members["below"] = .string(summary.below.text) }
      if summary.unsummed > 0 { members["unsummed"] = .integer(summary.unsummed) }
      if metric.hasPercentiles {
        members["histogram"] = summary.histogram.json
        members["missing"] = .integer(summary.missing)
      }
      metrics[metric.name] = .object(members)
    }
    return [
      "sessions": .integer(sessions),
      "outcomes": .object(
        Dictionary(uniqueKeysWithValues: outcomes.filter { $0.value > 0 }.map { ($0.key.rawValue, .integer($0.value)) })
      ),
      "kinds": .object(Dictionary(uniqueKeysWithValues: zip(Self.kinds.map(\.name), kindCounts.map { .integer($0) }))),
      "metrics": .object(metrics),
      "recordings": .object(recordings.mapValues { .array($0.map { .string($0.text) }) }),
    ]
  }

  /// The same without the names of recordings, which follow from the folders that their files lie in.
  var nameless: JSONValue {
    guard case .object(var members) = json else { return json }
    members["recordings"] = .array(
      recordings.values.map { $0.map(\.text).joined(separator: " ") }.sorted().map { .string($0) })
    return .object(members)
  }

  /// Reads a summary of so many sessions.
  ///
  /// - Parameters:
  ///   - expected: how many sessions there must be.
  ///   - names: the recordings that they are over.
  ///   - hasSeveralItems: whether they have several items.
  /// - Throws: `InputFault` with the place.
  init(
    _ reader: inout JSONReader, sessions expected: Int, recordings names: Set<String>, hasSeveralItems: Bool
  ) throws(InputFault) {
    self.init(hasSeveralItems: hasSeveralItems)
    let metrics = metrics
    let places = Dictionary(uniqueKeysWithValues: metrics.map(\.name).enumerated().map { ($1, $0) })
    var found = self
    try reader.members(["sessions", "outcomes", "kinds", "metrics", "recordings"]) { key, reader throws(InputFault) in
      switch key {
      case "sessions": found.sessions = try reader.integer(in: expected...expected)
      case "outcomes":
        let place = reader.mark()
        try reader.members([], optional: Set(SessionOutcome.allCases.map(\.rawValue))) {
          name, reader throws(InputFault)
          in
          guard let outcome = SessionOutcome(rawValue: name) else { return }
          found.outcomes[outcome] = try reader.integer(in: 1...expected)
        }
        let ended = found.outcomes.values.reduce(0, +)
        guard ended == expected else {
          throw reader.fault("\(ended) outcomes", "\(expected), one a session", at: place)
        }
      case "kinds":
        try reader.members(Set(Self.kinds.map(\.name))) { name, reader throws(InputFault) in
          guard let place = Self.kinds.firstIndex(where: { $0.name == name }) else { return }
          found.kindCounts[place] = try reader.integer(in: 0...expected)
        }
      case "recordings":
        let count = 2 * found.tested.count
        try reader.members(names) { name, reader throws(InputFault) in
          let place = reader.mark()
          let sums = try reader.list { reader throws(InputFault) in try MetricSummary.sum(&reader, of: expected) }
          guard sums.count == count else { throw reader.fault("\(sums.count) sums", "\(count) sums", at: place) }
          found.recordings[name] = sums
        }
      default:
        try reader.members(Set(places.keys)) { name, reader throws(InputFault) in
          guard let place = places[name] else { return }
          found.summaries[place] = try MetricSummary(&reader, sessions: expected)
        }
      }
    }
    self = found
  }
}

extension MetricSummary {
  /// Most visits of a session that are believed.
  private static let mostItems = 1 << 20

  fileprivate init(_ reader: inout JSONReader, sessions: Int) throws(InputFault) {
    self.init()
    var found = self
    let most = sessions * Self.mostItems
    try reader.members(["count", "sum"], optional: ["below", "unsummed", "histogram", "missing"]) {
      key, reader throws(InputFault) in
      switch key {
      case "count": found.count = try reader.integer(in: 0...sessions)
      case "sum": found.sum = try Self.sum(&reader, of: sessions)
      case "below": found.below = try Self.sum(&reader, of: sessions)
      case "unsummed": found.unsummed = try reader.integer(in: 0...most)
      case "missing": found.missing = try reader.integer(in: 0...most)
      default:
        try reader.enterArray()
        var (last, total) = (-1, 0)
        while try reader.nextElement() {
          let place = reader.mark()
          let bin = try reader.integer(in: 0...ValueHistogram.keys.upperBound - 1)
          guard bin > last, try reader.nextElement() else {
            throw reader.fault("bin \(bin)", "bins in ascending order, each with its count", at: place)
          }
          let count = try reader.integer(in: 1...most)
          // Counts are added up later, and their sum must fit.
          total += count
          guard total <= most else { throw reader.fault("\(total) values", "at most \(most)", at: place) }
          found.histogram.add(count, inBin: bin)
          last = bin
        }
      }
    }
    self = found
  }

  fileprivate static func sum(_ reader: inout JSONReader, of sessions: Int) throws(InputFault) -> ExactSum {
    let place = reader.mark()
    let text = try reader.string()
    guard let sum = ExactSum(text, of: sessions) else {
      throw reader.fault(
        InputFault.excerpt(Array(text.utf8)[...]), "a whole number that \(sessions) sessions can add up to", at: place)
    }
    return sum
  }
}
