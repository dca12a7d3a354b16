import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPolicies

/// The exact search for the best plan, five segments ahead: over Pensieve's ladder of six renditions, and over the nine
/// of Apple's HLS authoring specification.
enum RobustMPCCase {
  static let all = [
    make("robust-mpc-decision", kilobits: [300, 750, 1200, 1850, 2850, 4300]),
    make("robust-mpc-decision-9", kilobits: [145, 365, 730, 1100, 2000, 3000, 4500, 6000, 7800]),
  ]

  private static func make(_ name: String, kilobits: [Int]) -> BenchmarkCase {
    BenchmarkCase(
      name: name,
      summary:
        "RobustMPC.decide, horizon 5, \(kilobits.count) renditions, over random levels, sizes and throughputs",
      operation: "decision"
    ) { scale in try workload(bitrates: kilobits.map { $0 * 1000 }, scale: scale) }
  }

  private static func workload(bitrates: [Int], scale: BenchmarkCase.Scale) throws -> BenchmarkCase.Workload {
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
        maximumLevel: 34, lastRendition: random.integer(below: bitrates.count))
    }
    let downloads = contexts.map { context in
      Download(
        segment: context.segment, rendition: 0, segmentDuration: 4, bytes: 1e6,
        transferTime: 8 / (random.uniform(in: 0.4..<6) * Double(bitrates[bitrates.count - 1]) / 4_300_000),
        latency: 0.05)
    }
    let rounds = scale == .full ? 10 : 1
    let prepared = rule
    return BenchmarkCase.Workload(operations: rounds * contexts.count) {
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
