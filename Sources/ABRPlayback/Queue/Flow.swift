/// One transfer of a session of several items: a request on its way, or bytes that arrive.
struct Flow {
  /// What the bytes are for.
  enum Purpose {
    /// The item on the screen.
    case main
    /// An item that may come.
    case preload
    /// Neither: images, subtitles, another title.
    case side
  }

  /// The segment of a flow that fetches playlists and initialisation data.
  static let overheadSegment = -1
  /// The segment of a side flow that fetches a page of the list.
  static let pageSegment = -2

  var purpose: Purpose
  var item: Int
  /// Index of the segment, ``overheadSegment`` or ``pageSegment``.
  var segment: Int
  var rendition: Int
  /// Bytes that are missing of the segment, without those of an earlier part of the transfer.
  var bytes: Int
  /// Bytes of the segment that an earlier part of the transfer had brought.
  var kept = 0
  var requestTime: Double
  var latency: Double
  /// Bytes on the wire still to come.
  var remaining: Double
  var isTransferring = false
  /// Whether the first request of its item.
  var isFirst = false
  /// Whether the rule decides about going on, and the state of its questions.
  var isWatched = false
  var questionTime = 0.0
  var questionReceived = 0.0
  /// Whether the flow waits for the gate.
  var isGated = false

  var firstByte: Double { requestTime + latency }
  var isOverhead: Bool { segment == Flow.overheadSegment }
}
