import ABRPlayback

extension ByteAccount {
  /// One line for people.
  package var summary: String {
    switch self {
    case .played: "bytes of media that was rendered"
    case .aborted: "bytes of downloads abandoned by the rule, or because the viewer left"
    case .replaced: "bytes of buffered media dropped for another rendition"
    case .unplayed: "bytes of media still buffered when the viewer left"
    case .preloaded: "bytes fetched ahead for what was never played"
    case .dropped: "bytes dropped to catch up with a live edge"
    case .skipped: "bytes of the rest of a skipped ad"
    case .fallback: "bytes from a source or codec that was abandoned"
    case .overhead: "bytes beside segments: playlists, initialisation data, licences, side requests, downloads"
    }
  }
}
