import ABRMedia
import ABRNetwork

/// What Pensieve's environment returns for one chunk, under its own names and in its own units.
public struct PensieveRow: Sendable, Hashable {
  /// Names of the columns, in order.
  public static let columns = [
    "bitrate_index", "delay_ms", "sleep_ms_remaining_quirk", "buffer_s", "rebuf_s", "size_bytes", "reward_lin",
  ]

  /// Ladder index of the chunk.
  public var bitrateIndex: Int
  /// Milliseconds from the request to the last byte.
  public var delay: Double
  /// Milliseconds of sleep that its loop had left when it came to an end: all of it when the sleep ended in the trace
  /// interval it began in, otherwise only the part in the last interval.
  public var sleepRemaining: Double
  /// Seconds of buffer after the chunk and the sleep.
  public var buffer: Double
  /// Seconds of rebuffering while the chunk was fetched; for the first chunk its whole delay.
  public var rebuffering: Double
  /// Size of the chunk.
  public var bytes: Int
  /// Mbit/s − 4.3 × rebuffering − |Δ Mbit/s|, the chunk before the first one being rung 1.
  public var reward: Double

  /// The values in the order of ``columns``; counts and indices are whole numbers.
  public var values: [Double] {
    [Double(bitrateIndex), delay, sleepRemaining, buffer, rebuffering, Double(bytes), reward]
  }

  /// The rows of a session.
  ///
  /// - Parameters:
  ///   - events: all events of a session played with ``PensieveModel/settings(maximumBuffer:)``, from the start of the
  ///     trace.
  ///   - trace: what the session was played over, wrapped.
  ///   - ladder: the video's ladder.
  ///   - maximum: the maximum buffer of those settings in seconds.
  /// - Complexity: O(*events* + *rows of the trace crossed while asleep*).
  public static func rows(
    of events: [SessionEvent], over trace: BandwidthTrace, ladder: Ladder,
    maximumBuffer maximum: Double = PensieveModel.maximumBuffer
  ) -> [PensieveRow] {
    var rows: [PensieveRow] = []
    let sleep = SleepLoop(trace)
    var rebuffering = 0.0
    var last = min(PensieveModel.firstRendition, ladder.count - 1)
    var arrived = 0.0
    for event in events {
      switch event.kind {
      case .started: rebuffering = event.time
      case .resumed(let after): rebuffering = after
      case .downloaded(_, let rendition, let bytes, let latency, let transferTime):
        let quality = Double(ladder[rendition].bandwidth) / 1e6
        let change = abs(quality - Double(ladder[last].bandwidth) / 1e6)
        rows.append(
          PensieveRow(
            bitrateIndex: rendition, delay: (latency + transferTime) * 1000, sleepRemaining: 0, buffer: event.level,
            rebuffering: rebuffering, bytes: bytes, reward: quality - 4.3 * rebuffering - change))
        rebuffering = 0
        last = rendition
        // The trace's clock lags behind the session's by the latency of every request so far.
        arrived = event.time - PensieveModel.latency * Double(rows.count)
      case .waited(let seconds, .bufferFull) where !rows.isEmpty:
        rows[rows.count - 1].sleepRemaining = sleep.remaining(of: seconds, from: arrived) * 1000
        rows[rows.count - 1].buffer = event.level
      default: break
      }
    }
    // It sleeps after the last chunk as well, when nothing is left to fetch; a player does not.
    if let final = rows.last, final.buffer > maximum {
      let seconds = ((final.buffer - maximum) / 0.5).rounded(.up) * 0.5
      rows[rows.count - 1].sleepRemaining = sleep.remaining(of: seconds, from: arrived) * 1000
      rows[rows.count - 1].buffer -= seconds
    }
    return rows
  }
}

/// Pensieve's loop over the intervals of a trace while it sleeps.
private struct SleepLoop {
  /// End of each interval in seconds from the start of the trace.
  private let ends: [Double]

  init(_ trace: BandwidthTrace) {
    var end = 0.0
    ends = trace.rows.map { row in
      end += row.duration
      return end
    }
  }

  /// What is left of a sleep in the interval in which it ends.
  func remaining(of seconds: Double, from start: Double) -> Double {
    var clock = start.truncatingRemainder(dividingBy: ends[ends.count - 1])
    var interval = ends.firstIndex { $0 > clock } ?? 0
    var remaining = seconds
    while true {
      let duration = ends[interval] - clock
      if duration > remaining { return remaining }
      remaining -= duration
      clock = ends[interval]
      interval += 1
      if interval == ends.count {
        interval = 0
        clock = 0
      }
    }
  }
}
