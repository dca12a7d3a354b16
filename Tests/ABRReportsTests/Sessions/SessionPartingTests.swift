import ABRPlayback
import Testing

@testable import ABRReports

struct SessionPartingTests {
  /// Requests and arrivals of segments in order, each at a rendition.
  private func events(_ renditions: [Int]) -> [SessionEvent] {
    renditions.enumerated().flatMap { segment, rendition in
      [
        SessionEvent.Kind.requested(segment: segment, rendition: rendition, bytes: 1),
        .downloaded(segment: segment, rendition: rendition, bytes: 1, latency: 0, transferTime: 1),
      ].map { SessionEvent(time: Double(segment), level: 0, position: 0, kind: $0) }
    }
  }

  @Test func theFirstThatDiffers() {
    let parting = SessionParting(of: events([0, 1, 2, 2]), and: events([0, 1, 1, 2]))
    #expect(parting.sameRequests == 2)
    #expect(parting.first?.kind == .requested(segment: 2, rendition: 2, bytes: 1))
    #expect(parting.second?.kind == .requested(segment: 2, rendition: 1, bytes: 1))
    #expect((parting.shared.same, parting.shared.segments) == (3, 4))
    #expect(!parting.isNowhere)
  }

  @Test func oneThatEndsBefore() {
    let parting = SessionParting(of: events([0, 1]), and: events([0, 1, 1]))
    #expect(parting.sameRequests == 2)
    #expect(parting.first == nil)
    #expect(parting.second != nil)
    #expect((parting.shared.same, parting.shared.segments) == (2, 2))
  }

  @Test func nowhere() {
    #expect(SessionParting(of: events([0, 1]), and: events([0, 1])).isNowhere)
    #expect(SessionParting(of: [], and: []).isNowhere)
  }

  @Test func theLastDownloadOfASegmentCounts() {
    let again = events([0, 1]) + events([2])
    #expect(SessionParting(of: again, and: events([2, 1])).shared.same == 2)
  }
}
