/// What was measured of a case.
struct Measurement {
  let name: String
  let operation: String
  let isRate: Bool
  let operations: Int
  let digest: UInt64
  /// Nanoseconds of processor time per operation, one figure a repetition.
  let nanoseconds: [Double]
  /// Nanoseconds of a segment of the plain loop before each repetition and after the last.
  let plainNanoseconds: [Double]

  /// The least is the figure to compare: noise only ever adds.
  var leastNanoseconds: Double { nanoseconds.min() ?? .nan }
  /// What a user sees on a machine like this one.
  var medianNanoseconds: Double { Self.median(nanoseconds) }
  /// The least time as a multiple of that of the plain loop.
  var ratio: Double { leastNanoseconds / (plainNanoseconds.min() ?? .nan) }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
  }
}

extension Measurement {
  /// Runs a case: warm-up, then repetitions, each between two runs of the plain loop.
  ///
  /// - Throws: ``BenchmarkFailure`` when two repetitions disagree, or what the case throws.
  static func measure(_ benchmark: BenchmarkCase) throws -> Measurement {
    let workload = try benchmark.prepare(.full)
    defer { workload.cleanUp() }
    let yardstick = try PlainLoop()
    let digest = try workload.body()
    for _ in 1..<max(1, benchmark.warmUp) { try expect(digest, try workload.body(), in: benchmark) }
    var nanoseconds: [Double] = []
    var plainNanoseconds = [try plainSegment(of: yardstick)]
    for _ in 0..<benchmark.repetitions {
      var found: UInt64 = 0
      let elapsed = try ThreadClock.time { found = try workload.body() }
      try expect(digest, found, in: benchmark)
      nanoseconds.append(elapsed / Double(workload.operations))
      plainNanoseconds.append(try plainSegment(of: yardstick))
    }
    return Measurement(
      name: benchmark.name, operation: benchmark.operation, isRate: benchmark.isRate, operations: workload.operations,
      digest: digest, nanoseconds: nanoseconds, plainNanoseconds: plainNanoseconds)
  }

  /// Nanoseconds of one segment of the plain loop, now.
  private static func plainSegment(of loop: PlainLoop) throws -> Double {
    var found: UInt64 = 0
    let elapsed = ThreadClock.time { found = loop.run() }
    guard found == PlainLoop.digest else {
      throw BenchmarkFailure.digest(
        name: "plain loop", found: Digest.text(found), expected: Digest.text(PlainLoop.digest))
    }
    return elapsed / Double(loop.operations)
  }

  private static func expect(_ expected: UInt64, _ found: UInt64, in benchmark: BenchmarkCase) throws {
    guard found == expected else {
      throw BenchmarkFailure.digest(
        name: benchmark.name, found: Digest.text(found), expected: "\(Digest.text(expected)) as in the first repetition"
      )
    }
  }
}
