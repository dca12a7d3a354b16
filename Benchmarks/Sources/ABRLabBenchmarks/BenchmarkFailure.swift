/// Why a run of the benchmarks fails, each with its exit code.
enum BenchmarkFailure: Error, CustomStringConvertible {
  /// The outcome is not what it was: the code is wrong, or was changed on purpose.
  case digest(name: String, found: String, expected: String)
  /// Slower than the threshold allows.
  case slow(name: String, found: Double, allowed: Double)
  /// No threshold to check against.
  case noThreshold(name: String, file: String)
  /// A threshold file that cannot be read.
  case badThreshold(file: String, reason: String)
  /// Longer sessions allocate more than shorter ones.
  case allocates(policies: String)
  /// Options that make no sense.
  case usage(String)

  var description: String {
    switch self {
    case .digest(let name, let found, let expected): "\(name): digest \(found), expected \(expected)"
    case .slow(let name, let found, let allowed):
      "\(name): \(Report.figure(found)) × the plain loop, allowed \(Report.figure(allowed))"
    case .noThreshold(let name, let file): "\(name): no threshold in \(file); write one with --update"
    case .badThreshold(let file, let reason): "\(file): \(reason)"
    case .allocates(let policies): "the session loop allocates: \(policies)"
    case .usage(let message): message
    }
  }

  /// 1 wrong outcome, 2 regression, 5 nothing to compare with, 64 usage: as `abrlab` itself.
  var exitCode: Int32 {
    switch self {
    case .digest, .allocates: 1
    case .slow: 2
    case .noThreshold, .badThreshold: 5
    case .usage: 64
    }
  }
}
