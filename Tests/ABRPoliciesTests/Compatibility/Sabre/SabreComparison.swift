import ABRPlayback

@testable import ABRPolicies

/// What differs between a session of Sabre and one of ours, in words; empty when nothing does.
///
/// Numbers agree when they differ by no more than 1e-9 of the larger. Times agree to a nanosecond, because Sabre's own
/// sums leave 1e-12 ms where nothing is left; differences of large numbers agree to 1e-9 of those.
func differences(
  of ours: (metrics: SessionMetrics, account: SabreAccount), from golden: [String: Double?], segmentDuration: Double
) -> [String] {
  var found: [String] = []
  let account = ours.account
  func check(_ name: String, _ ours: Double?, _ golden: Double?, floor: Double = 0, scale: Double = 0) {
    if ours == nil, golden == nil { return }
    if let ours, let golden, abs(ours - golden) <= max(floor, 1e-9 * max(abs(ours), abs(golden), scale)) { return }
    found.append("\(name): Sabre \(golden.map { "\($0)" } ?? "none"), ours \(ours.map { "\($0)" } ?? "none")")
  }
  func value(_ name: String) -> Double { (golden[name] ?? nil) ?? .nan }

  let nanosecond = 1e-6
  let byRounding = ["rebuffer_event_count", "overestimate_count", "goodestimate_count"]
  let bySums = ["overestimate_average", "goodestimate_average", "estimate_average"]
  for (name, ours) in account.raw where !byRounding.contains(name) && !bySums.contains(name) {
    check(name, ours, golden[name] ?? nil, floor: name.hasSuffix("_time") ? nanosecond : 0)
  }
  check(
    "score", account.score,
    (value("played_utility") - 5 * value("rebuffer_time") / (segmentDuration * 1000)) * segmentDuration * 1000
      / value("total_play_time"),
    scale: value("played_utility") / value("total_play_time") * segmentDuration * 1000)

  // Stalls: Sabre may count one more, of 1e-12 ms, when the last of the buffer plays out; the stalled time agrees to a
  // nanosecond, so there is no room for another.
  if ![0, 1].contains(value("rebuffer_event_count") - Double(account.rebufferEventCount)) {
    found.append("rebuffer_event_count: Sabre \(value("rebuffer_event_count")), ours \(account.rebufferEventCount)")
  }

  // Estimates: exact ones fall to either side, by the last bit; the sums of errors do not depend on it.
  let over = (golden: value("overestimate_count"), ours: Double(account.overestimateCount))
  let good = (golden: value("goodestimate_count"), ours: Double(account.goodestimateCount))
  check("estimates", over.ours + good.ours, over.golden + good.golden)
  if abs(over.golden - over.ours) > Double(account.exactEstimateCount) {
    found.append("overestimate_count: Sabre \(over.golden), ours \(over.ours)")
  }
  let overSum = value("overestimate_average") * over.golden
  let goodSum = value("goodestimate_average") * good.golden
  check("sum of overestimates", account.overestimateAverage * over.ours, overSum)
  check("sum of good estimates", account.goodestimateAverage * good.ours, goodSum)
  check(
    "estimate_average", account.estimateAverage, value("estimate_average"),
    scale: (overSum + goodSum) / (over.golden + good.golden))

  // What the engine itself reports, in its own units.
  let metrics = ours.metrics
  check("stalledTime", metrics.stalledTime * 1000, golden["rebuffer_time"] ?? nil, floor: nanosecond)
  check("wallTime", metrics.wallTime * 1000, golden["total_play_time"] ?? nil)
  check("shownBits", metrics.shownBits / segmentDuration / 1000, golden["played_bitrate"] ?? nil)
  check("logQuality", metrics.logQuality, golden["played_utility"] ?? nil)
  check("switchMagnitude", metrics.switchMagnitude / 1000, golden["total_bitrate_change"] ?? nil)
  check("switchLogMagnitude", metrics.switchLogMagnitude, golden["total_log_bitrate_change"] ?? nil)
  return found
}
