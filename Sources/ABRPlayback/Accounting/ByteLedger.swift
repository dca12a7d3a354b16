/// Where a received byte ended.
public enum ByteAccount: Int, Sendable, Hashable, CaseIterable {
  /// Media that was rendered.
  case played
  /// Part of a download that was abandoned, by the rule or because the viewer left.
  case aborted
  /// Buffered media dropped for another rendition.
  case replaced
  /// Media still in the buffer when the viewer left or skipped.
  case unplayed
  /// Fetched ahead for an item or rendition that was never played.
  case preloaded
  /// Dropped to catch up with a live edge.
  case dropped
  /// Rest of a skipped ad.
  case skipped
  /// Fetched from a source or codec that was given up.
  case fallback
  /// Playlists, initialisation data, probes, subtitles, images, licences.
  case overhead

  /// The word used in exported names: `bytes_<name>`.
  public var name: String { "\(self)" }

  /// Whether bytes of this account are waste: media received and never rendered.
  public var isWaste: Bool { self != .played && self != .overhead }
}

/// Every byte a session received, each in exactly one account.
public struct ByteLedger: Sendable, Hashable {
  // One property an account: a ledger is a plain value for which a session allocates nothing, and an account that is
  // named in the code is one addition to memory.
  @usableFromInline var played = 0
  @usableFromInline var aborted = 0
  @usableFromInline var replaced = 0
  @usableFromInline var unplayed = 0
  @usableFromInline var preloaded = 0
  @usableFromInline var dropped = 0
  @usableFromInline var skipped = 0
  @usableFromInline var fallback = 0
  @usableFromInline var overhead = 0

  /// An empty ledger.
  @inlinable public init() {}

  /// Bytes in one account.
  @inlinable
  public subscript(account: ByteAccount) -> Int {
    switch account {
    case .played: played
    case .aborted: aborted
    case .replaced: replaced
    case .unplayed: unplayed
    case .preloaded: preloaded
    case .dropped: dropped
    case .skipped: skipped
    case .fallback: fallback
    case .overhead: overhead
    }
  }

  /// Adds bytes to an account: the one way into the ledger.
  @inline(__always)
  package mutating func credit(_ bytes: Int, to account: ByteAccount) {
    switch account {
    case .played: played += bytes
    case .aborted: aborted += bytes
    case .replaced: replaced += bytes
    case .unplayed: unplayed += bytes
    case .preloaded: preloaded += bytes
    case .dropped: dropped += bytes
    case .skipped: skipped += bytes
    case .fallback: fallback += bytes
    case .overhead: overhead += bytes
    }
  }

  /// All bytes received.
  public var downloaded: Int { ByteAccount.allCases.reduce(0) { $0 + self[$1] } }

  /// Bytes received for media that was never rendered.
  public var wasted: Int { ByteAccount.allCases.reduce(0) { $1.isWaste ? $0 + self[$1] : $0 } }
}
