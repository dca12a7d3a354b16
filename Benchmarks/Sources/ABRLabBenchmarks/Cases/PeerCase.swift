import ABRInput
import ABRMedia
import ABRNetwork
import ABRPolicies

/// The sessions that other groups' simulators are timed with: 48 segments of 4 s in six renditions, 640 sessions over
/// 64 traces of 250 rows, a buffer of 60 s, the lab's own semantics. The plain loop, which every case is divided by, is
/// Pensieve's environment with the rule of `peer-bb`.
enum PeerCase {
  static let all: [BenchmarkCase] = [
    make("bb", policy: "bb"), make("rate", policy: "rate"), make("fixed", policy: "fixed:2"),
    make("throughput", policy: "throughput"),
  ]

  private static func make(_ name: String, policy: String) -> BenchmarkCase {
    BenchmarkCase(
      name: "peer-\(name)",
      summary: "sessions of 48 segments over 64 traces of 250 rows, policy \(policy), static(60s)",
      operation: "segment"
    ) { scale in
      try SessionCase.workload(
        policy, model: .lab, buffer: try BufferSpec(parsing: "static(60s)").configuration, video: video(), traces: 64,
        rows: 250, sessions: scale == .full ? 640 : 64)
    }
  }

  /// Bitrates as in Pensieve's test video (Mao et al., SIGCOMM'17 §5.1), sizes that vary by half.
  private static func video() throws -> Video {
    try SyntheticVideo.make(segments: 48, bitrates: [300, 750, 1200, 1850, 2850, 4300])
  }
}
