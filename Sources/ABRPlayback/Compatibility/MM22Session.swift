import ABRMedia
import ABRNetwork

/// A session of the MM'22 simulator, action by action (`simulator/controller.py`, version 2fba258).
///
/// Metrics are the lab's. Startup is the wait for the first frame of the first video; later waits are stalls, also
/// those at the beginning of a video. A chunk of which anything is watched is played as a whole; every other chunk is
/// waste once: `unplayed`, or `preloaded` where nothing of its video was watched. Renditions are compared within a
/// video.
public struct MM22Session {
  private var items: [MM22Item]
  private let link: Link
  private var cursor: Link.Cursor
  /// Seconds of the link's clock: transfers alone advance it.
  private var clock = 0.0
  private var playing = 0
  private var steps: [MM22Step] = []
  private var metrics = SessionMetrics()
  /// Milliseconds since the play request, shown, waited for the first frame and waited afterwards.
  private var times = (wall: 0.0, shown: 0.0, startup: 0.0, stalled: 0.0)
  private var isStalled = false

  private init(_ queue: MM22Queue, watchTimes: [Int], link: Link) {
    precondition(watchTimes.count == queue.videos.count, "each video has a watch time")
    items = queue.videos.indices.map { index in
      let longest = Int(queue.videos[index].duration * 1000)
      precondition((0...longest).contains(watchTimes[index]), "nobody watches longer than a video lasts")
      return MM22Item(
        video: queue.videos[index], retention: queue.retention.isEmpty ? nil : queue.retention[index],
        watchTime: watchTimes[index])
    }
    self.link = link
    cursor = link.cursor(atOffset: 0)
  }

  /// Plays a session.
  ///
  /// - Parameters:
  ///   - queue: the videos.
  ///   - watchTimes: milliseconds after which each of them is left, at most its duration.
  ///   - link: the network, from its start.
  ///   - policy: the policy.
  /// - Complexity: O(actions × videos), beside the policy and the link.
  public static func play(
    _ queue: MM22Queue, watchTimes: [Int], over link: Link, policy: some MM22Policy
  ) -> MM22Outcome {
    var session = MM22Session(queue, watchTimes: watchTimes, link: link)
    var policy = policy
    session.fetch(item: 0, rendition: policy.firstRendition)
    while session.playing < session.items.count {
      let window = session.playing..<min(session.playing + MM22Model.queueLength, session.items.count)
      let context = MM22Context(items: session.items, queue: window, last: session.steps[session.steps.count - 1])
      switch policy.decide(context) {
      case .fetch(let item, let rendition):
        precondition(window.contains(item), "only videos of the queue can be fetched")
        session.fetch(item: item, rendition: rendition)
      case .sleep(let milliseconds):
        precondition(milliseconds >= 1, "a pause lasts at least a millisecond")
        session.sleep(milliseconds)
      }
    }
    session.close()
    return MM22Outcome(steps: session.steps, metrics: session.metrics)
  }

  private mutating func fetch(item: Int, rendition: Int) {
    // The rendition is on record before the chunk is: what is left meanwhile counts it already.
    let bytes = items[item].request(rendition)
    let arrival = link.arrival(of: Double(bytes) / MM22Model.payloadFraction, from: clock, cursor: &cursor)
    let delay = ((arrival - clock) * 1000 + MM22Model.latency + 0.5).rounded(.down)
    clock = arrival
    var (rebuffering, wasted) = play(for: delay)
    let isLate = playing > item
    if isLate { wasted += bytes } else { items[item].deliver() }
    steps.append(
      MM22Step(
        item: item, rendition: rendition, sleep: 0, delay: delay, rebuffering: rebuffering, bytes: bytes,
        endsVideo: isLate || items[item].remainingCount == 0, playing: playing, wastedBytes: wasted))
  }

  private mutating func sleep(_ milliseconds: Double) {
    let item = playing
    let delay = milliseconds.rounded(.towardZero)
    let (rebuffering, wasted) = play(for: delay)
    steps.append(
      MM22Step(
        item: item, rendition: 0, sleep: milliseconds, delay: delay, rebuffering: rebuffering, bytes: 0,
        endsVideo: playing == items.count || items[playing].remainingCount == 0, playing: playing,
        wastedBytes: wasted))
  }

  /// Lets the viewer watch for so many milliseconds.
  ///
  /// - Returns: milliseconds in which nothing was shown, and bytes behind the watch times of the videos left.
  private mutating func play(for duration: Double) -> (rebuffering: Double, wasted: Int) {
    var time = duration
    var wasted = 0
    while time > 0, playing < items.count {
      let (shown, isStalled) = items[playing].play(for: time)
      time -= shown
      show(shown)
      if isStalled {
        wait(time)
        return (time, wasted)
      }
      if items[playing].isLeft {
        wasted += items[playing].unwatchedBytes
        playing += 1
      }
    }
    return (0, wasted)
  }

  private mutating func show(_ time: Double) {
    guard time > 0 else { return }
    times.wall += time
    times.shown += time
    isStalled = false
  }

  private mutating func wait(_ time: Double) {
    guard time > 0 else { return }
    times.wall += time
    if times.shown == 0 {
      times.startup += time
    } else {
      times.stalled += time
      if !isStalled { metrics.stallCount += 1 }
      isStalled = true
    }
  }

  /// Settles the accounts of all videos once the last one is left.
  private mutating func close() {
    metrics.startupTime = times.startup / 1000
    metrics.stalledTime = times.stalled / 1000
    metrics.playingTime = times.shown / 1000
    metrics.playedMedia = times.shown / 1000
    metrics.wallTime = times.wall / 1000
    for item in items { settle(item) }
    let last = items[items.count - 1]
    if times.shown == 0 {
      metrics.outcome = .leftBeforeStart
    } else {
      metrics.outcome = last.watchTime < last.video.duration * 1000 ? .left : .completed
    }
  }

  private mutating func settle(_ item: MM22Item) {
    let unwatched = item.unwatchedBytes
    metrics.segmentsDownloaded += item.renditions.count
    metrics.ledger[.played] += item.requestedBytes - unwatched
    metrics.ledger[item.watchTime > 0 ? .unplayed : .preloaded] += unwatched
    metrics.unplayedMedia += Double(item.renditions.count) - item.watchTime / 1000
    let terms = RenditionTerms.terms(of: item.video.ladder)
    for segment in 0..<item.watchedCount {
      let shown = terms[item.renditions[segment]]
      let share = min(1, item.watchTime / MM22Model.chunkDuration - Double(segment))
      metrics.shownBits += shown.bandwidth * share
      metrics.linearQuality += shown.megabits * share
      metrics.logQuality += shown.logarithm * share
      guard segment > 0, item.renditions[segment] != item.renditions[segment - 1] else { continue }
      let previous = terms[item.renditions[segment - 1]]
      metrics.switchCount += 1
      metrics.switchMagnitude += abs(shown.bandwidth - previous.bandwidth)
      metrics.switchLogMagnitude += abs(shown.logarithm - previous.logarithm)
    }
  }
}
