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
  package mutating func add(_ rendition: Int, _ allTerms: [RenditionTerms], seconds: Double, of duration: Double) {
    follow(rendition, allTerms)
    add(allTerms[rendition], seconds: seconds, of: duration)
  }

  /// A segment comes, by its ladder index: a switch where that is not the one before.
  @inline(__always)
  mutating func follow(_ rendition: Int, _ allTerms: [RenditionTerms]) {
    defer { last = rendition }
    guard let last, last != rendition else { return }
    let (before, terms) = (allTerms[last], allTerms[rendition])
    switchCount += 1
    switchMagnitude += abs(terms.bandwidth - before.bandwidth)
    switchLogMagnitude += abs(terms.logarithm - before.logarithm)
    switchHDMagnitude += abs(terms.hd - before.hd)
  }

  /// Adds seconds of a segment of some duration, of the rendition that has come last.
  @inline(__always)
  mutating func add(_ terms: RenditionTerms, seconds: Double, of duration: Double) {
    let share = seconds == duration ? 1 : Self.share(seconds, of: duration)
    bits += terms.bandwidth * seconds
    linearQuality += share * terms.megabits
    logQuality += share * terms.logarithm
    hdQuality += share * terms.hd
  }

  /// A call, because the compiler divides even where the answer is 1.
  @inline(never)
  private static func share(_ seconds: Double, of duration: Double) -> Double { seconds / duration }

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
