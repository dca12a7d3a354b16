import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// Plain sessions of video on demand, event log off: what a segment costs with each kind of rule.
///
/// 64 traces of 600 rows, one video of 100 segments of 4 s, 640 sessions, each from another place in its trace, in the
/// order of the traces as the runner plays them.
enum SessionCase {
  static let all: [BenchmarkCase] = ["bba-0", "throughput", "bola", "dynamic"].map { policy in
    BenchmarkCase(
      name: "session-\(policy)",
      summary: "sessions of 100 segments over 64 traces, policy \(policy), static(30s), nothing abandoned or logged",
      operation: "segment"
    ) { scale in
      // `dynamic` abandons by default, which is measured under Sabre's semantics; here it is the choice that counts.
      let spec = policy == "dynamic" ? "dynamic(abandon=off)" : policy
      return try workload(
        spec, model: .lab, video: SyntheticVideo.make(), traces: 64, sessions: scale == .full ? 640 : 64)
    }
  }

  static func workload(
    _ spec: String, model: Model, video: Video, traces: Int, sessions: Int
  ) throws -> BenchmarkCase.Workload {
    // Without latencies of their own, like most recordings.
    let links = try (0..<traces).map { number in
      let rows = try SyntheticTrace.make(number: number).rows.map {
        BandwidthTrace.Row(duration: $0.duration, bandwidth: $0.bandwidth)
      }
      return Link(try BandwidthTrace(name: "synthetic", rows: rows), defaultLatency: 0.05)
    }
    let player = try PolicySpec(parsing: spec).policy(model: model).makePlayer(
      video: video, buffer: model.buffer(), settings: model.settings)
    let starts = (0..<sessions).map { session in
      AnyPlayer.Start(link: links[session * traces / sessions], offset: Double(session * 7 % 600))
    }
    let viewer = Viewer()
    var scratch = SessionScratch()
    return BenchmarkCase.Workload(operations: sessions * video.segmentCount) {
      var digest = Digest()
      for start in starts {
        let metrics = player.play(start, viewer: viewer, scratch: &scratch)
        digest.add(metrics.stalledTime)
        digest.add(metrics.shownBits)
        digest.add(Double(metrics.ledger[.played]))
      }
      return digest.value
    }
  }
}
