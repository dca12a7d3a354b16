/// Something whose speed is measured, and whose outcome is checked so that a faster wrong version is seen.
///
/// A new case is one file under `Cases/` and one line in ``BenchmarkCase/all``.
struct BenchmarkCase: Sendable {
  /// How much work one repetition does.
  enum Scale {
    /// A few milliseconds or more in a release build, so that the clock's own cost does not count.
    case full
    /// As little as exercises the code: for checking digests in debug builds and in CI.
    case smoke
  }

  /// Input that is ready: everything before it is not timed.
  struct Workload {
    /// Number of operations in one call of ``body``.
    let operations: Int
    /// Does the work once on the calling thread, whose processor time is measured, and returns a digest of its outcome,
    /// which is the same every time and on every machine.
    let body: () throws -> UInt64
    /// Removes what was made outside memory.
    var cleanUp: () -> Void = {}
  }

  /// The case's name in output, filters and threshold files: lower case with hyphens.
  let name: String
  /// What is timed, with what working set, in one line.
  let summary: String
  /// What one operation is, such as `call` or `file`.
  let operation: String
  /// Whether people read the figure as operations per second rather than as nanoseconds per operation.
  var isRate = false
  /// Repetitions that are thrown away: caches and branch predictors settle, pages are mapped.
  var warmUp = 3
  /// Repetitions that count.
  var repetitions = 21
  /// Makes the input.
  let prepare: @Sendable (Scale) throws -> Workload
}

extension BenchmarkCase {
  /// Every case, in the order of output.
  static let all: [BenchmarkCase] =
    [.linkArrival, .traceParse, .traceLoad, .traceHash] + SessionCase.all + PeerCase.all + [FeedCase.feed]
    + RobustMPCCase.all + SabreCase.all
}
