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
    shared = SharedRenditions(of: first, and: second)
  }

  /// Whether both make the same requests for segments.
  package var isNowhere: Bool { first == nil && second == nil }
}

extension SessionEvent {
  fileprivate var isRequest: Bool { kind.request != nil }
}

extension SessionEvent.Kind {
  /// What a request for a segment asks for.
  fileprivate var request: [Int]? {
    if case .requested(let segment, let rendition, _) = self { [segment, rendition] } else { nil }
  }
}
