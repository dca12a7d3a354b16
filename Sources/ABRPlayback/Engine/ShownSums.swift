/// Sums of a session over what was on the screen, in local variables while many segments are added.
package struct ShownSums {
  /// Ladder index of what was shown last; `nil` before anything was.
  package private(set) var last: Int?
  private var bits: Double
  private var linearQuality: Double
  private var logQuality: Double
  private var hdQuality: Double
  private var switchCount: Int
  private var switchMagnitude: Double
  private var switchLogMagnitude: Double
  private var switchHDMagnitude: Double

  /// Continues the sums of a session.
  package init(_ metrics: SessionMetrics, last: Int?) {
    self.last = last
    bits = metrics.shownBits
    linearQuality = metrics.linearQuality
    logQuality = metrics.logQuality
    hdQuality = metrics.hdQuality
    switchCount = metrics.switchCount
    switchMagnitude = metrics.switchMagnitude
    switchLogMagnitude = metrics.switchLogMagnitude
    switchHDMagnitude = metrics.switchHDMagnitude
  }

  /// Adds seconds of a segment of some duration.
  @inline(__always)
  package mutating func add(_ rendition: Int, _ allTerms: [RenditionTerms], seconds: Double, of duration: Double) {
    let terms = allTerms[rendition]
    let share = seconds == duration ? 1 : seconds / duration
    bits += terms.bandwidth * seconds
    linearQuality += share * terms.megabits
    logQuality += share * terms.logarithm
    hdQuality += share * terms.hd
    if let last, last != rendition {
      let before = allTerms[last]
      switchCount += 1
      switchMagnitude += abs(terms.bandwidth - before.bandwidth)
      switchLogMagnitude += abs(terms.logarithm - before.logarithm)
      switchHDMagnitude += abs(terms.hd - before.hd)
    }
    last = rendition
  }

  /// Gives the sums back.
  package func write(to metrics: inout SessionMetrics) {
    metrics.shownBits = bits
    metrics.linearQuality = linearQuality
    metrics.logQuality = logQuality
    metrics.hdQuality = hdQuality
    metrics.switchCount = switchCount
    metrics.switchMagnitude = switchMagnitude
    metrics.switchLogMagnitude = switchLogMagnitude
    metrics.switchHDMagnitude = switchHDMagnitude
  }
}
