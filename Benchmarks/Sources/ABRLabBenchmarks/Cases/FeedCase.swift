import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// A feed of 20 items with the gate of network balance and a window of two items to either side: what a segment costs
/// with everything around it, to be compared with that of a single session under the same rule (`session-bola`, at most
/// three times as much).
enum FeedCase {
  static let feed = BenchmarkCase(
    name: "feed-bola",
    summary: "feeds of 20 items of 25 segments over 64 traces, policy bola, gate 15 s / 3 s, window 2+2, fair sharing",
    operation: "segment"
  ) { scale in
    let video = try SyntheticVideo.make().prefix(segments: 25)
    let links = try (0..<64).map { number in
      let rows = try SyntheticTrace.make(number: number).rows.map {
        BandwidthTrace.Row(duration: $0.duration, bandwidth: $0.bandwidth)
      }
      return Link(try BandwidthTrace(name: "synthetic", rows: rows), defaultLatency: 0.05)
    }
    let player = try PolicySpec(parsing: "bola").policy(model: .lab).makePlayer(
      video: video, buffer: Model.lab.buffer(), settings: Model.lab.settings)
    let session = try SessionPlayer(
      players: [player], queue: ItemQueue(playlist: (0..<20).map { QueueItem("item \($0)") }),
      script: Script((0..<20).map { Script.Step(.watched(Double(20 + $0 * 37 % 70)), .next) }),
      preload: PreloadSettings(
        trigger: .gate(PreloadGate.Settings()), previousCount: 2, nextCount: 2, amount: .seconds([1, 1])))
    let starts = (0..<(scale == .full ? 128 : 16)).map { (link: links[$0 % 64], offset: Double($0 * 7 % 600)) }
    let segments = starts.reduce(0) { sum, start in
      let metrics = session.play(over: start.link, from: start.offset)
      return sum + metrics.segmentsDownloaded + metrics.segmentsPreloaded
    }
    return BenchmarkCase.Workload(operations: segments) {
      var digest = Digest()
      for start in starts {
        let metrics = session.play(over: start.link, from: start.offset)
        digest.add(metrics.stalledTime)
        digest.add(metrics.startupTotal)
        digest.add(Double(metrics.ledger.downloaded))
      }
      return digest.value
    }
  }
}
