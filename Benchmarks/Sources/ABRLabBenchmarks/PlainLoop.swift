/// The yardstick: the loop of Pensieve's environment (Mao et al., SIGCOMM'17, `sim/fixed_env.py` and `bb.py`), timed
/// between the repetitions of each case in the same process.
///
/// A figure divided by the time of one of its segments says how fast our code is rather than how fast the machine is or
/// how busy it was. Like a session it waits for arithmetic, memory and branches that depend on data, so that the ratio
/// hardly moves from one processor to another. It is also what others do for a segment: rows are walked one by one, a
/// buffer rises and falls, a rule looks at its level. There is no ladder that changes, no account of bytes and no
/// viewer. It must never be changed: all thresholds are multiples of it.
struct PlainLoop {
  /// Sessions in one timed run, some 5 ms: 64 traces, ten sessions each.
  static let sessions = 640
  /// What a run must come to: proof that all of it ran.
  static let digest: UInt64 = 0xf36d_e541_cd73_28e6

  /// Segments in one run.
  let operations: Int

  /// Bytes per second in each one-second row of each trace.
  private let traces: [[Double]]
  /// Bytes by segment, then by rendition.
  private let sizes: [Double]
  private let renditionCount: Int
  private let segmentCount: Int

  init() throws {
    let video = try SyntheticVideo.make()
    renditionCount = video.ladder.count
    segmentCount = video.segmentCount
    sizes = (0..<video.segmentCount).flatMap { segment in
      (0..<video.ladder.count).map { Double(video.size(segment: segment, rendition: $0)) }
    }
    traces = try (0..<64).map { try SyntheticTrace.make(number: $0).rows.map { $0.bandwidth * 0.95 / 8 } }
    operations = Self.sessions * segmentCount
  }

  /// Plays all sessions.
  ///
  /// - Returns: a digest of how long each has stalled.
  @inline(never)
  func run() -> UInt64 {
    var digest = Digest()
    for session in 0..<Self.sessions {
      let rates = traces[session * traces.count / Self.sessions]
      digest.add(play(over: rates, from: session * 7 % rates.count))
    }
    return digest.value
  }

  /// Plays one session, and returns the seconds for which it has stalled.
  private func play(over rates: [Double], from first: Int) -> Double {
    var (row, second) = (first, 0.0)
    var (level, stalled) = (0.0, 0.0)
    for segment in 0..<segmentCount {
      let rendition =
        level < 5 ? 0 : level >= 15 ? renditionCount - 1 : Int(Double(renditionCount - 1) * (level - 5) / 10)
      var left = sizes[segment * renditionCount + rendition]
      var delay = 0.08
      while true {
        let seconds = 1 - second
        let carried = rates[row] * seconds
        if carried >= left {
          let needed = left / rates[row]
          delay += needed
          second += needed
          break
        }
        left -= carried
        delay += seconds
        second = 0
        row = row + 1 == rates.count ? 0 : row + 1
      }
      stalled += max(0, delay - level)
      level = max(0, level - delay) + 4
      // A full buffer waits in half seconds.
      while level > 60 {
        level -= 0.5
        second += 0.5
        if second >= 1 {
          second -= 1
          row = row + 1 == rates.count ? 0 : row + 1
        }
      }
    }
    return stalled
  }
}
