import ABRPlayback

/// Where two sessions of one video over one trace part: the first request for a segment that is not the same.
package struct SessionParting: Sendable, Hashable {
  /// Requests for segments that are the same in both, from the first on: the same segment at the same rendition.
  package let sameRequests: Int
  /// The request after those in the first session; `nil` where it makes none.
  package let first: SessionEvent?
  /// The request after those in the second session.
  package let second: SessionEvent?
  /// Segments that both downloaded, counted once.
  package let segments: Int
  /// Those of them whose last download was of the same rendition in both.
  package let sameRenditions: Int

  /// Finds it.
  ///
  /// - Complexity: O(*n*) in the number of events.
  package init(of first: [SessionEvent], and second: [SessionEvent]) {
    let (own, other) = (first.filter(\.isRequest), second.filter(\.isRequest))
    let same = zip(own, other).prefix { $0.kind.request == $1.kind.request }.count
    sameRequests = same
    self.first = own.dropFirst(same).first
    self.second = other.dropFirst(same).first
    let renditions = (Self.renditions(of: first), Self.renditions(of: second))
    let both = renditions.0.filter { renditions.1[$0.key] != nil }
    segments = both.count
    sameRenditions = both.count { renditions.1[$0.key] == $0.value }
  }

  /// Whether both make the same requests for segments.
  package var isNowhere: Bool { first == nil && second == nil }

  private static func renditions(of events: [SessionEvent]) -> [Int: Int] {
    events.reduce(into: [:]) { found, event in
      if case .downloaded(let segment, let rendition, _, _, _) = event.kind { found[segment] = rendition }
    }
  }
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
