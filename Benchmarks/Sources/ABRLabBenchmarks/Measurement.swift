/// What was measured of a case.
struct Measurement {
  let name: String
  let operation: String
  let isRate: Bool
  let operations: Int
  let digest: UInt64
  /// Nanoseconds of processor time per operation, one figure a repetition.
  let nanoseconds: [Double]
  /// The same as multiples of the reference loop's step beside it.
  let ratios: [Double]

  /// The least is the figure to compare: noise only ever adds.
  var leastNanoseconds: Double { nanoseconds.min() ?? .nan }
  /// What a user sees on a machine like this one.
  var medianNanoseconds: Double { Self.median(nanoseconds) }
  /// The median over pairs of neighbours: both halves of a pair saw the same machine.
  var ratio: Double { Self.median(ratios) }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
  }
}

extension Measurement {
  /// Runs a case: warm-up, then repetitions, each between two runs of the reference loop.
  ///
  /// - Throws: ``BenchmarkFailure`` when two repetitions disagree, or what the case throws.
  static func measure(_ benchmark: BenchmarkCase) throws -> Measurement {
    let workload = try benchmark.prepare(.full)
    defer { workload.cleanUp() }
    let digest = try workload.body()
    for _ in 1..<max(1, benchmark.warmUp) { try expect(digest, try workload.body(), in: benchmark) }
    var nanoseconds: [Double] = []
    var ratios: [Double] = []
    var before = try referenceStep()
    for _ in 0..<benchmark.repetitions {
      var found: UInt64 = 0
      let elapsed = try ThreadClock.time { found = try workload.body() }
      try expect(digest, found, in: benchmark)
      let after = try referenceStep()
      nanoseconds.append(elapsed / Double(workload.operations))
      ratios.append(elapsed / Double(workload.operations) / ((before + after) / 2))
      before = after
    }
    return Measurement(
      name: benchmark.name, operation: benchmark.operation, isRate: benchmark.isRate, operations: workload.operations,
      digest: digest, nanoseconds: nanoseconds, ratios: ratios)
  }

  /// Nanoseconds of one step of the reference loop, now.
  private static func referenceStep() throws -> Double {
    var state: UInt64 = 0
    let elapsed = ThreadClock.time { state = ReferenceLoop.run() }
    guard state == ReferenceLoop.digest else {
      throw BenchmarkFailure.digest(
        name: "reference loop", found: Digest.text(state), expected: Digest.text(ReferenceLoop.digest))
    }
    return elapsed / Double(ReferenceLoop.steps)
  }

  private static func expect(_ expected: UInt64, _ found: UInt64, in benchmark: BenchmarkCase) throws {
    guard found == expected else {
      throw BenchmarkFailure.digest(
        name: benchmark.name, found: Digest.text(found), expected: "\(Digest.text(expected)) as in the first repetition"
      )
    }
  }
}
