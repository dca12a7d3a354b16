import ABRPlayback

/// What the browser has measured of the last segments. A segment that is fetched again has the address of the first
/// time, and dash.js takes the first entry of that address (`HTTPLoader`, `_addResourceTimingValues`).
struct DashMeasurements: Sendable {
  struct Sample: Sendable {
    /// Kilobits per second.
    var rate: Double
    var seconds: Double
  }

  private struct Entry: Sendable {
    var segment = -1
    var rendition = -1
    var sample = Sample(rate: 0, seconds: 0)
  }

  /// Segments are fetched again only while they are on the screen or ahead of it.
  private static let capacity = 16
  private var entries = InlineArray<16, Entry>(repeating: Entry())
  private var count = 0

  /// Takes what was measured of a segment.
  mutating func append(_ sample: Sample, of download: Download) {
    entries[count % Self.capacity] = Entry(
      segment: download.segment, rendition: download.rendition, sample: sample)
    count += 1
  }

  /// What was measured when the segment was first fetched in this rendition.
  ///
  /// `mutating`, so that the compiler makes no copy.
  mutating func first(of download: Download) -> Sample? {
    guard download.replacesMedia else { return nil }
    for index in entries.indices
    where entries[index].segment == download.segment && entries[index].rendition == download.rendition {
      return entries[index].sample
    }
    return nil
  }
}
