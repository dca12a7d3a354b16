import Foundation

/// Measures the laboratory's speed, as multiples of a plain loop in the same run.
@main struct ABRLabBenchmarks {
  static func main() {
    do {
      try run(Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      FileHandle.standardError.write(Data("abrlab-benchmarks: \(error)\n".utf8))
      exit((error as? BenchmarkFailure)?.exitCode ?? 1)
    }
  }

  private static func run(_ options: Options) throws {
    if options.wantsHelp { return print(Options.usage) }
    let cases = BenchmarkCase.all.filter { options.filter.isEmpty || $0.name.contains(options.filter) }
    guard !cases.isEmpty else {
      let names = BenchmarkCase.all.map(\.name).joined(separator: ", ")
      throw BenchmarkFailure.usage("no case contains \(options.filter); the cases are \(names)")
    }
    if options.lists {
      for benchmark in cases { print("\(benchmark.name): \(benchmark.summary)") }
    } else if options.isSmoke {
      for benchmark in cases { try smoke(benchmark, thresholds: options.thresholds) }
      if options.filter.isEmpty { try AllocationCheck.run() }
    } else {
      try measure(cases, options)
    }
  }

  private static func smoke(_ benchmark: BenchmarkCase, thresholds: String) throws {
    let digest = Digest.text(try smokeDigest(of: benchmark))
    let expected = try Threshold.read(benchmark.name, in: thresholds).smokeDigest
    guard digest == expected else {
      throw BenchmarkFailure.digest(name: benchmark.name, found: digest, expected: expected)
    }
    print("\(benchmark.name): digest \(digest) as expected")
  }

  private static func smokeDigest(of benchmark: BenchmarkCase) throws -> UInt64 {
    let workload = try benchmark.prepare(.smoke)
    defer { workload.cleanUp() }
    return try workload.body()
  }

  private static func measure(_ cases: [BenchmarkCase], _ options: Options) throws {
    let machine = Machine.current
    #if DEBUG
      guard !options.checks, !options.updates else {
        throw BenchmarkFailure.usage("thresholds are for release builds: swift run -c release abrlab-benchmarks")
      }
    #endif
    print(machine.line)
    print(Report.heading)
    var measurements: [Measurement] = []
    for benchmark in cases {
      let measured = try Measurement.measure(benchmark)
      print(Report.line(for: measured))
      measurements.append(measured)
    }
    if options.checks { try repeatSlow(cases, &measurements, thresholds: options.thresholds) }
    if let file = options.json { try Report(machine: machine, measurements: measurements).write(to: file) }
    if options.updates {
      for (benchmark, measured) in zip(cases, measurements) {
        try Threshold(
          digest: Digest.text(measured.digest), smokeDigest: Digest.text(try smokeDigest(of: benchmark)),
          maximumRatio: Threshold.allowed(for: measured.ratio)
        ).write(benchmark.name, in: options.thresholds)
      }
    }
    if options.checks { try check(measurements, thresholds: options.thresholds) }
  }

  /// A busy machine is slow for seconds, code for ever: what is beyond its threshold is measured again when all others
  /// have been, up to three times, and the best counts.
  private static func repeatSlow(_ cases: [BenchmarkCase], _ measurements: inout [Measurement], thresholds: String)
    throws
  {
    for _ in 0..<3 {
      for (index, benchmark) in cases.enumerated() {
        guard case .slow? = try failure(of: measurements[index], thresholds: thresholds) else { continue }
        let measured = try Measurement.measure(benchmark)
        print("again: " + Report.line(for: measured))
        if measured.ratio < measurements[index].ratio { measurements[index] = measured }
      }
    }
  }

  /// Looks at every case before it fails, so that one run shows all that is wrong.
  private static func check(_ measurements: [Measurement], thresholds: String) throws {
    var worst: BenchmarkFailure?
    for measured in measurements {
      guard let failure = try failure(of: measured, thresholds: thresholds) else { continue }
      print("FAIL \(failure)")
      // A wrong outcome outweighs a slow one.
      if worst.map({ failure.exitCode < $0.exitCode }) ?? true { worst = failure }
    }
    if let worst { throw worst }
    print("all \(measurements.count) within their thresholds")
  }

  private static func failure(of measured: Measurement, thresholds: String) throws -> BenchmarkFailure? {
    let threshold = try Threshold.read(measured.name, in: thresholds)
    let digest = Digest.text(measured.digest)
    if digest != threshold.digest {
      return .digest(name: measured.name, found: digest, expected: threshold.digest)
    }
    // Not `>`: a ratio that is not a number fails.
    guard measured.ratio <= threshold.maximumRatio else {
      return .slow(name: measured.name, found: measured.ratio, allowed: threshold.maximumRatio)
    }
    return nil
  }
}
