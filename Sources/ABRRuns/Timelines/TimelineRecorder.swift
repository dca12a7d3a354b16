import ABRMedia
import ABRPlayback

/// Makes a timeline from the events of a session.
///
/// The level falls between two events by what the playhead moved, so that the engine's clockwork need not be known. A
/// transfer was for nothing when the playhead never moved over any of its media after it had come.
struct TimelineRecorder: SessionObserver {
  static var isActive: Bool { true }

  /// A segment that came.
  private struct Copy {
    var transfer: SessionTimeline.Transfer
    var isShown = false
    var isPreload: Bool
  }

  private struct Place: Hashable {
    var item: Int
    var segment: Int
  }

  private let videos: [Video]
  private let hasSeveralItems: Bool
  private(set) var timeline: SessionTimeline
  /// When the link began to carry another share of its capacity.
  private(set) var factors = TimelineSeries()

  private var last: SessionEvent?
  private var item = 0
  private var isPlaying = false
  private var wait: (cause: SessionTimeline.WaitCause, from: Double)? = (.startup, 0)
  private var request: SessionTimeline.Transfer?
  private var preloading: [Place: SessionTimeline.Transfer] = [:]
  private var copies: [Copy] = []
  /// The newest copy of each segment.
  private var newest: [Place: Int] = [:]

  /// Stands before a session.
  ///
  /// - Parameters:
  ///   - timeline: which session it is.
  ///   - videos: those of the items, by index; one where the session is one video.
  ///   - hasSeveralItems: whether items come up one after the other.
  init(_ timeline: SessionTimeline, videos: [Video], hasSeveralItems: Bool) {
    self.timeline = timeline
    self.videos = videos
    self.hasSeveralItems = hasSeveralItems
  }

  mutating func record(_ event: SessionEvent) {
    move(to: event)
    switch event.kind {
    case .requested(let segment, let rendition, _):
      let transfer = transfer(event.time, item: item, segment: segment, rendition: rendition)
      request = transfer
      timeline.bitrate.appendStep(event.time, Double(transfer.bitrate))
    case .downloaded(let segment, let rendition, let bytes, let latency, let time):
      var transfer =
        request ?? transfer(event.time - latency - time, item: item, segment: segment, rendition: rendition)
      request = nil
      transfer.to = event.time
      transfer.bytes = bytes
      keep(transfer, isPreload: false)
    case .abandoned(_, _, let received, _, _, _), .cut(_, _, let received):
      guard var transfer = request else { break }
      request = nil
      transfer.to = event.time
      transfer.bytes = Int(received)
      if received > 0 { copies.append(Copy(transfer: transfer, isPreload: false)) }
    case .replaced(let first, let count, _):
      // What was dropped is not shown any more, whatever the playhead does.
      for segment in first..<(first + count) { newest[Place(item: item, segment: segment)] = nil }
    case .preloading(let item, let segment, let rendition, _):
      preloading[Place(item: item, segment: segment)] = transfer(
        event.time, item: item, segment: segment, rendition: rendition)
    case .preloaded(let item, let segment, let rendition, let bytes):
      var transfer =
        preloading.removeValue(forKey: Place(item: item, segment: segment))
        ?? transfer(event.time, item: item, segment: segment, rendition: rendition)
      transfer.to = event.time
      transfer.bytes = bytes
      keep(transfer, isPreload: true)
    case .preloadStopped(let item, let segment, let received, let isKept):
      guard var transfer = preloading.removeValue(forKey: Place(item: item, segment: segment)) else { break }
      transfer.to = event.time
      transfer.bytes = Int(received)
      if !isKept, received > 0 { copies.append(Copy(transfer: transfer, isPreload: true)) }
    case .target(let seconds): timeline.target.appendStep(event.time, seconds)
    case .capacity(let factor): factors.appendStep(event.time, factor)
    default: follow(event)
    }
    last = event
    timeline.wall = max(timeline.wall, event.time)
  }

  /// What the viewer sees and does.
  private mutating func follow(_ event: SessionEvent) {
    switch event.kind {
    case .visit(_, let item):
      self.item = item
      isPlaying = false
      if hasSeveralItems { timeline.arrivals.append(.init(time: event.time, item: item)) }
      endWait(event.time)
      wait = (.startup, event.time)
    case .started, .resumed:
      isPlaying = true
      endWait(event.time)
    case .stalled:
      isPlaying = false
      endWait(event.time)
      wait = (.stall, event.time)
    case .seeked(_, isInside: false):
      isPlaying = false
      endWait(event.time)
      wait = (.seek, event.time)
    case .paused: isPlaying = false
    case .played: isPlaying = wait == nil
    case .ended:
      isPlaying = false
      endWait(event.time)
    default: break
    }
  }

  /// Ends what the viewer was waiting for.
  private mutating func endWait(_ time: Double) {
    if let wait, time > wait.from { timeline.waits.append(.init(cause: wait.cause, from: wait.from, to: time)) }
    wait = nil
  }

  /// Lets the playhead and the level run to an event.
  private mutating func move(to event: SessionEvent) {
    guard let last else {
      timeline.level.append(event.time, event.level)
      return
    }
    var moved = event.position - last.position
    switch event.kind {
    case .visit, .seeked:
      // The playhead jumped after it had run for as long as there was media.
      moved = isPlaying ? min(event.time - last.time, last.level) : 0
    default: break
    }
    show(from: last.position, to: last.position + moved)
    let before = max(0, last.level - max(0, moved))
    if event.time > last.time { timeline.level.append(event.time, before) }
    if event.level != before { timeline.level.append(event.time, event.level) }
  }

  /// Marks what the playhead moved over.
  private mutating func show(from: Double, to: Double) {
    guard to > from, videos.indices.contains(item) else { return }
    let starts = videos[item].starts
    var segment = max(0, (starts.partitioningIndex { $0 > from }) - 1)
    while segment < starts.count - 1, starts[segment] < to {
      if let copy = newest[Place(item: item, segment: segment)] { copies[copy].isShown = true }
      segment += 1
    }
  }

  private mutating func keep(_ transfer: SessionTimeline.Transfer, isPreload: Bool) {
    newest[Place(item: transfer.item, segment: transfer.segment)] = copies.count
    copies.append(Copy(transfer: transfer, isPreload: isPreload))
  }

  private func transfer(
    _ time: Double, item: Int, segment: Int, rendition: Int
  ) -> SessionTimeline.Transfer {
    // After a change of source the ladder may be another than that of the item's video.
    let ladder = videos.indices.contains(item) ? videos[item].ladder : nil
    let bitrate = ladder.flatMap { (0..<$0.count).contains(rendition) ? $0[rendition].bandwidth : nil } ?? 0
    return .init(from: time, to: time, item: item, segment: segment, bitrate: bitrate, bytes: 0)
  }

  /// The timeline of a session that is over, but for its capacity.
  ///
  /// - Complexity: O(events).
  func finished() -> SessionTimeline {
    var timeline = timeline
    timeline.level = timeline.level.thinned().rounded(perUnit: 1_000)
    timeline.bitrate = timeline.bitrate.thinned().rounded(perUnit: 1)
    timeline.target = timeline.target.thinned().rounded(perUnit: 1_000)
    // Segments are played and transfers of playlists are not.
    timeline.wasted = copies.filter { !$0.isShown && $0.transfer.segment >= 0 }.map(\.transfer)
    timeline.preloads = copies.filter { $0.isPreload && $0.transfer.segment >= 0 }.map(\.transfer)
    return timeline
  }
}

extension [Double] {
  /// Index of the first element of a sorted array for which a claim holds that holds for all behind it, too.
  /// - Complexity: O(log *n*).
  fileprivate func partitioningIndex(where claim: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if claim(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
