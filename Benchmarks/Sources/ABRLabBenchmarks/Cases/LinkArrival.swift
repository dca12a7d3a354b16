import ABRInput
import ABRNetwork

extension BenchmarkCase {
  /// The question the engine asks for every segment.
  static let linkArrival = BenchmarkCase(
    name: "link-arrival",
    summary: "Link.arrival for sessions of 100 segments of about 4 s at 1 Mbit/s over one wrapped trace of 600 rows",
    operation: "call"
  ) { scale in
    let link = Link(try SyntheticTrace.make(number: 0))
    var random = SeededRandom(seed: 1, path: "benchmark", "segments")
    let segments = (0..<1_000).map { _ in random.uniform(in: 250_000..<750_000).rounded(.down) }
    let sessions = scale == .full ? 10_000 : 10
    return Workload(operations: sessions * 100) {
      var digest = Digest()
      for session in 0..<sessions {
        var cursor = link.cursor(atOffset: Double(session % 600))
        var time = 0.0
        let first = session % 10 * 100
        for segment in first..<first + 100 {
          time = link.arrival(of: segments[segment], from: time, cursor: &cursor)
          digest.add(time)
        }
      }
      return digest.value
    }
  }
}
