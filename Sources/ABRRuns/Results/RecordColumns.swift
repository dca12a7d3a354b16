import ABRInput
import ABRPlayback
import ABRStatistics

/// The metrics of the sessions of a record, and the one door by which runs and baselines read their values: a value
/// that a session must have is never taken for 0.
package struct RecordColumns {
  /// In the order of ``MetricDefinition``.
  package let metrics: [MetricDefinition]
  private let places: [String: Int]
  /// Metrics that a session may lack, with those that must then be 0.
  private let absences: [(metric: Int, whereZero: [Int])]
  /// Metrics with those that add up to them, or where not all are there to no more than them.
  private let sums: [(metric: Int, parts: [Int], isWhole: Bool)]
  /// Metrics with those above and below their line.
  private let ratios: [(metric: Int, above: [Int], below: [Int])]
  /// Metrics with what is 0 where they are.
  private let zeros: [(metric: Int, other: Int)]

  /// Describes columns.
  ///
  /// - Parameter metrics: those of the sessions, each once.
  package init(_ metrics: [MetricDefinition]) {
    let places = Dictionary(uniqueKeysWithValues: metrics.enumerated().map { ($1.name, $0) })
    self.metrics = metrics
    self.places = places
    absences = metrics.indices.compactMap { index in
      switch metrics[index].absence {
      case .never, .possible: return nil
      case .unstarted: return (index, ["played_s", "rebuffer_count"].compactMap { places[$0] })
      case .emptyDenominator:
        guard case .ratio(let ratio) = metrics[index].pooling else { return nil }
        return (index, ratio.denominatorNames.compactMap { places[$0] })
      }
    }
    let waste = ByteAccount.allCases.filter(\.isWaste).map { "bytes_\($0.name)" }
    let totals = [
      ("bytes_wasted", waste), ("bytes_downloaded", ["bytes_played", "bytes_wasted", "bytes_overhead"]),
    ]
    sums = totals.compactMap { name, parts in
      let found = parts.compactMap { places[$0] }
      return places[name].map { ($0, found, found.count == parts.count) }
    }
    ratios = metrics.indices.compactMap { index in
      guard case .ratio(let ratio) = metrics[index].pooling, let names = ratio.numeratorNames else { return nil }
      let (above, below) = (names.compactMap { places[$0] }, ratio.denominatorNames.compactMap { places[$0] })
      guard above.count == names.count, below.count == ratio.denominatorNames.count else { return nil }
      return (index, above, below)
    }
    // Switches are between renditions that may declare the same bandwidth.
    let zeros = [
      ("rebuffer_count", "rebuffer_s"), ("rebuffer_s", "rebuffer_count"), ("switch_count", "switch_magnitude_bps"),
      ("playing_s", "played_s"),
    ]
    self.zeros = zeros.compactMap { metric, other in
      places[metric].flatMap { metric in places[other].map { (metric, $0) } }
    }
  }

  /// Index of a metric by name.
  package subscript(name: String) -> Int? { places[name] }

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - place: index of the metric.
  ///   - reader: stands before the value.
  /// - Returns: `nil` for a null where a session may have no value.
  /// - Throws: `InputFault` for what is no value of the metric.
  package func value(at place: Int, _ reader: inout JSONReader) throws(InputFault) -> Double? {
    let metric = metrics[place]
    let mark = reader.mark()
    if metric.absence != .never, try reader.skipNull() { return nil }
    let value = try reader.number()
    if let allowed = metric.refusal(of: value) { throw reader.fault("\(value)", allowed, at: mark) }
    return value
  }

  /// What of a session is missing, or does not fit to the rest of it; `nil` where it is whole.
  ///
  /// - Parameters:
  ///   - values: those of the session, one for each metric.
  ///   - visits: the items that came up; `nil` where the session is one video.
  ///   - video: what was played; `nil` where it is a queue.
  ///   - outcome: how it ended.
  ///   - rates: media seconds shown in a second, see ``RunRecord/Inputs/rates(of:)``.
  /// - Complexity: O(metrics + visits).
  package func flaw(
    in values: [Double?], visits: [RunRecord.Visit]?, of video: RunRecord.Video?, outcome: SessionOutcome = .completed,
    at rates: ClosedRange<Double>? = nil
  ) -> (found: String, allowed: String)? {
    let items = visits.map { $0.filter(\.isCounted) }
    for (metric, others) in absences where values[metric] == nil {
      // Clips before the first item play without a startup of the session.
      let isMissing =
        if metrics[metric].absence == .unstarted, let items {
          items.first?.started ?? false
        } else {
          others.contains { (values[$0] ?? 0) > 0 }
        }
      guard isMissing else { continue }
      let name = metrics[metric].name
      return ("no \(name)", "\(name) of a session that has \(others.map { metrics[$0].name }.joined(separator: ", "))")
    }
    let started = (items ?? []).count(where: \.started)
    if let count = places["items_started"].flatMap({ values[$0] }), count != Double(started) {
      return ("items_started of \(count)", "\(started), the items with a startup")
    }
    let clock = max(value("wall_s", values) ?? 0, video?.duration ?? 0)
    return contradiction(in: values, outcome) ?? contradiction(inTimesOf: values, items, at: rates, clock: clock)
      ?? video.flatMap { contradiction(in: values, of: $0) ?? contradiction(inEndOf: values, outcome, $0, at: rates) }
  }

  /// What of a session is not the sum of its visits; `nil` where all is.
  ///
  /// - Parameters:
  ///   - values: those of the session, one for each metric.
  ///   - visits: all that took place, clips among them.
  package func flaw(in values: [Double?], of visits: [RunRecord.Visit]) -> (found: String, allowed: String)? {
    let clock = value("wall_s", values) ?? 0
    let times = [("played_s", visits.map(\.played)), ("rebuffer_s", visits.map(\.rebuffer))]
    for (name, parts) in times {
      let total = parts.reduce(0, +)
      guard let value = value(name, values), !Tie.holds(value, total, onClock: clock) else { continue }
      return ("\(name) of \(value)", "\(total), that of its items")
    }
    let hits = PreloadHit.allCases.map { hit in ("preload_\(hit)_count", visits.count { $0.preload == hit }) }
    for (name, count) in [("items_visited", visits.count(where: \.isCounted))] + hits {
      guard let value = value(name, values), value != Double(count) else { continue }
      return ("\(name) of \(value)", "\(count), as items says")
    }
    let began = visits.map(\.began) + [value("wall_s", values)].compactMap(\.self)
    guard let place = zip(began, began.dropFirst()).first(where: { $0 > $1 }) else { return nil }
    return ("began_s of \(place.0)", "at most \(place.1), when the next item or the end of the session came")
  }

  private func value(_ name: String, _ values: [Double?]) -> Double? { places[name].flatMap { values[$0] } }

  /// Times of a session that cannot be true at once; `nil` for none. At every moment it is in one state. `clock` is the
  /// greatest reading of its clocks, those of the session and of its media.
  private func contradiction(
    inTimesOf values: [Double?], _ items: [RunRecord.Visit]?, at rates: ClosedRange<Double>?, clock: Double
  ) -> (found: String, allowed: String)? {
    if let items, let startup = value("startup_s", values), startup != items.first?.startup {
      return ("startup_s of \(startup)", "\(items.first?.startup.map { "\($0)" } ?? "null"), that of the first item")
    }
    let waited = (items ?? []).reduce(0) { $0 + ($1.startup ?? 0) }
    if let total = value("startup_total_s", values), total < waited, !Tie.holds(total, waited, onClock: clock) {
      return ("startup_total_s of \(total)", "at least \(waited), that of the items")
    }
    if let rates, let playing = value("playing_s", values), let played = value("played_s", values) {
      let (least, most) = (rates.lowerBound * playing, rates.upperBound * playing)
      let mediaClock = clock * max(1, rates.upperBound)
      let isPlayed =
        (least...most).contains(played) || [least, most].contains { Tie.holds(played, $0, onClock: mediaClock) }
      guard isPlayed else {
        let range = least == most ? "\(least)" : "\(least) to \(most)"
        return ("played_s of \(played)", "\(range): playing_s times the rate")
      }
    }
    guard let wall = value("wall_s", values) else { return nil }
    let states =
      (places["startup_total_s"] == nil ? ["startup_s"] : ["startup_total_s", "seek_wait_s", "paused_s"])
      + ["rebuffer_s", "playing_s"]
    let parts = states.filter { value($0, values) != nil }
    let total = parts.reduce(0) { $0 + (value($1, values) ?? 0) }
    // Without a first frame there is no startup_s, and a player's own code also waits otherwise.
    let isWhole = rates != nil && parts == states
    guard isWhole || total > wall, !Tie.holds(total, wall) else { return nil }
    return ("wall_s of \(wall)", "\(isWhole ? "" : "at least ")\(total): \(parts.joined(separator: " + "))")
  }

  /// Values that no session of a video can have; `nil` for none. They may differ in their last digits.
  private func contradiction(in values: [Double?], of video: RunRecord.Video) -> (found: String, allowed: String)? {
    func value(_ name: String) -> Double? { places[name].flatMap { values[$0] } }
    if let played = value("played_s"), played > video.duration + 1e-6 {
      return ("played_s of \(played)", "at most \(video.duration), the duration of the video")
    }
    if let bitrate = value("mean_bitrate_bps"), let least = video.bandwidths.min(), let most = video.bandwidths.max(),
      bitrate < Double(least) * (1 - 1e-9) || bitrate > Double(most) * (1 + 1e-9)
    {
      return ("mean_bitrate_bps of \(bitrate)", "\(least) to \(most), the bandwidths of the video")
    }
    return nil
  }

  /// A session that failed, or whose network ended, though its video was shown to its end; `nil` for another.
  /// A player's own code, which has no `rates`, may fail after its last frame.
  private func contradiction(
    inEndOf values: [Double?], _ outcome: SessionOutcome, _ video: RunRecord.Video, at rates: ClosedRange<Double>?
  ) -> (found: String, allowed: String)? {
    guard outcome == .failed || outcome == .networkExhausted, rates != nil, let played = value("played_s", values),
      played >= video.duration || Tie.holds(played, video.duration)
    else { return nil }
    return (
      "outcome of \(outcome.rawValue)",
      "\(SessionOutcome.completed.rawValue), as played_s is \(played), the duration of the video"
    )
  }

  /// Values of a session that cannot be true at once; `nil` for none. Ratios may differ in their last digits.
  private func contradiction(in values: [Double?], _ outcome: SessionOutcome) -> (found: String, allowed: String)? {
    func sum(_ places: [Int]) -> Double { places.reduce(0) { $0 + (values[$1] ?? 0) } }
    func names(_ places: [Int]) -> String { places.map { metrics[$0].name }.joined(separator: " + ") }
    for (metric, parts, isWhole) in sums {
      guard let value = values[metric] else { continue }
      let total = sum(parts)
      guard isWhole ? value != total : value < total else { continue }
      return ("\(metrics[metric].name) of \(value)", "\(isWhole ? "" : "at least ")\(total): \(names(parts))")
    }
    for (metric, above, below) in ratios {
      guard let value = values[metric], abs(value * sum(below) - sum(above)) > 1e-6 * max(1, sum(above)) else {
        continue
      }
      let line = below.count > 1 ? "(\(names(below)))" : names(below)
      return ("\(metrics[metric].name) of \(value)", "\(sum(above) / sum(below)): \(names(above)) / \(line)")
    }
    if let played = places["played_s"].flatMap({ values[$0] }) {
      for (metric, value) in zip(metrics, values) where metric.scores != nil && metric.unit == "s" {
        guard let value, value > played + 1e-6 else { continue }
        return ("\(metric.name) of \(value)", "at most \(played), played_s")
      }
    }
    for (metric, other) in zeros where values[metric] == 0 {
      guard let value = values[other], value > 0 else { continue }
      // Up to version 5 of the semantics the end of the network was a stall of no length.
      if outcome == .networkExhausted, value == 1, metrics[other].name == "rebuffer_count" { continue }
      return ("\(metrics[other].name) of \(value)", "0, as \(metrics[metric].name) is")
    }
    return nil
  }
}
