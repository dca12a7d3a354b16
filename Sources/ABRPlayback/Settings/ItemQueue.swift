/// What a session of several items plays: media resources, the order of visits to them, and side requests.
///
/// A feed is one visit an item. An ad break splits its content into two visits with the clips between them. A replay
/// and a back-swipe are further visits to the same item.
public struct ItemQueue: Sendable, Hashable {
  /// The media resources. Two visits to one resource share what was fetched for it.
  public var items: [QueueItem]
  /// The order of play.
  public var visits: [Visit]
  /// Side requests.
  public var sideFlows: [SideFlow]
  /// Which breaks are shown when the viewer seeks past some.
  public var breaksOnSeek = BreaksOnSeek.last
  /// How the list becomes known; `nil` where all of it is from the start.
  public var pages: PageSettings?
  /// How many streams the service allows at once; `nil` for any number.
  public var streamLimit: StreamLimit?

  /// Which breaks are shown when the viewer seeks past some, before the item continues where the viewer wants to be.
  public enum BreaksOnSeek: String, Sendable, Hashable, CaseIterable {
    /// The last one before the target (snap-back).
    case last
    /// All of them.
    case all
    /// None (Brightcove `seekWithoutAds`).
    case none
  }

  /// Creates a queue.
  public init(
    items: [QueueItem], visits: [Visit], sideFlows: [SideFlow] = [], pages: PageSettings? = nil,
    breaksOnSeek: BreaksOnSeek = .last
  ) {
    self.breaksOnSeek = breaksOnSeek
    self.items = items
    self.visits = visits
    self.pages = pages
    self.sideFlows = sideFlows.sorted { $0.start < $1.start }
  }

  /// A playlist: every item once, in order.
  public init(playlist items: [QueueItem]) {
    self.init(items: items, visits: items.indices.map { Visit(item: $0) })
  }

  /// Checks that indices exist and numbers make sense.
  ///
  /// - Parameter playerCount: how many prepared players there are.
  /// - Throws: ``SettingsError``.
  public func validate(playerCount: Int) throws(SettingsError) {
    guard !visits.isEmpty else {
      throw SettingsError(setting: "queue", found: "no visit", allowed: "at least one item to play")
    }
    for (index, item) in items.enumerated() {
      guard (0..<playerCount).contains(item.player) else {
        throw SettingsError(
          setting: "item \(index) video", found: "\(item.player)", allowed: "0 to \(playerCount - 1)")
      }
      guard item.requestsBefore.allSatisfy({ $0 > 0 }) else {
        throw SettingsError(
          setting: "item \(index) requests before", found: "\(item.requestsBefore) bytes",
          allowed: "1 byte or more each")
      }
      for (name, seconds) in [("address lifetime", item.addressLifetime ?? 1), ("renewal", item.renewal)]
      where !(seconds >= 0 && seconds.isFinite) || seconds == 0 && name != "renewal" {
        throw SettingsError(
          setting: "item \(index) \(name)", found: "\(seconds) s", allowed: "a finite time of more than 0 s")
      }
      guard item.sources.allSatisfy({ (0..<playerCount).contains($0.player) }) else {
        throw SettingsError(
          setting: "item \(index) sources", found: "\(item.sources.map(\.player))", allowed: "0 to \(playerCount - 1)")
      }
      guard item.overheadBytes >= 0 else {
        throw SettingsError(
          setting: "item \(index) overhead", found: "\(item.overheadBytes)", allowed: "0 or more bytes")
      }
      if let live = item.live { try live.validate(as: "item \(index) live") }
    }
    for (index, visit) in visits.enumerated() {
      guard items.indices.contains(visit.item) else {
        throw SettingsError(setting: "visit \(index) item", found: "\(visit.item)", allowed: "0 to \(items.count - 1)")
      }
      guard visit.from.map({ $0 >= 0 && $0.isFinite }) ?? true, visit.until > (visit.from ?? 0) else {
        throw SettingsError(
          setting: "visit \(index)", found: "from \(visit.from ?? 0) s until \(visit.until) s",
          allowed: "0 s ≤ from < until")
      }
    }
    try pages?.validate()
    try streamLimit?.validate()
    for flow in sideFlows {
      guard flow.start >= 0, flow.start.isFinite, flow.bytes > 0 else {
        throw SettingsError(
          setting: "side flow", found: "\(flow.bytes) bytes at \(flow.start) s",
          allowed: "1 or more bytes at 0 s or later")
      }
    }
  }
}

/// A media resource of a session.
public struct QueueItem: Sendable, Hashable {
  /// What it is called in logs.
  public var name: String
  /// Index of the prepared player of its video.
  public var player: Int
  /// Bytes of playlists and initialisation data before its first segment.
  public var overheadBytes: Int
  /// Whether the local cache may keep it.
  public var isCacheable: Bool
  /// The live edge, for a live stream.
  public var live: LiveSettings?
  /// Bytes of small answers that are asked for one after another before everything else of the item: a catalogue, a
  /// play authorisation, an ad tag.
  public var requestsBefore: [Int] = []
  /// The keys of its media, by number; each needs a licence before a frame is shown, see ``LicenceSettings``.
  public var keys: [Int] = []
  /// Seconds for which its address holds, since the session began or since it was renewed; `nil` for ever. A request
  /// under an address that has expired is answered with an error, and the app is asked for a new one (ApsaraVideo
  /// source refresh, from SDK 7.9.0).
  public var addressLifetime: Double?
  /// Seconds that the app takes for a new address.
  public var renewal = 1.0
  /// Whether the app gets no new address: the player plays what is buffered, and fails.
  public var renewalFails = false
  /// Ladder index of the rendition in which all segments lie on the device since an earlier session; `nil` where none
  /// does. Nothing but licences is requested then, neither rule nor limits choose, and the segments, which no session
  /// receives, are in no account of the ledger: received = played + wasted + overhead holds without them.
  public var downloadedRendition: Int?
  /// What the item may be played from, in the order in which it is tried; empty where ``player`` is all there is.
  public var sources: [Source] = []

  /// One of several sources of an item.
  public struct Source: Sendable, Hashable {
    /// Index of the prepared player of its video.
    public var player: Int
    /// Whether it answers every request with an error.
    public var isRefused: Bool
    /// Whether its address is https. A connection under http is another one, and set up without TLS: for at most the
    /// one round trip of TCP.
    public var isSecure: Bool

    /// Creates a source.
    public init(player: Int, isRefused: Bool = false, isSecure: Bool = true) {
      self.player = player
      self.isRefused = isRefused
      self.isSecure = isSecure
    }
  }

  /// Creates an item.
  public init(
    _ name: String = "", player: Int = 0, overheadBytes: Int = 0, isCacheable: Bool = true, live: LiveSettings? = nil
  ) {
    self.name = name
    self.player = player
    self.overheadBytes = overheadBytes
    self.isCacheable = isCacheable
    self.live = live
  }
}

/// One turn of an item on the screen.
public struct Visit: Sendable, Hashable {
  /// What kind of turn it is.
  public enum Role: Sendable, Hashable {
    /// What the viewer came for.
    case content
    /// A clip of an ad break; its rest may be skipped after so many seconds of it, infinite for never.
    case ad(skippableAfter: Double)
    /// A clip before ads and content.
    case bumper
  }

  /// Index of the item.
  public var item: Int
  /// Media seconds at which playing begins; `nil` continues where a visit ended that kept its buffer, and otherwise
  /// begins at the start, or at the live edge less the start index.
  public var from: Double?
  /// Media seconds at which the visit ends; infinite for the item's end.
  public var until: Double
  /// What kind of turn it is.
  public var role: Role
  /// Whether the buffer is kept when the visit ends, because the item comes back after an ad break.
  public var keepsBuffer: Bool

  /// Creates a visit.
  public init(
    item: Int, from: Double? = nil, until: Double = .infinity, role: Role = .content, keepsBuffer: Bool = false
  ) {
    self.item = item
    self.from = from
    self.until = until
    self.role = role
    self.keepsBuffer = keepsBuffer
  }

  /// Whether a clip, whose startup is no startup of content.
  public var isClip: Bool { role != .content }
}

/// A side request: images of a seek bar, subtitles, a download of another title.
public struct SideFlow: Sendable, Hashable {
  /// Seconds since the session began.
  public var start: Double
  /// Bytes.
  public var bytes: Int
  /// Whether it may run only while the preload gate is open.
  public var isGated: Bool
  /// Whether ``Script/Action/downloads(isPaused:)`` pauses it.
  public var isDownload: Bool
  /// What is there.
  public var answer: Answer

  /// What a side request is answered with.
  public enum Answer: Sendable, Hashable {
    /// What it asks for.
    case content
    /// An error of so many bytes in its place; playback continues without it.
    case error
    /// The same, and playback fails: what AVPlayer does without a subtitle file that the playlist names (Brightcove
    /// SidecarSubtitles).
    case fatalError
  }

  /// Creates a side flow.
  public init(
    at start: Double, bytes: Int, isGated: Bool = false, isDownload: Bool = false, answer: Answer = .content
  ) {
    self.start = start
    self.bytes = bytes
    self.isGated = isGated
    self.isDownload = isDownload
    self.answer = answer
  }
}
