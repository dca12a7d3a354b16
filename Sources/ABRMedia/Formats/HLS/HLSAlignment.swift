/// Finds the segments that live playlists have in common: they are loaded one after another.
enum HLSAlignment {
  /// The segments of each playlist that are in all of them; `nil` where nothing tells.
  ///
  /// Dates tell it, or numbers where those of discontinuities agree: the numbers of segments need not
  /// (RFC 8216 §4.3.3.2), those of discontinuities must (§6.2.4).
  ///
  /// - Complexity: O(segments).
  static func common(_ playlists: [HLSMediaPlaylist]) -> [Range<Int>]? {
    let all = playlists.map(\.segments)
    if all.allSatisfy({ $0[0].date != nil }) {
      return common(all.map { $0.map { ($0.date ?? 0, $0.duration) } })
    }
    let numbered = common(all.map { $0.map { (Double($0.number), 1) } })
    guard playlists.allSatisfy(\.hasDiscontinuityNumbers) else { return numbered }
    if let numbered, Set(zip(all, numbered).map { $0[$1].map(\.discontinuity) }).count == 1 { return numbered }
    let changes = all.map { segments in
      let places = segments.indices.dropFirst().filter {
        segments[$0].discontinuity != segments[$0 - 1].discontinuity
      }
      return Dictionary(places.map { (segments[$0].discontinuity, $0) }) { first, _ in first }
    }
    guard let shared = changes[0].keys.filter({ key in changes.allSatisfy { $0[key] != nil } }).min() else {
      return nil
    }
    return common(
      zip(all, changes).map { segments, changes in segments.indices.map { (Double($0 - (changes[shared] ?? 0)), 1) } })
  }

  private static func common(_ timelines: [[(start: Double, length: Double)]]) -> [Range<Int>]? {
    let latest = timelines.map { $0[0].start }.max() ?? 0
    let firsts = timelines.compactMap { $0.firstIndex { $0.start + $0.length / 2 > latest } }
    guard firsts.count == timelines.count, let count = zip(timelines, firsts).map({ $0.count - $1 }).min() else {
      return nil
    }
    return firsts.map { $0..<($0 + count) }
  }
}
