import ABRMedia
import ABRNetwork

/// What a player does on links of simple shapes, read off its timelines: at which rates it switches, how soon it
/// reacts, how low it falls.
package struct PlayerFingerprint: Sendable, Hashable {
  /// The link's rate over the bandwidth of a rendition at which the player first goes up to it, the median over
  /// renditions; `nil` where it never goes up.
  package var upAt: Double?
  /// The link's rate over the bandwidth of a rendition at which the player first falls below it.
  package var downAt: Double?
  /// Seconds from a step up of the link to the first request of a higher rendition, the median over the steps that it
  /// follows.
  package var upAfter: Double?
  /// The same for a step down and a lower rendition.
  package var downAfter: Double?
  /// Renditions by which it falls below the highest that the link carries after a shock.
  package var undershoot: Int?
  /// Seconds stalled after a shock.
  package var shockStall = 0.0
  /// Seconds from the end of a shock until it requests what it had before; `nil` where it never does.
  package var recovery: Double?
  /// Seconds from a drop until it requests no more than the link carries; `nil` where it never does.
  package var dropAfter: Double?
  /// Seconds stalled after a drop.
  package var dropStall = 0.0
  /// Buffer levels in media seconds at the ends of the steps of the stairs, up alone.
  package var levels: [Double] = []

  /// Seconds of the finest steps where nothing else is asked for.
  package static let usualStep = 20.0

  /// The gap between going up and going down, as a share.
  package var gap: Double? { upAt.flatMap { up in downAt.map { up / $0 - 1 } } }

  /// The traces of a fingerprint over a ladder, in the order in which they are read off: rates a third above the
  /// bandwidths, so that it is clear which rendition the link carries.
  ///
  /// - Parameters:
  ///   - ladder: two renditions or more.
  ///   - step: seconds of a step.
  /// - Throws: `TraceError`.
  package static func traces(over ladder: Ladder, step: Double) throws(TraceError) -> [BandwidthTrace] {
    let rates = ladder.renditions.map { Double($0.bandwidth) * 4 / 3 }.uniqued()
    let ends = [rates[rates.count / 3], rates[rates.count - 1]].uniqued()
    let low = rates[0] / 2
    return [
      try TraceShape.hysteresis.trace(rates: [low] + rates.suffix(1), step: step),
      try TraceShape.stairs.trace(rates: rates, step: 2 * step),
      try TraceShape.shock.trace(rates: ends.count > 1 ? ends : [low] + ends, step: 2 * step),
      try TraceShape.drop.trace(rates: ends.count > 1 ? ends : [low] + ends, step: 2 * step),
    ]
  }

  /// Reads timelines off.
  ///
  /// - Parameters:
  ///   - timelines: of one session over each trace.
  ///   - traces: those of ``traces(over:step:)``.
  ///   - ladder: what was played.
  package init(_ timelines: [SessionTimeline], over traces: [BandwidthTrace], of ladder: Ladder) {
    precondition(timelines.count == traces.count && traces.count == 4, "a timeline of each trace")
    let bandwidths = ladder.renditions.map { Double($0.bandwidth) }
    readThresholds(timelines[0], traces[0], bandwidths)
    readSteps(timelines[1], traces[1])
    readShock(timelines[2], traces[2], bandwidths)
    let (drop, link) = (timelines[3], traces[3])
    let begin = link.rows[0].duration
    dropAfter = drop.bitrate.values(after: begin).first { $0.value <= link.rows[1].bandwidth }.map { $0.time - begin }
    dropStall = drop.stalled(from: begin, to: link.duration)
  }

  private mutating func readShock(_ timeline: SessionTimeline, _ trace: BandwidthTrace, _ bandwidths: [Double]) {
    let carried = bandwidths.lastIndex { $0 <= trace.rows[1].bandwidth } ?? 0
    let (begin, end) = (trace.rows[0].duration, trace.rows[0].duration + trace.rows[1].duration)
    let before = timeline.bitrate.value(at: begin)
    let lowest = timeline.bitrate.values(after: begin).map(\.value).min() ?? before ?? 0
    undershoot = max(0, carried - (bandwidths.lastIndex { $0 <= lowest } ?? 0))
    shockStall = timeline.stalled(from: begin, to: trace.duration)
    recovery = before.flatMap { before in
      (timeline.bitrate.value(at: end) ?? 0) >= before
        ? 0 : timeline.bitrate.values(after: end).first { $0.value >= before }.map { $0.time - end }
    }
  }

  private mutating func readThresholds(_ timeline: SessionTimeline, _ trace: BandwidthTrace, _ bandwidths: [Double]) {
    let half = trace.duration / 2
    let first = timeline.bitrate.values.first ?? 0
    var (ups, downs): ([Double], [Double]) = ([], [])
    for bandwidth in bandwidths where bandwidth > first {
      let up = timeline.bitrate.values(after: 0).first { $0.value >= bandwidth && $0.time < half }
      if let up, let rate = timeline.capacity.value(at: up.time) { ups.append(rate / bandwidth) }
      guard (timeline.bitrate.value(at: half) ?? 0) >= bandwidth else { continue }
      let down = timeline.bitrate.values(after: half).first { $0.value < bandwidth && $0.time < trace.duration }
      if let down, let rate = timeline.capacity.value(at: down.time) { downs.append(rate / bandwidth) }
    }
    (upAt, downAt) = (ups.middle, downs.middle)
  }

  private mutating func readSteps(_ timeline: SessionTimeline, _ trace: BandwidthTrace) {
    var time = 0.0
    var (ups, downs): ([Double], [Double]) = ([], [])
    for (index, row) in trace.rows.enumerated() {
      let end = time + row.duration
      if index <= trace.rows.count / 2, let level = timeline.level.value(between: end) { levels.append(level) }
      if index > 0, let before = timeline.bitrate.value(at: time) {
        let isUp = row.bandwidth > trace.rows[index - 1].bandwidth
        let switched = timeline.bitrate.values(after: time).first { isUp ? $0.value > before : $0.value < before }
        if let switched, switched.time < end {
          if isUp { ups.append(switched.time - time) } else { downs.append(switched.time - time) }
        }
      }
      time = end
    }
    (upAfter, downAfter) = (ups.middle, downs.middle)
  }
}

extension TimelineSeries {
  /// The value of a series whose values hold until the next one; `nil` before the first.
  fileprivate func value(at time: Double) -> Double? {
    times.lastIndex { $0 <= time }.map { values[$0] }
  }

  /// The value of a series that is linear between points.
  fileprivate func value(between time: Double) -> Double? {
    guard let index = times.lastIndex(where: { $0 <= time }) else { return nil }
    guard index + 1 < count, times[index + 1] > times[index] else { return values[index] }
    let share = (time - times[index]) / (times[index + 1] - times[index])
    return values[index] + share * (values[index + 1] - values[index])
  }

  /// The points after a time.
  fileprivate func values(after time: Double) -> [(time: Double, value: Double)] {
    zip(times, values).filter { $0.0 > time }.map { (time: $0.0, value: $0.1) }
  }
}

extension SessionTimeline {
  /// Seconds stalled within a time.
  fileprivate func stalled(from start: Double, to end: Double) -> Double {
    waits.filter { $0.cause == .stall }.reduce(0) { $0 + max(0, min($1.to, end) - max($1.from, start)) }
  }
}

extension [Double] {
  /// The median, the lower of two; `nil` of none.
  fileprivate var middle: Double? { isEmpty ? nil : sorted()[(count - 1) / 2] }
}
