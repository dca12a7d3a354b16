import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// Sessions of video on demand, event log off: what a segment costs with each kind of rule and buffer.
///
/// 64 traces of 600 rows, one video of 100 segments of 4 s, 640 sessions, each from another place in its trace, in the
/// order of the traces as the runner plays them.
enum SessionCase {
  // `dynamic` abandons by default, which is measured as `auto`; here it is the choice that counts.
  static let all: [BenchmarkCase] = [
    plain("bba-0"), plain("throughput"), plain("bola"), plain("dynamic", spec: "dynamic(abandon=off)"),
    make("auto", "the default: auto, static(30s), which watches downloads and abandons some", policy: "auto"),
    make("bola-e", "bola-e, static(30s), which watches downloads and abandons some", policy: "bola-e"),
    make(
      "growth", "bola, growth(min=10s,max=60s), whose target ticks", policy: "bola", buffer: "growth(min=10s,max=60s)"),
    make(
      "hls", "hls-abr in the buffer of hls.js, which watches downloads and abandons some", policy: "hls-abr",
      buffer: "static(600s)+watermark(start=0s,resume=0s)+bytes(60MB,floor=30s,counts=declared,poll=100ms)"),
    make(
      "dash", "dash-abr in the buffer of dash.js, which fetches media again and abandons downloads", policy: "dash-abr",
      buffer: "static(18s)+watermark(start=0s,resume=0s)+whole-segments(poll=0.5s,level=0.25s,top=30s)",
      switchMode: .overwrite(segments: 0)),
    make(
      "shaka", "shaka-abr in the buffer of Shaka Player, which samples downloads as they run", policy: "shaka-abr",
      buffer: "static(10s)+watermark(start=0s,resume=0s,poll=0.5s)"),
    make(
      "vhs", "vhs-abr in the buffer of VHS, whose target ticks twice a second", policy: "vhs-abr",
      buffer: "growth(min=30s,max=60s,interval=0.5s,basis=position,offset=30s)+watermark(start=0s,resume=0s)"),
    short,
  ]

  /// Short videos, where what a session takes once weighs most.
  private static let short = BenchmarkCase(
    name: "session-short", summary: "sessions of 10 segments over 64 traces, bba-0, static(30s)", operation: "segment"
  ) { scale in
    try workload(
      "bba-0", model: .lab, buffer: try BufferSpec(parsing: "static(30s)").configuration,
      video: SyntheticVideo.make(segments: 10), traces: 64, sessions: scale == .full ? 6400 : 64)
  }

  private static func plain(_ policy: String, spec: String? = nil) -> BenchmarkCase {
    make(policy, "policy \(policy), static(30s), nothing abandoned or logged", policy: spec ?? policy)
  }

  private static func make(
    _ name: String, _ words: String, policy: String, buffer: String = "static(30s)", switchMode: SwitchMode = .append
  ) -> BenchmarkCase {
    BenchmarkCase(
      name: "session-\(name)", summary: "sessions of 100 segments over 64 traces, \(words)", operation: "segment"
    ) { scale in
      try workload(
        policy, model: .lab, buffer: try BufferSpec(parsing: buffer).configuration, switchMode: switchMode,
        video: SyntheticVideo.make(), traces: 64, sessions: scale == .full ? 640 : 64)
    }
  }

  static func workload(
    _ spec: String, model: Model, buffer: BufferConfiguration, switchMode: SwitchMode = .append, video: Video,
    traces: Int, rows: Int = 600, sessions: Int
  ) throws -> BenchmarkCase.Workload {
    // Without latencies of their own, like most recordings.
    let links = try (0..<traces).map { number in
      let rows = try SyntheticTrace.make(number: number, rows: rows).rows.map {
        BandwidthTrace.Row(duration: $0.duration, bandwidth: $0.bandwidth)
      }
      return Link(try BandwidthTrace(name: "synthetic", rows: rows), defaultLatency: 0.05)
    }
    var settings = model.settings
    settings.switchMode = switchMode
    let player = try PolicySpec(parsing: spec).policy(model: model).makePlayer(
      video: video, buffer: buffer, settings: settings)
    let starts = (0..<sessions).map { session in
      AnyPlayer.Start(link: links[session * traces / sessions], offset: Double(session * 7 % rows))
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
