import ABRPlayback
import ABRRuns

/// Where two sessions of one video over one trace part: the first request for a segment that is not the same.
package struct SessionParting: Sendable, Hashable {
  /// Requests for segments that are the same in both, from the first on: the same segment at the same rendition.
  package let sameRequests: Int
  /// The request after those in the first session; `nil` where it makes none.
  package let first: SessionEvent?
  /// The request after those in the second session.
  package let second: SessionEvent?
  /// Why the first session made its request; `nil` where nobody says.
  package let firstReason: SessionEvent?
  /// The same of the second session.
  package let secondReason: SessionEvent?
  /// In how many segments the last download was of the same rendition.
  package let shared: SharedRenditions

  /// Finds it.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package init(of first: [SessionEvent], and second: [SessionEvent]) {
    let (own, other) = (first.filter(\.isRequest), second.filter(\.isRequest))
    let same = zip(own, other).prefix { $0.kind.request == $1.kind.request }.count
    sameRequests = same
    self.first = own.dropFirst(same).first
    self.second = other.dropFirst(same).first
    (firstReason, secondReason) = (self.first?.reason(in: first), self.second?.reason(in: second))
    shared = SharedRenditions(of: first, and: second)
  }

  /// Whether both make the same requests for segments.
  package var isNowhere: Bool { first == nil && second == nil }
}

extension SessionEvent {
  fileprivate var isRequest: Bool { kind.request != nil }

  /// The decision that a request for a segment follows: the last one for it until then.
  fileprivate func reason(in events: [SessionEvent]) -> SessionEvent? {
    events.prefix { $0 != self }.last { event in
      if case .decided(let segment, let rendition, _, _) = event.kind {
        [segment, rendition] == kind.request
      } else {
        false
      }
    }
  }
}

extension SessionEvent.Kind {
  /// What a request for a segment asks for.
  fileprivate var request: [Int]? {
    if case .requested(let segment, let rendition, _) = self { [segment, rendition] } else { nil }
  }
}
