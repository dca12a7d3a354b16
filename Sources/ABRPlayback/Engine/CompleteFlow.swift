/// A flow whose last byte has come: what is still to be known of it. A ``Flow`` is three times as large, and moving one
/// from hand to hand shows in the profile of a feed.
struct CompleteFlow {
  let purpose: Flow.Purpose
  let item: Int
  let content: Flow.Content
  /// Bytes of the segment, without those of an earlier part of the transfer.
  let bytes: Int
  /// Bytes, of these, of audio that is fetched apart.
  let audioBytes: Int
  let firstByte: Double
  /// Seconds from the request to the first byte.
  let latency: Double
  /// Whether the first request of its item.
  let isFirst: Bool
  /// Whether the rule was asked about it on the way.
  let isWatched: Bool

  @inline(__always)
  init(_ flow: borrowing Flow) {
    purpose = flow.purpose
    item = flow.item
    content = flow.content
    bytes = flow.bytes
    audioBytes = flow.audioBytes
    firstByte = flow.firstByte
    latency = flow.latency
    isFirst = flow.isFirst
    isWatched = flow.isWatched
  }

  /// Whether the bytes are media, and no overhead.
  @inline(__always)
  var isSegment: Bool {
    if case .segment = content { true } else { false }
  }
}
