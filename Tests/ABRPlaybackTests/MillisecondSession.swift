import ABRMedia
import ABRNetwork

/// A session played millisecond by millisecond: slow, obvious, and nothing of the engine in it. One rendition,
/// appended, over a trace whose rows are whole milliseconds; the oracle of the engine's closed forms.
struct MillisecondSession {
  private(set) var startup = 0.0
  private(set) var stalled = 0.0
  private(set) var stalls = 0
  private(set) var played = 0.0
  private(set) var received = 0.0
  private(set) var timeouts = 0
  private(set) var hasFailed = false
  /// The fewest milliseconds by which a silence was shorter or longer than the time-out.
  private(set) var closestCall = Int.max

  /// - Parameters:
  ///   - playsArriving: whether what has arrived of a segment is playable, byte by byte.
  ///   - rates: bytes in each millisecond of a lap.
  ///   - latency: milliseconds of a round trip.
  ///   - timeout: milliseconds without a byte, while playback waits, after which a request is made again.
  ///   - first: the same before the first byte of a request.
  ///   - retries: how often, before the session fails.
  init(
    video: Video, rates: [Double], latency: Int, target: Double, start: Double, resume: Double, leaveAt: Int,
    playsArriving: Bool = false, timeout: Int = .max, first: Int = .max, retries: Int = 0
  ) {
    let step = 0.001
    var level = 0.0
    var next = 0
    var hasStarted = false
    var isStalled = false
    /// Milliseconds until the first byte, and bytes still to come, of the running request.
    var request: (wait: Int, left: Double, hasBegun: Bool)?
    var silence = 0
    var retriesLeft = retries
    var now = 0
    while now < leaveAt {
      if request == nil, next < video.segmentCount, level < target {
        request = (latency, Double(video.size(segment: next, rendition: 0)), false)
      }
      // The network's millisecond.
      var arrived = false
      let before = received
      let isWaiting = !hasStarted || isStalled
      let limit = request?.hasBegun ?? false ? timeout : first
      if var running = request {
        if running.wait > 0 {
          running.wait -= 1
        } else {
          let bytes = min(running.left, rates[now % rates.count])
          running.left -= bytes
          received += bytes
          running.hasBegun = running.hasBegun || bytes > 0
          arrived = running.left <= 0
          if playsArriving {
            level += bytes / Double(video.size(segment: next, rendition: 0)) * video.segmentDuration(next)
          }
        }
        request = arrived ? nil : running
      }
      if request != nil, received == before, isWaiting {
        silence += 1
      } else {
        if silence > 0, limit < .max {
          closestCall = min(closestCall, limit - silence, timeouts > 0 ? silence : .max)
        }
        silence = 0
        retriesLeft = retries
      }
      if silence == limit {
        silence = 0
        timeouts += 1
        hasFailed = retriesLeft == 0
        retriesLeft -= 1
        request?.wait = latency
        request?.hasBegun = false
      }
      // The viewer's millisecond.
      if hasStarted, !isStalled {
        if level < step, next < video.segmentCount {
          isStalled = true
          stalls += 1
        } else {
          let shown = min(level, step)
          level -= shown
          played += shown
          if next == video.segmentCount, level <= 0 { return }
        }
      }
      if !hasStarted { startup += step }
      if isStalled { stalled += step }
      now += 1
      if hasFailed { return }
      if playsArriving {
        if !hasStarted, level >= start { hasStarted = true }
        if isStalled, level >= resume { isStalled = false }
      }
      if arrived {
        if !playsArriving { level += video.segmentDuration(next) }
        next += 1
        let isLast = next == video.segmentCount
        if !hasStarted, level > start || isLast || level >= target { hasStarted = true }
        if isStalled, level > resume || isLast || level >= target { isStalled = false }
      }
    }
  }
}
