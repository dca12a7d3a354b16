/// How far throughput estimates were off, download by download, in kbit/s. Sabre compares every download but the first
/// with the estimate before it, also one that was given up, which is no sample.
struct SabreEstimateErrors<History: SabreThroughputHistory> {
  private var history: History
  private var isFirst = true
  private(set) var overCount = 0
  private(set) var overAverage = 0.0
  private(set) var goodCount = 0
  private(set) var goodAverage = 0.0
  private(set) var average = 0.0
  /// Comparisons that rounding decided.
  private(set) var exactCount = 0

  init(history: History, segmentDuration: Double) {
    self.history = history
    self.history.prepare(segmentDuration: segmentDuration)
  }

  mutating func take(_ event: SessionEvent) {
    switch event.kind {
    case .downloaded(_, _, let bytes, let latency, let transferTime):
      compare(bits: Double(bytes) * 8, seconds: transferTime)
      history.add(bits: Double(bytes) * 8, seconds: transferTime, latency: latency)
    case .abandoned(_, _, let received, _, let transferTime, _):
      compare(bits: received * 8, seconds: transferTime)
    default: break
    }
  }

  private mutating func compare(bits: Double, seconds: Double) {
    defer { isFirst = false }
    guard !isFirst, seconds > 0 else { return }
    let error = (history.throughput - bits / seconds) / 1000
    if abs(error) <= 1e-9 * (bits / seconds / 1000) { exactCount += 1 }
    if error > 0 {
      overCount += 1
      overAverage += (error - overAverage) / Double(overCount)
    } else {
      goodCount += 1
      goodAverage += (-error - goodAverage) / Double(goodCount)
    }
    average += (error - average) / Double(overCount + goodCount)
  }
}
