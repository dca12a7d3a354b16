import ABRMedia
import ABRNetwork
import Glibc

/// Replays a session's events on Sabre's two clocks.
struct SabreReplay {
  private(set) var network: SabreNetworkClock
  private(set) var playout: SabrePlayout
  /// Milliseconds of the first transfer.
  private(set) var startupTime = 0.0
  /// Milliseconds at which the session ends.
  private let end: Double
  private var requests = 0

  init(video: Video, trace: BandwidthTrace, defaultLatency: Double, maximumLevel: Double, end: Double) {
    network = SabreNetworkClock(
      trace: trace, defaultLatency: defaultLatency, video: video, maximumLevel: maximumLevel * 1000)
    let bandwidths = video.ladder.renditions.map { Double($0.bandwidth) }
    playout = SabrePlayout(
      segmentDuration: video.longestSegmentDuration * 1000, bitrates: bandwidths.map { $0 / 1000 },
      logBitrates: bandwidths.map { log($0) })
    self.end = end
  }

  mutating func take(_ event: SessionEvent) {
    switch event.kind {
    case .requested: requests += 1
    case .waited(let seconds, _):
      // The viewer may leave before a wait is over.
      let wait = min(seconds * 1000, end - playout.time)
      playout.advance(by: wait, network: &network)
      network.advance(by: wait, buffered: playout.buffer)
    case .downloaded(_, let rendition, _, let latency, let transferTime):
      if requests == 1 { startupTime = transferTime * 1000 }
      download((latency + transferTime) * 1000)
      playout.append(rendition)
    case .abandoned(_, _, _, let latency, let transferTime, _): download((latency + transferTime) * 1000)
    case .cut: download(event.time * 1000 - playout.time)
    case .ended(let outcome):
      let rest = outcome == .completed ? playout.level : max(0, end - playout.time)
      playout.advance(by: rest, network: &network)
    default: break
    }
  }

  private mutating func download(_ milliseconds: Double) {
    network.advance(by: milliseconds, buffered: playout.buffer)
    playout.advance(by: milliseconds, network: &network)
  }
}
