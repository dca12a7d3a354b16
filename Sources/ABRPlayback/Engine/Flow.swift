/// One transfer: a request on its way, or bytes that arrive.
struct Flow {
  /// For whom the bytes are.
  enum Purpose {
    /// The item on the screen.
    case main
    /// An item that may come.
    case preload
    /// Neither: images, subtitles, another title.
    case side
  }

  /// What the bytes are.
  enum Content: Equatable {
    /// A segment of a video.
    case segment(Int, rendition: Int)
    /// What an item needs before its first segment, by its place among ``StreamSettings/start``.
    case startResource(Int)
    /// What a rendition needs before its first segment, by its place among ``StreamSettings/rendition``.
    case renditionResource(Int, rendition: Int)
    /// The answer that an item kept in the cache may be shown.
    case authorisation
    /// The licence of a key.
    case licence(Int)
    /// An error in place of what a side request was for.
    case error(isFatal: Bool)
    /// The answer to a heartbeat, with which a service counts streams.
    case heartbeat
    /// The playlist of a live stream, fetched again.
    case livePlaylist
    /// A page of the list of items.
    case page
    /// Anything else.
    case other

    /// Whether it is of a rendition, and could be had of another one.
    var hasRendition: Bool {
      switch self {
      case .segment, .renditionResource: true
      default: false
      }
    }
  }

  /// How far the transfer is.
  enum Phase {
    /// The first byte is still to come, at ``firstByte``.
    case waiting
    /// Bytes arrive as fast as the flow's share of the link carries them.
    case transferring
    /// Bytes arrive, in each round trip at most one congestion window.
    case slowStart(RoundTrip)
  }

  /// One round trip of slow start. The window doubles from trip to trip until the link cannot carry it within one.
  struct RoundTrip {
    var end: Double
    /// Congestion window in bytes, and what of it is still to come.
    var window: Double
    var left: Double

    /// The window after the bytes of it that have come: it grows to twice as many, and does not shrink (RFC 5681 §3.1,
    /// with the growth of Linux, which a sender that has nothing more to send does not use up).
    var windowAfter: Double { max(window, 2 * (window - left)) }
  }

  var purpose: Purpose
  var item: Int
  let content: Content
  /// Bytes that are missing of the segment, without those of an earlier part of the transfer.
  var bytes: Int
  /// Bytes of the segment that an earlier part of the transfer had brought.
  var kept = 0
  /// Bytes, of those that are missing, of audio that is fetched apart; see ``DownloadProgress/audioSize``.
  var audioBytes = 0
  var requestTime = 0.0
  /// Seconds from the request to the first byte; infinite as long as all connections are busy.
  var latency = 0.0
  /// Seconds of a round trip, without set-up, lookup or waits.
  var roundTrip = 0.0
  /// Seconds of a set-up that follow its first round trip, where that waits for what is in the path; 0 otherwise.
  var setUpBehindQueue = 0.0
  var phase = Phase.waiting
  /// Bytes on the wire still to come.
  var remaining = 0.0
  /// Whether the first request of its item.
  var isFirst = false
  /// Whether the rule decides about continuing.
  var isWatched = false
  /// How far the questions to it have come; `nil` before the first byte.
  var poll: ProgressPoll?
  /// Congestion window of the connection, as far as it has grown; `nil` without slow start.
  var window: Double?
  /// Whether its address is https, and so are the connections that serve it.
  var isSecure = true
  /// The connection that the flow occupies, where it has one of its own.
  var connection: Int?
  /// Whether the flow waits for the gate.
  var isGated = false
  /// Whether the flow is a download that the app may pause.
  var isDownload = false

  init(_ purpose: Purpose, item: Int, _ content: Content, bytes: Int) {
    self.purpose = purpose
    self.item = item
    self.content = content
    self.bytes = bytes
  }

  var firstByte: Double { requestTime + latency }

  /// Bytes of audio that is fetched apart, among so many that have come.
  func audio(of received: Int) -> Int {
    Int(DownloadProgress.audio(of: Double(received), size: Double(bytes), audioSize: Double(audioBytes)))
  }

  /// A part of the segment is there.
  mutating func keep(_ part: ItemState.Part) {
    audioBytes -= part.audioBytes
    kept = part.bytes
    bytes -= part.bytes
  }

  var hasBegun: Bool {
    if case .waiting = phase { false } else { true }
  }

  /// Whether bytes may arrive now.
  var isTransferring: Bool {
    switch phase {
    case .waiting: false
    case .transferring: true
    case .slowStart(let trip): trip.left > 0
    }
  }

  /// Bytes until the flow is complete or, in slow start, the window is used up.
  var nextBytes: Double {
    if case .slowStart(let trip) = phase { min(remaining, trip.left) } else { remaining }
  }

  /// The segment that is fetched; `nil` for anything else.
  var segment: Int? {
    if case .segment(let segment, _) = content { segment } else { nil }
  }

  /// The rendition that is fetched; 0 for anything but a segment.
  var rendition: Int {
    if case .segment(_, let rendition) = content { rendition } else { 0 }
  }

  /// The number by which events name what is fetched: -1 stands for resources of the stream, -2 for a page.
  var loggedSegment: Int {
    switch content {
    case .segment(let segment, _): segment
    case .startResource, .renditionResource, .authorisation, .licence, .livePlaylist: -1
    case .page: -2
    case .other, .error, .heartbeat: 0
    }
  }
}
