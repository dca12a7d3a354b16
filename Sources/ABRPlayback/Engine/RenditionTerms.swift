import ABRMedia
import Glibc

/// What a second or a segment of a rendition adds to the metrics of a session, worked out once for a ladder.
@usableFromInline
package struct RenditionTerms: Sendable {
  /// Declared bandwidth in bits per second.
  @usableFromInline let bandwidth: Double
  /// Declared bandwidth in Mbit/s.
  @usableFromInline let megabits: Double
  /// ln(bandwidth / lowest bandwidth of the ladder).
  @usableFromInline let logarithm: Double
  /// ``QoEFormula/hdQuality(ofBandwidth:)``.
  @usableFromInline let hd: Double

  /// Those of a ladder, by its indices.
  /// - Complexity: O(*renditions*).
  @usableFromInline
  package static func terms(of ladder: Ladder) -> [RenditionTerms] {
    ladder.renditions.map { rendition in
      let bandwidth = Double(rendition.bandwidth)
      return RenditionTerms(
        bandwidth: bandwidth, megabits: bandwidth / 1e6, logarithm: log(bandwidth / Double(ladder[0].bandwidth)),
        hd: QoEFormula.hdQuality(ofBandwidth: bandwidth))
    }
  }
}
