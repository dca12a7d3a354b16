import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// Sessions in Sabre's semantics, in which a rule is asked every 50 ms or 1500 bytes whether to abandon its download.
enum SabreCase {
  static let all: [BenchmarkCase] = ["throughput", "dynamic-o", "bola-o", "bola-e-o"].map { policy in
    var benchmark = BenchmarkCase(
      name: "sabre-\(policy)",
      summary: "sessions of 200 segments of 3 s over 16 traces under --model sabre with abandonment, policy \(policy)",
      operation: "segment"
    ) { scale in
      try SessionCase.workload(
        policy, model: .sabre, buffer: try Model.sabre.buffer(),
        video: SyntheticVideo.make(segments: 200, duration: 3), traces: 16,
        sessions: scale == .full ? 48 : 4)
    }
    benchmark.isRate = true
    return benchmark
  }
}
