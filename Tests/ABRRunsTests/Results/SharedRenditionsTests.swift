import ABRPlayback
import Testing

@testable import ABRRuns

@Suite struct SharedRenditionsTests {
  private func downloads(_ list: [(segment: Int, rendition: Int, position: Double)]) -> [SessionEvent] {
    list.map {
      SessionEvent(
        time: 0, level: 0, position: $0.position,
        kind: .downloaded(segment: $0.segment, rendition: $0.rendition, bytes: 1, latency: 0, transferTime: 1))
    }
  }

  @Test("a segment that is fetched again too late to be shown counts as it was before")
  func tooLate() {
    let once = downloads([(0, 1, 0), (1, 1, 2)])
    let again = downloads([(0, 1, 0), (1, 1, 2), (0, 2, 4), (1, 2, 7.9)])
    let (counted, late) = (
      SharedRenditions(of: once, and: again), SharedRenditions(of: once, and: again, starts: [0, 4, 8])
    )
    #expect(counted.segments == 2 && counted.same == 0)
    // The second one comes while a tenth of a second of its segment is left.
    #expect(late.segments == 2 && late.same == 1)
  }
}
