import ABRMedia
import ABRPlayback

/// Makes a timeline from the events of a session.
///
/// The level falls between two events by what the playhead moved, so that the engine's clockwork need not be known. A
/// transfer was for nothing when the playhead never moved over any of its media after it had come, or while it came
/// where media is playable as it arrives.
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
  private let playsArriving: Bool
  private(set) var timeline: SessionTimeline
  /// When the link began to carry another share of its capacity.
  private(set) var factors = TimelineSeries()

  private var last: SessionEvent?
  private var item = 0
  /// Whether the last wait may last on.
  private var isWaiting = false
  private var request: SessionTimeline.Transfer?
  private var preloading: [Place: SessionTimeline.Transfer] = [:]
  private var copies: [Copy] = []
  /// The newest copy of each segment.
  private var newest: [Place: Int] = [:]
  /// Segments of which something was shown, where media is playable as it arrives.
  private var shownArriving: Set<Place> = []

  /// Stands before a session.
  ///
  /// - Parameters:
  ///   - timeline: which session it is.
  ///   - videos: those of the items, by index; one where the session is one video.
  ///   - hasSeveralItems: whether items come up one after the other.
  ///   - playsArriving: whether media of a segment is playable before all of it has come.
  init(_ timeline: SessionTimeline, videos: [Video], hasSeveralItems: Bool, playsArriving: Bool) {
    self.timeline = timeline
    self.videos = videos
    self.hasSeveralItems = hasSeveralItems
    self.playsArriving = playsArriving
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
      transfer.bytes = Int(wholeBytes: received)
      lose(transfer, isPreload: false)
    case .audioKept(let segment, let bytes):
      guard let copy = copies.indices.last, copies[copy].transfer.segment == segment else { break }
      copies[copy].transfer.bytes = max(0, copies[copy].transfer.bytes - bytes)
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
      if !isKept { lose(transfer, isPreload: true) }
    case .target(let seconds): timeline.target.appendStep(event.time, seconds)
    case .capacity(let factor): factors.appendStep(event.time, factor)
    default: follow(event)
    }
    last = event
    timeline.wall = max(timeline.wall, event.time)
    switch event.kind {
    // Own code reports where the playhead was.
    case .seeked(let target, _): last?.position = target
    case .dropped(let seconds):
      last?.level -= seconds
      timeline.level.append(event.time, max(0, event.level - seconds))
    default: break
    }
  }

  mutating func jump(from old: Double, to new: Double) {
    guard let last else { return }
    show(from: last.position, to: old)
    self.last?.level = max(0, last.level - max(0, old - last.position))
    self.last?.position = new
  }

  mutating func wait(for cause: SessionEvent.WaitCause, from start: Double, to end: Double) {
    if isWaiting, let last = timeline.waits.indices.last, timeline.waits[last].cause == cause,
      timeline.waits[last].to == start
    {
      timeline.waits[last].to = end
    } else {
      timeline.waits.append(.init(cause: cause, from: start, to: end))
    }
    isWaiting = true
  }

  /// What the viewer sees and does.
  private mutating func follow(_ event: SessionEvent) {
    switch event.kind {
    case .visit(_, let item):
      self.item = item
      if hasSeveralItems { timeline.arrivals.append(.init(time: event.time, item: item)) }
      isWaiting = false
    case .started, .resumed, .stalled, .seeked(_, isInside: false), .paused: isWaiting = false
    default: break
    }
  }

  /// Lets the playhead and the level run to an event.
  private mutating func move(to event: SessionEvent) {
    guard let last else {
      timeline.level.append(event.time, event.level)
      return
    }
    let moved = event.position - last.position
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
      let place = Place(item: item, segment: segment)
      if let copy = newest[place] { copies[copy].isShown = true }
      if playsArriving { shownArriving.insert(place) }
      segment += 1
    }
  }

  /// A segment has come as a whole.
  private mutating func keep(_ transfer: SessionTimeline.Transfer, isPreload: Bool) {
    newest[Place(item: transfer.item, segment: transfer.segment)] = copies.count
    append(transfer, isPreload: isPreload)
  }

  /// What has come of a segment is not continued.
  private mutating func lose(_ transfer: SessionTimeline.Transfer, isPreload: Bool) {
    if transfer.bytes > 0 { append(transfer, isPreload: isPreload) }
  }

  private mutating func append(_ transfer: SessionTimeline.Transfer, isPreload: Bool) {
    let wasShown = shownArriving.remove(Place(item: transfer.item, segment: transfer.segment)) != nil
    copies.append(Copy(transfer: transfer, isShown: wasShown, isPreload: isPreload))
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
