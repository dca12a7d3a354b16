import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

extension BenchmarkCase {
  /// The exact search for the best plan: five segments ahead, six renditions.
  static let robustMPC = BenchmarkCase(
    name: "robust-mpc-decision",
    summary: "RobustMPC.decide, horizon 5, 6 renditions, over random levels, sizes and throughputs",
    operation: "decision"
  ) { scale in
    let bitrates = [300, 750, 1200, 1850, 2850, 4300].map { $0 * 1000 }
    var random = SeededRandom(seed: 1, path: "benchmark", "mpc")
    let sizes = (0..<1_000).map { _ in
      let weight = random.uniform(in: 0.6..<1.4)
      return bitrates.map { Int(Double($0) * 4 / 8 * weight) }
    }
    let video = try Video(
      name: "synthetic", ladder: Ladder(bitrates.map { Rendition(bandwidth: $0) }), segmentDuration: 4, sizes: sizes)
    var rule = MPC()
    rule.prepare(for: RuleSetup(video: video, eligible: EligibleSet(all: video.ladder)))
    let contexts = (0..<990).map { segment in
      RequestContext(
        segment: segment, segmentsLeft: 1_000 - segment, segmentDuration: 4, level: random.uniform(in: 0..<30),
        maximumLevel: 34, lastRendition: random.integer(below: 6))
    }
    let downloads = contexts.map { context in
      Download(
        segment: context.segment, rendition: 0, segmentDuration: 4, bytes: 1e6,
        transferTime: 8 / random.uniform(in: 0.4..<6), latency: 0.05)
    }
    let rounds = scale == .full ? 10 : 1
    let prepared = rule
    return Workload(operations: rounds * contexts.count) {
      var digest = Digest()
      for _ in 0..<rounds {
        var rule = prepared
        for (context, download) in zip(contexts, downloads) {
          rule.downloaded(download, level: context.level)
          digest.add(Double(rule.decide(context).rendition))
        }
      }
      return digest.value
    }
  }
}
